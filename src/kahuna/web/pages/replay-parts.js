/**
 * Parts of the replay: who played, what happened in words, the graph of islands, and the panel with score,
 * cards and moves.
 */
import { bridgesLeft, islandCount, SEATS } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { h, s } from '../lib/dom.js';
import { has, t } from '../lib/i18n.js';
import { back, card, disc } from '../lib/ui.js';
import { tell } from '../table/words.js';

/** @typedef {import('../messages.js').Replay} Replay */
/** @typedef {import('../messages.js').Seat} Seat */

/** What a player of this record is called. @param {Replay} game @param {Seat} seat */
export function who({ players, levels }, seat) {
  const level = levels[seat];
  const twins = players.white === players.black;
  return level && has(`level.${level}`) && levels.white !== levels.black
    ? t(`level.${level}`)
    : (!twins && players[seat]) || t(`side.${seat}`);
}

/** What happened at this step, in words. @param {Replay} game @param {number} at */
export const sentences = (game, at) =>
  at
    ? tell(game.frames[at].events, {
        game: game.game,
        you: null,
        names: { white: who(game, 'white'), black: who(game, 'black') },
      })
        .map(({ text }) => text)
        .join(' ')
    : t('replay.start');

/** Who held how many islands, step by step. @param {Replay} game */
export function graph(game) {
  const { frames } = game;
  const n = Math.max(1, frames.length - 1);
  const { board, hasCards } = gameOf(game.game);
  const all = board.islands.length;
  const steps = (/** @type {Seat} */ seat, /** @type {(part: number) => number} */ y) =>
    frames
      .map(({ view }, i) => {
        const part = Object.values(view.control).filter((owner) => owner === seat).length / all;
        return `${i ? `H${i}` : 'M0 '}${i ? 'V' : ''}${Math.round(y(part) * 10) / 10}`;
      })
      .join('');
  const white = steps('white', (part) => 100 - 100 * part);
  const black = steps('black', (part) => 100 * part);
  const now = s('path', { class: 'wp-now' });
  const starts = frames.flatMap(({ view }, i) =>
    hasCards && (!i || view.round !== frames[i - 1].view.round) ? [i] : [],
  );
  const svg = s(
    'svg',
    {
      class: 'wp',
      viewBox: `0 0 ${n} 100`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': t('replay.graph'),
    },
    s('rect', { class: 'wp-free', width: n, height: 100 }),
    s('path', { class: 'wp-b', d: `${black}V0H0Z` }),
    s('path', { class: 'wp-w', d: `${white}V100H0Z` }),
    s('path', {
      class: 'wp-round',
      d:
        starts
          .slice(1)
          .map((i) => `M${i} 0V100`)
          .join('') || 'M0 0',
    }),
    now,
  );
  return {
    svg,
    rounds: h(
      'p',
      { class: 'wp-rounds', 'aria-hidden': 'true' },
      starts.map((i) =>
        h('span', { vars: { x: `${(100 * i) / n}%` } }, t('replay.round', { round: frames[i].view.round })),
      ),
    ),
    mark: (/** @type {number} */ at) => now.setAttribute('d', `M${at} 0V100`),
  };
}

/** @param {(string | null)[]} names */
const cards = (names) =>
  names.map((name) => (name ? card(name, { mini: true, tag: 'span' }) : h('span', { class: 'gap' })));

/** The panel at the side. @param {Replay} game @param {(at: number) => void} jump */
export function panel(game, jump) {
  const { hasCards, islandsWord } = gameOf(game.game);
  const score = h('tbody');
  const hands = h('div', { class: 'hands' });
  const row = h('div', { class: 'fan' });
  const moves = h(
    'ol',
    {},
    game.frames.map((frame, i) => {
      const opens = i > 0 && (i === 1 || game.frames[i - 1].view.turn !== game.frames[i - 2].view.turn);
      return h(
        'li',
        { class: frame.seat ?? 'sys' },
        h(
          'button',
          { type: 'button', on: { click: () => jump(i) } },
          opens ? h('small', {}, String(game.frames[i - 1].view.turn)) : null,
          sentences(game, i),
        ),
      );
    }),
  );
  const line = (/** @type {string} */ name, /** @type {(seat: Seat) => number} */ of) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t(name)),
      SEATS.map((seat) => h('td', { class: 'n' }, String(of(seat)))),
    );

  /** @param {number} at */
  const mark = (at) => {
    const frame = game.frames[at];
    const { view } = frame;
    score.replaceChildren(
      line(islandsWord, (seat) => islandCount(view, seat)),
      ...(hasCards ? [line('points', (seat) => view.points[seat])] : []),
      line('supply', (seat) => bridgesLeft(view, seat)),
    );
    if (hasCards) {
      row.replaceChildren(
        ...cards(view.row),
        back({ mini: true, count: view.stack, label: t('replay.hidden', { count: view.stack }) }),
      );
      hands.replaceChildren(
        ...SEATS.map((seat) => {
          const held = frame.hands?.[seat] ?? (view.seat === seat ? view.hand : null);
          const count = view.cards[seat];
          return h(
            'div',
            {
              class: 'fan',
              role: 'group',
              'aria-label': `${t(`side.${seat}`)}: ${t('replay.hidden', { count })}`,
            },
            disc(seat),
            held ? cards(held) : Array.from({ length: count }, () => back({ mini: true })),
          );
        }),
      );
    }
    moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = /** @type {HTMLElement} */ (moves.children[at]);
    item.setAttribute('aria-current', 'step');
    moves.scrollTop = item.offsetTop - moves.clientHeight / 2;
  };
  return {
    mark,
    parts: [
      h(
        'section',
        { class: 'scores' },
        h(
          'table',
          { class: 'rounds' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('td'),
              SEATS.map((seat) => h('th', { scope: 'col', class: 'n' }, disc(seat, t(`side.${seat}`)))),
            ),
          ),
          score,
        ),
      ),
      ...(hasCards
        ? [
            h('section', {}, h('h2', { class: 'eyebrow' }, t('replay.hands')), hands),
            h('section', {}, h('h2', { class: 'eyebrow' }, t('replay.row')), row),
          ]
        : []),
      h('section', { class: 'log moves' }, h('h2', { class: 'eyebrow' }, t('replay.log')), moves),
    ],
  };
}
