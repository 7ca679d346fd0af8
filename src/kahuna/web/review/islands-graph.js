/** Who controlled how many islands, step by step: shown where there is no review. */
import { gameOf } from '../games/index.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @param {import('../messages.js').Replay} game */
export function islandsGraph({ game, frames }) {
  const n = Math.max(1, frames.length - 1);
  const { board, hasCards } = gameOf(game);
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
  const lines = starts.slice(1).map((i) => `M${i} 0V100`);
  return {
    node: h(
      'div',
      { class: 'graph' },
      s(
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
        s('path', { class: 'wp-round', d: lines.join('') || 'M0 0' }),
        now,
      ),
      h(
        'p',
        { class: 'wp-rounds', 'aria-hidden': 'true' },
        starts.map((i) =>
          h('span', { vars: { x: `${(100 * i) / n}%` } }, t('replay.round', { round: frames[i].view.round })),
        ),
      ),
    ),
    mark: (/** @type {number} */ at) => now.setAttribute('d', `M${at} 0V100`),
  };
}
