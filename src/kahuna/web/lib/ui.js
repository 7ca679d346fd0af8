/** Small builders shared by the pages: cards, backs, buttons, glyphs. Plain DOM, no state. */
import { archipelago } from '../board/archipelago.js';
import { degree, linksOf } from '../board/boards.js';
import { coast, f, layoutKahuna, move, outline } from '../board/geometry.js';
import { stone, token, turtle } from '../board/pieces.js';
import { $, h, s } from './dom.js';
import { t } from './i18n.js';
import { icon } from './icons.js';

export { icon };

/** Of each board how its islands lie on a card. @type {WeakMap<Board, Layout>} */
const minis = new WeakMap();
function miniLayout() {
  const board = archipelago();
  const known = minis.get(board) ?? layoutKahuna(1.3, 70);
  minis.set(board, known);
  return known;
}
/** The whole map, small, with one island lit. @param {string} lit */
function miniMap(lit) {
  const board = archipelago();
  const mini = miniLayout();
  const where = (/** @type {string} */ name) => mini.at[name].map(f).join(' ');
  return s(
    'svg',
    { class: 'mini', viewBox: mini.box.map(f).join(' '), 'aria-hidden': 'true' },
    linksOf(board, lit).map(({ a, b }) => s('path', { class: 'mini-link', d: `M${where(a)}L${where(b)}` })),
    board.islands.map(({ name }) => [
      name === lit &&
        s('path', {
          class: 'mini-aura',
          d: outline(coast(name), 46, 22, 0.6),
          transform: move(mini.at[name]),
        }),
      s('path', {
        class: `mini-island${name === lit ? ' lit' : ''}`,
        d: outline(coast(name), name === lit ? 18 : -2, 22),
        transform: move(mini.at[name]),
      }),
    ]),
  );
}

/**
 * A card. Without a label its name is its text.
 * @param {string} name @param {Record<string, any> & {mini?: boolean, tag?: string, label?: string}} [o]
 */
export const card = (name, { mini = false, tag = 'button', label, ...rest } = {}) =>
  h(
    tag,
    {
      class: `card${mini ? ' mini-card' : ''}`,
      type: tag === 'button' && 'button',
      'aria-label': label,
      'data-card': name,
      ...rest,
    },
    miniMap(name),
    h('span', { class: 'label' }, name),
    h(
      'span',
      { class: 'links', 'aria-hidden': 'true' },
      linksOf(archipelago(), name).map(() => h('i')),
    ),
  );

/**
 * The back of a card, or the stack with its count.
 * @param {{mini?: boolean, count?: number, stacked?: boolean, tag?: string, label?: string}} [o]
 */
export function back({ mini = false, count, stacked = false, tag = 'span', label } = {}) {
  let d = '';
  for (let y = -50; y < 60; y += 10) d += `M-36 ${y}q6 -6 12 0t12 0t12 0t12 0t12 0t12 0`;
  return h(
    tag,
    {
      class: `back${mini ? ' mini-card' : ''}${stacked ? ' stacked' : ''}`,
      'aria-label': label,
      role: tag === 'span' && label && 'img',
      type: tag === 'button' && 'button',
    },
    s(
      'svg',
      { viewBox: '-32 -45 64 90', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' },
      s('path', { class: 'weave', d }),
      s('g', { transform: 'scale(1.9)' }, turtle()),
    ),
    count !== undefined && h('span', { class: 'count' }, h('b', {}, String(count))),
  );
}

/** @param {string} text @param {Record<string, any> & {ic?: string, kind?: string, key?: string}} [o] */
export const button = (text, { ic, kind = '', key, ...rest } = {}) =>
  h(
    'button',
    { class: `btn ${kind}`, type: 'button', ...rest },
    ic && icon(ic),
    text && h('span', { class: 'words' }, text),
    key && h('span', { class: 'key', 'aria-hidden': 'true' }, key),
  );

/**
 * A button that asks once more: the second press acts.
 * @param {string} text
 * @param {string} sure what it says after the first press
 * @param {() => void} act
 */
export function askingButton(text, sure, act) {
  const press = () => {
    if (made.classList.contains('sure')) return act();
    made.classList.add('sure', 'primary');
    reword(made, sure);
  };
  const made = button(text, { kind: 'danger', on: { click: press } });
  return made;
}
/** Other words on a button. @param {HTMLElement} made @param {string} words */
export function reword(made, words) {
  const label = $('.words', made);
  if (label.textContent !== words) label.textContent = words;
}

/**
 * One of a few, side by side.
 * @param {string} cls
 * @param {HTMLElement} legend
 * @param {string} name of the choice
 * @param {[value: string, words: string][]} values
 * @param {string} now
 * @param {(value: string) => void} set
 */
export const segments = (cls, legend, name, values, now, set) =>
  h(
    'fieldset',
    { class: `seg ${cls}` },
    legend,
    values.map(([value, words]) =>
      h(
        'label',
        { class: 'pick segm' },
        h('input', { type: 'radio', name, value, checked: value === now, on: { change: () => set(value) } }),
        h('span', { class: 'pick-in' }, words),
      ),
    ),
  );

/**
 * The same with its name above it.
 * @param {string} cls
 * @param {string} words
 * @param {string} name of the group
 * @param {[value: string, words: string][]} values
 * @param {string} now the one that is chosen
 * @param {(value: string) => void} set
 */
export const field = (cls, words, name, values, now, set) =>
  h(
    'div',
    { class: 'field' },
    h('span', { 'aria-hidden': 'true' }, words),
    segments(cls, h('legend', { class: 'vh' }, words), name, values, now, set),
  );

/**
 * A side as a disc; give it a label where no word beside it names the side.
 * @param {Seat} side
 * @param {string} [label]
 */
export const disc = (side, label) =>
  h('span', {
    class: `disc ${side}`,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
  });
/** @param {string} kind @param {Seat} side */
export const kindGlyph = (kind, side) =>
  s('svg', { viewBox: '-24 -24 48 48', 'aria-hidden': 'true' }, token(kind, side));
/** @param {Seat} side */
export const stoneGlyph = (side, r = 20) =>
  s('svg', { viewBox: '-24 -24 48 48', 'aria-hidden': 'true' }, stone(side, r));

/** How many links an island has. @param {string} name */
export const linkCount = (name) => degree(archipelago(), name);

/** A side as a disc that is named. @param {Seat} seat */
export const sideDisc = (seat) => disc(seat, t(`side.${seat}`));
/** Two numbers with the discs of their sides. @param {string} words @param {number[]} numbers */
export const pair = (words, [white, black]) =>
  h('span', {}, `${words} `, sideDisc('white'), ` ${white} : ${black} `, sideDisc('black'));
