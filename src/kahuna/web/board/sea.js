/**
 * Open water: wash, rhumb lines from a compass rose in the south-west, a few engraved waves. And marks all
 * boards share.
 */
import { s } from '../lib/dom.js';
import { f, move, rng } from './geometry.js';

/**
 * @param {Box} box what the window shows
 * @param {Box} full the whole board
 * @param {boolean} plain without the rose
 */
export function sea(box, full, plain) {
  const [x, y, w, h] = box;
  const [fx, fy, fw, fh] = full;
  const cx = fx + 78;
  const cy = fy + fh - 62;
  let rays = '';
  let waves = '';
  for (let i = 0; i < 32; i++) {
    const c = Math.cos((i * Math.PI) / 16);
    const q = Math.sin((i * Math.PI) / 16);
    rays += `M${f(cx + c * 56)} ${f(cy + q * 56)}L${f(cx + c * 2400)} ${f(cy + q * 2400)}`;
  }
  const rand = rng('waves');
  for (let i = 0; i < 90; i++) {
    const px = x - w * 0.3 + rand() * w * 1.6;
    const py = y - h * 0.3 + rand() * h * 1.6;
    const k = 7 + rand() * 5;
    waves += `M${f(px)} ${f(py)}q${f(k / 2)} ${f(-k * 0.55)} ${f(k)} 0t${f(k)} 0`;
    if (rand() < 0.4) waves += `M${f(px + k * 0.7)} ${f(py + 7)}q${f(k / 2)} ${f(-k * 0.5)} ${f(k)} 0`;
  }
  return s(
    'g',
    { class: 'sea', 'aria-hidden': 'true' },
    s('rect', { class: 'deep', x: f(fx - fw), y: f(fy - fh), width: f(3 * fw), height: f(3 * fh) }),
    s('path', { class: 'rhumb', d: rays }),
    s('path', { class: 'waves', d: waves }),
    !plain && rose(cx, cy, 46),
  );
}

/** @param {number} cx @param {number} cy @param {number} R */
function rose(cx, cy, R) {
  const polar = (/** @type {number} */ a, /** @type {number} */ r) =>
    `${f(Math.cos(a) * r)} ${f(Math.sin(a) * r)}`;
  let ticks = '';
  for (let i = 0; i < 64; i++)
    ticks += `M${polar((i * Math.PI) / 32, R - 4)}L${polar((i * Math.PI) / 32, R)}`;
  const g = s(
    'g',
    { class: 'rose', transform: move([cx, cy]), 'aria-hidden': 'true' },
    s('circle', { class: 'rose-ring', r: R }),
    s('circle', { class: 'rose-ring', r: R - 4 }),
    s('path', { class: 'rose-ring', d: ticks }),
  );
  for (const [n, long, wide] of [
    [8, 0.56, 0.1],
    [4, 0.86, 0.15],
  ]) {
    const k = n === 8 ? Math.PI / 8 : Math.PI / 4;
    for (let i = 0; i < n; i++) {
      const a = (i * 2 * Math.PI) / n + (n === 8 ? k : 0) - Math.PI / 2;
      for (const [side, turn] of /** @type {const} */ ([
        ['dark', -k],
        ['light', k],
      ])) {
        g.append(
          s('path', { class: `rose-${side}`, d: `M0 0L${polar(a + turn, R * wide)}L${polar(a, R * long)}Z` }),
        );
      }
    }
  }
  g.append(s('text', { class: 'rose-n', y: -R - 6, 'text-anchor': 'middle' }, 'N'));
  return g;
}

/** A crossed circle: this falls. @param {Point} at */
export const cross = (at, r = 10) => {
  const k = r * 0.4;
  return s(
    'g',
    { class: 'cross', transform: move(at) },
    s('circle', { r }),
    s('path', { d: `M${-k} ${-k}L${k} ${k}M${k} ${-k}L${-k} ${k}` }),
  );
};
