/** Boards as still pictures, rendered by the board's own code, and again whenever their size changes. */

import { h } from '../lib/dom.js';
import { stillBoard } from './board.js';

/**
 * @typedef {Parameters<typeof stillBoard>[1] & { box?: number[] }} Drawing with the part of the sea to show
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
  const { svg } = stillBoard(host, drawing);
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
