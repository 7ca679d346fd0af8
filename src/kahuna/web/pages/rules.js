/** /rules and /rules/{game}: the rules in our own words, with pictures rendered by the board itself. */

import { picture } from '../board/picture.js';
import { position } from '../board/position.js';
import { exahuna } from '../games/exahuna.js';
import { KINDS, NOTATION } from '../games/facts.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { kahuna } from '../games/kahuna.js';
import { special } from '../games/special.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { card, kindGlyph } from '../lib/ui.js';
import { linkButton, notFound, title, topBar } from './shell.js';

/** @typedef {import('../messages.js').GameName} GameName */
/** @typedef {import('../board/picture.js').Figure} Figure */

/* ------------------------------------------------------------------ pictures */

const SOUTH = ['DUDA', 'ELAI', 'HUNA', 'IFFI', 'JOJO', 'KAHU', 'LALE'];
const NORTH = ['ALOA', 'BARI', 'DUDA', 'ELAI', 'FAAA'];
const WEST = ['ALOA', 'BARI', 'DUDA', 'ELAI', 'HUNA', 'IFFI'];
const near = (/** @type {string[]} */ crop) => ({ game: kahuna.name, crop, cropAspect: 1.45 });
const look = { by: /** @type {const} */ ('white'), wins: [], falls: [], loses: [] };
/**
 * Islands and points around c3.
 * @param {string} white
 * @param {string} black
 * @param {string} values as "c3 5 5, b2 3 0"
 * @param {{ white?: string, black?: string }} control
 */
const around = (white, black, values, { white: w = '', black: b = '' } = {}) => ({
  game: special.name,
  box: [212, 168, 576, 424],
  view: {
    ...position({ white, black }, { white: w, black: b }),
    values: Object.fromEntries(
      values
        .split(', ')
        .map((line) => line.split(' '))
        .map(([name, mine, theirs]) => [name, { white: Number(mine), black: Number(theirs) }]),
    ),
  },
});
const A1 = [132, -44, 516, 356];

/** @type {Record<string, Figure>} */
const FIGURES = {
  'k.win.1': {
    view: kahuna.sample,
    usable: ['ELAI-IFFI'],
    preview: {
      ...look,
      link: 'ELAI-IFFI',
      wins: ['ELAI', 'IFFI'],
      falls: ['IFFI-JOJO', 'IFFI-KAHU'],
      loses: ['JOJO'],
    },
    ...near(SOUTH),
  },
  'k.win.2': {
    view: position(
      {
        white:
          'BARI-ELAI DUDA-ELAI ELAI-HUNA HUNA-IFFI IFFI-LALE DUDA-HUNA ALOA-DUDA COCO-FAAA COCO-GOLA ' +
          'ELAI-IFFI',
        black: 'ALOA-HUNA ALOA-BARI BARI-FAAA FAAA-JOJO JOJO-KAHU COCO-KAHU GOLA-KAHU',
      },
      { white: 'DUDA HUNA ELAI IFFI', black: 'ALOA KAHU' },
    ),
    ...near(SOUTH),
  },
  'k.remove.1': {
    view: kahuna.sample,
    removable: ['ALOA-BARI', 'BARI-FAAA'],
    preview: { ...look, link: 'ALOA-BARI', loses: ['ALOA'] },
    ...near(NORTH),
  },
  'k.example.1': {
    view: position(
      {
        white: 'ALOA-DUDA DUDA-ELAI DUDA-HUNA ELAI-HUNA BARI-ELAI BARI-COCO',
        black: 'ALOA-BARI ALOA-HUNA HUNA-IFFI HUNA-LALE ELAI-FAAA ELAI-IFFI ELAI-JOJO',
      },
      { white: 'DUDA', black: 'ALOA HUNA' },
    ),
    ...near(WEST),
  },
  'k.example.2': {
    view: position(
      {
        white: 'ALOA-DUDA DUDA-ELAI DUDA-HUNA ELAI-HUNA BARI-ELAI BARI-COCO BARI-DUDA ALOA-BARI',
        black: 'HUNA-IFFI HUNA-LALE ELAI-FAAA ELAI-IFFI ELAI-JOJO',
      },
      { white: 'ALOA BARI DUDA', black: '' },
    ),
    last: ['BARI-DUDA', 'ALOA-BARI'],
    ...near(WEST),
  },
  'k.example.3': {
    view: position(
      {
        white: 'ALOA-DUDA BARI-COCO BARI-DUDA ALOA-BARI',
        black: 'HUNA-IFFI HUNA-LALE ELAI-FAAA ELAI-IFFI ELAI-JOJO ELAI-HUNA',
      },
      { white: 'ALOA BARI', black: 'ELAI HUNA' },
    ),
    last: ['ELAI-HUNA'],
    ...near(WEST),
  },
  'e.board.1': { game: exahuna.name },
  'e.win.1': {
    game: exahuna.name,
    box: A1,
    view: position({ white: 'a1-b2 a2-b2 b2-b3 b2-c2', black: 'a1-a2 a1=b1' }, { white: 'b2', black: '' }),
    preview: { ...look, link: 'a1=a2', by: 'black', wins: ['a1'], falls: ['a1-b2'], loses: ['b2'] },
  },
  'e.win.2': {
    game: exahuna.name,
    box: A1,
    view: position({ white: 'a2-b2 b2-b3 b2-c2', black: 'a1-a2 a1=b1 a1=a2' }, { white: '', black: 'a1' }),
    last: ['a1=a2'],
  },
  's.control.1': {
    ...around('3:b2-c3 2:b3-c3', '1:c2-c3 4:c3-c4', 'c3 5 5, b2 3 0, b3 2 0, c2 0 1, c4 0 4'),
    preview: { ...look, link: 'c3-d2', kind: '2', wins: ['c3'], falls: ['c2-c3', 'c3-c4'] },
  },
  's.control.2': {
    ...around('3:b2-c3 2:b3-c3 2:c3-d2', '', 'c3 7 0, b2 3 0, b3 2 0, d2 2 0', { white: 'c3' }),
    last: ['c3-d2'],
  },
  's.control.3': {
    ...around(
      '1:c3-c4 1:c3-d2',
      '2:b2-c3 1:b3-c3 1:c2-c3',
      'c3 2 4, b2 0 2, b3 0 1, c2 0 1, c4 1 0, d2 1 0',
      { black: 'c3' },
    ),
    preview: { ...look, link: 'c3-d3', kind: 'minus', wins: ['c3'], falls: ['b2-c3', 'b3-c3', 'c2-c3'] },
  },
  's.control.4': {
    ...around('1:c3-c4 1:c3-d2 minus:c3-d3', '', 'c3 3 0, c4 1 0, d2 1 0, d3 1 0', { white: 'c3' }),
    last: ['c3-d3'],
  },
};

/* ------------------------------------------------------------------ words */

/** A line with **strong** words. @param {string} line */
const strong = (line) => line.split('**').map((part, i) => (i % 2 ? h('strong', {}, part) : part));

/** Lines as paragraphs and lists. @param {string[]} lines */
function prose(lines) {
  const made = /** @type {HTMLElement[]} */ ([]);
  for (const line of lines) {
    if (!line.startsWith('- ')) made.push(h('p', {}, strong(line)));
    else {
      if (made.at(-1)?.tagName !== 'UL') made.push(h('ul', {}));
      made.at(-1)?.append(h('li', {}, strong(line.slice(2))));
    }
  }
  return made;
}

/** @param {string} key */
function section(key) {
  const [heading, ...lines] = t(key).split('\n');
  const shown = Object.keys(FIGURES).filter((name) => name.replace(/\.\d$/, '') === key);
  return h(
    'section',
    { id: key, 'aria-labelledby': `${key}.h` },
    h('h2', { id: `${key}.h` }, heading),
    prose(lines),
    key === 's.kinds' ? kinds() : null,
    key === 'k.setup'
      ? h(
          'div',
          { class: 'demo-card' },
          ['ELAI', 'LALE'].map((name) => card(name, { tag: 'div' })),
        )
      : null,
    shown.length
      ? h(
          'div',
          { class: `figs n${shown.length}` },
          shown.map((name) =>
            h(
              'figure',
              {},
              picture(FIGURES[name], { cls: 'fig-board', tag: 'div', label: t(name) }),
              h('figcaption', {}, t(name)),
            ),
          ),
        )
      : null,
  );
}

const kinds = () =>
  h(
    'dl',
    { class: 'kind-list' },
    KINDS.map((kind) =>
      h(
        'div',
        {},
        h('dt', {}, kindGlyph(kind, 'white'), kindGlyph(kind, 'black'), t(`kind.${kind}`)),
        h('dd', {}, t(`effect.${kind}`)),
      ),
    ),
  );

/** @param {GameName} game */
function notation(game) {
  const [heading, line] = t('n.head').split('\n');
  return h(
    'section',
    { id: 'n.head', 'aria-labelledby': 'n.head.h' },
    h('h2', { id: 'n.head.h' }, heading),
    h('p', {}, line),
    h(
      'dl',
      { class: 'codes' },
      NOTATION[game].map(({ name, examples }) =>
        h(
          'div',
          {},
          h(
            'dt',
            {},
            examples.map((code, i) => [i ? ' ' : null, h('code', {}, code)]),
          ),
          h('dd', {}, t(`n.${name}`)),
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} root @param {{ key: string }} where */
export async function open(root, { key }) {
  const game = GAME_NAMES.find((name) => name === (key || GAME_NAMES[0]));
  if (!game) return notFound(root);
  await speak(['rules', 'table']);
  const show = () => {
    title(t('r.title', { game: t(`game.${game}`) }));
    const { rules, sample } = gameOf(game);
    const sections = [...rules.sections.split(' ').map(section), notation(game)];
    const next = GAME_NAMES[(GAME_NAMES.indexOf(game) + 1) % GAME_NAMES.length];
    root.className = 'doc';
    root.replaceChildren(
      topBar('rules', 'doc-top'),
      h(
        'nav',
        { class: 'toc', 'aria-label': t('r.contents') },
        GAME_NAMES.map((name) => [
          name === game
            ? h('p', { class: 'eyebrow' }, t(`game.${name}`))
            : h('p', { class: 'other' }, h('a', { href: `/rules/${name}` }, t(`game.${name}`))),
          name === game
            ? h(
                'ol',
                {},
                sections.map((made) =>
                  h('li', {}, h('a', { href: `#${made.id}` }, made.querySelector('h2')?.textContent ?? '')),
                ),
              )
            : null,
        ]),
      ),
      h(
        'main',
        { class: 'article', id: 'main', tabindex: -1 },
        h('h1', {}, t(`game.${game}`)),
        h('p', { class: 'lead' }, t(`${rules.part}.lead`)),
        picture({ game, view: sample, tight: true }, { cls: 'fig-board hero', tag: 'div' }),
        sections,
        h(
          'nav',
          { class: 'pager', 'aria-label': t('r.also') },
          linkButton('/', t('r.play'), 'primary', 'play'),
          linkButton(`/rules/${next}`, t(`game.${next}`), '', 'next'),
        ),
        h('p', { class: 'credit' }, t('r.credit')),
      ),
    );
    follow(root);
  };
  document.addEventListener('language', show);
  show();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Marks in the contents which section is being read. @param {HTMLElement} root */
function follow(root) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) {
          for (const item of root.querySelectorAll('.toc li')) {
            const here = item.firstElementChild?.getAttribute('href') === `#${target.id}`;
            item.classList.toggle('here', here);
            if (here) item.firstElementChild?.setAttribute('aria-current', 'true');
            else item.firstElementChild?.removeAttribute('aria-current');
          }
        }
    },
    { rootMargin: '-10% 0px -75%' },
  );
  for (const made of root.querySelectorAll('.article section')) observer.observe(made);
}
