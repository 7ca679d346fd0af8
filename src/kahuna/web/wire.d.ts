/**
 * What goes over the wire: views, events, messages of the socket both ways, HTTP bodies. Written by
 * `make types` from server/{wire,bodies,messages}.py, table/view.py and table/events.py: change them there.
 */

export type Seat = 'white' | 'black';

export type GameName = 'kahuna' | 'exahuna' | 'exahuna-special';

export type Bridge = Seat | SpecialBridge;

export type BoardEvent = PlacedEvent | BridgeEvent | MovedEvent | IslandEvent;

export type GameEvent =
  | PlacedEvent
  | BridgeEvent
  | MovedEvent
  | IslandEvent
  | CardsEvent
  | DiscardedEvent
  | TookEvent
  | SeatEvent
  | RefilledEvent
  | ScoredEvent
  | ShuffledEvent
  | OverEvent;

export type FromPage =
  | Play
  | Undo
  | AnswerUndo
  | Preview
  | Hint
  | AskChance
  | Recall
  | React
  | Look
  | Resign
  | Claim
  | Rematch
  | Rename
  | MakeLink
  | RevokeLink
  | Ping;

export type ToPage = Update | Presence | Previews | Recalled | Advice | ChanceTold | Reaction | Denied | Pong;

/** What a seat, or a spectator, may know of a game. */
export type View = KahunaView | ExahunaView | SpecialView;

/** The `rules` of a record or view. */
export interface Settings {
  /** K14. */
  planning: boolean;
  /** K15. */
  handicap: number;
  handicap_to: Seat | null;
  /** K2. */
  first: Seat;
}

/** Who won and why. */
export interface Result {
  winner: Seat | null;
  by: string;
  /** White's and Black's, in a game that has points. */
  points: number[] | null;
  islands: number[];
}

/** An island of a map. */
export interface MapIsland {
  name: string;
  /** Where it lies on a canvas of 1000 x 760. */
  at: number[];
}

/** A board as data, as it stands in files, records and views. */
export interface BoardMap {
  islands: MapIsland[];
  links: string[];
}

/** What a seat knows of a game of Kahuna. */
export interface KahunaView {
  /** Its name. */
  game: 'kahuna';
  rules: Settings;
  /** Whose view it is; null for a spectator. */
  seat: Seat | null;
  phase: 'handicap' | 'turn' | 'last-turn' | 'over';
  /** 1 for the first turn, counting both players. */
  turn: number;
  to_move: Seat | null;
  /** Of each controlled island. */
  control: Record<string, Seat>;
  /** In short notation; empty when it is not this seat's move. */
  legal: string[];
  /** Every action as this seat saw it. */
  log: string[];
  result: Result | null;
  map?: BoardMap;
  round: number;
  /** K3. */
  this_turn: 'none' | 'played' | 'discarded';
  /** K11. */
  last_turns_left: number | null;
  /** K15. */
  handicap_left: number;
  bridges: Record<string, Seat>;
  points: Record<Seat, number>;
  /** Own cards, sorted; null for a spectator. */
  hand: string[] | null;
  /** How many each holds. */
  cards: Record<Seat, number>;
  /** From the row and not yet played. */
  taken: Record<Seat, string[]>;
  /** Of these, the ones that must still be in that hand. */
  known: Record<Seat, string[]>;
  row: (string | null)[];
  stack: number;
  /** Face up since the last shuffle, in order. */
  discards: string[];
  /** How many were discarded secretly since then (K6). */
  secret: Record<Seat, number>;
  own_secret: string[] | null;
  /** K8. */
  must_take: boolean;
  /** Bridges left. */
  supply: Record<Seat, number>;
}

/** What anybody knows of a game of Exahuna: everything. */
export interface ExahunaView {
  /** Its name. */
  game: 'exahuna';
  rules: Settings;
  /** Whose view it is; null for a spectator. */
  seat: Seat | null;
  phase: 'handicap' | 'turn' | 'last-turn' | 'over';
  /** 1 for the first turn, counting both players. */
  turn: number;
  to_move: Seat | null;
  /** Of each controlled island. */
  control: Record<string, Seat>;
  /** In short notation; empty when it is not this seat's move. */
  legal: string[];
  /** Every action as this seat saw it. */
  log: string[];
  result: Result | null;
  bridges: Record<string, Seat>;
  supply: Record<Seat, number>;
}

/** A bridge of Exahuna Special. */
export interface SpecialBridge {
  colour: Seat;
  kind: string;
}

/** What anybody knows of a game of Exahuna Special: everything. */
export interface SpecialView {
  /** Its name. */
  game: 'exahuna-special';
  rules: Settings;
  /** Whose view it is; null for a spectator. */
  seat: Seat | null;
  phase: 'handicap' | 'turn' | 'last-turn' | 'over';
  /** 1 for the first turn, counting both players. */
  turn: number;
  to_move: Seat | null;
  /** Of each controlled island. */
  control: Record<string, Seat>;
  /** In short notation; empty when it is not this seat's move. */
  legal: string[];
  /** Every action as this seat saw it. */
  log: string[];
  result: Result | null;
  bridges: Record<string, SpecialBridge>;
  /** Of each kind. */
  supply: Record<Seat, Record<string, number>>;
  /** Each island's points for both seats. */
  values: Record<string, Record<Seat, number>>;
  /** What each island counts. */
  worth: Record<string, number>;
}

/** A bridge laid on a link. */
export interface PlacedEvent {
  event: 'placed';
  seat: Seat;
  link: string;
  /** In Special. */
  kind?: string;
}

/** A bridge lost by `seat`, its owner: taken off by a pair of cards, or swept away by a capture. */
export interface BridgeEvent {
  event: 'removed' | 'fell';
  seat: Seat;
  link: string;
}

/** A bridge that replaced the joker on `to`. */
export interface MovedEvent {
  event: 'moved';
  seat: Seat;
  link: string;
  to: string;
  kind: string;
}

/** Control of an island, won or lost. */
export interface IslandEvent {
  event: 'won' | 'lost';
  seat: Seat;
  island: string;
}

/** Cards laid face up on the pile. */
export interface CardsEvent {
  event: 'played';
  seat: Seat;
  cards: string[];
}

/** A card discarded secretly; null for others than its owner. */
export interface DiscardedEvent {
  event: 'discarded';
  seat: Seat;
  card: string | null;
}

/** A card taken from the row, or from the stack (slot null); null where it is not known. */
export interface TookEvent {
  event: 'took';
  seat: Seat;
  slot: number | null;
  card: string | null;
}

/** No card taken; the end of a last turn; a pass; the first turn after the handicap; whose turn it is now. */
export interface SeatEvent {
  event: 'declined' | 'ended' | 'passed' | 'began' | 'turn';
  seat: Seat;
}

/** A card that filled the row's slot. */
export interface RefilledEvent {
  event: 'refilled';
  slot: number;
  card: string;
}

/** What a round gave, both [white, black]. */
export interface ScoredEvent {
  event: 'scored';
  round: number;
  islands: number[];
  points: number[];
}

/** A new round lies ready. */
export interface ShuffledEvent {
  event: 'shuffled';
  round: number;
  row: string[];
  stack: number;
}

/** The end. */
export interface OverEvent {
  event: 'over';
  result: Result;
}

/** Plays an action; `number` is that of the last Update seen, so that nothing is ever played twice. */
export interface Play {
  type: 'play';
  action: string;
  number: number;
}

/** Takes back the last action within the turn; later, or after a card was taken, asks the opponent. */
export interface Undo {
  type: 'undo';
  number: number;
}

/** Grants or refuses the opponent's undo request. */
export interface AnswerUndo {
  type: 'answer-undo';
  grant: boolean;
  number: number;
}

/** Asks what some of the legal actions would do. */
export interface Preview {
  type: 'preview';
  actions: string[];
  number: number;
}

/** Asks the strongest player for advice; between people only if they agreed to hints. */
export interface Hint {
  type: 'hint';
  number: number;
}

/**
 * Asks for White's chance to win; only against computer players, at the page's own move, and on one screen.
 */
export interface AskChance {
  type: 'chance';
  number: number;
}

/** Asks what bridges counted after this many actions, in Exahuna Special. */
export interface Recall {
  type: 'recall';
  actions: number;
}

/** Shows the opponent a wordless sign; only between people on two screens. */
export interface React {
  type: 'react';
  sign: 'hello' | 'bravo' | 'wow' | 'ouch' | 'hm' | 'thanks';
}

/** Same screen: shows the table from this seat (the curtain was lifted), null to close the curtain. */
export interface Look {
  type: 'look';
  seat: Seat | null;
}

/** Resigns; on the same screen for the seat that is shown. */
export interface Resign {
  type: 'resign';
}

/** Claims the win in a clocked game that the opponent has deserted. */
export interface Claim {
  type: 'claim';
}

/** Wants to play again with seats swapped. Against a person both must want it. */
export interface Rematch {
  type: 'rematch';
  /** This player's part in the next game's cards. */
  contribution?: string | null;
}

/** Sets this player's name. */
export interface Rename {
  type: 'rename';
  name: string;
}

/** Makes a link that opens this seat on another device; it works once, for an hour. */
export interface MakeLink {
  type: 'make-link';
}

/** Revokes a link to your own seat. */
export interface RevokeLink {
  type: 'revoke-link';
  link: number;
}

/** Asks for a Pong. */
export interface Ping {
  type: 'ping';
}

/** Who sits on a seat. */
export interface Player {
  /** Nobody: the seat is still free. */
  kind: 'person' | 'level' | 'nobody';
  /** Of a person, the chosen name; of a level, its name. */
  name: string;
  /** Whether a page of theirs is connected. */
  here: boolean;
  /** On how many devices this seat is open. */
  devices: number;
}

/** Minutes for the whole game, and seconds added after every turn. */
export interface Clock {
  kind: 'total';
  minutes: number;
  increment: number;
}

/** Hours for every turn. */
export interface TurnClock {
  kind: 'turn';
  hours: number;
}

/** A link that opens a seat on another device, once. */
export interface SeatLink {
  /** Its number, to revoke it. */
  link: number;
  seat: Seat;
  path: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Addresses (paths) that this visitor may share. */
export interface Links {
  /** Takes the free seat, once; only shown to the player who opened the game. */
  invite?: string | null;
  /** Shows what is public. */
  watch?: string | null;
  /** To this visitor's own seats, not yet used, revoked or expired. */
  seats?: SeatLink[];
  /** Of a finished game: shows everything. */
  replay?: string | null;
  /** For a spectator: shows the game that followed. */
  next?: string | null;
}

/** A game apart from its position. */
export interface RoomInfo {
  id: string;
  game: GameName;
  rules: Settings;
  players: Record<Seat, Player>;
  /** Those that belong to this visitor: none, one, or both on the same screen. */
  seats: Seat[];
  clock: Clock | TurnClock | null;
  same_screen: boolean;
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  links: Links;
  /** The game that followed this one, for its players. */
  rematch: string | null;
  /** How many spectators are here. */
  watching: number;
  /** The promise of this game's cards. */
  commitment: string | null;
  /** Of a finished game: the promise of the next one's. */
  next_commitment: string | null;
  /** Whether it started from a moment of another game. */
  from_position: boolean;
  /** Whether anyone may take the free seat, and watch. */
  public: boolean;
  /** Between people who agreed to hints: how many each has taken. */
  hints: Record<Seat, number> | null;
}

/** What the clocks show: time left of both seats, and whose runs down now. */
export interface Time {
  white: number;
  black: number;
  running: Seat | null;
}

/** Where the game stands for this connection. The first message, and then one after every change. */
export interface Update {
  type: 'update';
  version: number;
  /** Grows with every stored event. */
  number: number;
  room: RoomInfo;
  /** The seat of `view`; on the same screen null until Look. */
  seat: Seat | null;
  /** Null until both seats are taken: no card is dealt before that. */
  view: View | null;
  /** Events since the previous Update; empty at first and after an undo. */
  events: GameEvent[];
  /** Events of every action; only at first, after Look and after an undo. */
  history: GameEvent[][] | null;
  /** Whether Undo is possible. */
  can_undo: boolean;
  /** The seat that has asked to take a turn back. */
  undo: Seat | null;
  /** Who wants to play again. */
  rematch: Seat[];
  can_claim: boolean;
  time: Time | null;
  /** A computer player is thinking. */
  thinking: boolean;
  /** With can_undo: Undo would ask the opponent instead of taking back at once. */
  undo_asks: boolean;
}

/** Someone came or went, or got a name; the position is unchanged. */
export interface Presence {
  type: 'presence';
  room: RoomInfo;
  can_claim: boolean;
}

/** What the bridges at an island of Special count for either side, and what the island is worth. */
export interface Count {
  white: number;
  black: number;
  worth: number;
}

/**
 * What each requested action would do to bridges and islands. `counts`, in Exahuna Special: what bridges
 * would then count at the islands where that changes, and their worth.
 */
export interface Previews {
  type: 'previews';
  number: number;
  events: Record<string, BoardEvent[]>;
  counts: Record<string, Record<string, Count>>;
}

/** What bridges counted at each island after this many actions, and its worth; empty in other games. */
export interface Recalled {
  type: 'recalled';
  actions: number;
  counts: Record<string, Count>;
}

/** The strongest player's best action with its effects, its chance to win, and the next best actions. */
export interface Advice {
  type: 'advice';
  number: number;
  action: string;
  events: BoardEvent[];
  value: number | null;
  best: [string, number][];
}

/**
 * White's chance to win before the next action: as the page's own seat knows the game; on one screen as
 * everybody does. Against our players also the best few actions with the chances of the seat to move.
 */
export interface ChanceTold {
  type: 'chance';
  number: number;
  white: number;
  best: [string, number][];
}

/** A player shows a sign. Spectators are shown none. */
export interface Reaction {
  type: 'reaction';
  seat: Seat;
  sign: 'hello' | 'bravo' | 'wow' | 'ouch' | 'hm' | 'thanks';
}

/** A message was refused, and nothing changed. */
export interface Denied {
  type: 'denied';
  code: string;
  text: string;
  rule: string | null;
  facts: Record<string, string>;
  /** Where the game stands. */
  number: number | null;
}

/** Answers a Ping. */
export interface Pong {
  type: 'pong';
}

/** POST /api/games: opens a game. Answer: Opened. */
export interface Open {
  game: GameName;
  against: 'level' | 'link' | 'screen';
  /** With "level": one of those in GET /api/status. */
  level?: string | null;
  /** This visitor's; null: random. */
  seat?: Seat | null;
  planning?: boolean;
  handicap?: number;
  handicap_to?: Seat | null;
  first?: Seat;
  clock?: Clock | TurnClock | null;
  name?: string;
  /** With "screen": what the other player is called. */
  other_name?: string;
  /** With "link": hints for both; each sees when the other takes one. */
  hints?: boolean;
  /** With "link", on a public server: offered to anyone, and open to spectators. */
  public?: boolean;
  /** From GET /api/ticket. */
  ticket?: string | null;
  /** This visitor's part in the cards; not before the ticket was seen. */
  contribution?: string | null;
}

/** A moment of a finished game, by its replay key, or of a record. */
export interface PickedMoment {
  /** How many actions were played before it. */
  at: number;
  key?: string | null;
  /** Instead of a key. */
  record?: Record<string, unknown> | null;
}

/**
 * POST /api/take-up: a new game from a moment of another, its rules as they were. Answer: Opened. What this
 * visitor's seat could not know then is dealt again.
 */
export interface TakeUp {
  game: GameName;
  against: 'level' | 'link' | 'screen';
  level?: string | null;
  seat?: Seat | null;
  planning?: boolean;
  handicap?: number;
  handicap_to?: Seat | null;
  first?: Seat;
  clock?: Clock | TurnClock | null;
  name?: string;
  other_name?: string;
  hints?: boolean;
  public?: boolean;
  ticket?: string | null;
  contribution?: string | null;
  moment: PickedMoment;
}

/** POST /api/explore: the position after these actions, played from a moment. Answer: Explored. */
export interface Explore {
  moment: PickedMoment;
  /** The opponent's cards as this seat knew them; null: as they were. */
  known?: Seat | null;
  actions?: string[];
}

/** POST /api/try: what another action would have been worth at a moment. Answer: Tried. */
export interface Try {
  moment: PickedMoment;
  action: string;
}

/** POST /api/join and POST /api/move: the secret of an invitation or of a seat. Answer: Opened. */
export interface Key {
  key: string;
  name?: string;
  /** With join: this visitor's part in the cards. */
  contribution?: string | null;
}

/** POST /api/qr: a text to be shown to a camera. Answer: Code. */
export interface Text {
  text: string;
}

/** POST /api/learn: all moves of a learner since a lesson or puzzle began. Answer: Learned. */
export interface Learn {
  /** Of a step of a lesson, as kahuna.build, or of a puzzle. */
  id: string;
  lesson: boolean;
  moves?: string[];
  /** Actions to preview there. */
  preview?: string[];
}

/** GET /api/ticket: a ticket for a game that is about to be opened, and the promise of its cards. */
export interface Promise {
  ticket: string;
  commitment: string;
}

/** The game that was opened, joined, moved to this device, or played again. */
export interface Opened {
  id: string;
}

/** GET /api/invitation/{key}: what an invitation says. Looking does not use it up. */
export interface Invitation {
  state: 'free' | 'taken' | 'waiting' | 'yours';
  game: GameName;
  rules: Settings;
  /** Who invites, as they call themselves; with "free". */
  host: string;
  /** That waits for somebody; with "free". */
  seat: Seat | null;
  /** Who begins; with "free". */
  first: Seat | null;
  clock: Clock | TurnClock | null;
  /** The game, for a visitor with a seat in it. */
  id: string | null;
  /** The promise of its cards; with "free". */
  commitment: string | null;
  /** Whether taking the seat means agreeing to hints for both. */
  hints: boolean;
}

/** GET /api/reach: whether others can reach the server where this page asked for it. */
export interface Reach {
  /** Only this machine can reach it. */
  alone: boolean;
  network: string | null;
}

/** A seat that waits for anyone; POST /api/join takes it. */
export interface OpenSeat {
  key: string;
  game: GameName;
  rules: Settings;
  seat: Seat;
  clock: Clock | TurnClock | null;
  /** As they call themselves. */
  host: string;
  created: number;
  /** Whether taking it means agreeing to hints for both. */
  hints: boolean;
}

/** A public game under way, to be watched. */
export interface OpenGame {
  path: string;
  game: GameName;
  players: Record<Seat, Player>;
  watching: number;
}

/** GET /api/seats: what is open to everybody, on a server where that is allowed. */
export interface Seats {
  public: boolean;
  seats: OpenSeat[];
  running: OpenGame[];
}

/** A game against somebody in which it is this visitor's move. */
export interface Due {
  id: string;
  game: GameName;
  /** Against whom, as they call themselves. */
  who: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** GET /api/turns: games in which others wait for this visitor. */
export interface Turns {
  due: Due[];
}

/** POST and DELETE /api/feed: the path of this visitor's private feed, which is only shown in this answer. */
export interface Feed {
  path: string | null;
}

/** A QR code: rows of modules, 1 for dark. */
export interface Code {
  rows: string[];
}

/** How a player did in a finished game, by its review. */
export interface Verdict {
  seat: Seat;
  /** Share of turns with a choice that were best or good. */
  accuracy: number | null;
  /** What the cards gave this seat, in games. */
  luck: number;
}

/** One of this visitor's games, for the home page. */
export interface Summary {
  room: RoomInfo;
  /** As a spectator sees it, without the log; null until both seats are taken. */
  view: View | null;
  your_move: boolean;
  /** Of a finished game: who wants a rematch. */
  rematch: Seat[];
  /** Of a finished game that was reviewed. */
  verdict: Verdict | null;
}

/** GET /api/games: this visitor's games, the last changed first. */
export interface Mine {
  running: Summary[];
  finished: Summary[];
}

/** A level to play against; the page has its name and description. */
export interface LevelInfo {
  name: string;
  number: number;
}

/** GET /api/status: what the page needs to know of the server. */
export interface Status {
  version: number;
  levels: LevelInfo[];
  /** Whether seats can be offered to anyone here. */
  public: boolean;
  /** Whether our players are compiled; until then a level plays simple moves. */
  ready: boolean;
  /** How deep finished games are reviewed here. */
  reviews: ('quick' | 'normal' | 'deep')[];
}

/** A finished game after one action: the view and what the action did; the first frame has no action. */
export interface Frame {
  action: string | null;
  seat: Seat | null;
  events: GameEvent[];
  view: View;
  /** With everything open, Kahuna only. */
  hands: Record<Seat, string[]> | null;
}

/** GET /api/replay/{key}?side=white|black|open and POST /api/replay?side=…: a record, step by step. */
export interface Replay {
  game: GameName;
  rules: Settings;
  players: Record<Seat, string>;
  /** The level on a seat, if a computer player had it. */
  levels: Record<Seat, string | null>;
  result: Result | null;
  frames: Frame[];
}

/**
 * A tempting move that misses a puzzle's goal: it reaches fewer islands, has a refutation, or costs chances.
 */
export interface Lure {
  action: string;
  reaches: number | null;
  reply: string | null;
  /** Of the chance to win, in per cent. */
  costs: number | null;
}

/** What a puzzle asks (docs/learn.md). */
export interface PuzzleGoal {
  kind: string;
  islands: number;
  moves: number;
  lose: string;
  tempting: Lure | null;
}

/** Where the moves lead. With `preview` only seat, verdict, previews and counts. */
export interface Learned {
  seat: Seat;
  /** Missed: to be taken back. */
  verdict: 'open' | 'solved' | 'missed';
  /** The key of what is said to the learner. */
  words: string;
  /** After the last move, and after the reply that a puzzle gives. */
  views: View[];
  /** Events of every action since it began. */
  history: GameEvent[][];
  /** One way to the goal. */
  answer: string[];
  /** Of a puzzle. */
  goal: PuzzleGoal | null;
  previews: Record<string, BoardEvent[]>;
  /** As in Previews. */
  counts: Record<string, Record<string, Count>>;
}

/** Every answer of status 400 and above. */
export interface Refused {
  code: string;
  text: string;
  rule: string | null;
  facts: Record<string, string>;
}
