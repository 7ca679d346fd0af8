/**
 * What all pages share: the bar at the top, language and day or night, announcements, and the cloth for short
 * words.
 */

import { picture } from '../board/picture.js';
import { GAMES } from '../games/facts.js';
import { h, s } from '../lib/dom.js';
import { LANGUAGES, language, speak, t } from '../lib/i18n.js';
import { keep } from '../lib/kept.js';
import { setTitle } from '../lib/turns.js';
import { icon, stoneGlyph } from '../lib/ui.js';

/** The style sheets of all pages except the table. */
const DRESSES = ['pages', 'join', 'rules', 'courses', 'openings', 'review'];

/** Loads the style of the pages around the table, where the document did not bring it. */
function dressAsPage() {
  if (document.querySelector(DRESSES.map((name) => `link[href$="/styles/${name}.css"]`).join())) return;
  const { pathname } = new URL('../styles/pages.css', import.meta.url);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = pathname;
  document.head.append(link);
}

/** Says this sentence to a screen reader. @param {string} words */
export const say = (words) => {
  /** @type {HTMLElement} */ (document.getElementById('live')).textContent = words;
};

/** @param {string} [words] */
export const title = (words) => {
  setTitle(words ? `${words} · Kahuna` : 'Kahuna');
};

/** A native list of our languages; choosing one never loses anything on the page. */
export const languagePicker = () =>
  h(
    'label',
    { class: 'tongue' },
    h('span', { class: 'vh' }, t('nav.language')),
    h(
      'select',
      { id: 'language', on: { change: choose } },
      Object.entries(LANGUAGES).map(([code, name]) =>
        h('option', { value: code, lang: code, selected: code === language() }, name),
      ),
    ),
  );

/** @param {Event} event */
async function choose(event) {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  await speak([], /** @type {import('../lib/i18n.js').Language} */ (value));
  document.getElementById('language')?.focus();
}

const MOON = 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5Z';
const SUN =
  'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4' +
  'M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4';

/** Day becomes night, and back. */
export function schemeButton() {
  const root = document.documentElement;
  const path = s('path', {});
  const made = h(
    'button',
    {
      class: 'btn quiet icon-only',
      type: 'button',
      on: {
        click: () => {
          root.dataset.scheme = root.dataset.scheme === 'night' ? 'day' : 'night';
          keep('scheme', root.dataset.scheme);
          show();
        },
      },
    },
    s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path),
  );
  const show = () => {
    const night = root.dataset.scheme === 'night';
    const words = t(night ? 'nav.day' : 'nav.night');
    path.setAttribute('d', night ? SUN : MOON);
    made.setAttribute('aria-label', words);
    made.title = words;
  };
  show();
  return made;
}

/** @param {'home' | 'learn' | 'rules' | 'replay' | ''} here which page this is @param {string} [cls] */
export const topBar = (here, cls = 'home-top') =>
  h(
    'header',
    { class: cls },
    h('a', { class: 'skip btn', href: '#main' }, t('nav.skip')),
    h('a', { class: 'brand', href: '/' }, stoneGlyph('white'), h('span', {}, 'Kahuna')),
    here === 'home' ? h('p', { class: 'motto' }, t('home.motto')) : null,
    h(
      'nav',
      { class: 'home-nav', 'aria-label': t('nav.pages') },
      h(
        'span',
        {},
        [
          ['home', '/', 'nav.play'],
          ['learn', '/learn', 'nav.learn'],
          ['rules', '/rules', 'nav.rules'],
          ['replay', '/replay', 'nav.load'],
        ]
          .filter(([page]) => page !== 'home' || here !== 'home')
          .map(([page, href, key]) =>
            h('a', { href, 'aria-current': page === here ? 'page' : undefined }, t(key)),
          ),
      ),
      languagePicker(),
      schemeButton(),
    ),
  );

/** Islands behind a page. */
export const backdrop = () => picture({ game: GAMES[0] }, { cls: 'backdrop', tag: 'div' });

/** The woven band of the cloth: our own pattern. @param {string} id */
export const weave = (id) =>
  s(
    'svg',
    { class: 'weave-band', 'aria-hidden': 'true' },
    s(
      'defs',
      {},
      s(
        'pattern',
        { id, width: 48, height: 36, patternUnits: 'userSpaceOnUse' },
        s('path', { class: 'w1', d: 'M0 36L12 12L24 36ZM24 36L36 12L48 36Z' }),
        s('path', { class: 'w2', d: 'M0 9h48M0 4h48' }),
        s('path', { class: 'w3', d: 'M12 20v10M36 20v10M8 30h8M32 30h8' }),
      ),
    ),
    s('rect', { width: '100%', height: 36, fill: `url(#${id})` }),
  );

/**
 * A page with a single message, on a cloth over the open sea.
 * @param {HTMLElement} root
 * @param {{ heading: string, text: string | string[], side?: 'white' | 'black', eyebrow?: string }} words
 * @param {...(Node | null)} acts what can be done
 */
export function clothPage(root, { heading, text, side = 'white', eyebrow }, ...acts) {
  dressAsPage();
  title(heading);
  root.className = 'lone';
  root.replaceChildren(
    backdrop(),
    topBar(''),
    h(
      'main',
      { class: 'cloth', id: 'main', tabindex: -1 },
      weave('wa'),
      h(
        'div',
        { class: 'cloth-in' },
        h('span', { class: 'cloth-stone' }, stoneGlyph(side)),
        eyebrow ? h('p', { class: 'eyebrow' }, eyebrow) : null,
        h('h1', {}, heading),
        [text].flat().map((line) => h('p', {}, line)),
        acts,
      ),
      weave('wb'),
    ),
  );
}

/**
 * A link that looks like a button.
 * @param {string} href
 * @param {string} words
 * @param {string} [kind]
 * @param {string} [ic]
 */
export const linkButton = (href, words, kind = '', ic) =>
  h('a', { class: `btn ${kind}`, href }, ic ? icon(ic) : null, h('span', {}, words));

/** No such page, or none that this visitor may see. @param {HTMLElement} root */
export function notFound(root) {
  const show = () =>
    clothPage(
      root,
      { heading: t('lost.heading'), text: t('lost.text'), side: 'black' },
      h(
        'div',
        { class: 'cloth-acts' },
        linkButton('/', t('lost.home'), 'primary'),
        linkButton('/rules', t('nav.rules'), 'quiet'),
      ),
    );
  document.addEventListener('language', show);
  show();
}

/** Something went wrong that only reloading can fix. @param {HTMLElement} root @param {unknown} error */
export const problem = (root, error) =>
  clothPage(
    root,
    {
      heading: t('problem.heading'),
      text: error instanceof Error ? error.message : String(error),
      side: 'black',
    },
    h(
      'div',
      { class: 'cloth-acts' },
      linkButton(location.pathname, t('problem.again'), 'primary'),
      linkButton('/', t('lost.home'), 'quiet'),
    ),
  );
