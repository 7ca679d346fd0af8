/**
 * All that the table knows, as plain data. The parts of the table read it; only the named actions of table.js
 * change it.
 */
import { VERSION } from '../games/facts.js';
import { gameOf } from '../games/index.js';
import { tableOf } from '../games/tables.js';
import { noOffer, nothing } from './legal.js';
import { castOf } from './words.js';

/**
 * @typedef {object} TableState
 * @property {Update} now What the server said last: room, seat, view, clocks.
 * @property {boolean} started Whether the first update has been taken over.
 * @property {Cast} cast Who is called what.
 * @property {Move[]} moves The legal actions, read.
 * @property {Picked} pick What is picked and not yet played.
 * @property {boolean} touched Whether anything was picked or put back since the last update.
 * @property {Offer} offer What can be done with what is picked.
 * @property {readonly Events[]} history The events of every action so far.
 * @property {number} era Another number when the past was told anew.
 * @property {Map<string, Events>} previews What actions would do, as far as the server has told.
 * @property {Map<string, Record<string, Count>>} counts What bridges would count then, where they count.
 * @property {Set<string>} asked Actions that the server was asked about since the position changed.
 * @property {Advice | null} advice The hint of our player.
 * @property {number} hintStep How much of the hint is shown: 1 where, 2 why, 3 the move; 0 nothing.
 * @property {typeof import('./hint.js') | null} hints What words and shows hints, from the first one on.
 * @property {Room['hints']} hintsTold How many hints either side has taken, as far as the player was told.
 * @property {boolean} thinkingHint Whether a hint was asked for and has not come.
 * @property {boolean} pending Whether an action went out and has not been answered.
 * @property {string[]} discarding Cards still to be discarded, one action each.
 * @property {string} notice A sentence that stands in place of the guidance.
 * @property {string} told What the opponent has just done, while it is shown.
 * @property {string[]} changed Links and islands that the opponent's last turn changed: ringed until an own
 * action.
 * @property {Moment | null} shown An earlier moment, while it is shown again.
 * @property {'open' | 'lost' | 'old'} line How the line to the server is; old: the page must be loaded again.
 * @property {string | null} hover The link under the pointer or the finger.
 * @property {string | null} focused The link that has the visible focus of the keyboard.
 * @property {string} stop The link that Tab leads to.
 * @property {string} lookingAt The island that was pointed at last.
 * @property {boolean} holding Whether a finger rests on the board.
 * @property {number} holdTimer The timer that makes a press a hold.
 * @property {boolean} finger Whether the last press came from a finger.
 * @property {Update[]} queue Updates that arrived and are not shown yet.
 * @property {boolean} busy Whether an update or an earlier turn is being shown.
 * @property {boolean} hurry Whether somebody pressed something meanwhile: the rest is shown without waiting.
 * @property {(() => void) | null} endWait Ends the wait or the motion that runs.
 * @property {{ lines: number, key: string }} logged How many actions the log shows, and of which past and
 * names.
 * @property {{ time: Time | null, since: number }} ticking The clocks as last told, and when that was.
 * @property {Overlays} laid What lies over the table.
 */

/** @param {Update} first @returns {TableState} */
export function newState(first) {
  const { view } = first;
  const game = tableOf(view.game);
  const pick = nothing(null);
  return {
    now: first,
    started: false,
    cast: castOf(first.room, first.seat),
    moves: view.legal.map(game.read),
    pick: nothing(game.keptPiece(view, bottomOf(first), pick)),
    touched: false,
    offer: noOffer(),
    history: first.history ?? [],
    era: 0,
    previews: new Map(),
    counts: new Map(),
    asked: new Set(),
    advice: null,
    hintStep: 0,
    hints: null,
    hintsTold: first.room.hints,
    thinkingHint: false,
    pending: false,
    discarding: [],
    notice: '',
    told: '',
    changed: [],
    shown: null,
    line: first.version === VERSION ? 'open' : 'old',
    hover: null,
    focused: null,
    stop: gameOf(view.game).board.links[0].id,
    lookingAt: middleIsland(view.game),
    holding: false,
    holdTimer: 0,
    finger: false,
    queue: [],
    busy: false,
    hurry: false,
    endWait: null,
    logged: { lines: -1, key: '' },
    ticking: { time: first.time, since: performance.now() },
    laid: { curtain: null, curtainOf: 0, result: null, goesAlong: false, arranged: Promise.resolve() },
  };
}

/**
 * The island in the middle of a list, which is that of the board too where it matters.
 * @param {string} game
 */
function middleIsland(game) {
  const { islands } = gameOf(game).board;
  return islands[Math.floor(islands.length / 2)].name;
}

/** The near side. @param {Update} now @returns {Seat} */
export function bottomOf({ seat, room, view }) {
  return seat ?? room.seats.find((each) => room.seats.length === 1 || each === view.to_move) ?? 'white';
}

/**
 * These actions, with the state beside them to be read.
 * @template {object} T
 * @param {TableState} state
 * @param {T} actions
 * @returns {Readonly<TableState> & T}
 */
export function readable(state, actions) {
  for (const name of /** @type {(keyof TableState)[]} */ (Object.keys(state)))
    Object.defineProperty(actions, name, { get: () => state[name], enumerable: true });
  return /** @type {Readonly<TableState> & T} */ (actions);
}
