/**
 * The view of a game, its events, the messages of the socket (docs/protocol.md), boards, and what the table
 * keeps. All modules know these types without an import (see the end). Read by the type check only.
 */
import type * as All from './types.js';

export type Seat = 'white' | 'black';
export type GameName = 'kahuna' | 'exahuna' | 'exahuna-special';
export type Point = [number, number];
/** The second form in Special. */
export type Bridge = Seat | { colour: Seat; kind: string };

/** What lies on the board. */
export interface Position {
  bridges: Record<string, Bridge>;
  control: Record<string, Seat>;
  /** Special: points on each island. */
  values?: Record<string, Record<Seat, number>>;
  /** Special: what each island is worth. */
  worth?: Record<string, number>;
}

/** What one seat may know. Hands, cards and rounds are Kahuna's only. */
export interface View extends Position {
  game: GameName;
  rules: Record<string, any>;
  seat: Seat | null;
  phase: string;
  to_move: Seat | null;
  turn: number;
  round: number;
  this_turn: string;
  last_turns_left: number | null;
  handicap_left: number;
  points: Record<Seat, number>;
  hand: string[] | null;
  cards: Record<Seat, number>;
  taken: Record<Seat, string[]>;
  known: Record<Seat, string[]>;
  row: (string | null)[];
  stack: number;
  discards: string[];
  secret: Record<Seat, number>;
  own_secret: string[] | null;
  must_take: boolean;
  /** A number, or in Special one for each kind. */
  supply: Record<Seat, any>;
  legal: string[];
  log: string[];
  result: Result | null;
}

export interface Result {
  winner: Seat | null;
  by: string;
  points: [number, number] | null;
  islands: [number, number];
}

/** One thing that happened; `event` says which keys are there (src/kahuna/table/events.py). */
export interface GameEvent {
  event: string;
  seat: Seat;
  link: string;
  to: string;
  kind: string;
  island: string;
  cards: string[];
  card: string | null;
  slot: number | null;
  round: number;
  row: string[];
  stack: number;
  islands: [number, number];
  points: [number, number];
  result: Result;
}

export interface Player {
  kind: 'person' | 'level' | 'nobody';
  name: string;
  here: boolean;
  /** On how many devices this seat is open. */
  devices: number;
}
/** Takes a seat along to another device, once. */
export interface SeatLink {
  link: number;
  seat: Seat;
  path: string;
  until: number;
}
export interface Links {
  invite?: string;
  watch?: string;
  seats?: SeatLink[];
  replay?: string;
  next?: string;
}

export interface Room {
  id: string;
  game: GameName;
  rules: Record<string, any>;
  players: Record<Seat, Player>;
  seats: Seat[];
  clock: { kind: 'total'; minutes: number; increment: number } | { kind: 'turn'; hours: number } | null;
  same_screen: boolean;
  created: number;
  changed: number;
  links: Links;
  rematch: string | null;
  watching: number;
}

export interface Time {
  white: number;
  black: number;
  running: Seat | null;
}

export interface Update {
  type: 'update';
  version: number;
  number: number;
  room: Room;
  seat: Seat | null;
  view: View;
  events: GameEvent[];
  history: GameEvent[][] | null;
  can_undo: boolean;
  undo: Seat | null;
  rematch: Seat[];
  can_claim: boolean;
  time: Time | null;
  thinking: boolean;
  undo_asks: boolean;
}
export interface Presence {
  type: 'presence';
  room: Room;
  can_claim: boolean;
}
export interface Previews {
  type: 'previews';
  number: number;
  events: Record<string, GameEvent[]>;
}
export interface Advice {
  type: 'advice';
  number: number;
  action: string;
  events: GameEvent[];
  value: number | null;
  best: [string, number][];
}
export interface Denied {
  type: 'denied';
  code: string;
  text: string;
  rule: string | null;
  facts: Record<string, string>;
  number: number | null;
}
export type Message = Update | Presence | Previews | Advice | Denied | { type: 'pong' };

/** What an action would do, told from its events. */
export interface Preview {
  link: string;
  by: Seat;
  /** Special. */
  kind?: string;
  /** Special: where the bridge that replaces the joker comes from. */
  from?: string;
  /** An enemy bridge is taken off `link`. */
  removes?: boolean;
  /** And, or only, one of ours is put there. */
  builds?: boolean;
  wins: string[];
  falls: string[];
  loses: string[];
}

/** What a board is to paint. */
export interface Scene {
  view: Position;
  /** Links that can be built. */
  usable?: readonly string[];
  /** Bridges that can be removed. */
  removable?: readonly string[];
  /** Own bridges that can be chosen (joker moves). */
  own?: readonly string[];
  preview?: Preview | null;
  /** Links and islands that the last action changed. */
  last?: readonly string[];
  /** Islands and links that a hint points at. */
  look?: readonly string[];
  /** The link that was chosen first. */
  chosen?: string | null;
}

/* ------------------------------------------------------------------ boards */

export interface Island {
  name: string;
  at: Point;
}
export interface Link {
  id: string;
  a: string;
  b: string;
  rim: boolean;
}
export interface Board {
  islands: Island[];
  links: Link[];
}
/** A quadratic curve: end, control, end. */
export type Curve = [Point, Point, Point];
/** Distance of the shore from the middle of an island. */
export type Coast = (angle: number) => number;
/** x, y, width, height. */
export type Box = [number, number, number, number];
export interface Layout {
  at: Record<string, Point>;
  box: Box;
}

/** How a board is laid out. */
export interface Look {
  /** A picture, with nothing to press. */
  still?: boolean;
  /** Kahuna: shows only these islands. */
  crop?: readonly string[];
  cropAspect?: number;
  /** Kahuna: water around the islands. */
  margin?: number;
  /** Exahuna: less of it. */
  tight?: boolean;
}

/** A board in its host. */
export interface DrawnBoard {
  svg: SVGSVGElement;
  paint(scene: Scene): void;
  /** One focusable target for every link; the owner names them. */
  hits: Map<string, SVGElement>;
  /** For things in motion. */
  above: SVGGElement;
  /** Middles of the islands. */
  at: Record<string, Point>;
  middle(link: string): Point;
  /** How far a point is from a link. */
  reach(link: string, point: Point): number;
  /** The bridge that lies there. */
  bridge(link: string): SVGElement | null;
  /** One more, for motion. */
  spare(link: string, bridge: Bridge): SVGGElement;
  island(name: string): SVGGElement;
  ripple(name: string): SVGGElement;
  stone(side: Seat): SVGGElement;
  /** How far a name moves when a stone comes. */
  rise: number;
  /** What a tip should not cover: where, weight, radius. */
  points(hot: Set<string>): [Point, number, number][];
}

/* ------------------------------------------------------------------ the table */

/** What every part of the table sees. */
export interface Table extends Readonly<import('./table/state.js').TableState> {
  /** What this page may know of the game. */
  readonly view: View;
  /** Whether it is this page's move. */
  readonly mine: boolean;
  /** The side that is drawn near. */
  readonly bottom: Seat;
  readonly parts: import('./table/table.js').Parts;
  /** To the server; whether it went out. */
  send(message: Record<string, unknown>): boolean;
  /** Nothing picked; a kind of bridge stays while there are any. */
  nothing(): Picked;
  /** How the game ended, in words. */
  outcome(): string;
  /** What the board shows of the hint. */
  hinted(): { look: string[]; move: Move | null } | null;
  choose(change: Partial<Picked>): void;
  /** Esc: the last thing picked, or all. */
  cancel(): void;
  /** A sentence in place of the guidance. */
  warn(words: string): void;
  /** What the pointer, a finger or the keyboard does on the board. */
  point(change: Partial<Pointing>): void;
  /** Whether the action went out. */
  play(action: string): boolean;
  /** Discards these cards, one action each. */
  discard(cards: string[]): void;
  /** The button that ends the turn. */
  end(): void;
  undo(): void;
  /** The next step of the hint, or the first. */
  hint(): void;
  dropHint(): void;
  openMenu(): Promise<void>;
  /** On a phone: score, log and the rest on a sheet of their own. */
  openSheet(): Promise<void>;
  /** The last turn of the opponent, once more. */
  replayTurn(): Promise<void>;
  /** Shows another position for a while. */
  show(shown: Position | null, changed: string[], words: string): void;
  /** Shows everything as it is now. */
  refresh(): void;
  /** After all is shown: what waits until then. */
  settle(): void;
  hear(message: Message): void;
  setLine(line: 'open' | 'lost'): void;
  /** Takes over where the game stands now. */
  apply(update: Update): void;
  /** Makes all parts anew, in the language now. */
  build(): void;
  close(): void;
}

/** Where pointer, finger and keyboard are on the board. */
export type Pointing = Pick<
  import('./table/state.js').TableState,
  'hover' | 'focused' | 'stop' | 'holding' | 'finger'
>;

/** What lies over the table. */
export interface Overlays {
  curtain: HTMLDialogElement | null;
  /** The number of the update that the curtain was drawn for. */
  curtainOf: number;
  result: { node: HTMLElement; show: () => void } | null;
  /** Done when all that was wanted lies there. */
  arranged: Promise<void>;
}

/** Where the score is shown. */
export interface ScoreParts {
  title: HTMLElement;
  /** At length. */
  full: HTMLElement;
  /** In a line, on a phone. */
  strip: HTMLElement;
}

/** A section of the rail that only some games have. */
export interface Section {
  node: HTMLElement;
  show(): void;
}

/** What is different from game to game (games/index.js). */
export interface GamePage {
  name: string;
  board: Board;
  draw(host: HTMLElement, look: Look): DrawnBoard;
  /** A position from the middle of a game. */
  sample: Position;
  /** Whether there are hands, a row, rounds and points. */
  hasCards: boolean;
  /** Whether it can be opened with who begins, planning and a head start. */
  variants: boolean;
  /** The page of its rules: part of the strings, sections, examples of notation and their words. */
  rules: { part: string; sections: string; notation: Record<string, string> };
  /** Its keys, and the words that explain them. */
  keys: string[][];
  /** The key for what is counted of islands. */
  islandsWord: string;
  /** Whether a win by islands is one by their worth (S7). */
  worthWins: boolean;
  /** What counts while it runs. */
  score(view: View, seat: Seat): number;
  /** How far it is, in a list of games. */
  where(view: View): string;
  /** How far it is, in a replay. */
  place(view: View): string;
}

/** What is different from game to game at the table (games/tables.js). */
export interface TableGame {
  name: string;
  /** Classes of the table for its style. */
  tableClass: string;
  /** The key of the board's name for a screen reader. */
  boardName: string;
  /** Its buttons beside undo, hint and the one that ends the turn. */
  acts: ('swap' | 'discard' | 'joker')[];
  read(action: string): Move;
  /** Groups the legal actions by what is picked. */
  offer(found: Offer, view: View, moves: Move[], pick: Picked): void;
  /** The kind of bridge that stays picked: '' where there is one kind only. */
  keptPiece(view: View, seat: Seat, pick: Picked): string | null;
  /** What can be done now, in words. */
  guide(table: Table): string;
  /** What ending the turn is called now. */
  endKey(view: View): string;
  /** The button that ends the turn: its words, whether it can be pressed, and if not why. */
  ending(table: Table, can: boolean): [string, boolean, string];
  /** What is marked as changed after an update. */
  changed(
    history: GameEvent[][],
    events: GameEvent[],
    moving: boolean,
    touched: (events: GameEvent[]) => string[],
  ): string[];
  /** Lines of the log before the first action. */
  opening(): string[];
  /** Whether a mouse can hold a place instead of pressing it twice. */
  holdsByMouse: boolean;
  /** Whether places are so small that a finger needs a loupe. */
  magnifies: boolean;
  /** Whether the first touch of a link only shows what would happen. */
  looksFirst(table: Table): boolean;
  /** Whether a link that is pointed at shows what would happen. */
  previews(table: Table, target: string | null): boolean;
  /** Whether pressing a link plays its action. */
  plays(pick: Picked, move: Move, link: string, sure: boolean): boolean;
  /** Whether pressing a chosen link again unchooses it. */
  unchoosesAgain: boolean;
  /** Whether "again" is said to a finger only. */
  againByFinger: boolean;
  handClass: string;
  handRole: string;
  fillHand: ((table: Table, host: HTMLElement) => void) | null;
  /** A digit was pressed; whether it means anything. */
  pressDigit(table: Table, digit: number): boolean;
  /** Q, W, E or R was pressed; whether it means anything. */
  pressSlot(table: Table, slot: number): boolean;
  makeMarket: ((table: Table) => Section & { cards: HTMLElement }) | null;
  makeMemory: ((table: Table) => Section) | null;
  makeTheirs: ((table: Table) => Section) | null;
  showScore(table: Table, parts: ScoreParts): void;
}

/** One legal action, read. */
export interface Move {
  action: string;
  kind: 'place' | 'remove' | 'replace' | 'discard' | 'take' | 'end' | 'start' | 'hex' | 'joker';
  /** Where it acts; '' for cards. */
  link: string;
  /** Kahuna: the cards it needs. */
  cards: string[];
  /** Special: the kind of bridge. */
  piece: string;
  /** Special: the bridge that moves to the joker on `link`. */
  from: string;
}

/** What is picked and not yet played. */
export interface Picked {
  /** Places in the hand. */
  cards: number[];
  /** A link chosen before a card, or pressed once. */
  link: string | null;
  /** Special: the kind. */
  piece: string | null;
  /** Special: a bridge is to replace a joker. */
  joker: boolean;
  /** Special: that joker. */
  to: string | null;
  /** Cards are put away instead of played. */
  discard: boolean;
  /** An ending pressed once. */
  armed: string | null;
  /** Planning variant: put a bridge of one's own where one is removed. */
  build: boolean;
}

/** What can be done now with what is picked. */
export interface Offer {
  /** Links that glow to be built. */
  usable: string[];
  /** Bridges that glow to be removed. */
  removable: string[];
  /** Own bridges that glow (joker moves). */
  own: string[];
  /** What pressing a link would do. */
  on: Map<string, Move>;
  /** Cards that can pay for the chosen link. */
  raised: Set<number>;
  /** Planning: whether a removal can also build. */
  swap: boolean;
}

/** Who is called what: `you` is the seat that is addressed, null where nobody is. */
export interface Cast {
  game: GameName;
  you: Seat | null;
  names: Record<Seat, string>;
}
/** A line of the log; without a seat it is about both. */
export interface Line {
  seat: Seat | null;
  text: string;
}

declare global {
  type Seat = All.Seat;
  type GameName = All.GameName;
  type Point = All.Point;
  type Bridge = All.Bridge;
  type Position = All.Position;
  type View = All.View;
  type Result = All.Result;
  type GameEvent = All.GameEvent;
  type Player = All.Player;
  type Links = All.Links;
  type Room = All.Room;
  type Time = All.Time;
  type Update = All.Update;
  type Presence = All.Presence;
  type Previews = All.Previews;
  type Advice = All.Advice;
  type Denied = All.Denied;
  type Message = All.Message;
  type Preview = All.Preview;
  type Scene = All.Scene;
  type Island = All.Island;
  type Link = All.Link;
  type Board = All.Board;
  type Curve = All.Curve;
  type Coast = All.Coast;
  type Box = All.Box;
  type Layout = All.Layout;
  type Look = All.Look;
  type DrawnBoard = All.DrawnBoard;
  type Table = All.Table;
  type Pointing = All.Pointing;
  type Overlays = All.Overlays;
  type ScoreParts = All.ScoreParts;
  type GamePage = All.GamePage;
  type TableGame = All.TableGame;
  type Move = All.Move;
  type Picked = All.Picked;
  type Offer = All.Offer;
  type Cast = All.Cast;
  type Line = All.Line;
}
