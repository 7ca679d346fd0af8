/** Small signs: stones that fill up as a goal is met, knots for days in a row. */
import { stone } from '../board/pieces.js';
import { h, s } from '../lib/dom.js';

/** Slots that fill with stones. @param {number} of @param {number} won @param {Seat} side */
export const slots = (of, won, side) =>
  h(
    'span',
    { class: 'slots', 'aria-hidden': 'true' },
    Array.from({ length: of }, (_, i) =>
      s(
        'svg',
        { viewBox: '-20 -20 40 40', class: i < won ? 'won' : undefined },
        i < won ? stone(side, 17) : s('circle', { class: 'slot', r: 16 }),
      ),
    ),
  );

/** Days as knots in a log line. @param {boolean[]} days @param {string} words */
export const knots = (days, words) =>
  h(
    'p',
    { class: 'knots' },
    s(
      'svg',
      { viewBox: '0 0 156 20', 'aria-hidden': 'true' },
      s('path', { class: 'rope', d: 'M0 10H156' }),
      days.map((on, i) =>
        on
          ? s('path', { class: 'knot', d: `M${5 + i * 22} 10c3-9 11-9 14 0c-3 9-11 9-14 0Zh14` })
          : s('circle', { class: 'gap', cx: 12 + i * 22, cy: 10, r: 2.6 }),
      ),
    ),
    h('span', {}, words),
  );
