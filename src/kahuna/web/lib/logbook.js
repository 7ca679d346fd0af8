/**
 * The logbook: what this device remembers of its player's finished games, and what has been done here before.
 * It leaves the device only through `exported`. Home, voyage and lessons share it; a newer version of the
 * page reads an older logbook, and a logbook that cannot be read is replaced by an empty one.
 */
import { keep, kept } from './kept.js';

const VERSION = 1;
const MAX_GAMES = 2000; // the oldest are dropped: some 200 kB

/**
 * A finished game of one person against somebody else.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} game
 * @property {string} level '' against a person
 * @property {number} score 1 won, 0 lost, .5 tied
 * @property {number} margin points or islands ahead; behind is below 0
 * @property {number} at milliseconds since 1970
 */
/**
 * @typedef {object} Logbook
 * @property {number} version
 * @property {number} since games that ended before this time were erased here
 * @property {Entry[]} games oldest first
 * @property {Record<string, number>} marks what was done here, and when
 */
/**
 * @typedef {{ game: string, level: string, played: number, won: number, margin: number, streak: number }} Row
 */

/** @returns {Logbook} */
const empty = () => ({ version: VERSION, since: 0, games: [], marks: {} });

/** @returns {Logbook} */
export function read() {
  try {
    const found = JSON.parse(kept('logbook') ?? '');
    return found.version === VERSION && Array.isArray(found.games) ? { ...empty(), ...found } : empty();
  } catch {
    return empty();
  }
}

/** @param {Logbook} book */
const write = (book) => keep('logbook', JSON.stringify(book));

/**
 * The game as it is entered; null for one that is not over, that two people played on one screen, or that
 * began in the middle of another.
 * @param {import('../messages.js').Summary} game
 * @returns {Entry | null}
 */
export function entryOf({ room, view }) {
  const result = view?.result;
  if (!result || room.same_screen || room.from_position || room.seats.length !== 1) return null;
  const [own] = room.seats;
  const rival = room.players[own === 'white' ? 'black' : 'white'];
  const [white, black] = result.points ?? result.islands;
  const lost = result.winner ? 0 : 0.5;
  return {
    id: room.id,
    game: room.game,
    level: rival.kind === 'level' ? rival.name : '',
    score: result.winner === own ? 1 : lost,
    margin: own === 'white' ? white - black : black - white,
    at: room.changed,
  };
}

/**
 * Enters games that are not there yet.
 * @param {(Entry | null)[]} finished
 * @returns {Entry[]} those that are new
 */
export function enter(finished) {
  const book = read();
  const known = new Set(book.games.map(({ id }) => id));
  const fresh = /** @type {Entry[]} */ (
    finished.filter((entry) => entry && !known.has(entry.id) && entry.at > book.since)
  );
  if (!fresh.length) return [];
  const games = [...book.games, ...fresh].sort((a, b) => a.at - b.at).slice(-MAX_GAMES);
  write({ ...book, games });
  return fresh;
}

/** How many games in a row were won last. @param {Entry[]} games oldest first */
export const streak = (games) => games.length - 1 - games.findLastIndex(({ score }) => score < 1);

/** Whether a game was won without help: "helped" and its id would be among the marks. @param {Entry} entry */
export const counts = ({ id, score }, { marks } = read()) => score === 1 && !marks[`helped.${id}`];

/** Games of the voyage: all but those won with help. @param {Entry[]} games */
export function withoutHelpedWins(games) {
  const book = read();
  return games.filter((entry) => entry.score < 1 || counts(entry, book));
}

/** Whether there is nothing that could be saved or erased. */
export const blank = ({ games, marks } = read()) => !games.length && !Object.keys(marks).length;

/**
 * Wins against each level; a game in which help was taken does not count.
 * @param {Entry[]} games
 * @param {string[]} levels
 */
export function winsOf(games, levels) {
  const book = read();
  const won = games.filter((entry) => counts(entry, book));
  return levels.map((name) => won.filter(({ level }) => level === name).length);
}

/** What was played, by game and level ('' is people). @param {Entry[]} games @returns {Row[]} */
export function rows(games) {
  const groups = grouped(games, ({ game, level }) => `${game} ${level}`);
  return [...groups.values()].map((group) => ({
    game: group[0].game,
    level: group[0].level,
    played: group.length,
    won: group.filter(({ score }) => score === 1).length,
    margin: Math.max(...group.map(({ margin }) => margin)),
    streak: streak(group),
  }));
}

/** @param {Entry[]} games @param {(entry: Entry) => string} key */
function grouped(games, key) {
  /** @type {Map<string, Entry[]>} */
  const found = new Map();
  for (const entry of games) found.set(key(entry), [...(found.get(key(entry)) ?? []), entry]);
  return found;
}

/**
 * Something was done here, for example a lesson: "lesson.kahuna".
 * @param {string} name
 * @param {number} [value] when, or another number that is to be kept
 */
export function mark(name, value = Date.now()) {
  const book = read();
  write({ ...book, marks: { ...book.marks, [name]: value } });
}

/** When it was done, 0 if never. @param {string} name */
export const marked = (name) => read().marks[name] ?? 0;

/** The logbook as text, to be kept elsewhere. */
export const exported = () => `${JSON.stringify(read(), null, 2)}\n`;

/** Forgets everything; games that are over already do not come back. */
export const erase = () => write({ ...empty(), since: Date.now() });
