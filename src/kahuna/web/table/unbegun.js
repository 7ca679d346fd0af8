/** The table before the game begins: both seats must be taken before any card is dealt. */
import { CARDS_AN_ISLAND, SUPPLIES } from '../games/facts.js';
import { gameOf } from '../games/index.js';

/**
 * A table on which nothing lies yet, for a room whose view is still null.
 * @param {Room} room
 * @param {Seat | null} [seat]
 * @returns {View}
 */
export function unbegun({ game, rules }, seat = null) {
  const both = (/** @type {any} */ value) => ({ white: value, black: value });
  const { board, hasCards } = gameOf(game);
  const own = seat && hasCards ? /** @type {string[]} */ ([]) : null;
  return {
    game,
    rules,
    seat,
    phase: 'waiting',
    to_move: null,
    turn: 1,
    round: 1,
    this_turn: 'none',
    last_turns_left: null,
    handicap_left: 0,
    bridges: {},
    control: {},
    points: both(0),
    hand: own,
    cards: both(0),
    taken: both([]),
    known: both([]),
    row: [null, null, null],
    stack: hasCards ? board.islands.length * CARDS_AN_ISLAND : 0,
    discards: [],
    secret: both(0),
    own_secret: own,
    must_take: false,
    supply: both(SUPPLIES[game]),
    legal: [],
    log: [],
    result: null,
  };
}
