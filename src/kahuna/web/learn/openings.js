/** What is known of Kahuna's first turns (src/kahuna/learn/openings.py), and the board that shows it. */
import { coast, outline } from '../board/geometry.js';
import { KAHUNA } from '../games/facts.js';
import { s } from '../lib/dom.js';

/**
 * A gain or cost in per cent of a game, and how far the 95 % interval reaches.
 * @typedef {[number, number]} Worth
 */
/**
 * @typedef {object} Openings
 * @property {number} games that were counted
 * @property {Record<string, { control: Worth, card: Worth, to: string }>} islands the best first
 * @property {Record<string, number>} links what a first bridge there gains
 * @property {Record<Seat, { name: string, count: number, gain: Worth }[]>} turns kinds of first turns
 */

/** @returns {Promise<Openings>} */
export async function openings() {
  const answer = await fetch(new URL('./openings.json', import.meta.url));
  return answer.json();
}

/** With its sign, as "+1.5" or "−0.3". @param {number} gain */
export const signed = (gain) => `${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(1)}`;

const SLIM = 3;
const WIDE = 16; // of the best first bridge

/**
 * The board: in each island what its control is worth, links as wide as a first bridge there is good.
 * @param {Openings} found
 * @param {string} label
 */
export function worthBoard({ islands, links }, label) {
  const at = Object.fromEntries(KAHUNA.islands.map((island) => [island.name, island.at]));
  const gains = Object.values(links);
  const [worst, best] = [Math.min(...gains), Math.max(...gains)];
  return s(
    'svg',
    { class: 'worths', viewBox: '70 50 910 700', role: 'img', 'aria-label': label },
    KAHUNA.links.map(({ id, a, b }) =>
      s('line', {
        x1: at[a][0],
        y1: at[a][1],
        x2: at[b][0],
        y2: at[b][1],
        'stroke-width': SLIM + ((WIDE - SLIM) * (links[id] - worst)) / (best - worst || 1),
      }),
    ),
    KAHUNA.islands.map(({ name, at: [x, y] }) =>
      s(
        'g',
        { transform: `translate(${x} ${y})` },
        s('path', { class: 'beach', d: outline(coast(name)) }),
        s('path', { class: 'land', d: outline(coast(name), -6, 40, 1.05) }),
        s('text', { class: 'worth', y: 2 }, signed(islands[name].control[0])),
        s('text', { class: 'name', y: 26 }, name),
      ),
    ),
  );
}
