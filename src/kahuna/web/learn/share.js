/** Shares a puzzle: as a link, or as a self-contained picture. */
import { linkRow, sheet } from '../lib/dialog.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';

/** The parts of the style sheets that a picture needs. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
  'paint-order',
  'display',
  'visibility',
];
const BAND = 96; // below the board, for the words

/**
 * This board with these lines below it. For a moment it is placed beside the visible board, to get the same
 * styles.
 * @param {SVGSVGElement} shown
 * @param {SVGSVGElement} board
 * @param {string[]} lines
 */
function pictureOf(shown, board, lines) {
  if (board !== shown) shown.after(board);
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const from = [board, ...board.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [i, node] of from.entries()) {
    const look = getComputedStyle(node);
    for (const name of LOOKS) to[i].setAttribute(name, look.getPropertyValue(name));
    for (const name of ['class', 'tabindex', 'role', 'aria-label', 'aria-disabled'])
      to[i].removeAttribute(name);
  }
  if (board !== shown) board.remove();
  const { x, y, width, height } = board.viewBox.baseVal;
  const root = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => root.getPropertyValue(name).trim();
  const size = Math.min(34, (width / Math.max(...lines.map((line) => line.length))) * 1.7);
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, String(value));
  return s(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${x} ${y} ${width} ${height + BAND}` },
    s('rect', { x, y, width, height: height + BAND, fill: colour('--sea') }),
    copy,
    s('rect', { x, y: y + height, width, height: BAND, fill: colour('--paper') }),
    lines.map((line, i) =>
      s(
        'text',
        {
          x: x + width / 2,
          y: y + height + (BAND / (lines.length + 1)) * (i + 1) + size / 3,
          'text-anchor': 'middle',
          'font-family': 'Georgia, serif',
          'font-size': size,
          fill: colour('--text'),
        },
        line,
      ),
    ),
  );
}

/**
 * @param {string} id of the puzzle
 * @param {SVGSVGElement} shown the board now
 * @param {SVGSVGElement} board as it lies at first
 * @param {string[]} lines goal and hand
 */
export function openShare(id, shown, board, lines) {
  const save = () => {
    const text = new XMLSerializer().serializeToString(pictureOf(shown, board, lines));
    const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    h('a', { href: url, download: `kahuna-${id}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  sheet(
    t('puzzles.share'),
    'share-sheet',
    linkRow(t('puzzles.link'), `/puzzle/${id}`),
    button(t('puzzles.picture'), { ic: 'down', on: { click: save } }),
  );
}
