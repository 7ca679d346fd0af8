/**
 * A table without an opponent: every move goes to the server together with all moves before it, and the
 * answer is shown as an update of a game would be. The page knows no rules here either.
 */
import { VERSION } from '../games/facts.js';
import { learn } from '../lib/api.js';
import { moving } from '../lib/settings.js';
import { makeTable } from '../table/table.js';

/** @typedef {import('../messages.js').Learned} Learned */
/** @typedef {import('../table/table.js').Frame} Frame */
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
  };
}

/**
 * What a page brings: what stands around the board, what it does after every answer, and when a hint is
 * wished for.
 * @typedef {{ frame: Frame, heard: () => void, hint: () => void }} Lesson
 */
/** @typedef {Awaited<ReturnType<typeof openSchool>>} School */

/**
 * @param {HTMLElement} root
 * @param {Task} task
 * @param {(school: School) => Lesson} plan
 */
export async function openSchool(root, task, plan) {
  /** @type {string[]} */
  let moves = [];
  let number = 0;
  let now = await learn({ ...task, moves });
  /** Grows with every change that is under way, so that a late answer to an earlier one is dropped. */
  let turn = 0;

  /**
   * @param {View} view
   * @param {GameEvent[]} events
   * @param {GameEvent[][] | null} history
   * @returns {Update}
   */
  const update = (view, events, history) => ({
    type: 'update',
    version: VERSION,
    number: number++,
    room: roomOf(view, now.seat),
    seat: now.seat,
    view: { ...view, result: null },
    events,
    history,
    can_undo: moves.length > 0 && now.verdict !== 'solved',
    undo: null,
    rematch: [],
    can_claim: false,
    time: null,
    thinking: false,
    undo_asks: false,
  });

  /** Takes these as the moves so far. @param {string[]} wanted @param {boolean} anew the past is told anew */
  async function go(wanted, anew) {
    const mine = ++turn;
    let tried;
    try {
      tried = await learn({ ...task, moves: wanted });
    } catch (error) {
      const { message: text, code = 'offline' } = /** @type {import('../lib/api.js').Refusal} */ (error);
      table.hear({ type: 'denied', code, text, rule: null, facts: {}, number: null });
      return false;
    }
    if (mine !== turn) return false;
    moves = wanted;
    now = tried;
    if (anew) table.hear(update(tried.views.at(-1) ?? table.view, [], tried.history));
    else {
      const first = tried.history.length - tried.views.length;
      for (const [i, view] of tried.views.entries())
        table.hear(update(view, tried.history[first + i] ?? [], null));
    }
    Object.assign(root.dataset, { moves: moves.length, verdict: tried.verdict });
    lesson.heard();
    return true;
  }

  /** @param {string[]} actions */
  async function preview(actions) {
    const at = number - 1;
    try {
      const { previews, counts } = await learn({ ...task, moves, preview: actions });
      if (at === table.now.number) table.hear({ type: 'previews', number: at, events: previews, counts });
    } catch {
      // what would happen is then not told; a move says itself what is wrong
    }
  }

  /** @param {FromPage} message @returns {boolean} */
  function send(message) {
    if (message.type === 'play') go([...moves, message.action], false);
    else if (message.type === 'undo') school.takeBack();
    else if (message.type === 'preview') preview(message.actions);
    else if (message.type === 'hint') lesson.hint();
    return message.type === 'play' || message.type === 'preview';
  }

  /** @type {Table} */
  let table;
  const school = {
    get table() {
      return table;
    },
    /** What the server said last. */
    get now() {
      return now;
    },
    get moves() {
      return moves;
    },
    takeBack: () => moves.length > 0 && go(moves.slice(0, -1), true),
    again: () => go([], true),
    /** The island or link to look at: the next action of the answer, as far as it has been followed. */
    next() {
      const follows = moves.every((move, i) => move === now.answer[i]);
      return now.answer[follows ? moves.length : 0] ?? now.answer[0];
    },
    /** Shows on the board where the answer goes on. */
    async point() {
      const action = school.next();
      const at = table.now.number;
      if (!table.view.legal.includes(action)) return;
      const { previews } = await learn({ ...task, moves, preview: [action] });
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
      if (moves.length && !(await school.again())) return false;
      while (now.verdict === 'open') {
        const mine = turn;
        const next = now.answer[now.history.length]; // a puzzle's replies are among the answer
        await new Promise((done) => setTimeout(done, moving() ? SHOWN_EVERY : SHOWN_EVERY / 2));
        if (mine !== turn || !next || !(await go([...moves, next], false))) return false;
      }
      return true;
    },
    close() {
      turn++;
      table.close();
    },
  };
  const lesson = plan(school);
  table = makeTable(root, update(now.views[0], [], []), send, lesson.frame);
  return school;
}
