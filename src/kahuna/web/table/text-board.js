/** The board as tables of text: at the table from the menu, and wherever else a position is shown. */
import { degree, ownerOf, SEATS } from '../board/boards.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { kindName, linkName, who } from './words.js';

/** @typedef {(string | number)[]} Row */
/**
 * A table with a heading for every row.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Row[]} rows
 */
const grid = (caption, heads, rows) =>
  h(
    'table',
    { class: 'text-board' },
    h('caption', {}, caption),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((head) => h('th', { scope: 'col' }, head)),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map(([first, ...rest]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, String(first)),
          rest.map((cell) => h('td', {}, String(cell))),
        ),
      ),
    ),
  );

/**
 * Cards that are to be seen, islands and links of a position. Needs the words of `table`.
 * @param {View} view
 * @param {Cast} cast
 * @returns {(HTMLElement | false)[]}
 */
function textBoard(view, cast) {
  const { board, hasCards } = gameOf(view.game);
  const side = (/** @type {Seat | undefined} */ seat) => (seat ? who(cast, seat) : t('text.nobody'));
  const worth = Boolean(view.values);
  return [
    hasCards &&
      h(
        'p',
        {},
        view.hand && `${t('text.hand', { cards: view.hand.join(', ') || '–' })} `,
        t('text.row', { cards: view.row.map((name) => name ?? '–').join(', '), count: view.stack }),
      ),
    grid(
      t('text.islands'),
      [
        t('text.island'),
        ...SEATS.map(side),
        t('link.free'),
        t('text.control'),
        ...(worth ? [t('points'), '×'] : []),
      ],
      board.islands.map(({ name }) => [
        `${name} (${degree(board, name)})`,
        ...[...SEATS, undefined].map((seat) => bridgesAt(view, name, seat)),
        side(view.control[name]),
        ...(worth
          ? [SEATS.map((seat) => view.values?.[name][seat]).join(' : '), view.worth?.[name] ?? 1]
          : []),
      ]),
    ),
    grid(
      t('text.links'),
      [t('text.link'), t('link.bridge')],
      board.links.map(({ id }) => {
        const bridge = view.bridges[id];
        return [
          linkName(id),
          bridge
            ? side(ownerOf(bridge)) + (typeof bridge === 'object' ? `, ${kindName(bridge.kind)}` : '')
            : t('link.free'),
        ];
      }),
    ),
  ];
}

/** The board as tables, on a sheet of their own. @param {{ view: View, cast: Cast }} shown */
export function openText({ view, cast }) {
  sheet(t('text'), 'text', ...textBoard(view, cast));
}
