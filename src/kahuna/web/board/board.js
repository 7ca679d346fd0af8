/**
 * The board. It renders what it is given (a Scene, types.d.ts) and computes no rules: what is controlled,
 * usable or would fall comes in as data. Colours and strokes are in styles/shared/board.css.
 */
import { gameOf } from '../games/index.js';

/**
 * The board of a game, filling its host.
 * @param {HTMLElement} host
 * @param {string} game
 * @param {Look} [look]
 */
export const makeBoard = (host, game, look = {}) => gameOf(game).render(host, look);

/** @typedef {{ game: string, last?: string | readonly string[] | null }} OfGame */
/** @typedef {Look & Partial<Omit<Scene, 'last'>> & OfGame} Still */

/** A still picture of a position. @param {HTMLElement} host @param {Still} figure */
export function stillBoard(host, { game, last, ...figure }) {
  const board = makeBoard(host, game, { ...figure, still: true });
  const { bridges = {}, control = {}, ...rest } = figure.view ?? {};
  board.svg.setAttribute('aria-hidden', 'true');
  board.paint({ ...figure, view: { bridges, control, ...rest }, last: last ? [last].flat() : [] });
  return board;
}
