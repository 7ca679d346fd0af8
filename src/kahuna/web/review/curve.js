/**
 * White's chance step by step: as White knew it (solid), as Black knew it (dashed), with what neither could
 * see hatched between them; or one line with all cards open. Below it the luck of the cards as ticks.
 */
import { SEATS } from '../board/boards.js';
import { f } from '../board/geometry.js';
import { gameOf } from '../games/index.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { mark } from './verdicts.js';

/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./review.js').Turn} Turn */
/** @typedef {[number, number]} Place step, White's chance */

const LEAST_LUCK = 0.005; // that is shown
const LUCK = { scale: 180, high: 10 }; // pixels of a whole game, and of the longest tick
const EDGE = 12;
const MARK = { radius: 9.5, apart: 22 }; // pixels; from the middle of one to that of the next
/** Where a mark can stand instead of at its point: the nearest places first. @type {[number, number][]} */
const ASIDE = [-66, -44, -33, -22, -11, 0, 11, 22, 33, 44, 66]
  .flatMap((x, _, steps) => steps.map((y) => /** @type {[number, number]} */ ([x, y])))
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

/**
 * White's chance as a seat knew it, at its own decisions.
 * @param {readonly Turn[]} turns
 * @param {Seat | null} seat null: whoever was to move
 * @param {number} end the last step
 * @param {number | null} result
 * @returns {Place[]}
 */
export function known(turns, seat, end, result) {
  /** @type {Place[]} */
  const found = [];
  for (const turn of turns)
    if (!seat || turn.seat === seat)
      for (const { number, chance } of turn.decisions)
        found.push([number, turn.seat === 'white' ? chance : 1 - chance]);
  if (found.length && result !== null) found.push([end, result]);
  return found;
}

/** @param {Review} review @returns {Place[]} */
const openLine = ({ opening, steps }) => [
  [0, opening],
  .../** @type {Place[]} */ (steps.map(({ number, white }) => [number + 1, white])),
];

/**
 * One line with all cards open or where nothing is hidden, else one for each seat.
 * @param {Review} review @param {'known' | 'open'} curve @param {number} end
 */
function linesOf(review, curve, end) {
  if (curve === 'open') return [openLine(review)];
  const { turns, account, complete, hidden_means } = review;
  const result = complete && review.result ? account.result : null;
  const seats = hidden_means === 'cards' ? SEATS : [null];
  return seats.map((seat) => known(turns, seat, end, result));
}

/** The value of a line at a step. @param {Place[]} line @param {number} at */
function valueAt(line, at) {
  const after = line.findIndex(([step]) => step >= at);
  if (after < 0) return line[line.length - 1][1];
  if (after === 0) return line[0][1];
  const [x0, y0] = line[after - 1];
  const [x1, y1] = line[after];
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}

/**
 * Renders the curve into its host, as wide as that is; again for every change. A press leads to the step
 * there, or shows what was better at a turning point; the slider below and N do the same by keyboard.
 * @param {HTMLElement} host
 * @param {import('./state.js').ReviewState} state
 * @param {{ jump: (at: number) => void, pin: (turn: number) => void }} acts
 */
export function paintCurve(host, state, acts) {
  const { game, review, at, curve, branch } = state;
  const { width, height } = host.getBoundingClientRect();
  if (!review || width < 60) return host.replaceChildren();
  const end = Math.max(1, game.frames.length - 1);
  const top = 12;
  const low = height - 42;
  const X = (/** @type {number} */ step) => EDGE + (step / end) * (width - 2 * EDGE);
  const Y = (/** @type {number} */ chance) => top + (1 - chance) * (low - top);
  const pressed = (/** @type {MouseEvent} */ event) => {
    const share = (event.clientX - host.getBoundingClientRect().left - EDGE) / (width - 2 * EDGE);
    acts.jump(Math.round(share * end));
  };
  const path = (/** @type {Place[]} */ line) =>
    line.map(([step, chance], i) => `${i ? 'L' : 'M'}${f(X(step))} ${f(Y(chance))}`).join('');
  const hidden = review.hidden_means === 'cards';
  const lines = linesOf(review, curve, end);
  const [first = [], second = first] = lines.filter((line) => line.length);
  host.replaceChildren(
    s(
      'svg',
      {
        width: f(width),
        height: f(height),
        viewBox: `0 0 ${f(width)} ${f(height)}`,
        role: 'img',
        'aria-label': told(state),
        on: { click: pressed },
      },
      fog(),
      first.length > 0 && areas(first, second, path, X, top, low),
      s('path', { class: 'cv-mid', d: `M${EDGE} ${f(Y(0.5))}H${f(width - EDGE)}` }),
      rounds(game, X, top, low, height),
      second !== first && s('path', { class: 'cv-b', d: path(second) }),
      first.length > 0 && s('path', { class: 'cv-w', d: path(first) }),
      s('rect', { class: 'cv-frame', x: EDGE, y: top, width: f(width - 2 * EDGE), height: f(low - top) }),
      hidden && luck(review, X, low + 13, width),
      branch &&
        s('path', {
          class: 'cv-branch',
          d: `M${f(X(branch.from))} ${f(Y(valueAt(first, branch.from)))}${branch.line
            .map((chance, i) => `L${f(X(Math.min(end, branch.from + i + 1)))} ${f(Y(chance))}`)
            .join('')}`,
        }),
      s('path', { class: 'cv-now', d: `M${f(X(at))} ${top - 8}V${f(low + 24)}` }),
      marks(state, review, first, second, X, Y, [width, top, low], acts.pin),
    ),
  );
}

const fog = () =>
  s(
    'defs',
    {},
    s(
      'pattern',
      { id: 'fog', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      s('rect', { class: 'cv-fogbase', width: 5, height: 5 }),
      s('rect', { class: 'cv-bot', width: 2, height: 5, opacity: 0.7 }),
    ),
  );

/**
 * The areas of Black above, of White below, and between them what neither could see.
 * @param {Place[]} first @param {Place[]} second
 * @param {(line: Place[]) => string} path @param {(step: number) => number} X
 * @param {number} top @param {number} low
 */
function areas(first, second, path, X, top, low) {
  const steps = [...new Set([...first, ...second].map(([step]) => step))].sort((a, b) => a - b);
  const pick = (/** @type {(...values: number[]) => number} */ of) =>
    /** @type {Place[]} */ (steps.map((step) => [step, of(valueAt(first, step), valueAt(second, step))]));
  const [left, right] = [f(X(steps[0])), f(X(steps[steps.length - 1]))]; // beyond it nothing is judged yet
  const close = `L${right} ${f(low)}L${left} ${f(low)}Z`;
  return [
    s('path', { class: 'cv-top', d: `M${left} ${top}H${right}V${f(low)}H${left}Z` }),
    s('path', { class: 'cv-fog', d: path(pick(Math.max)) + close }),
    s('path', { class: 'cv-bot', d: path(pick(Math.min)) + close }),
  ];
}

/**
 * @param {import('../messages.js').Replay} game @param {(step: number) => number} X
 * @param {number} top @param {number} low @param {number} height
 */
function rounds({ game, frames }, X, top, low, height) {
  if (!gameOf(game).hasCards) return null;
  return frames.map(({ view }, i) =>
    !i || view.round !== frames[i - 1].view.round
      ? [
          i > 0 && s('path', { class: 'cv-round', d: `M${f(X(i))} ${top}V${f(low)}` }),
          s(
            'text',
            { class: 'cv-t', x: f(X(i) + (i ? 4 : 0)), y: f(height - 10) },
            t('replay.round', { round: view.round }),
          ),
        ]
      : null,
  );
}

/** @param {Review} review @param {(step: number) => number} X @param {number} y @param {number} width */
const luck = ({ steps }, X, y, width) => [
  s('path', { class: 'cv-axis', d: `M${EDGE} ${f(y)}H${f(width - EDGE)}` }),
  steps
    .filter(({ cards }) => Math.abs(cards) >= LEAST_LUCK)
    .map(({ number, cards }) => {
      const up = Math.max(-LUCK.high, Math.min(LUCK.high, LUCK.scale * cards));
      return s('path', { class: 'cv-luck', d: `M${f(X(number + 1))} ${f(y)}v${f(-up)}` });
    }),
];

/**
 * Places for marks near these points, inside the curve's frame, without overlap.
 * @param {readonly [number, number][]} points
 * @param {number} width @param {number} top @param {number} low
 */
function spread(points, width, top, low) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [x, y] of points) {
    const free = ASIDE.map(([dx, dy]) => /** @type {[number, number]} */ ([x + dx, y + dy])).filter(
      ([px, py]) =>
        (px === x || (px > EDGE && px < width - EDGE)) &&
        (py === y || (py > top && py < low)) &&
        found.every(([qx, qy]) => Math.hypot(px - qx, py - qy) >= MARK.apart),
    );
    found.push(free[0] ?? [x, y]);
  }
  return found;
}

/**
 * Turning points, each on its own seat's line or beside it, with a line that leads there.
 * @param {import('./state.js').ReviewState} state @param {Review} review
 * @param {Place[]} first @param {Place[]} second
 * @param {(step: number) => number} X @param {(chance: number) => number} Y
 * @param {[number, number, number]} frame width, top and bottom of the curve
 * @param {(turn: number) => void} pin
 */
function marks({ pinned }, review, first, second, X, Y, frame, pin) {
  if (!first.length) return null;
  const points = review.points.map(
    ({ number, seat }) =>
      /** @type {[number, number]} */ ([X(number), Y(valueAt(seat === 'white' ? first : second, number))]),
  );
  const places = spread(points, ...frame);
  const leads = points.map(([x, y], i) => `M${f(x)} ${f(y)}L${f(places[i][0])} ${f(places[i][1])}`);
  return [
    s('path', { class: 'cv-lead', d: leads.join('') }),
    review.points.map(({ letter, turn, label }, i) =>
      s(
        'g',
        {
          class: pinned === turn ? 'cv-point on' : 'cv-point',
          transform: `translate(${f(places[i][0])} ${f(places[i][1])})`,
          on: {
            click: (/** @type {Event} */ event) => {
              event.stopPropagation();
              pin(turn);
            },
          },
        },
        mark(label, MARK.radius, letter),
      ),
    ),
  ];
}

/** The curve in a sentence. @param {import('./state.js').ReviewState} state */
function told({ review, names }) {
  const points = (review?.points ?? []).map(
    ({ letter, turn, seat }) =>
      `${letter}: ${t('replay.turn', { turn: review?.turns[turn].turn ?? 0 })}, ${names[seat]}`,
  );
  return [t('curve.about'), ...points].join(' ');
}

/** What the lines mean. @param {import('./state.js').ReviewState} state */
export function legend({ review, names, curve }) {
  const sign = (/** @type {string} */ cls, /** @type {string} */ d) =>
    s('svg', { viewBox: '0 0 26 12', 'aria-hidden': 'true' }, s('path', { class: cls, d }));
  if (!review) return h('p', { class: 'legend' });
  const hidden = review.hidden_means === 'cards';
  return h(
    'p',
    { class: 'legend' },
    h(
      'span',
      {},
      sign('cv-w', 'M0 6H26'),
      curve === 'open' || !hidden ? t('curve.open') : t('curve.knew', { who: names.white }),
    ),
    curve === 'known' &&
      hidden && [
        h('span', {}, sign('cv-b', 'M0 6H26'), t('curve.knew', { who: names.black })),
        h('span', {}, sign('cv-fog', 'M0 0H26V12H0Z'), t('curve.fog')),
      ],
    hidden && h('span', {}, sign('cv-luck', 'M5 6V0M13 6V12M21 6V2'), t('curve.luck')),
  );
}
