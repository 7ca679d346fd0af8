/** Labels of turns as marks: shape and letter carry the meaning, colour only helps. */
import { f } from '../board/geometry.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @typedef {import('./review.js').Label} Label */

/** @param {number} corners @param {number} r @param {number} turn */
const polygon = (corners, r, turn = 0) =>
  `M${Array.from({ length: corners }, (_, i) => {
    const a = (2 * Math.PI * i) / corners + turn;
    return `${f(Math.cos(a) * r)} ${f(Math.sin(a) * r)}`;
  }).join('L')}Z`;

/** @param {number} r */
const star = (r) =>
  `M${Array.from({ length: 16 }, (_, i) => {
    const a = (Math.PI * i) / 8 - Math.PI / 2;
    const q = r * (i % 2 ? 0.8 : 1.12);
    return `${f(Math.cos(a) * q)} ${f(Math.sin(a) * q)}`;
  }).join('L')}Z`;

/** @type {Record<Label, (r: number) => string>} */
const SHAPES = {
  forced: (r) => polygon(24, r * 0.5),
  best: star,
  good: (r) => polygon(24, r * 0.98),
  slip: (r) => polygon(4, r * 1.22, Math.PI / 4),
  mistake: (r) => polygon(4, r * 1.26),
  blunder: (r) => polygon(8, r * 1.08, Math.PI / 8),
};

/** A label's name. @param {Label} label */
export const labelName = (label) => t(`label.${label}`);

/** The mark of a label around the origin. @param {Label} label @param {number} r @param {string} [letter] */
export const mark = (label, r, letter = label === 'forced' ? '' : t(`label.${label}.letter`)) =>
  s(
    'g',
    { class: `verdict ${label}` },
    s('path', { d: SHAPES[label](r) }),
    s('text', { y: f(r * 0.46), 'text-anchor': 'middle', 'font-size': f(r * 1.3) }, letter),
  );

/** The mark as a picture of its own; the name stands beside it in words. @param {Label} label */
export const glyph = (label) =>
  s('svg', { class: 'verdict-glyph', viewBox: '-14 -14 28 28', 'aria-hidden': 'true' }, mark(label, 10));

/** The mark with its name for a screen reader. @param {Label} label */
export const named = (label) => [glyph(label), h('span', { class: 'vh' }, labelName(label))];
