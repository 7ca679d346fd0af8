/**
 * Boards as still pictures, rendered by the board's own code, and again whenever their size changes. That
 * takes a while, so the page is shown first and stays responsive between two pictures.
 */

import { h } from '../lib/dom.js';
import { stillBoard } from './board.js';

/**
 * @typedef {Parameters<typeof stillBoard>[1] & { box?: number[] }} Figure with the part of the sea to show
 */
/** @typedef {import('../messages.js').Seat} Seat */

/** @type {WeakMap<Element, Figure>} */
const figures = new WeakMap();
/** Those to be rendered. @type {Set<HTMLElement>} */
const waiting = new Set();
const observer = new ResizeObserver((entries) => {
  if (!waiting.size) requestAnimationFrame(() => setTimeout(renderNext));
  for (const { target } of entries) waiting.add(/** @type {HTMLElement} */ (target));
});

function renderNext() {
  const [host] = waiting;
  waiting.delete(host);
  if (waiting.size) setTimeout(renderNext);
  render(host);
}

/** @param {HTMLElement} host */
function render(host) {
  const figure = figures.get(host);
  if (!figure || !host.clientWidth) return;
  const { svg } = stillBoard(host, figure);
  if (figure.box) svg.setAttribute('viewBox', figure.box.join(' '));
}

/**
 * @param {Figure} figure
 * @param {{ cls?: string, label?: string, tag?: 'span' | 'div' }} [look] without a label it is decoration
 * only
 */
export function picture(figure, { cls = 'thumb', label, tag = 'span' } = {}) {
  const host = h(tag, {
    class: cls,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
  });
  figures.set(host, figure);
  observer.observe(host);
  return host;
}
