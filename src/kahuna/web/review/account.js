/** The account as bars that add up: each begins where the one before has ended. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { signed } from './words.js';

/** @typedef {import('./review.js').Review} Review */

const PARTS = /** @type {const} */ (['white', 'black', 'cards', 'hidden']);

/**
 * The parts in whole per cents that add up to the result: rounded down, and what is missing goes to the
 * largest remainders.
 * @param {import('./review.js').Account} account
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

/** @param {Review} review @param {Record<Seat, string>} names */
export function accountPart(review, names) {
  const sum = /** @type {Record<string, number>} */ (wholePercents(review.account));
  const hasCards = review.hidden_means === 'cards';
  /** @type {[string, string, number, number, string][]} name, class, from, to, told */
  const rows = [[t('account.start'), 'start', 0, sum.start, `${sum.start}\u00a0%`]];
  let at = sum.start;
  for (const part of PARTS) {
    if (part === 'cards' && !hasCards) continue;
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
  const parts = PARTS.filter((part) => part !== 'cards' || hasCards);
  return h(
    'section',
    { class: 'account' },
    h(
      'h2',
      { class: 'eyebrow' },
      t(review.result ? 'account.heading' : 'account.running', { who: names.white }),
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
