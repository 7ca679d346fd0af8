/** The table before the game begins: both seats must be taken before any card is dealt. */
import { KIND_NAMES } from '../board/pieces.js';

const BRIDGES = { kahuna: 25, exahuna: 32 };
const EACH_KIND = 4;

/**
 * A table on which nothing lies yet, for a room whose view is still null.
 * @param {Room} room
 * @param {Seat | null} [seat]
 * @returns {View}
 */
export function unbegun({ game, rules }, seat = null) {
  const both = (/** @type {any} */ value) => ({ white: value, black: value });
  const special = game === 'exahuna-special';
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
    hand: seat && game === 'kahuna' ? [] : null,
    cards: both(0),
    taken: both([]),
    known: both([]),
    row: [null, null, null],
    stack: game === 'kahuna' ? 24 : 0,
    discards: [],
    secret: both(0),
    own_secret: seat && game === 'kahuna' ? [] : null,
    must_take: false,
    supply: both(special ? Object.fromEntries(KIND_NAMES.map((kind) => [kind, EACH_KIND])) : BRIDGES[game]),
    legal: [],
    log: [],
    result: null,
  };
}
