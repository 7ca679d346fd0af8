/** Pieces as SVG: bridges, stones with the turtle, Special's eight kinds. Colours are in style.css. */
import { s } from '../lib/dom.js';
import { beside, f, lengthOf, rng } from './geometry.js';

/** @param {Point} p */
const at = (p) => `${f(p[0])} ${f(p[1])}`;
const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => i / 8);
/** A line along the curve, `by` beside it. @param {Curve} curve @param {number} by */
const rail = (curve, by) => EIGHTHS.map((t, i) => (i ? 'L' : 'M') + at(beside(curve, t, by))).join('');

/**
 * A bridge along a curve. White: separate ivory cross-planks on two ropes (a comb edge). Black: one solid
 * ebony beam with a seam and pegs. The outlines differ, so the two differ without any colour.
 * @param {Curve} curve
 * @param {Seat} side
 * @param {string} id makes every bridge a little different
 */
export function plank(curve, side, id, width = 10) {
  return s('g', { class: `plank ${side}` }, side === 'white' ? planks(curve, id, width) : beam(curve, width));
}

/** @param {Curve} curve @param {string} id @param {number} width */
function planks(curve, id, width) {
  const rand = rng(`plank${id}`);
  const n = Math.max(4, Math.round(lengthOf(curve) / 9.5));
  let d = '';
  for (let i = 0; i < n; i++) {
    const a = (i + 0.1) / n;
    const b = (i + 0.86) / n;
    const w1 = width + rand() * 2.4 - 0.8;
    const w2 = width + rand() * 2.4 - 0.8;
    const corners = [
      beside(curve, a, -w1),
      beside(curve, b, -w1),
      beside(curve, b, w2),
      beside(curve, a, w2),
    ];
    d += `M${corners.map(at).join('L')}Z`;
  }
  const ropes = rail(curve, -width * 0.62) + rail(curve, width * 0.62);
  return [
    s('path', { class: 'plank-shade', d: rail(curve, 0), 'stroke-width': width * 2 }),
    s('path', { class: 'plank-rope', d: ropes }),
    s('path', { class: 'plank-body', d }),
    s('path', { class: 'plank-rope over', d: ropes }),
  ];
}

/** @param {Curve} curve @param {number} width */
function beam(curve, width) {
  const w = width * 0.86;
  const n = Math.max(2, Math.round(lengthOf(curve) / 24));
  let pegs = '';
  for (let i = 0; i < n; i++)
    for (const k of [-1, 1]) pegs += `M${at(beside(curve, (i + 0.5) / n, k * w * 0.58))}h.01`;
  const edge = [
    ...EIGHTHS.map((t) => beside(curve, t, w)),
    ...[...EIGHTHS].reverse().map((t) => beside(curve, t, -w)),
  ];
  return [
    s('path', { class: 'plank-shade', d: rail(curve, 0), 'stroke-width': width * 2 + 2 }),
    s('path', { class: 'plank-body', d: `M${edge.map(at).join('L')}Z` }),
    s('path', { class: 'plank-seam', d: rail(curve, 0) }),
    s('path', { class: 'plank-peg', d: pegs }),
  ];
}

const TURTLE =
  'M0-10.2C1.7-10.2 2.5-8.8 2.3-7.1C2.2-6.5 1.9-6 1.6-5.7C2.7-5.4 3.6-4.9 4.4-4.2' +
  'C6-6.1 8.3-6.8 10.4-6.1C9.9-3.8 8.2-2.1 5.9-1.6C6.3-.4 6.3 1 6 2.3C5.7 3.5 5.2 4.5 4.5 5.4' +
  'C6 5.6 7.1 6.8 7.2 8.6C5.3 8.8 3.7 8 2.9 6.9C2 7.5 1 7.9 0 9.6C-1 7.9-2 7.5-2.9 6.9' +
  'C-3.7 8-5.3 8.8-7.2 8.6C-7.1 6.8-6 5.6-4.5 5.4C-5.2 4.5-5.7 3.5-6 2.3C-6.3 1-6.3-.4-5.9-1.6' +
  'C-8.2-2.1-9.9-3.8-10.4-6.1C-8.3-6.8-6-6.1-4.4-4.2C-3.6-4.9-2.7-5.4-1.6-5.7' +
  'C-1.9-6-2.2-6.5-2.3-7.1C-2.5-8.8-1.7-10.2 0-10.2Z';
const SHELL =
  'M0-3.6L2.6-1.6L2.2 2.2L0 4.2L-2.2 2.2L-2.6-1.6ZM0-3.6V-5.2M2.6-1.6L4.8-2.4M2.2 2.2L4.6 3.9' +
  'M0 4.2V6.4M-2.2 2.2L-4.6 3.9M-2.6-1.6L-4.8-2.4';

/** The emblem: a swimming turtle, 20 x 20 around 0,0, head up. Our own design. */
export const turtle = () =>
  s(
    'g',
    { class: 'turtle' },
    s('path', { class: 'turtle-body', d: TURTLE }),
    s('path', { class: 'turtle-shell', d: SHELL }),
  );

/**
 * A stone. White's turtle swims up inside a plain rim, Black's down inside a notched one.
 * @param {Seat} side
 */
export const stone = (side, r = 17) =>
  s(
    'g',
    { class: `stone ${side}` },
    s('circle', { class: 'stone-shade', r: r + 1, cx: 1, cy: 2 }),
    s('circle', { class: 'stone-body', r }),
    s('circle', { class: 'stone-rim', r: r - 2.6, 'stroke-dasharray': side === 'black' && '2.2 2.4' }),
    s('g', { transform: `${side === 'black' ? 'rotate(180) ' : ''}scale(${f(r / 13.5)})` }, turtle()),
  );

/** @param {number} n @param {number} outer @param {number} inner */
const star = (n, outer, inner) =>
  `M${Array.from({ length: 2 * n }, (_, i) => {
    const a = (Math.PI * i) / n - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    return `${f(Math.cos(a) * r)} ${f(Math.sin(a) * r)}`;
  }).join('L')}Z`;

/**
 * Special's kinds: letter and outline (radius about 20). The shape alone tells them apart, and so does the
 * letter.
 * @type {Record<string, {letter: string, d: string, dy?: number}>}
 */
const KINDS = {
  1: { letter: '1', d: 'M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17Z' },
  2: { letter: '2', d: 'M-20 0C-15-11-8-15 0-15S15-11 20 0C15 11 8 15 0 15S-15 11-20 0Z' },
  3: {
    letter: '3',
    d: 'M0-21C2-21 3-20 4-18L20 10C21 13 20 15 17 15H-17C-20 15-21 13-20 10L-4-18C-3-20-2-21 0-21Z',
    dy: 4,
  },
  4: {
    letter: '4',
    d: 'M-14-16H14C16-16 16-15 16-14V14C16 16 15 16 14 16H-14C-16 16-16 15-16 14V-14C-16-16-15-16-14-16Z',
  },
  minus: { letter: 'M', d: 'M-21-9H21V9H-21Z' },
  joker: { letter: 'J', d: star(5, 22, 12.5) },
  valour: {
    letter: 'V',
    d: 'M-16-17C-8-15-4-17 0-20C4-17 8-15 16-17C18-2 13 12 0 20C-13 12-18-2-16-17Z',
    dy: -1,
  },
  double: {
    letter: 'D',
    d:
      'M0-8C3-14 8-17 13-15C21-13 23-3 20 5C17 13 8 16 0 9C-8 16-17 13-20 5C-23-3-21-13-13-15' +
      'C-8-17-3-14 0-8Z',
  },
};
/** A bridge of Special. @param {string} kind @param {Seat} side */
export function token(kind, side) {
  const { d, letter, dy = 0 } = KINDS[kind];
  return s(
    'g',
    { class: `token ${side}` },
    s('path', { class: 'token-shade', d, transform: 'translate(1 2.5)' }),
    s('path', { class: 'token-body', d }),
    side === 'black' && s('path', { class: 'token-inner', d, transform: 'scale(.8)' }),
    s('text', { class: 'token-letter', y: 6.2 + dy, 'text-anchor': 'middle' }, letter),
  );
}

/**
 * White's pips are round, Black's square, free ones a dot.
 * @param {Seat | undefined} owner
 * @param {number} x
 */
const pip = (owner, x) =>
  owner === 'black'
    ? s('rect', { class: 'pip black', x: x - 3.2, y: -3.2, width: 6.4, height: 6.4, rx: 0.8 })
    : s('circle', { class: `pip ${owner ?? 'free'}`, cx: x, r: owner ? 3.6 : 1.5 });

/**
 * Tug of war: White's bridges from the left, Black's from the right, free links between.
 * @param {(Seat | undefined)[]} owners
 * @param {number} y
 */
export function pips(owners, y) {
  const order = ['white', undefined, 'black'].flatMap((side) => owners.filter((owner) => owner === side));
  return s(
    'g',
    { class: 'pips', transform: `translate(${f(-((order.length - 1) * 9.4) / 2)} ${y})` },
    order.map((owner, i) => pip(owner, f(i * 9.4))),
  );
}
