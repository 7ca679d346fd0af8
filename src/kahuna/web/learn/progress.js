/**
 * What this device keeps of lessons and puzzles, in its logbook: steps done, puzzles solved or given up, a
 * rating, days with the puzzle of the day. No account, nothing on the server.
 */
import { t } from '../lib/i18n.js';
import { mark, marked, read } from '../lib/logbook.js';

const FIRST_RATING = 3;
const STEP = 0.8; // how far one puzzle moves the rating at most

/** Whether a step was done, as "kahuna.build", or a whole course, as "kahuna". @param {string} step */
export const lessonDone = (step) => marked(`lesson.${step}`) > 0;
/** @param {string} step */
export const finishLesson = (step) => mark(`lesson.${step}`);

/** @param {string} id */
export const solved = (id) => marked(`puzzle.${id}`) > 0;

/** The difficulty that suits this solver. @param {string} game */
export const ratingOf = (game) => marked(`rating.${game}`) || FIRST_RATING;

/**
 * Keeps how a puzzle went. The first time the rating moves towards what the solver can do; hints and wrong
 * tries count half. The day counts unless the answer was shown that day.
 * @param {{ id: string, game: string, difficulty: number }} puzzle
 * @param {{ solved: boolean, helped: boolean, day: string | null }} how `day`: the date it was the puzzle of
 */
export function puzzleTried({ id, game, difficulty }, { solved: done, helped, day }) {
  const first = !solved(id) && !marked(`shown.${id}`);
  if (first) {
    const now = ratingOf(game);
    const expected = 1 / (1 + 2 ** (difficulty - now));
    const score = Number(done) * (helped ? 0.5 : 1);
    mark(`rating.${game}`, Math.min(10, Math.max(1, now + STEP * (score - expected))));
  }
  const watched = marked(`shown.${id}`);
  if (done && day && (!watched || dateKey(new Date(watched)) !== day)) mark(`day.${day}`);
  mark(done ? `puzzle.${id}` : `shown.${id}`);
}

/** A local date as it is kept: "2026-11-17". @param {Date} date */
export const dateKey = (date) => {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
/** Whether the puzzle of the day was solved this many days ago. @param {number} ago @param {Date} now */
const solvedOn = (ago, now) =>
  marked(`day.${dateKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago))}`) > 0;

/** How many days in a row up to today, or yesterday if today's is still open. */
export function streak(now = new Date()) {
  let count = 0;
  for (let ago = solvedOn(0, now) ? 0 : 1; solvedOn(ago, now); ago++) count++;
  return count;
}

/** The last seven days, today last: whether each has its puzzle solved. @returns {boolean[]} */
export const lastDays = (now = new Date()) => Array.from({ length: 7 }, (_, i) => solvedOn(6 - i, now));

/** How many steps of lessons and how many puzzles are done on this device, in words; '' if none. */
export function learnedWords() {
  const names = Object.keys(read().marks);
  const count = (/** @type {RegExp} */ pattern) => names.filter((name) => pattern.test(name)).length;
  const [lessons, puzzles] = [count(/^lesson\.[^.]+\./), count(/^puzzle\./)];
  if (!lessons && !puzzles) return '';
  return t('home.learned', {
    lessons: t('home.learned.lessons', { count: lessons }),
    puzzles: t('home.learned.puzzles', { count: puzzles }),
  });
}
