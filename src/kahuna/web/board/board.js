/**
 * Both charts. A chart draws what it is told (a Scene, types.js) and computes no rules: what is controlled,
 * usable or would fall comes in as data. Colours and strokes are in style.css.
 */
import { chartHex } from './board-hex.js';
import { chartKahuna } from './board-kahuna.js';

/** A chart that fills the host. @param {HTMLElement} host @param {string} game @param {Look} [look] */
export const makeChart = (host, game, look = {}) =>
  game === 'kahuna' ? chartKahuna(host, look) : chartHex(host, look, game === 'exahuna-special');

/**
 * A still picture of a position.
 * @param {HTMLElement} host
 * @param {Look & Partial<Omit<Scene, 'last'>> & {game?: string, last?: string | readonly string[] | null}}
 *   drawing
 */
export function drawBoard(host, { game = 'kahuna', last, ...drawing }) {
  const chart = makeChart(host, game, { ...drawing, still: true });
  const { bridges = {}, control = {}, ...rest } = drawing.view ?? {};
  chart.svg.setAttribute('aria-hidden', 'true');
  chart.paint({ ...drawing, view: { bridges, control, ...rest }, last: last ? [last].flat() : [] });
  return chart;
}
