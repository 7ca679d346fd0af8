/** Which lessons and puzzles there are (src/kahuna/learn/catalogue.py). */

/** @typedef {{ name: string, game: GameName, steps: string[] }} Course */
/** @typedef {{ id: string, kind: string, difficulty: number, themes: string[] }} Entry */
/** @typedef {{ courses: Course[], puzzles: Record<string, Entry[]> }} Catalogue */

/** @returns {Promise<Catalogue>} */
export async function catalogue() {
  const answer = await fetch(new URL('./catalogue.json', import.meta.url));
  return answer.json();
}

/**
 * The number of a local date, as the puzzles of the day count: 1 January of the year 1 is 1.
 * @param {Date} date
 */
const dayNumber = (date) =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5) + 719163;

/** The puzzle of this day. @param {Entry[]} puzzles @param {Date} date */
export const ofTheDay = (puzzles, date) => puzzles[dayNumber(date) % puzzles.length];
