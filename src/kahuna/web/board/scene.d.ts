/** Boards, and what they show. All modules know these types without an import (types.d.ts). */
import type { Point } from '../types.js';

/** What a board is to show. */
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
  /** Special: on a phone, where less is shown, but larger. */
  small?: boolean;
}

/** A board in its host. */
export interface RenderedBoard {
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
}
