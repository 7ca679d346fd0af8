/**
 * Types only, never loaded: the bodies of HTTP (wire.d.ts) as the pages around the table look at them.
 */
import type { GameEvent, Room, View } from './types.js';
import type * as Wire from './wire.js';

export type {
  Due,
  GameName,
  Invitation,
  Open,
  OpenGame,
  OpenSeat,
  Refused,
  Result,
  Seat,
  Seats,
  Status,
  Verdict,
} from './wire.js';
export type { GameEvent, Room, View };
export type Side = Wire.Seat | 'open';
export type Summary = Omit<Wire.Summary, 'view'> & { view: View | null };
export type Mine = { running: Summary[]; finished: Summary[] };
export type Frame = Deep<Omit<Wire.Frame, 'events' | 'view'>> & { events: Events; view: View };
export type Replay = Deep<Omit<Wire.Replay, 'frames'>> & { frames: readonly Frame[] };
export type Learn = Pick<Wire.Learn, 'id' | 'lesson'> & Partial<Wire.Learn>;
export type Learned = Omit<Wire.Learned, 'views' | 'history' | 'previews'> & {
  views: View[];
  history: readonly Events[];
  previews: Record<string, Events>;
};
