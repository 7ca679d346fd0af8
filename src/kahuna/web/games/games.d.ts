/**
 * What a game is to the page and to the table. All modules know these types without an import (types.d.ts).
 */
import type { Section } from '../types.js';

/** What is different from game to game (games/index.js). */
export interface GamePage {
  name: string;
  board: Board;
  render(host: HTMLElement, look: Look): RenderedBoard;
  /** A position from the middle of a game. */
  sample: Position;
  /** Whether there are hands, a row, rounds and points. */
  hasCards: boolean;
  /** Whether it can be opened with who begins, planning and a head start. */
  variants: boolean;
  /** The page of its rules: part of the strings, and sections. */
  rules: { part: string; sections: string };
  /** Its keys, and the words that explain them. */
  keys: string[][];
  /** The key for what islands count: their number or their worth. */
  islandsWord: string;
  /** Whether a win by islands is one by their worth (S7). */
  worthWins: boolean;
  /** What counts while it runs. */
  score(view: View, seat: Seat): number;
  /** Its progress, in a list of games. */
  where(view: View): string;
  /** Its progress, in a replay. */
  place(view: View): string;
}

/** What is foreseen. */
export interface Seen {
  preview: Preview | null;
  told: import('../table/dock.js').Told | null;
}

/** What is different from game to game at the table (games/tables.js). */
export interface TableGame {
  name: string;
  /** Classes of the table for its style. */
  tableClass: string;
  /** The key of the board's name for a screen reader. */
  boardName: string;
  /** Its buttons besides undo, hint and the one that ends the turn. */
  acts: ('discard' | 'joker')[];
  read(action: string): Move;
  /** Groups the legal actions by what is picked. */
  offer(found: Offer, view: View, moves: Move[], pick: Picked): void;
  /** The kind of bridge that stays picked: '' where there is one kind only. */
  keptPiece(view: View, seat: Seat, pick: Picked): string | null;
  /** What can be done now, in words. */
  guide(table: Table): string;
  /** What ending the turn is called now. */
  endKey(view: View): string;
  /** Whether a turn of this phase ends with a card that is taken. */
  takes(view: View): boolean;
  ending(table: Table, can: boolean): Ending;
  /** The answer to a press on a link where nothing can be played. */
  answers(): Promise<{ answerLink: (table: Table, link: string) => string }>;
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
  plays(pick: Readonly<Picked>, move: Move, link: string, sure: boolean): boolean;
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
  /** Shows one island enlarged, where the board is small. */
  lookClosely: ((table: Table, host: HTMLElement, seen: Seen) => void) | null;
  showScore(table: Table, parts: ScoreParts): void;
}

/** One legal action, read. */
export interface Move {
  action: string;
  kind: 'place' | 'remove' | 'replace' | 'discard' | 'take' | 'end' | 'start' | 'hex' | 'joker';
  /** Where it acts; '' for cards. */
  link: string;
  /** Kahuna: the cards it needs. */
  cards: readonly string[];
  /** Special: the kind of bridge. */
  piece: string;
  /** Special: the bridge that moves to the joker on `link`. */
  from: string;
}

/** What is picked and not yet played. */
export interface Picked {
  /** Places in the hand. */
  cards: readonly number[];
  /** A link chosen before a card, or pressed once. */
  link: string | null;
  /** Special: the kind. */
  piece: string | null;
  /** Special: a bridge is to replace a joker. */
  joker: boolean;
  /** Special: that joker. */
  to: string | null;
  /** Cards are discarded instead of played. */
  discard: boolean;
  /** An ending pressed once. */
  armed: string | null;
  /** "Take a card" was pressed: the next press on a card takes it. */
  taking: boolean;
  /** Planning variant: put an own bridge where one is removed. */
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
