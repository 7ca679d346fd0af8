/**
 * All that the page of a finished game knows, as plain data. Its parts read it; only the named actions of
 * page.js change it.
 */

import { namesOf } from './words.js';

/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./review.js').Turn} Turn */
/** @typedef {import('./review.js').Depth} Depth */
/** @typedef {import('./review.js').Explored} Explored */
/** @typedef {import('./review.js').Tried} Tried */

/**
 * A place in what is explored: an action from another place, or the moment it all began at.
 * @typedef {object} Branch
 * @property {Branch | null} before Where it comes from.
 * @property {string | null} action What led here.
 * @property {Explored} found What the server says of it.
 * @property {ReadonlyMap<string, readonly Move[]>} moves What can be tried there, by link.
 * @property {readonly Branch[]} next What was tried from here.
 */

/**
 * @typedef {object} Exploring
 * @property {number} from The step of the game that it began at.
 * @property {Seat | null} known Whose knowledge the hidden cards are imagined from; null: as they were.
 * @property {Branch} root The moment itself.
 * @property {Branch} here Where it stands.
 */

/**
 * @typedef {object} Trying
 * @property {number} turn The place of the turn among the review's.
 * @property {readonly Tried[]} answers What was tried so far.
 * @property {boolean} solved Whether something better was found, or shown.
 */

/** As its parts read it. @typedef {Deep<ReviewData>} ReviewState */
/**
 * @typedef {object} ReviewData
 * @property {import('../messages.js').Replay} game The game step by step, as `side` saw it.
 * @property {string} key Of the replay; '' for a record.
 * @property {string} record The text of a record; '' for a stored game.
 * @property {import('../messages.js').Side} side Whose eyes the steps are seen with.
 * @property {Record<Seat, string>} names What the players are called.
 * @property {number} at The step that is shown: how many actions were played.
 * @property {boolean} playing Whether steps follow by themselves.
 * @property {number} timer The timer that makes them follow.
 * @property {number} noting The timer that writes the step into the address.
 * @property {Review | null} review What is known of its worth so far.
 * @property {number} judged How many turns are judged.
 * @property {number} turns How many there are.
 * @property {Depth | null} working The depth that is being worked out.
 * @property {readonly Depth[]} depths How deep this server looks.
 * @property {string} problem Why there is no review, or not the one asked for.
 * @property {string} warning What is told in place of the step, until the next step or question.
 * @property {'known' | 'open'} curve Which chances the curve shows.
 * @property {'review' | 'cards'} panel What the side shows above the moves.
 * @property {number | null} pinned The place of the turn whose better action lies on the board.
 * @property {{ from: number, line: number[] } | null} branch White's chances along what is explored.
 * @property {Trying | null} trying "Find something better" under way.
 * @property {Exploring | null} exploring A variation under way.
 * @property {string | null} chosen The link that was pressed, of which several actions are possible.
 * @property {AbortController} listening Ends the review that is being listened to.
 * @property {boolean} asking Whether the server was asked about a moment and has not answered.
 * @property {number} asked Counts such questions, so that an old answer is not taken for a new one.
 */

/**
 * @param {import('../messages.js').Replay} game
 * @param {{ key: string, record: string, side: import('../messages.js').Side, at: number }} of
 * @returns {ReviewData}
 */
export const newState = (game, { key, record, side, at }) => ({
  game,
  key,
  record,
  side,
  names: namesOf(game),
  at: Math.max(0, Math.min(game.frames.length - 1, at)),
  playing: false,
  timer: 0,
  noting: 0,
  review: null,
  judged: 0,
  turns: 0,
  working: null,
  depths: [],
  problem: '',
  warning: '',
  curve: 'known',
  panel: 'review',
  pinned: null,
  branch: null,
  trying: null,
  exploring: null,
  chosen: null,
  listening: new AbortController(),
  asking: false,
  asked: 0,
});

/** The turn that an action belongs to; -1 for none. @param {readonly Turn[]} turns @param {number} number */
export const turnOf = (turns, number) =>
  turns.findIndex(({ first, actions }) => first <= number && number < first + actions.length);

/** The place of the turn that the page speaks of. @param {ReviewState} state */
export function currentTurn({ review, pinned, at }) {
  if (!review) return -1;
  return pinned ?? turnOf(review.turns, Math.max(0, at - 1));
}
