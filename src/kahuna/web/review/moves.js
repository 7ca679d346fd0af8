/** Every action in words, with the labels of turns, and both hands at the step that is shown. */
import { bridgesLeft, islandCount, SEATS } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { back, card, disc } from '../lib/ui.js';
import { tell } from '../table/words.js';
import { turnOf } from './state.js';
import { named } from './verdicts.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */
/** @typedef {import('../messages.js').Frame} Frame */

/** What happened at this step, in words. @param {ReviewState} state @param {number} at */
export const sentences = ({ game, names }, at) =>
  at
    ? tell(game.frames[at].events, { game: game.game, you: null, names })
        .map(({ text }) => text)
        .join(' ')
    : t('replay.start');

/** @param {ReviewState} state @param {(at: number) => void} jump */
export function movesPart(state, jump) {
  const { frames } = state.game;
  const items = frames.map((frame, i) => {
    const opens = i > 0 && (i === 1 || frames[i - 1].view.turn !== frames[i - 2].view.turn);
    const label = h('span', { class: 'lb' });
    const node = h(
      'li',
      { class: frame.seat ?? 'sys' },
      h(
        'button',
        { type: 'button', on: { click: () => jump(i) } },
        opens ? h('small', {}, String(frames[i - 1].view.turn)) : null,
        h('span', { class: 'mv' }, sentences(state, i)),
        label,
      ),
    );
    return { node, label };
  });
  const list = h(
    'ol',
    {},
    items.map(({ node }) => node),
  );
  return {
    node: h('section', { class: 'log moves' }, h('h2', { class: 'eyebrow' }, t('replay.log')), list),
    /** Labels the turns that are judged. @param {ReviewState} now */
    label({ review }) {
      const turns = review?.turns ?? [];
      for (const [i, { label }] of items.entries()) {
        const turn = i ? turns[turnOf(turns, i - 1)] : undefined;
        if (!turn || turn.first !== i - 1 || turn.label === 'forced') label.replaceChildren();
        else {
          const loss = Math.round(100 * turn.loss);
          label.replaceChildren(...named(turn.label), loss > 0 ? h('i', {}, `−${loss}\u00a0%`) : '');
        }
      }
    },
    /** @param {number} at */
    mark(at) {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const { node } = items[at];
      node.setAttribute('aria-current', 'step');
      list.scrollTop = node.offsetTop - list.clientHeight / 2;
    },
  };
}

/** @param {readonly (string | null)[]} names */
const cards = (names) =>
  names.map((name) => (name ? card(name, { mini: true, tag: 'span' }) : h('span', { class: 'gap' })));

/**
 * Score, hands, row and stack at a step.
 * @param {import('../messages.js').Replay} game
 * @param {() => Node} check what stands below the cards
 */
export function cardsPart(game, check) {
  const { hasCards, islandsWord } = gameOf(game.game);
  const score = h('tbody');
  const hands = h('div', { class: 'hands' });
  const row = h('div', { class: 'fan' });
  const line = (/** @type {string} */ name, /** @type {(seat: Seat) => number} */ of) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t(name)),
      SEATS.map((seat) => h('td', { class: 'n' }, String(of(seat)))),
    );
  const heads = SEATS.map((seat) => h('th', { scope: 'col', class: 'n' }, disc(seat, t(`side.${seat}`))));
  return {
    node: h(
      'div',
      { class: 'cards-part' },
      h(
        'section',
        { class: 'scores' },
        h('table', { class: 'rounds' }, h('thead', {}, h('tr', {}, h('td'), heads)), score),
      ),
      hasCards && h('section', {}, h('h2', { class: 'eyebrow' }, t('replay.hands')), hands),
      hasCards && h('section', {}, h('h2', { class: 'eyebrow' }, t('replay.row')), row, check()),
    ),
    /** @param {Pick<Frame, 'view' | 'hands'>} frame */
    show({ view, hands: held }) {
      score.replaceChildren(
        line(islandsWord, (seat) => islandCount(view, seat)),
        ...(hasCards ? [line('points', (seat) => view.points[seat])] : []),
        line('supply', (seat) => bridgesLeft(view, seat)),
      );
      if (!hasCards) return;
      row.replaceChildren(
        ...cards(view.row),
        back({ mini: true, count: view.stack, label: t('replay.hidden', { count: view.stack }) }),
      );
      hands.replaceChildren(
        ...SEATS.map((seat) => {
          const own = held?.[seat] ?? (view.seat === seat ? view.hand : null);
          const count = view.cards[seat];
          return h(
            'div',
            {
              class: 'fan',
              role: 'group',
              'aria-label': `${t(`side.${seat}`)}: ${t('replay.hidden', { count })}`,
            },
            disc(seat),
            own ? cards(own) : Array.from({ length: count }, () => back({ mini: true })),
          );
        }),
      );
    },
  };
}
