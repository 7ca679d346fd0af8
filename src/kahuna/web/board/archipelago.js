/** The archipelago that Kahuna is played on: its own board, or the map of the game on this page. */
import { KAHUNA } from '../games/facts.js';

/** @type {Board} */
let board = KAHUNA;

export const archipelago = () => board;

/** Shows this map from now on, or Kahuna's own board. @param {Deep<import('../wire.js').BoardMap>} [map] */
export function showMap(map) {
  if (!map) {
    board = KAHUNA;
    return;
  }
  board = {
    islands: map.islands.map(({ name, at: [x, y] }) => ({ name, at: [x, y] })),
    links: map.links.map((id) => {
      const [a, b] = id.split('-');
      return { id, a, b, rim: false };
    }),
  };
}
