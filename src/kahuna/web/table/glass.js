/**
 * The glass: on a phone, one island of Special enlarged for a finger, with its points in words.
 * Its places can be pressed like those of the board.
 */
import { degree, OTHER } from '../board/boards.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { $, h, put, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { disc } from '../lib/ui.js';
import { bridgesThen } from './words.js';

const HALF = 126; // of what it shows, in units of the board

/**
 * @param {Table} table
 * @param {HTMLElement} host
 * @param {Seen} seen
 */
export function showGlass(table, host, { preview, told }) {
  const { view, lookingAt: island, bottom, parts } = table;
  const { rendered } = parts.board;
  if (!host.childElementCount) host.append(...empty(table));
  const [x, y] = rendered.at[island];
  const picture = $('svg', host);
  put(picture, 'viewBox', `${x - HALF} ${y - HALF} ${2 * HALF} ${2 * HALF}`);
  put(picture, 'class', rendered.svg.getAttribute('class'));
  picture.style.setProperty('--unit', String((2 * HALF) / picture.getBoundingClientRect().width));
  put(host, 'aria-label', t('glass', { island }));
  $('.glass-text', host).replaceChildren(
    h('h2', {}, island, h('small', {}, worthWords(view, preview, island))),
    ...[bottom, OTHER[bottom]].map((seat) => sideLine(view, preview, island, seat)),
    h(
      'p',
      { class: 'told' },
      told ? told.lines.map(([sign, line]) => h('span', { class: sign || undefined }, line)) : '',
    ),
  );
}

/** The glass with nothing in it yet. @param {Table} table */
function empty(table) {
  const press = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const { board } = table.parts;
    const [x, y] = board.rendered.at[table.lookingAt];
    const box = round.getBoundingClientRect();
    const k = (2 * HALF) / box.width;
    board.pressAt([x - HALF + (clientX - box.left) * k, y - HALF + (clientY - box.top) * k], 30);
  };
  const picture = s('svg', { 'aria-hidden': 'true' }, s('use', { href: '#board-body' }));
  const round = h('div', { class: 'glass-round', on: { click: press } }, picture);
  return [round, h('div', { class: 'glass-text' })];
}

/** @param {View} view @param {Preview | null} preview @param {string} island */
function worthWords(view, preview, island) {
  const worth = preview?.counts?.[island]?.worth ?? view.worth?.[island] ?? 1;
  return worth > 1 ? ` ${t('worth')} ×${worth}` : '';
}

/**
 * How many links a side has there, and what its bridges count; with what would happen, if anything.
 * @param {View} view
 * @param {Preview | null} preview
 * @param {string} island
 * @param {Seat} seat
 */
function sideLine(view, preview, island, seat) {
  const { game } = view;
  const of = degree(gameOf(game).board, island);
  const bridges = preview ? bridgesThen(view, preview) : view.bridges;
  const count = bridgesAt({ game, bridges }, island, seat);
  const points = (preview?.counts?.[island] ?? view.values?.[island])?.[seat] ?? 0;
  return h(
    'p',
    { class: 'sum' },
    disc(seat, t(`side.${seat}`)),
    h('span', {}, t('glass.links', { count, of })),
    h('b', {}, String(points)),
  );
}
