/** What is chosen for a new game, in words and as the server wants it. */
import { OTHER } from '../board/boards.js';
import { LEVELS, MAX_HANDICAP } from '../games/facts.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { levelName } from '../lib/names.js';
import { clockWords } from './clocks.js';

/** @typedef {import('../messages.js').Seat} Seat */
/** @typedef {'level' | 'link' | 'screen'} Against */

export const OPPONENTS = /** @type {[Against, string][]} */ ([
  ['level', 'honu'],
  ['link', 'link'],
  ['screen', 'screen'],
]);
const BRIDGES = Array.from({ length: MAX_HANDICAP }, (_, i) => i + 1);
/** A head start: bridges for me (+) or the opponent (-). */
export const HEAD_STARTS = [0, ...BRIDGES, ...BRIDGES.map((count) => -count)];
/** Minutes and seconds a turn, or hours for a turn. */
const CLOCKS = ['', '5+5', '10+0', '15+10', '30+0', '24', '48', '168'];

/**
 * @typedef {object} Choice
 * @property {GameName} game
 * @property {Against} against
 * @property {string} level '' until one is chosen.
 * @property {string} seat Seat and who begins, or 'lot'.
 * @property {string} clock One of CLOCKS.
 * @property {number} head Bridges for me (+) or the opponent (-).
 * @property {boolean} planning
 * @property {boolean} public Whether anyone may take the other seat.
 * @property {boolean} hints Whether hints are allowed between two people.
 * @property {string} mine The level that I am as strong as, '' if not said.
 * @property {string} theirs The same of the other person.
 */
/** What was chosen here last; changed in this module only. @type {Choice} */
const chosen = {
  game: GAME_NAMES[0],
  against: 'level',
  level: '',
  seat: 'white-white',
  clock: '',
  head: 0,
  planning: false,
  public: false,
  hints: false,
  mine: '',
  theirs: '',
  ...last(),
};
/** What the players call themselves, and whether seats can be offered to anyone here. */
const told = { name: kept('name') ?? '', 'name.other': kept('name.other') ?? '', offers: false };
/** What is chosen. @type {Readonly<Choice>} */
export const choice = chosen;
/** @type {Readonly<typeof told>} */
export const known = told;

/** @returns {object} nothing where what was kept cannot be used */
function last() {
  try {
    const found = JSON.parse(kept('new') ?? '{}');
    return GAME_NAMES.includes(found.game) &&
      ['', ...LEVELS].includes(found.level) &&
      OPPONENTS.some(([kind]) => kind === found.against)
      ? found
      : {};
  } catch {
    return {};
  }
}
/** Whether the chosen game has variants: who begins, planning, a head start. */
export const variants = () => gameOf(choice.game).variants;

/** Chooses, and keeps it for the next visit. @param {Partial<Choice>} change */
export function choose(change) {
  Object.assign(chosen, change);
  fit();
  keep('new', JSON.stringify(chosen));
}
/** @param {'name' | 'name.other'} whose @param {string} name */
export function rename(whose, name) {
  told[whose] = name;
  keep(whose, name);
}
/** Whether seats can be offered to anyone here. @param {boolean} on */
export function allowOffers(on) {
  told.offers = on;
}

/** After a win the next port is chosen, unless the player chose one. @param {string[]} beaten levels */
export function offerNextLevel(beaten) {
  if (beaten.includes(choice.level)) choose({ level: '' });
}

/** The seats and clocks that this game and opponent have. */
export function fitting() {
  const screen = choice.against === 'screen';
  const sides = variants()
    ? ['white-white', 'white-black', 'black-black', 'black-white', 'lot']
    : ['white-white', 'black-white', 'lot'];
  const seats = screen ? ['white-white', 'white-black'] : sides;
  const clocks = CLOCKS.filter((id) => choice.against === 'link' || id.includes('+') || !id);
  return { seats, clocks };
}
/** Replaces choices that this game and opponent do not have. */
function fit() {
  const { seats, clocks } = fitting();
  if (!seats.includes(choice.seat)) chosen.seat = seats[0];
  if (!clocks.includes(choice.clock)) chosen.clock = '';
}
fit(); // what was kept

/** What will be opened, in a sentence. @param {string} level */
export function summary(level) {
  const game = t(`game.${choice.game}`);
  const [seat, first] = choice.seat.split('-');
  if (choice.against === 'screen')
    return t('home.sum.screen', { game, first: t(`side.${variants() ? first : 'white'}`) });
  const who = choice.against === 'level' ? levelName(level) : t('home.friend');
  const order = seat === first ? 'begin' : 'follow';
  return t(`home.sum.${seat === 'lot' ? 'lot' : order}`, {
    game,
    who,
    side: t(`side.${seat === 'black' ? 'black' : 'white'}`),
  });
}

/** What is unusual about it, in a sentence; null for nothing. */
export function variantsChosen() {
  const { head, planning, hints, against } = choice;
  const near = against === 'screen' ? 'white' : 'me';
  const far = against === 'screen' ? 'black' : 'them';
  const words = [
    variants() && planning && t('home.planning'),
    variants() &&
      head !== 0 &&
      `${t('home.head')}: ${t(`home.head.${head > 0 ? near : far}`, { count: Math.abs(head) })}`,
    against === 'link' && hints && t('home.hints'),
  ].filter(Boolean);
  return words.length ? `${words.join(', ')}.` : null;
}

/**
 * The chosen seat, or null for a random one. A head start belongs to a seat, so with one the seat is picked
 * here.
 * @param {Seat | 'lot'} side
 * @param {boolean} headStart
 */
function seatOf(side, headStart) {
  if (side !== 'lot') return side;
  const cast = /** @type {Seat} */ (Math.random() < 0.5 ? 'white' : 'black');
  return headStart ? cast : null;
}

/** A clock of the list in words. @param {string} id */
export const clockNamed = (id) => (id ? clockWords(clockOf(id)) : t('home.clock.none'));

/** @param {string} id of CLOCKS @returns {Room['clock']} */
function clockOf(id) {
  const [time, increment] = id.split('+').map(Number);
  if (!id) return null;
  if (increment === undefined) return { kind: 'turn', hours: time };
  return { kind: 'total', minutes: time, increment };
}

/** The choice as the server wants it. @param {string} level @returns {import('../messages.js').Open} */
export function wanted(level) {
  const { game, against, planning, head } = choice;
  const [side, first = 'white'] = /** @type {[Seat | 'lot', Seat?]} */ (choice.seat.split('-'));
  const start = variants() ? Math.abs(head) : 0;
  const seat = against === 'screen' ? 'white' : seatOf(side, start > 0);
  const headStartTo = seat && head < 0 ? OTHER[seat] : seat;
  return {
    game,
    against,
    level: against === 'level' ? level : null,
    seat,
    planning: variants() && planning,
    handicap: start,
    handicap_to: start ? headStartTo : null,
    first: variants() ? first : 'white',
    clock: clockOf(choice.clock),
    name: known.name.trim(),
    other_name: against === 'screen' ? known['name.other'].trim() : '',
    hints: against === 'link' && choice.hints,
    public: known.offers && against === 'link' && choice.public,
  };
}
