/** The parts of the table on the page. */

import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { runClocks } from './clocks.js';
import { makeDock } from './dock.js';
import { makeHand } from './hand.js';
import { makeRail } from './rail.js';
import { makeTableBoard } from './table-board.js';
import { makeTop } from './top.js';

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof makeTop>} top
 * @property {ReturnType<typeof makeHand>} hand
 * @property {ReturnType<typeof makeRail>} rail
 * @property {{ node: HTMLElement, show: () => void }} hint
 * @property {ReturnType<typeof makeDock>} dock
 * @property {ReturnType<typeof makeTableBoard>} board
 * @property {HTMLElement} banner
 * @property {ReturnType<typeof runClocks>} clocks
 */

/**
 * What surrounds board and hand if there is no opponent, as in lessons and puzzles.
 * @typedef {object} Frame
 * @property {string} cls A class of the table for its style.
 * @property {typeof makeTop} makeTop
 * @property {typeof makeRail} makeRail
 * @property {() => unknown} settled Called when all is shown and nothing waits.
 */

/**
 * Fills the page with them, in the current language.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {Frame} [frame]
 * @returns {Parts}
 */
export function makeParts(root, table, frame) {
  const game = tableOf(table.view.game);
  root.className = `table ${game.tableClass} ${frame?.cls ?? ''}`.trim();
  root.dataset.game = game.name;
  const top = (frame?.makeTop ?? makeTop)(table);
  const hand = makeHand(table);
  const dock = makeDock(table);
  const rail = (frame?.makeRail ?? makeRail)(table, dock.node);
  const card = h('section', { class: 'hint-card', 'aria-label': t('act.hint'), hidden: true });
  const hint = { node: card, show: () => table.hints?.showHint(table, card) };
  const banner = h('div', { class: 'banners', role: 'status' });
  const board = makeTableBoard(table);
  const skip = h('a', { class: 'skip btn', href: '#hand' }, t('skip'));
  hand.node.prepend(hint.node);
  root.replaceChildren(skip, top.node, board.node, hand.node, rail.node);
  if (game.lookClosely) hand.node.before(board.glass);
  board.node.append(banner);
  const clocks = runClocks(table, { top: top.time, near: hand.time });
  return { top, hand, rail, hint, dock, board, banner, clocks };
}
