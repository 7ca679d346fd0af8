/** Both players' play as a whole, and all of it as a table. */
import { SEATS } from '../board/boards.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button, disc } from '../lib/ui.js';
import { turnName } from './turn-card.js';
import { labelName } from './verdicts.js';
import { percent, short, signed } from './words.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */

/** @param {ReviewState} state */
export function playersPart(state) {
  const { review, names } = state;
  if (!review?.complete) return null;
  const cards = review.hidden_means === 'cards';
  return h(
    'section',
    { class: 'players' },
    SEATS.map((seat) => {
      const { accuracy, luck } = review.players[seat];
      return h(
        'p',
        {},
        disc(seat),
        h('b', {}, names[seat]),
        h(
          'span',
          {},
          accuracy === null ? t('player.none') : t('player.accurate', { share: percent(accuracy) }),
          cards ? ` · ${t('player.luck', { luck: signed(Math.round(100 * luck)) })}` : '',
        ),
      );
    }),
    button(t('table.open'), { ic: 'log', kind: 'small', on: { click: () => openTable(state) } }),
  );
}

/** The whole review as a table, turn by turn. @param {ReviewState} state */
function openTable({ review, names, game }) {
  if (!review) return;
  const luckOf = (/** @type {import('./review.js').Turn} */ { first, actions }) =>
    review.steps.slice(first, first + actions.length).reduce((sum, { cards }) => sum + cards, 0);
  const cards = review.hidden_means === 'cards';
  const row = (/** @type {number} */ number) => game.frames[number].view.row;
  const letter = new Map(review.points.map((point) => [point.turn, point.letter]));
  sheet(
    t('table.heading'),
    'review-table',
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('table.heading') },
      h(
        'table',
        { class: 'text-board' },
        h('caption', { class: 'vh' }, t('curve.about')),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            [
              'table.turn',
              'table.side',
              'table.played',
              'table.label',
              'table.loss',
              'table.chance',
              ...(cards ? ['table.luck'] : []),
              'table.better',
            ].map((key) => h('th', { scope: 'col' }, t(key))),
          ),
        ),
        h(
          'tbody',
          {},
          review.turns.map((turn, place) =>
            h(
              'tr',
              {},
              h(
                'th',
                { scope: 'row' },
                `${letter.has(place) ? `${letter.get(place)} ` : ''}${turnName(turn.turn)}`,
              ),
              [
                names[turn.seat],
                turn.actions.map((action, i) => short(action, row(turn.first + i))).join(', '),
                labelName(turn.label),
                turn.label === 'forced' ? '–' : String(Math.max(0, Math.round(100 * turn.loss))),
                turn.decisions.length ? percent(turn.decisions[0].chance) : '–',
                ...(cards ? [signed(Math.round(100 * luckOf(turn)))] : []),
                turn.advice ? short(turn.advice.better, row(turn.advice.number)) : '–',
              ].map((cell) => h('td', {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}
