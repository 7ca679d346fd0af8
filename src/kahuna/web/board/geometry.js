/**
 * Shapes of the board: coastlines, the stretch of the map to the window, and link curves. Everything is
 * deterministic: the same island always has the same coast.
 */
import { archipelago } from './archipelago.js';
import { degree } from './boards.js';

/** A number as it is written into a path. @param {number} n */
export const f = (n) => Math.round(n * 10) / 10;
/** @param {Point} p */
export const move = ([x, y]) => `translate(${f(x)} ${f(y)})`;

/** Random numbers from a name: mulberry32. @param {string} seed */
export function rng(seed) {
  let t = 2166136261;
  for (const c of seed) t = Math.imul(t ^ c.charCodeAt(0), 16777619);
  return () => {
    t = (t + 0x6d2b79f5) | 0;
    let x = Math.imul(t ^ (t >>> 15), 1 | t);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** The size of an island by its degree; higher degrees use the last one. */
const RADIUS = [44, 44, 47, 50, 52, 56, 63];
/** @param {Board} board @param {string} name */
const radiusOf = (board, name) => RADIUS[Math.min(degree(board, name), RADIUS.length - 1)];
/**
 * Character of each coast: how long, tilt in degrees, bays [angle in degrees, depth, width in degrees].
 * @typedef {{long: number, tilt: number, bays: [number, number, number][]}} Character
 * @type {Record<string, Character>}
 */
const CHARACTER = {
  ALOA: { long: 1.22, tilt: -18, bays: [[150, 0.16, 22]] },
  BARI: {
    long: 1.2,
    tilt: 8,
    bays: [
      [268, 0.14, 26],
      [92, 0.1, 18],
    ],
  },
  COCO: { long: 1.14, tilt: 26, bays: [[185, 0.17, 24]] },
  DUDA: {
    long: 1.1,
    tilt: 24,
    bays: [
      [20, 0.1, 20],
      [200, 0.15, 18],
    ],
  },
  ELAI: {
    long: 1.14,
    tilt: -14,
    bays: [
      [75, 0.13, 20],
      [230, 0.12, 20],
    ],
  },
  FAAA: { long: 1.1, tilt: 24, bays: [[300, 0.17, 20]] },
  GOLA: {
    long: 1.08,
    tilt: -12,
    bays: [
      [120, 0.14, 20],
      [330, 0.1, 24],
    ],
  },
  HUNA: {
    long: 1.14,
    tilt: -36,
    bays: [
      [5, 0.12, 22],
      [175, 0.12, 20],
    ],
  },
  IFFI: { long: 1.1, tilt: -20, bays: [[50, 0.16, 20]] },
  JOJO: {
    long: 1.08,
    tilt: 12,
    bays: [
      [255, 0.16, 18],
      [40, 0.08, 22],
    ],
  },
  KAHU: {
    long: 1.16,
    tilt: 22,
    bays: [
      [330, 0.12, 20],
      [160, 0.13, 18],
    ],
  },
  LALE: { long: 1.24, tilt: -6, bays: [[285, 0.13, 22]] },
};

/** The character of a custom map's island, from its name. @param {string} name @returns {Character} */
function grown(name) {
  const rand = rng(`${name}coast`);
  const bays = [1, 2]
    .slice(rand() < 0.4 ? 1 : 0)
    .map((n) => [rand() * 180 * n, 0.09 + rand() * 0.08, 18 + rand() * 8]);
  return {
    long: 1.08 + rand() * 0.16,
    tilt: rand() * 60 - 30,
    bays: /** @type {[number, number, number][]} */ (bays),
  };
}

/** The shores of each board's islands. @type {WeakMap<Board, Record<string, Coast>>} */
const coasts = new WeakMap();
/** The shore of an island. @param {string} name @returns {Coast} */
export function coast(name) {
  const board = archipelago();
  const known = coasts.get(board) ?? {};
  coasts.set(board, known);
  known[name] ??= makeCoast(board, name);
  return known[name];
}

/** @param {Board} board @param {string} name @returns {Coast} */
function makeCoast(board, name) {
  const { long, tilt, bays } = CHARACTER[name] ?? grown(name);
  const size = radiusOf(board, name);
  const rand = rng(name);
  const waves = [
    [3, 0.045],
    [4, 0.035],
    [5, 0.028],
    [7, 0.016],
    [11, 0.012],
    [17, 0.007],
  ].map(([k, a]) => ({ k, a: a * (0.7 + 0.6 * rand()), p: rand() * Math.PI * 2 }));
  const start = (tilt * Math.PI) / 180;
  return (angle) => {
    const u = angle - start;
    const r = size / Math.hypot(Math.cos(u) / Math.sqrt(long), Math.sin(u) * Math.sqrt(long));
    let m = 1;
    for (const w of waves) m += w.a * Math.cos(w.k * angle + w.p);
    for (const [deg, depth, width] of bays) {
      const d = Math.abs((((((angle * 180) / Math.PI - deg) % 360) + 540) % 360) - 180);
      m -= depth * Math.exp(-((d / width) ** 2));
    }
    return r * m;
  };
}

/** A closed smooth path (Catmull-Rom) through points. @param {Point[]} points */
export function smooth(points) {
  const n = points.length;
  let d = `M${f(points[0][0])} ${f(points[0][1])}`;
  for (let i = 0; i < n; i++) {
    const [p0, p1, p2, p3] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]];
    d +=
      `C${f(p1[0] + (p2[0] - p0[0]) / 6)} ${f(p1[1] + (p2[1] - p0[1]) / 6)} ` +
      `${f(p2[0] - (p3[0] - p1[0]) / 6)} ${f(p2[1] - (p3[1] - p1[1]) / 6)} ${f(p2[0])} ${f(p2[1])}`;
  }
  return `${d}Z`;
}

/**
 * Outline of a coast moved out (or in) by `by`; `soft` below 1 calms the small bays far from the shore.
 * @param {Coast} r @param {number} [by] @param {number} [steps] @param {number} [soft]
 */
export function outline(r, by = 0, steps = 44, soft = 1) {
  const angles = Array.from({ length: steps }, (_, i) => (i / steps) * 2 * Math.PI);
  const mean = angles.reduce((sum, a) => sum + r(a) / steps, 0);
  return smooth(
    angles.map((a) => {
      const rr = mean + (r(a) - mean) * soft + by;
      return [Math.cos(a) * rr, Math.sin(a) * rr];
    }),
  );
}

/**
 * The map of Kahuna's archipelago for a window of this aspect: the sea stretches at equal area, islands keep
 * their size, then a short relaxation keeps coasts and foreign links apart.
 * @param {number} aspect
 * @param {number} [margin]
 * @returns {Layout}
 */
export function layoutKahuna(aspect, margin = 74) {
  const board = archipelago();
  const { islands } = board;
  const xs = islands.map(({ at: [x] }) => x);
  const ys = islands.map(({ at: [, y] }) => y);
  const west = Math.min(...xs);
  const north = Math.min(...ys);
  const zoom = roomFor(board);
  const W = Math.max(1, Math.max(...xs) - west) * zoom;
  const H = Math.max(1, Math.max(...ys) - north) * zoom;
  let sx = 1;
  for (let lo = 0.7, hi = 1.3, i = 0; i < 30; i++) {
    sx = (lo + hi) / 2;
    if ((W * sx + 2 * margin) / (H / sx + 2 * margin) < aspect) lo = sx;
    else hi = sx;
  }
  const w = W * sx;
  const hgt = H / sx;
  /** @type {Record<string, Point>} */ const at = {};
  /** @type {Record<string, number>} */ const radius = {};
  for (const {
    name,
    at: [x, y],
  } of islands) {
    at[name] = [((x - west) * zoom - W / 2) * sx, ((y - north) * zoom - H / 2) / sx];
    radius[name] = radiusOf(board, name);
  }
  for (let step = 0; step < 60; step++) {
    relax(board, at, radius);
    for (const p of Object.values(at)) {
      p[0] = Math.max(-w / 2, Math.min(w / 2, p[0]));
      p[1] = Math.max(-hgt / 2, Math.min(hgt / 2, p[1]));
    }
  }
  let vw = w + 2 * margin;
  let vh = hgt + 2 * margin;
  if (vw / vh < aspect) vw = vh * aspect;
  else vh = vw / aspect;
  return { at, box: [-vw / 2, -vh / 2, vw, vh] };
}

/** How much larger the sea must be, so that no two islands touch. @param {Board} board */
function roomFor(board) {
  let zoom = 1;
  for (const one of board.islands)
    for (const other of board.islands) {
      const apart = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
      const need = radiusOf(board, one.name) + radiusOf(board, other.name) + 20;
      if (apart) zoom = Math.max(zoom, need / apart);
    }
  return zoom;
}

/**
 * Pushes neighbours apart that lie too near, and islands off links that are not theirs.
 * @param {Board} board @param {Record<string, Point>} at @param {Record<string, number>} radius
 */
function relax(board, at, radius) {
  for (const l of board.links) {
    const a = at[l.a];
    const b = at[l.b];
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const len = Math.hypot(dx, dy);
    const lack = radius[l.a] + radius[l.b] + 56 - len;
    if (lack > 0) {
      const k = (lack / len) * 0.25;
      a[0] -= dx * k;
      a[1] -= dy * k;
      b[0] += dx * k;
      b[1] += dy * k;
    }
    for (const { name } of board.islands) {
      if (name === l.a || name === l.b) continue;
      const c = at[name];
      const t = Math.max(0, Math.min(1, ((c[0] - a[0]) * dx + (c[1] - a[1]) * dy) / (len * len)));
      const ox = c[0] - a[0] - dx * t;
      const oy = c[1] - a[1] - dy * t;
      const dist = Math.hypot(ox, oy) || 1;
      const need = radius[name] + 24 - dist;
      if (need <= 0) continue;
      const k = (need / dist) * 0.3;
      c[0] += ox * k;
      c[1] += oy * k;
      a[0] -= ox * k * 0.5 * (1 - t);
      a[1] -= oy * k * 0.5 * (1 - t);
      b[0] -= ox * k * 0.5 * t;
      b[1] -= oy * k * 0.5 * t;
    }
  }
}

/* ------------------------------------------------------------------ link curves */

/** @param {Point} p @param {Point} q @param {number} t @returns {Point} */
const mix = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
/** @param {Curve} curve @param {number} t */
export const pointAt = ([p, c, q], t) => mix(mix(p, c, t), mix(c, q, t), t);
/** A point beside the curve. @param {Curve} curve @param {number} t @param {number} by @returns {Point} */
export function beside(curve, t, by) {
  const [p, c, q] = curve;
  const a = mix(p, c, t);
  const b = mix(c, q, t);
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [x, y] = pointAt(curve, t);
  return [x - ((b[1] - a[1]) / l) * by, y + ((b[0] - a[0]) / l) * by];
}
/** @param {Curve} curve @param {number} u @param {number} v */
const blossom = ([p, c, q], u, v) => mix(mix(p, c, u), mix(c, q, u), v);
/** @param {Curve} curve */
export const curvePath = ([p, c, q]) => `M${f(p[0])} ${f(p[1])}Q${f(c[0])} ${f(c[1])} ${f(q[0])} ${f(q[1])}`;
/** @param {Curve} curve */
export const lengthOf = ([p, c, q]) =>
  (Math.hypot(q[0] - p[0], q[1] - p[1]) +
    Math.hypot(c[0] - p[0], c[1] - p[1]) +
    Math.hypot(q[0] - c[0], q[1] - c[1])) /
  2;

/**
 * How far a link must bow, and to which side, to avoid the islands that are not its own.
 * @param {Link} link @param {Record<string, Point>} at
 */
export function detour({ a, b }, at) {
  const [p, q] = [at[a], at[b]];
  const len = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const board = archipelago();
  let bow = 0;
  for (const { name } of board.islands) {
    if (name === a || name === b) continue;
    const [x, y] = [at[name][0] - p[0], at[name][1] - p[1]];
    const along = (x * (q[0] - p[0]) + y * (q[1] - p[1])) / (len * len);
    const off = (-x * (q[1] - p[1]) + y * (q[0] - p[0])) / len;
    const need = radiusOf(board, name) + 14 - Math.abs(off);
    if (along <= 0 || along >= 1 || need <= 0) continue;
    const bend = (off > 0 ? -1 : 1) * (need / (4 * along * (1 - along))) * 2;
    if (Math.abs(bend) > Math.abs(bow)) bow = Math.sign(bend) * Math.min(Math.abs(bend), len);
  }
  return bow;
}

/**
 * A gently bowed curve between two middles, cut where it meets both beaches; `aside` bows it more.
 * @param {string} id @param {Point} a @param {Point} b @param {Coast} ra @param {Coast} rb
 * @param {number} [aside] @returns {Curve}
 */
export function linkCurve(id, a, b, ra, rb, aside = 0) {
  const rand = rng(id);
  const len = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const bow = aside || (rand() < 0.5 ? -1 : 1) * Math.min(9, len * 0.035) * 2;
  const n = [-(b[1] - a[1]) / len, (b[0] - a[0]) / len];
  /** @type {Curve} */
  const full = [a, [(a[0] + b[0]) / 2 + n[0] * bow, (a[1] + b[1]) / 2 + n[1] * bow], b];
  const ashore = (/** @type {number} */ t, /** @type {Point} */ c, /** @type {Coast} */ r) => {
    const p = pointAt(full, t);
    const dx = p[0] - c[0];
    const dy = p[1] - c[1];
    return Math.hypot(dx, dy) < r(Math.atan2(dy, dx)) - 5;
  };
  let t0 = 0;
  let t1 = 1;
  while (t0 < 0.5 && ashore(t0, a, ra)) t0 += 0.005;
  while (t1 > 0.5 && ashore(t1, b, rb)) t1 -= 0.005;
  return [pointAt(full, t0), blossom(full, t0, t1), pointAt(full, t1)];
}
