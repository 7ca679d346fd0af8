/**
 * What stands around the board of a lesson or puzzle: a bar in place of the far side, a slip in place of the
 * rail.
 */
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { icon } from '../lib/ui.js';
import { languagePicker, schemeButton } from '../pages/shell.js';

/** @typedef {import('../table/parts.js').Frame} Frame */

/**
 * @param {object} made
 * @param {() => import('../lib/dom.js').Children[]} made.bar what stands in the middle of the bar
 * @param {(slip: HTMLElement) => void} made.fill fills the slip
 * @param {() => import('../lib/dom.js').Children[]} made.foot what stands below the row and the kinds
 * @returns {Frame}
 */
export const makeFrame = ({ bar, fill, foot }) => ({
  cls: 'teach',
  /** Focuses the next button, after the press that ended the waiting has been handled. */
  settled: () =>
    setTimeout(() => {
      const go = /** @type {HTMLElement | null} */ (document.querySelector('.slip .go'));
      const slip = go?.closest('.slip');
      if (go && !document.querySelector('.round-end') && !slip?.contains(document.activeElement)) go.focus();
    }),
  makeTop() {
    const home = h('a', { class: 'btn quiet', href: '/' }, icon('prev'), h('span', {}, t('school.home')));
    return {
      node: h(
        'header',
        { class: 'top', 'aria-label': t('school.bar') },
        home,
        bar(),
        languagePicker(),
        schemeButton(),
      ),
      fan: h('button', { hidden: true }),
      time: h('span', { hidden: true }),
      show() {},
    };
  },
  makeRail(table, dock) {
    const game = tableOf(table.view.game);
    const slip = h('section', { class: 'slip' });
    const market = game.makeMarket?.(table);
    const node = h(
      'aside',
      { class: 'rail', 'aria-label': t('school.task') },
      slip,
      dock,
      market?.node,
      h('section', { class: 'foot' }, foot()),
    );
    return {
      node,
      input: h('input'),
      sheet: [],
      market: market?.cards,
      show() {
        fill(slip);
        market?.show();
      },
    };
  },
});

/**
 * Fills a node again only if `key` has changed, so that buttons keep their focus.
 * @param {HTMLElement} node
 * @param {string} key
 * @param {() => import('../lib/dom.js').Children[]} make
 */
export function refill(node, key, make) {
  if (node.dataset.shows === key) return;
  node.dataset.shows = key;
  const had = node.contains(document.activeElement);
  node.replaceChildren();
  for (const child of /** @type {(Node | null | false)[]} */ (/** @type {any[]} */ (make()).flat(Infinity)))
    if (child) node.append(child);
  if (had) /** @type {HTMLElement | null} */ (node.querySelector('.go, button'))?.focus();
}

/**
 * Progress as buoys along a rope.
 * @param {{ href: string, done: boolean, here: boolean, label: string }[]} stops
 */
export const buoys = (stops) =>
  h(
    'ol',
    { class: 'buoys', 'aria-label': t('school.buoys') },
    stops.map(({ href, done, here, label }) =>
      h(
        'li',
        { class: `${done ? 'done' : ''} ${here ? 'here' : ''}`.trim() },
        h('a', { href, 'aria-label': label, 'aria-current': here && 'step', title: label }),
      ),
    ),
  );

/**
 * What is answered: in words, with a sign.
 * @param {'' | 'solved' | 'missed' | 'hint'} tone
 * @param {import('../lib/dom.js').Children[]} children
 */
export const answer = (tone, ...children) =>
  h(
    'div',
    { class: `answer ${tone}`.trim(), role: 'status' },
    tone && icon({ solved: 'check', missed: 'replay', hint: 'hint' }[tone]),
    h('div', {}, children),
  );

/** Keys in a line. @param {[string, string][]} keys a key and the word for what it does */
export const keysLine = (keys) =>
  h(
    'p',
    { class: 'keys-line' },
    keys.map(([key, word]) => h('span', {}, h('kbd', { class: 'key' }, key), ` ${t(word)}`)),
  );

/**
 * Keys and presses with another meaning than at the table: while a move waits to be taken back, any press on
 * the table or Enter takes it back and does nothing else.
 * @param {HTMLElement} root
 * @param {{ waits: () => boolean, takeBack: () => unknown, hint: () => unknown }} page
 */
export function swallow(root, { waits, takeBack, hint }) {
  const onTable = (/** @type {Event} */ { target }) =>
    /** @type {Element} */ (target).closest('.water, .hand .cards, .market');
  for (const name of ['pointerdown', 'pointerup', 'click'])
    root.addEventListener(
      name,
      (event) => {
        if (!waits() || !onTable(event)) return;
        event.stopPropagation();
        event.preventDefault();
        if (name === 'click') takeBack();
      },
      true,
    );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      if (['/', 'l', 'h'].includes(key)) {
        event.stopPropagation();
        if (key === 'h') hint();
      }
      if (!waits() || key !== 'enter') return;
      if (/** @type {Element} */ (event.target).closest('button, a, select')) return;
      event.stopPropagation();
      event.preventDefault();
      takeBack();
    },
    true,
  );
}
