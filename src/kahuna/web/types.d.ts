/**
 * What the page keeps. What goes over the wire is written from Python into wire.d.ts; here are only the
 * page's own types. All modules know these types without an import (see the end). For the type check only.
 */
import type * as All from './types.js';
import type * as Wire from './wire.js';

export type * from './board/scene.js';
export type * from './games/games.js';

export type Point = [number, number];

/** Every key of any object of a union. */
type AnyKey<U> = U extends unknown ? keyof U : never;
/** The value at a key in those objects of a union that have it. */
type At<U, K> = U extends unknown ? (K extends keyof U ? Exclude<U[K], undefined> : never) : never;
/** One object with all keys of a union of objects, for code that asks the game what is there. */
type Flat<U> = { [K in AnyKey<U>]: At<U, K> };

/** What is to be read only, down to the last value. */
export type Deep<T> =
  T extends Map<infer K, infer V>
    ? ReadonlyMap<K, Deep<V>>
    : T extends Set<infer V>
      ? ReadonlySet<V>
      : T extends Node | Promise<unknown> | ((...args: never) => unknown)
        ? T
        : T extends object
          ? { readonly [K in keyof T]: Deep<T[K]> }
          : T;

/** What one seat may know. Only some games have hands, cards, rounds, values and worth: the game knows. */
export type View = Deep<Omit<Flat<Wire.View>, keyof Position | 'phase' | 'supply' | 'map'>> &
  Position & {
    /** Kahuna: islands and links, if it is not played on its own board. */
    map?: Deep<Wire.BoardMap>;
    supply: Record<Seat, any>;
    /** Waiting: the page's own phase for a table whose second seat is still free. */
    phase: Wire.View['phase'] | 'waiting';
  };

/** What lies on the board. */
export interface Position {
  bridges: Record<string, Wire.Bridge>;
  control: Wire.View['control'];
  /** Special: points on each island. */
  values?: Wire.SpecialView['values'];
  /** Special: what each island is worth. */
  worth?: Wire.SpecialView['worth'];
}

/** One thing that happened; `event` says which keys are there. */
export type GameEvent = Deep<Flat<Wire.GameEvent>>;
/** What one action did. */
export type Events = readonly GameEvent[];

export type Room = Deep<Wire.RoomInfo>;
export type Result = Deep<Wire.Result>;
/** A table is opened when there is something to show: `view` is null only before that. */
export interface Update extends Deep<Omit<Wire.Update, 'view' | 'events' | 'history'>> {
  view: View;
  events: Events;
  history: readonly Events[] | null;
}
export interface Previews extends Omit<Wire.Previews, 'events'> {
  events: Record<string, Events>;
  /** Special: for each action what bridges would count, at the islands where that changes. */
  counts: Record<string, Record<string, Count>>;
}
export interface Advice extends Omit<Wire.Advice, 'events'> {
  events: Events;
}
export type Message =
  | Update
  | Wire.Presence
  | Previews
  | Advice
  | Wire.Recalled
  | Wire.ChanceTold
  | Wire.Reaction
  | Wire.Denied
  | Wire.Pong;

/** Special: what the bridges at an island count for either side, and what it is worth. */
export interface Count {
  white: number;
  black: number;
  worth: number;
}

/** What an action would do, according to its events. */
export interface Preview {
  link: string;
  by: Seat;
  /** Special. */
  kind?: string;
  /** Special: where the bridge that replaces the joker comes from. */
  from?: string;
  /** An enemy bridge is taken off `link`. */
  removes?: boolean;
  /** Also, or only, a bridge of ours is put there. */
  builds?: boolean;
  wins: string[];
  falls: string[];
  loses: string[];
  /** Special: what bridges would count at the islands where that changes. */
  counts?: Record<string, Count>;
}

/* ------------------------------------------------------------------ the table */

/** What every part of the table sees. */
export interface Table extends Deep<import('./table/state.js').TableState> {
  /** What this page may know of the game. */
  readonly view: View;
  /** Whether it is this page's move. */
  readonly mine: boolean;
  /** The near side. */
  readonly bottom: Seat;
  /** Whether it is the board of a lesson or puzzle. */
  readonly teaches: boolean;
  readonly parts: import('./table/parts.js').Parts;
  /** To the server; whether it went out. */
  send(message: Wire.FromPage): boolean;
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
  /** A press that plays nothing is answered in a sentence. */
  answer(pressed: Pressed): Promise<void>;
  /** What the pointer, a finger or the keyboard does on the board. */
  point(change: Partial<Pointing>): void;
  /** Whether the action went out. */
  play(action: string): boolean;
  /** Discards these cards, one action each. */
  discard(cards: string[]): void;
  /** The button that ends the turn: plays what is armed, or leads to what ends it. */
  end(): void;
  /** Ends the turn without a card, or passes: asked once more. */
  decline(): void;
  /** The log shows this many actions now. */
  log(logged: import('./table/state.js').TableState['logged']): void;
  /** The player was told how many hints either side has taken. */
  countHints(hints: Room['hints']): void;
  /** New times for the clocks have arrived. */
  tick(time: Time | null): void;
  /** What lies over the table now. */
  lay(change: Partial<Overlays>): void;
  undo(): void;
  /** The next step of the hint, or the first. */
  hint(): void;
  /** Announces the part of the hint that is shown. */
  sayHint(): Promise<void>;
  dropHint(): void;
  openMenu(): Promise<void>;
  /** On a phone: score, log and the rest on a sheet of their own. */
  openSheet(): Promise<void>;
  /** The last turn of the opponent, once more. */
  replayTurn(): Promise<void>;
  /** The board as it was after this action, until somebody presses anything. */
  showMoment(number: number): Promise<void>;
  /** Shows an earlier moment for a while; null: now again. */
  show(shown: Moment | null, words: string): void;
  /** Shows everything as it is now. */
  refresh(): void;
  /** Asks what the offered actions would do, unless it was asked since the position changed. */
  askPreviews(): void;
  /** After all is shown: what waits until then. */
  settle(): void;
  hear(message: Message): void;
  setLine(line: 'open' | 'lost'): void;
  /** An update arrived, to be shown after those before it. */
  queueUp(update: Update): void;
  /** The update to be shown next. */
  nextUpdate(): Update | undefined;
  /** An update or an earlier turn is being shown; until `ready` nothing else is. */
  occupy(): void;
  ready(): void;
  /** Something runs that a key or press may end; this ends it. */
  letEnd(end: (() => void) | null): void;
  /** Somebody pressed something: the rest is shown without waiting. */
  hasten(): void;
  /** Takes over where the game stands now. */
  apply(update: Update): void;
  /** Rebuilds all parts in the current language. */
  build(): void;
  close(): void;
}

/** Where pointer, finger and keyboard are on the board. */
export type Pointing = Pick<
  import('./table/state.js').TableState,
  'hover' | 'focused' | 'stop' | 'lookingAt' | 'holding' | 'holdTimer' | 'finger'
>;

/** An earlier position, and what led to it. */
export interface Moment {
  view: Position;
  changed: string[];
  /** After how many actions. */
  number: number;
}

/** What was pressed, where pressing plays nothing. */
export type Pressed =
  | { what: 'link'; link: string }
  | { what: 'island'; island: string }
  | { what: 'theirs' };

/** The button that ends the turn: its words, whether it can be pressed, and if not why. */
export interface Ending {
  words: string;
  can: boolean;
  why?: string;
  icon: string;
  /** Beside it, the quiet one that takes no card. */
  decline?: { can: boolean; why: string };
}

/** What lies over the table. */
export interface Overlays {
  /** Whether "play again" was pressed here: the page goes to the next game as soon as there is one. */
  goesAlong: boolean;
  curtain: HTMLDialogElement | null;
  /** The number of the update that the curtain covers. */
  curtainOf: number;
  result: { node: HTMLElement; show: () => void } | null;
  /** Resolved when everything wanted is shown. */
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

/** The players' names; `you` is the seat of the reader, null for a spectator. */
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
  /** The socket that early.js has opened, and the messages it has received. */
  var early: { socket: WebSocket; heard: Event[] } | undefined;
  type Seat = Wire.Seat;
  type GameName = Wire.GameName;
  type Point = All.Point;
  type Bridge = Wire.Bridge;
  type Position = All.Position;
  type View = All.View;
  type Result = All.Result;
  type GameEvent = All.GameEvent;
  type Events = All.Events;
  type Player = Wire.Player;
  type Links = Wire.Links;
  type Room = All.Room;
  type Time = Wire.Time;
  type Update = All.Update;
  type Presence = Wire.Presence;
  type Previews = All.Previews;
  type Advice = All.Advice;
  type ChanceTold = Wire.ChanceTold;
  type Denied = Wire.Denied;
  type Message = All.Message;
  type FromPage = Wire.FromPage;
  type Preview = All.Preview;
  type Count = All.Count;
  type Moment = All.Moment;
  type Pressed = All.Pressed;
  type Ending = All.Ending;
  type Seen = All.Seen;
  type Scene = All.Scene;
  type Island = All.Island;
  type Link = All.Link;
  type Board = All.Board;
  type Curve = All.Curve;
  type Coast = All.Coast;
  type Box = All.Box;
  type Layout = All.Layout;
  type Look = All.Look;
  type RenderedBoard = All.RenderedBoard;
  type Deep<T> = All.Deep<T>;
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
