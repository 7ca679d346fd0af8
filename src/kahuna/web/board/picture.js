/** Boards as still pictures, drawn by the board's own code, and again whenever their size changes. */

import { h } from '../lib/dom.js';
import { drawBoard } from './board.js';

/**
 * @typedef {Parameters<typeof drawBoard>[1] & { box?: number[] }} Drawing with the part of the sea to show
 */
/** @typedef {import('../messages.js').Seat} Seat */

/** @type {WeakMap<Element, Drawing>} */
const drawings = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) draw(/** @type {HTMLElement} */ (target));
});

/** @param {HTMLElement} host */
function draw(host) {
  const drawing = drawings.get(host);
  if (!drawing || !host.clientWidth) return;
  const { svg } = drawBoard(host, drawing);
  if (drawing.box) svg.setAttribute('viewBox', drawing.box.join(' '));
}

/**
 * @param {Drawing} drawing
 * @param {{ cls?: string, label?: string, tag?: 'span' | 'div' }} [look] without a label it is mere ornament
 */
export function picture(drawing, { cls = 'thumb', label, tag = 'span' } = {}) {
  const host = h(tag, {
    class: cls,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
  });
  drawings.set(host, drawing);
  observer.observe(host);
  return host;
}

const words = (/** @type {string} */ text) => text.split(' ').filter(Boolean);

/**
 * A position in short: bridges of both sides ("ALOA-BARI", or in Special "4:a1-a2"), then the islands each
 * holds.
 * @param {Record<Seat, string>} bridges
 * @param {Record<Seat, string>} control
 * @returns {import('../types.js').Position}
 */
export function position(bridges, control) {
  const laid = /** @type {Record<string, any>} */ ({});
  const held = /** @type {Record<string, Seat>} */ ({});
  for (const seat of /** @type {Seat[]} */ (['white', 'black'])) {
    for (const name of words(bridges[seat])) {
      const [link, kind] = name.split(':').reverse();
      laid[link] = kind ? { colour: seat, kind } : seat;
    }
    for (const island of words(control[seat])) held[island] = seat;
  }
  return { bridges: laid, control: held };
}

/** One position of each game, from the middle of a game. */
export const SAMPLES = {
  kahuna: position(
    {
      white: 'BARI-ELAI DUDA-ELAI ELAI-HUNA HUNA-IFFI IFFI-LALE DUDA-HUNA ALOA-DUDA COCO-FAAA COCO-GOLA',
      black: 'ALOA-HUNA ALOA-BARI BARI-FAAA FAAA-JOJO IFFI-JOJO JOJO-KAHU COCO-KAHU GOLA-KAHU IFFI-KAHU',
    },
    { white: 'DUDA HUNA', black: 'ALOA JOJO KAHU' },
  ),
  exahuna: position(
    {
      white:
        'a1-b2 a1=b1 a1=a2 b2-c2 a1-a2 a1-b1 b1-b2 a2-b2 b1-c1 a2-b3 b2-b3 b1=c1 c1-c2 b1-c2 c2-c3 ' +
        'b2-c3 b3-c3',
      black:
        'c5=d4 c5-d4 b4=c5 d4-e3 d3-d4 d4=e3 d3-e3 e2=e3 c4-c5 c4-d4 e2-e3 b4-c5 c4-d3 c3-d3 b4-c4 a3-b4',
    },
    { white: 'a1 a2 b1 b2 c1 c2', black: 'b4 c4 c5 d3 d4 e3' },
  ),
  'exahuna-special': position(
    {
      white:
        '4:d2-e1 4:d1-e1 valour:d1=e1 minus:c1-d1 minus:d1-d2 2:c3-d2 double:c1=d1 3:b1=c1 ' +
        'minus:b1-c1 joker:a1=b1 joker:a1-b1 joker:a1-b2 valour:c2-d1 joker:c1-c2 valour:c2-d2 ' +
        '4:b1-c2 4:b1-b2',
      black:
        '1:c5-d4 3:c5=d4 1:d4=e3 double:b4=c5 1:d4-e3 double:e2-e3 joker:c4-d4 double:c4-c5 1:b4-c4 ' +
        'valour:b4-c5 joker:e2=e3 minus:b3-c4 3:e1-e2 4:d3-d4 valour:d3-e3 valour:c4-d3 4:d3-e2 ' +
        '2:e1=e2 3:c3-c4',
    },
    { white: 'a1 b1 c1 c2 d1 d2 e1', black: 'b4 c4 c5 d3 d4 e2 e3' },
  ),
};
