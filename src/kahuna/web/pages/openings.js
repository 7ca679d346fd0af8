/** /learn/first-turn: what islands, bridges and kinds of first turns are worth in Kahuna. */
import { openings, signed, worthBoard } from '../learn/openings.js';
import { h } from '../lib/dom.js';
import { language, speak, t } from '../lib/i18n.js';
import { linkButton, title, topBar } from './shell.js';

/** @typedef {import('../learn/openings.js').Worth} Worth */

/** @param {HTMLElement} root */
export async function open(root) {
  const [found] = await Promise.all([openings(), speak(['learn'])]);
  const show = () => {
    title(t('openings.title'));
    root.className = 'courses openings';
    root.replaceChildren(
      topBar('learn'),
      h(
        'main',
        { id: 'main', tabindex: -1 },
        h('h1', {}, t('openings.title')),
        h('p', { class: 'lead' }, t('openings.lead', { games: found.games.toLocaleString(language()) })),
        h(
          'figure',
          { class: 'leaf' },
          worthBoard(found, t('openings.board')),
          h('figcaption', {}, t('openings.board.about')),
        ),
        h(
          'section',
          { class: 'leaf' },
          h('h2', {}, t('openings.turns')),
          h('p', {}, t('openings.turns.about')),
          turnsTable(found),
        ),
        h(
          'section',
          { class: 'leaf' },
          h('h2', {}, t('openings.islands')),
          h('p', {}, t('openings.islands.about')),
          islandsTable(found),
        ),
        linkButton('/learn', t('school.title')),
      ),
    );
  };
  document.addEventListener('language', show);
  show();
}

/** A gain with how sure it is. @param {Worth} worth */
const cell = ([gain, reach]) =>
  h('td', { class: gain < 0 ? 'cost' : 'gain' }, signed(gain), h('small', {}, ` ±\u00a0${reach.toFixed(1)}`));

/** @param {string} label @param {string[]} heads @param {HTMLElement[]} rows */
const table = (label, heads, rows) =>
  h(
    'div',
    { class: 'scrolls', role: 'region', tabindex: 0, 'aria-label': label },
    h(
      'table',
      { class: 'text-board' },
      h('caption', { class: 'vh' }, label),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );

/** @param {import('../learn/openings.js').Openings} found */
const turnsTable = ({ turns }) =>
  table(
    t('openings.turns'),
    [t('openings.turn'), t('side.white'), t('side.black')],
    turns.white.map(({ name, count, gain }, i) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, t(`openings.turn.${name}`, { count })),
        cell(gain),
        cell(turns.black[i].gain),
      ),
    ),
  );

/** @param {import('../learn/openings.js').Openings} found */
const islandsTable = ({ islands }) =>
  table(
    t('openings.islands'),
    ['island', 'control', 'card', 'bridge'].map((head) => t(`openings.islands.${head}`)),
    Object.entries(islands).map(([name, { control, card, to }]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, name),
        cell(control),
        cell(card),
        h('td', {}, `${name}\u2009→\u2009${to}`),
      ),
    ),
  );
