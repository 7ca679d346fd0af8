/** Keys that work anywhere on the table, but not while someone types or a sheet is open. */
import { tableOf } from '../games/tables.js';
import { setting } from '../lib/settings.js';

/** @param {Table} table */
export function listen(table) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.matches('input:not([type="checkbox"]), select, textarea');
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      if (typing) target.blur();
      return table.cancel();
    }
    if (typing || !setting('keys')) return;
    const game = tableOf(table.view.game);
    const { hand, rail, board } = table.parts;
    const act = (/** @type {string} */ name) => () =>
      /** @type {HTMLElement | null} */ (
        hand.node.querySelector(`[data-act="${name}"]:not([hidden])`)
      )?.click();
    const slot = 'qwer'.indexOf(event.key.toLowerCase());
    const digit = Number(event.key);
    /** @type {Record<string, () => void>} */
    const named = {
      u: act('undo'),
      h: act('hint'),
      t: act('end'),
      d: () => (table.pick.armed === '-' || !game.takes(table.view) ? act('end') : act('decline'))(),
      x: act('discard'),
      j: act('joker'),
      l: table.replayTurn,
      b: board.focus,
      '/': () => (rail.input.offsetParent ? rail.input.focus() : table.openSheet()),
      '?': async () => (await import('./menu.js')).openKeys(table.view.game),
    };
    const todo = named[event.key.toLowerCase()];
    if (event.key.startsWith('Arrow') && target === document.body) board.focus();
    else if (todo) todo();
    else if (slot >= 0) {
      if (!game.pressSlot(table, slot)) return;
    } else if (!(digit >= 1 && game.pressDigit(table, digit))) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
