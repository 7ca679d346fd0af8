/**
 * The games. Everything on the page that differs from game to game is a field of these objects, or of those
 * in tables.js for the table; no other module asks which game is played. A new game is one more module and
 * one more line in each.
 */
import { linksOf, ownerOf } from '../board/boards.js';
import { exahuna } from './exahuna.js';
import { GAMES } from './facts.js';
import { kahuna } from './kahuna.js';
import { special } from './special.js';

/** @type {Record<string, GamePage>} */
const PAGES = Object.fromEntries([kahuna, exahuna, special].map((game) => [game.name, game]));

/** A game by name. @param {string} name @returns {GamePage} */
export const gameOf = (name) => PAGES[name];

/**
 * How many bridges of a side lie at an island; of nobody: how many of its links are free.
 * @param {{ game: string, bridges: Position['bridges'] }} view
 * @param {string} island
 * @param {Seat | undefined} seat
 */
export const bridgesAt = ({ game, bridges }, island, seat) =>
  linksOf(gameOf(game).board, island).filter(({ id }) => ownerOf(bridges[id]) === seat).length;

/** The games that have a page, in the order in which they are offered. */
export const GAME_NAMES = /** @type {GameName[]} */ (GAMES.filter((name) => name in PAGES));
