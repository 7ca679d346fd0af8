/** The account as bars that add up: each begins where the one before has ended. */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { signed } from './words.js';

/** @typedef {import('./review.js').Account} Account */
/** @typedef {import('./state.js').ReviewState} ReviewState */

const PARTS = /** @type {const} */ (['white', 'black', 'cards', 'hidden']);

/**
 * Whose account is shown: that of the selected side, else of the person who played against one of our levels.
 * @param {ReviewState} state
 * @returns {Seat}
 */
function seatOf({ side, game: { levels } }) {
  if (side !== 'open') return side;
  return levels.white && !levels.black ? 'black' : 'white';
}

/** The account of White as that of this seat. @param {Account} account @param {Seat} seat */
const seenBy = ({ start, white, black, cards, hidden, result }, seat) =>
  seat === 'white'
    ? { start, white, black, cards, hidden, result }
    : { start: 1 - start, white: -white, black: -black, cards: -cards, hidden: -hidden, result: 1 - result };

/**
 * The parts in whole per cents that add up to the result: rounded down, with the difference given to the
 * largest remainders.
 * @param {Account} account
 */
function wholePercents(account) {
  const names = /** @type {const} */ (['start', ...PARTS]);
  const exact = names.map((name) => 100 * account[name]);
  const whole = exact.map(Math.floor);
  const total = Math.round(100 * account.result);
  const order = exact
    .map((value, i) => ({ i, rest: value - whole[i] }))
    .sort((one, other) => other.rest - one.rest);
  for (let k = 0, missing = total - whole.reduce((a, b) => a + b, 0); missing > 0; k++, missing--)
    whole[order[k % order.length].i]++;
  return { ...Object.fromEntries(names.map((name, i) => [name, whole[i]])), result: total };
}

/** @param {ReviewState} state */
export function accountPart(state) {
  const { names } = state;
  const review = /** @type {NonNullable<ReviewState['review']>} */ (state.review);
  const seat = seatOf(state);
  const sum = /** @type {Record<string, number>} */ (wholePercents(seenBy(review.account, seat)));
  const hasCards = review.hidden_means === 'cards';
  const parts = /** @type {const} */ ([seat, OTHER[seat], 'cards', 'hidden']).filter(
    (part) => part !== 'cards' || hasCards,
  );
  /** @type {[string, string, number, number, string][]} name, class, from, to, told */
  const rows = [[t('account.start'), 'start', 0, sum.start, `${sum.start}\u00a0%`]];
  let at = sum.start;
  for (const part of parts) {
    const name =
      part === 'white' || part === 'black'
        ? t('account.play', { who: names[part] })
        : t(part === 'cards' ? 'account.cards' : `account.hidden.${review.hidden_means}`);
    rows.push([name, part, at, at + sum[part], `${signed(sum[part])}\u00a0%`]);
    at += sum[part];
  }
  const low = Math.min(0, ...rows.map(([, , a, b]) => Math.min(a, b)));
  const high = Math.max(100, ...rows.map(([, , a, b]) => Math.max(a, b)));
  const scale = (/** @type {number} */ value) => (100 * (value - low)) / (high - low);
  const lane = (/** @type {string} */ kind, /** @type {number} */ a, /** @type {number} */ b) =>
    h(
      'span',
      { class: 'lane', 'aria-hidden': 'true', vars: { mid: String(scale(50)) } },
      h('i', {
        class: kind,
        vars: { a: String(scale(Math.min(a, b))), w: String(Math.abs(scale(b) - scale(a))) },
      }),
    );
  return h(
    'section',
    { class: 'account' },
    h(
      'h2',
      { class: 'eyebrow' },
      t(review.result ? 'account.heading' : 'account.running', { who: names[seat] }),
    ),
    h(
      'dl',
      {},
      rows.map(([name, kind, a, b, told]) =>
        h('div', { class: 'bar' }, h('dt', {}, name), h('dd', {}, lane(kind, a, b), h('b', {}, told))),
      ),
      h(
        'div',
        { class: 'bar total' },
        h('dt', {}, t('account.result')),
        h('dd', {}, lane('start', 0, sum.result), h('b', {}, `${sum.result}\u00a0%`)),
      ),
    ),
    h(
      'p',
      { class: 'adds' },
      `${sum.start} ${parts.map((part) => added(sum[part])).join(' ')} = ${sum.result}. `,
      t('account.about'),
    ),
  );
}

/** @param {number} share */
const added = (share) => (share < 0 ? `− ${-share}` : `+ ${share}`);
