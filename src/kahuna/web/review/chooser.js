/** All legal actions to choose from: as a list by kind, and on the board by link. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';
import { percent, short } from './words.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */

/** Reads actions as the table does; loaded when something is tried for the first time. */
const tables = () => import('../games/tables.js');

/**
 * The legal actions by the link they act on; those without one under ''.
 * @param {string} game
 * @param {readonly string[]} legal
 */
export async function byLink(game, legal) {
  const { read } = (await tables()).tableOf(game);
  /** @type {Map<string, Move[]>} */
  const found = new Map();
  for (const action of legal) {
    const move = read(action);
    found.set(move.link, [...(found.get(move.link) ?? []), move]);
  }
  return found;
}

/**
 * @param {ReviewState} state
 * @param {(action: string) => void} choose
 */
export function chooser({ exploring, trying, chosen, asking, names }, choose) {
  if (!exploring) return null;
  const { found, moves } = exploring.here;
  const { options, legal, view } = found;
  const chance = new Map(trying ? [] : options.map((option) => [option.action, option.chance]));
  const item = (/** @type {string} */ action) =>
    h(
      'li',
      {},
      button(short(action, view.row), {
        kind: 'small',
        disabled: asking,
        on: { click: () => choose(action) },
        key: chance.has(action) ? percent(chance.get(action) ?? 0) : undefined,
      }),
    );
  if (!legal.length) return h('p', { class: 'note' }, t('explore.over'));
  const here = chosen ? (moves.get(chosen) ?? []).map(({ action }) => action) : [];
  const best = trying ? [] : options.map(({ action }) => action);
  const list = (/** @type {string} */ name, /** @type {string[]} */ actions) =>
    actions.length
      ? [h('h3', { class: 'eyebrow' }, name), h('ul', { class: 'choices' }, actions.map(item))]
      : null;
  return h(
    'div',
    { class: 'chooser' },
    list(t('choose.here'), here),
    list(view.to_move ? t('choose.best', { who: names[view.to_move] }) : '', best),
    h(
      'details',
      { open: Boolean(trying) },
      h('summary', {}, t('choose.all', { count: legal.length })),
      list(
        t('choose.cards'),
        (moves.get('') ?? []).map(({ action }) => action),
      ),
      list(
        t('choose.bridges'),
        [...moves].flatMap(([link, some]) => (link ? some.map(({ action }) => action) : [])),
      ),
    ),
  );
}
