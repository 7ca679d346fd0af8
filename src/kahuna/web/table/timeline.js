/** Positions and turns of a game, worked out from its events alone. */

/** The board after these actions. @param {readonly Events[]} history @returns {Position} */
export function boardAfter(history) {
  /** @type {Position} */
  const board = { bridges: {}, control: {} };
  for (const { event, seat, link, to, kind, island } of history.flat()) {
    if (event === 'placed') board.bridges[link] = kind ? { colour: seat, kind } : seat;
    else if (event === 'moved') {
      board.bridges[to] = { colour: seat, kind };
      delete board.bridges[link];
    } else if (event === 'removed' || event === 'fell') delete board.bridges[link];
    else if (event === 'won') board.control[island] = seat;
    else if (event === 'lost' && board.control[island] === seat) delete board.control[island];
  }
  return board;
}

/** What bridges counted, in the form of a view. @param {Record<string, Count>} counts */
export const countedAs = (counts) => ({
  values: counts,
  worth: Object.fromEntries(Object.entries(counts).map(([island, { worth }]) => [island, worth])),
});

/** Who acted. @param {Events} events */
export const actor = (events) =>
  events.find(({ event }) => event !== 'removed' && event !== 'refilled')?.seat ?? null;

/**
 * Where the last turn of this seat, or of whoever moved last, begins and ends.
 * @param {readonly Events[]} history @param {Seat | null} seat @returns {[number, number]}
 */
export function lastTurn(history, seat) {
  let end = history.length;
  while (end && seat && actor(history[end - 1]) !== seat) end--;
  const mover = end ? actor(history[end - 1]) : null;
  let start = Math.max(0, end - 1);
  while (
    start &&
    actor(history[start - 1]) === mover &&
    !history[start - 1].some(({ event }) => event === 'turn')
  )
    start--;
  return [start, end];
}

const TOUCHING = ['placed', 'moved', 'won', 'removed', 'fell', 'lost'];
/** Links and islands that these events touched. @param {Events} events */
export const touched = (events) =>
  events
    .filter(({ event }) => TOUCHING.includes(event))
    .flatMap(({ link, to, island }) => [link, to, island].filter(Boolean));

/**
 * What the last turn changed, if it was not this seat's own.
 * @param {readonly Events[]} history
 * @param {Seat | null} seat
 */
export function changedBefore(history, seat) {
  const last = history.at(-1);
  if (!last || actor(last) === seat) return [];
  return touched(history.slice(...lastTurn(history, actor(last))).flat());
}
