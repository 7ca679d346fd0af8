/**
 * Types only, never loaded: the bodies of HTTP (src/kahuna/server/messages.py) that the pages around the
 * table use.
 */
import type { GameEvent, GameName, Result, Room, Seat, View } from './types.js';

export type { GameEvent, GameName, Result, Room, Seat, View };
export type Side = Seat | 'open';
/** `view` is null until both seats are taken. */
export type Summary = { room: Room; view: View | null; your_move: boolean };
export type Mine = { running: Summary[]; finished: Summary[] };
export type Status = { version: number; levels: { name: string; number: number }[]; ready: boolean };
export type Open = {
  game: GameName;
  against: 'level' | 'link' | 'screen';
  level: string | null;
  seat: Seat | null;
  planning: boolean;
  handicap: number;
  handicap_to: Seat | null;
  first: Seat;
  clock: Room['clock'];
  name: string;
};
export type Frame = {
  action: string | null;
  seat: Seat | null;
  events: GameEvent[];
  view: View;
  hands: Record<Seat, string[]> | null;
};
export type Replay = {
  game: GameName;
  rules: Record<string, any>;
  players: Record<Seat, string>;
  levels: Record<Seat, string | null>;
  result: Result | null;
  frames: Frame[];
};
export type Refused = { code: string; text: string; rule?: string | null; facts?: Record<string, string> };
