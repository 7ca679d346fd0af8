/** Types only, never loaded: a review (src/kahuna/review/data.py) and what is asked about moments. */
import type { GameEvent, Replay, Seat, Side, View } from '../messages.js';

export type { GameEvent, Replay, Seat, Side, View };
export type Depth = 'quick' | 'normal' | 'deep';
export type Label = 'forced' | 'best' | 'good' | 'slip' | 'mistake' | 'blunder';
/** A sentence: a key and what fills its blanks. */
export type Sentence = { key: string; facts: Record<string, any> };
export type Option = { action: string; chance: number };
export type Decision = {
  number: number;
  played: string;
  best: string;
  chance: number;
  played_chance: number;
  loss: number;
  options: readonly Option[];
};
export type Advice = {
  decision: number;
  number: number;
  played: string;
  better: string;
  words: readonly Sentence[];
  events: Events;
};
export type Turn = {
  seat: Seat;
  turn: number;
  round: number | null;
  first: number;
  actions: readonly string[];
  label: Label;
  loss: number;
  decisions: readonly Decision[];
  advice: Advice | null;
};
export type Step = { number: number; seat: Seat; white: number; play: number; cards: number };
export type Account = Record<'start' | 'cards' | 'white' | 'black' | 'hidden' | 'result', number>;
export type ReviewPlayer = {
  turns: number;
  accuracy: number | null;
  mean_loss: number | null;
  labels: Record<Label, number>;
  luck: number;
};
export type TurningPoint = {
  letter: string;
  turn: number;
  number: number;
  seat: Seat;
  label: Label;
  loss: number;
};
export type Review = {
  depth: Depth;
  complete: boolean;
  opening: number;
  steps: readonly Step[];
  turns: readonly Turn[];
  players: Record<Seat, ReviewPlayer>;
  points: readonly TurningPoint[];
  account: Account;
  hidden_means: 'cards' | 'later';
  result: { winner: Seat | null } | null;
};
/** What comes line by line. */
export type Line =
  | { type: 'outline'; review: Review; turns: number }
  | { type: 'turns'; first: number; turns: readonly Turn[] }
  | { type: 'done'; review: Review }
  | { type: 'stopped'; code: string };

/** A position tried from a moment. */
export type Explored = {
  action: string | null;
  seat: Seat | null;
  events: Events;
  view: View;
  hands: Record<Seat, readonly string[]> | null;
  legal: readonly string[];
  options: readonly Option[];
  white: number;
};
/** An answer to "find something better". */
export type Tried = {
  action: string;
  best: string;
  label: Label;
  loss: number;
  chance: number;
  best_chance: number;
  events: Events;
};
/** A moment of a finished game, or of a record. */
export type Moment = { at: number; key?: string; record?: any };
