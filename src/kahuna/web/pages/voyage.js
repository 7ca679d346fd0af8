/** The voyage: the levels as ports along a route. It is the choice of an opponent, and shows what was won. */

import { coast, outline } from '../board/geometry.js';
import { KAHUNA } from '../games/facts.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/icons.js';
import { keep, kept } from '../lib/kept.js';
import { levelName } from '../lib/names.js';

const HEIGHTS = [58, 40, 56, 38, 54, 36, 52, 38]; // of ports along the route
const SWING = 26;
const COASTS = KAHUNA.islands.map(({ name }) => name).reverse();

/** The port after the furthest one beaten; the last if all are. @param {number[]} wins */
export const nextPort = (wins) => Math.min(wins.findLastIndex((count) => count > 0) + 1, wins.length - 1);

const OFTEN = 3; // wins after which the next port is recommended

/**
 * Where to sail next: "Papai beaten 3 times: try Manu".
 * @param {string[]} levels
 * @param {number[]} wins
 * @param {number} next
 */
export function nextWords(levels, wins, next) {
  const who = levelName(levels[next]);
  const last = next - 1;
  if (last < 0 || wins[last] < OFTEN || wins[next]) return t('home.voyage.next', { who });
  return t('home.voyage.try', { beaten: levelName(levels[last]), count: wins[last], who });
}

/** The route to the port before this one. @param {number} ports */
function route(ports) {
  let d = '';
  for (let i = 0; i < ports; i++) {
    const [x, y, before] = [50 + i * 100, HEIGHTS[i % 8], HEIGHTS[(i + 7) % 8]];
    const by = i % 2 ? SWING : -SWING;
    d += i ? `C${x - 50} ${before + by} ${x - 50} ${y + by} ${x} ${y}` : `M${x} ${y}`;
  }
  return d;
}

/** A small island with its creature. @param {number} place @param {string} level */
function port(place, level) {
  const shore = coast(COASTS[place % COASTS.length]);
  const creature = icon(level).firstElementChild;
  return s(
    'svg',
    { class: 'port', viewBox: '-78 -74 156 148', 'aria-hidden': 'true' },
    s('path', { class: 'shoal-1', d: outline(shore, 16, 30, 0.7) }),
    s('path', { class: 'shoal-2', d: outline(shore, 8, 30, 0.8) }),
    s('path', { class: 'beach', d: outline(shore) }),
    s('path', { class: 'land', d: outline(shore, -6, 40, 1.05) }),
    s('g', { class: 'creature', transform: 'translate(-27 -27) scale(2.25)' }, creature),
  );
}

/** Our outrigger canoe; it sails in from the port where it was last seen. @param {number} from ports ago */
const canoe = (from) =>
  s(
    'svg',
    {
      class: `canoe${from ? ' sails' : ''}`,
      viewBox: '-22 -26 44 36',
      'aria-hidden': 'true',
      vars: { from: -from },
    },
    s('path', { class: 'sail', d: 'M-1-24C10-20 13-10 12-3H-1Z' }),
    s('path', { class: 'mast', d: 'M-1-25V2' }),
    s('path', { class: 'hull', d: 'M-19-1C-12 3 10 3 19-3C16 6 8 8 0 8S-15 6-19-1Z' }),
  );

const pennant = () =>
  s(
    'svg',
    { class: 'pennant', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    s('path', { d: 'M2 1V13M2 2L12 4.5L2 8Z' }),
  );

/**
 * @param {string} game
 * @param {string[]} levels weakest first
 * @param {number[]} wins of each
 * @param {string} chosen
 */
export function voyage(game, levels, wins, chosen) {
  const far = wins.findLastIndex((count) => count > 0);
  const seen = Number(kept(`canoe.${game}`) ?? far);
  keep(`canoe.${game}`, String(far));
  return h(
    'div',
    { class: 'voyage', role: 'group', 'aria-label': t('home.level'), vars: { ports: levels.length } },
    s(
      'svg',
      {
        class: 'route',
        viewBox: `0 0 ${levels.length * 100} 100`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      },
      s('path', { class: 'ahead', d: route(levels.length) }),
      far > 0 && [
        s('path', { class: 'wake', d: route(far + 1) }),
        s('path', { class: 'done', d: route(far + 1) }),
      ],
    ),
    levels.map((level, i) =>
      h(
        'label',
        { class: `pick portpick${i <= far ? ' beaten' : ''}` },
        h('input', {
          type: 'radio',
          name: 'level',
          value: level,
          checked: level === chosen,
          'aria-label': [
            levelName(level),
            t('home.level.number', { number: i + 1, of: levels.length }),
            `${t('home.wins', { count: wins[i] })}. ${t(`level.${level}.line`)}`,
          ].join(', '),
        }),
        h(
          'span',
          { class: 'pick-in' },
          port(i, level),
          i === far && canoe(Math.max(0, far - seen)),
          h('b', {}, levelName(level)),
          h(
            'small',
            {},
            wins[i] ? [pennant(), String(wins[i])] : h('i', {}, t('home.level.short', { number: i + 1 })),
          ),
        ),
      ),
    ),
  );
}
