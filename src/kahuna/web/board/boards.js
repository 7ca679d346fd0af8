/** Questions about boards, whatever game is played on them. */

/** @param {Board} board @param {string} name */
export const linksOf = (board, name) => board.links.filter((link) => link.a === name || link.b === name);
/** @param {Board} board @param {string} name */
export const degree = (board, name) => linksOf(board, name).length;
/** Whose bridge it is. @param {Bridge | undefined} bridge */
export const ownerOf = (bridge) => (typeof bridge === 'object' ? bridge.colour : bridge);
/** @type {Record<Seat, Seat>} */
export const OTHER = { white: 'black', black: 'white' };
/** @type {Seat[]} */
export const SEATS = ['white', 'black'];

/**
 * What the islands of a side count: one each or, where islands have a worth, their worth (S7).
 * @param {Position} view
 * @param {Seat} seat
 */
export const islandCount = (view, seat) =>
  Object.keys(view.control)
    .filter((name) => view.control[name] === seat)
    .reduce((sum, name) => sum + (view.worth?.[name] ?? 1), 0);

/** How many bridges a side has left, of one kind or of all. @param {View} view @param {Seat} seat */
export function bridgesLeft({ supply }, seat) {
  const left = supply[seat];
  if (typeof left === 'number') return left;
  return /** @type {number[]} */ (Object.values(left)).reduce((sum, count) => sum + count, 0);
}
