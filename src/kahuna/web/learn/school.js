/**
 * A table without an opponent: every move goes to the server together with all moves before it, and the
 * answer is shown as an update of a game would be. The page knows no rules here either.
 */
import { VERSION } from '../games/facts.js';
import { learn } from '../lib/api.js';
import { moving } from '../lib/settings.js';
import { makeTable } from '../table/table.js';

/** @typedef {import('../messages.js').Learned} Learned */
/** @typedef {import('../table/parts.js').Frame} Frame */
/** @typedef {{ id: string, lesson: boolean }} Task */

const SHOWN_EVERY = 1500; // milliseconds between two moves of an answer that is shown

/** @param {View} view @param {Seat} seat @returns {Room} */
function roomOf(view, seat) {
  const nobody = { kind: /** @type {const} */ ('person'), name: '', here: true, devices: 1 };
  return {
    id: '',
    game: view.game,
    rules: view.rules,
    players: { white: nobody, black: nobody },
    seats: [seat],
    clock: null,
    same_screen: false,
    created: 0,
    changed: 0,
    links: {},
    rematch: null,
    watching: 0,
    hints: null,
    from_position: false,
    commitment: null,
    next_commitment: null,
    public: false,
  };
}

/**
 * What a page provides: what stands around the board, what happens after every answer and when a hint is
 * asked for.
 * @typedef {{ frame: Frame, heard: () => void, hint: () => void }} Lesson
 */
/** @typedef {Awaited<ReturnType<typeof openSchool>>} School */
/**
 * Where a lesson or a puzzle stands; changed in this module only.
 * @typedef {object} SchoolState
 * @property {string[]} moves What the learner has played.
 * @property {number} number Of the next update that the table is shown.
 * @property {Learned} now What the server said last.
 * @property {number} turn Grows with every change that is under way, so that a late answer to an earlier
 * one is dropped.
 */

/**
 * @param {HTMLElement} root
 * @param {Task} task
 * @param {(school: School) => Lesson} plan
 */
export async function openSchool(root, task, plan) {
  /** @type {SchoolState} */
  const state = { moves: [], number: 0, now: await learn({ ...task, moves: [] }), turn: 0 };

  /**
   * @param {View} view
   * @param {Events} events
   * @param {readonly Events[] | null} history
   * @returns {Update}
   */
  const update = (view, events, history) => ({
    type: 'update',
    version: VERSION,
    number: state.number++,
    room: roomOf(view, state.now.seat),
    seat: state.now.seat,
    view: { ...view, result: null },
    events,
    history,
    can_undo: state.moves.length > 0 && state.now.verdict !== 'solved',
    undo: null,
    rematch: [],
    can_claim: false,
    time: null,
    thinking: false,
    undo_asks: false,
  });

  /** Tells the table why not. @param {import('../lib/api.js').Refusal} error */
  function refused({ message: text, code = 'offline' }) {
    table.hear({ type: 'denied', code, text, rule: null, facts: {}, number: null });
    return null;
  }

  /** Takes these as the moves so far. @param {string[]} wanted @param {boolean} anew the past is told anew */
  async function go(wanted, anew) {
    const mine = ++state.turn;
    const tried = await learn({ ...task, moves: wanted }).catch(refused);
    if (!tried || mine !== state.turn) return false;
    state.moves = wanted;
    state.now = tried;
    if (anew) table.hear(update(tried.views.at(-1) ?? table.view, [], tried.history));
    else {
      const first = tried.history.length - tried.views.length;
      for (const [i, view] of tried.views.entries())
        table.hear(update(view, tried.history[first + i] ?? [], null));
    }
    Object.assign(root.dataset, { moves: wanted.length, verdict: tried.verdict });
    lesson.heard();
    return true;
  }

  /** @param {string[]} actions */
  async function preview(actions) {
    const at = state.number - 1;
    try {
      const { previews, counts } = await learn({ ...task, moves: state.moves, preview: actions });
      if (at === table.now.number) table.hear({ type: 'previews', number: at, events: previews, counts });
    } catch {
      // no previews then; playing the move will say what is wrong
    }
  }

  /** @param {FromPage} message @returns {boolean} */
  function send(message) {
    if (message.type === 'play') go([...state.moves, message.action], false);
    else if (message.type === 'undo') school.takeBack();
    else if (message.type === 'preview') preview(message.actions);
    else if (message.type === 'hint') lesson.hint();
    return message.type === 'play' || message.type === 'preview';
  }

  const school = {
    get table() {
      return table;
    },
    /** What the server said last. */
    get now() {
      return state.now;
    },
    get moves() {
      return state.moves;
    },
    takeBack: () => state.moves.length > 0 && go(state.moves.slice(0, -1), true),
    again: () => go([], true),
    /** The island or link to look at: that of the next action of the answer. */
    next() {
      const { moves, now } = state;
      const follows = moves.every((move, i) => move === now.answer[i]);
      return now.answer[follows ? moves.length : 0] ?? now.answer[0];
    },
    /** Shows on the board where the next action of the answer is. */
    async point() {
      const action = school.next();
      const at = table.now.number;
      if (!table.view.legal.includes(action)) return;
      const { previews } = await learn({ ...task, moves: state.moves, preview: [action] });
      if (at !== table.now.number) return;
      table.hear({
        type: 'advice',
        number: at,
        action,
        events: previews[action] ?? [],
        value: null,
        best: [],
      });
    },
    /** Plays the answer from the start, one move after the other; false if something else came between. */
    async show() {
      if (state.moves.length && !(await school.again())) return false;
      while (state.now.verdict === 'open') {
        const { turn: mine, now } = state;
        const next = now.answer[now.history.length]; // a puzzle's replies are among the answer
        await new Promise((done) => setTimeout(done, moving() ? SHOWN_EVERY : SHOWN_EVERY / 2));
        if (mine !== state.turn || !next || !(await go([...state.moves, next], false))) return false;
      }
      return true;
    },
    close() {
      state.turn++;
      table.close();
    },
  };
  const lesson = plan(school);
  const table = makeTable(root, update(state.now.views[0], [], []), send, lesson.frame);
  return school;
}
