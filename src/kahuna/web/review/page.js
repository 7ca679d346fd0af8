/** A finished game on the screen: what can be done there, as named actions on one state. */
import { Refusal, status } from '../lib/api.js';
import { copyText } from '../lib/dialog.js';
import { t } from '../lib/i18n.js';
import { say } from '../pages/shell.js';
import { explore, listen, tryAction } from './asking.js';
import { byLink } from './chooser.js';
import { buildPage } from './layout.js';
import { sentences } from './moves.js';
import { newState } from './state.js';
import { openTakeUp } from './take-up.js';
import { labelName } from './verdicts.js';
import { namesOf, percent, short } from './words.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */
/** @typedef {import('./review.js').Depth} Depth */
/** @typedef {import('./state.js').Branch} Branch */
/** @typedef {ReturnType<typeof openReview>} ReviewPage */

const PACE = 1100; // milliseconds for a step while playing

/**
 * @param {HTMLElement} root
 * @param {import('../messages.js').Replay} game
 * @param {{ key: string, record: string, side: import('../messages.js').Side, at: number }} of
 * @param {(side: import('../messages.js').Side) => void} seen another side was chosen
 */
export function openReview(root, game, of, seen) {
  const state = newState(game, of);
  const last = game.frames.length - 1;

  const moment = (/** @type {number} */ at) =>
    of.key ? { at, key: of.key } : { at, record: JSON.parse(of.record) };

  /**
   * The answer to a question about a moment; null if it was refused, or something else was asked since.
   * @template T
   * @param {() => Promise<T>} ask
   */
  const answered = async (ask) => {
    const mine = ++state.asked;
    Object.assign(state, { asking: true, warning: '' });
    page.show();
    try {
      const found = await ask();
      return mine === state.asked ? found : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mine === state.asked) actions.warn(error.message);
      return null;
    } finally {
      if (mine === state.asked) state.asking = false;
    }
  };

  /**
   * A place in what is explored, with what the server says of it.
   * @param {Branch | null} before
   * @param {string | null} action what leads there from `before`
   * @param {number} from
   * @param {Seat | null} known
   * @returns {Promise<Branch>}
   */
  const look = async (before, action, from, known) => {
    const path = action ? [action] : [];
    for (let at = before; at?.action; at = at.before) path.unshift(at.action);
    const found = await explore(moment(from), known, path);
    return { before, action, found, moves: await byLink(game.game, found.legal), next: [] };
  };

  const actions = {
    state: /** @type {ReviewState} */ (state),
    /** Stops everything that runs by itself. */
    close() {
      actions.stop();
      state.listening.abort();
      page.close();
    },
    /** Renders everything again, in the current language. */
    rebuild() {
      state.names = namesOf(game);
      page.build();
    },
    stop() {
      clearInterval(state.timer);
      state.playing = false;
    },
    /** Shows this step. @param {number} at */
    go(at) {
      const before = state.at;
      state.at = Math.max(0, Math.min(last, at));
      Object.assign(state, { pinned: null, warning: '' });
      if (state.at === last) actions.stop();
      page.show(before);
      const words = sentences(state, state.at);
      if (document.activeElement?.getAttribute('type') !== 'range') say(words);
      clearTimeout(state.noting); // browsers limit how often an address may change
      state.noting = window.setTimeout(() => history.replaceState(null, '', actions.link()), 300);
    },
    /** Goes to a step because somebody chose it. @param {number} at */
    jump(at) {
      actions.stop();
      actions.leave();
      actions.go(at);
    },
    play() {
      if (state.playing) {
        actions.stop();
        page.show();
        return;
      }
      actions.leave();
      if (state.at === last) actions.go(0);
      state.playing = true;
      state.timer = window.setInterval(() => actions.go(state.at + 1), PACE);
      page.show();
    },
    /** The step where the turn before or after begins. @param {number} way */
    turn(way) {
      const { frames } = game;
      let at = state.at + way;
      while (at > 0 && at < last && frames[at].view.turn === frames[at - 1].view.turn) at += way;
      return at;
    },
    /** This page at this step. */
    link: () => location.pathname + (state.at ? `#${state.at}` : ''),
    async share() {
      const url = new URL(actions.link(), location.href).href;
      try {
        if (navigator.share) return await navigator.share({ url });
        await copyText(url);
        actions.warn(t('copied'));
      } catch {
        /* the visitor cancelled */
      }
    },
    /** Says something in place of what happened at this step. @param {string} words */
    warn(words) {
      state.warning = words;
      page.show();
      say(words);
    },
    /** Shows the game as another side saw it. @param {import('../messages.js').Side} side */
    see: (side) => seen(side),
    /** @param {'known' | 'open'} curve */
    setCurve(curve) {
      state.curve = curve;
      page.show();
    },
    /** @param {'review' | 'cards'} panel */
    setPanel(panel) {
      state.panel = panel;
      page.show();
    },

    // ------------------------------------------------------------ the review

    /** Takes over what another page of the same game knows. @param {ReviewState} known */
    take(known) {
      const { review, depths, curve, panel, problem, working } = known;
      Object.assign(state, { review, depths, curve, panel, problem });
      page.show();
      if (working) actions.review(working);
    },
    /** Asks how deeply the server reviews, and for the first review. */
    async begin() {
      if (game.frames[0].view.map) {
        state.problem = t('review.map');
        return page.show();
      }
      try {
        state.depths = (await status()).reviews ?? [];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      if (state.depths.length) await actions.review(state.depths[0]);
      else page.show();
    },
    /** @param {Depth} depth */
    async review(depth) {
      state.listening.abort();
      state.listening = new AbortController();
      Object.assign(state, { working: depth, judged: 0, turns: 0, problem: '' });
      page.show();
      const { signal } = state.listening;
      try {
        await listen(of, depth, signal, actions.hear);
        if (!signal.aborted && state.working) state.problem = t('error.offline');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!signal.aborted) state.problem = error.message;
      }
      if (!signal.aborted) state.working = null;
      page.show();
    },
    cancel() {
      state.listening.abort();
      state.working = null;
      page.show();
    },
    /** @param {import('./review.js').Line} line */
    hear(line) {
      if (line.type === 'outline') {
        state.turns = line.turns;
        if (!state.review?.complete) state.review = line.review;
      } else if (line.type === 'turns') {
        state.judged = line.first + line.turns.length;
        // A deeper review replaces the one before when it is complete.
        if (state.review && !state.review.complete)
          state.review = {
            ...state.review,
            turns: [...state.review.turns.slice(0, line.first), ...line.turns],
          };
      } else if (line.type === 'done') {
        const news = state.review?.complete ? 'review.deeper' : 'review.done';
        Object.assign(state, { review: line.review, working: null, judged: line.review.turns.length });
        say(t(news, { count: line.review.points.length }));
      } else {
        state.problem = t(`error.${line.code}`);
        state.working = null;
      }
      page.show();
    },
    /** Lays the better action of a turn on the board. @param {number} turn */
    pin(turn) {
      const advice = state.review?.turns[turn]?.advice;
      if (!advice) return;
      actions.stop();
      actions.leave();
      actions.go(advice.number);
      state.pinned = turn;
      page.show();
      say(page.told());
    },
    /** To the next turning point, or the one before. @param {number} way */
    point(way) {
      const points = state.review?.points ?? [];
      if (!points.length) return;
      const here = points.findIndex((point) => point.turn === state.pinned);
      const after = points.findIndex(({ number }) => number > state.at);
      const before = points.findLastIndex(({ number }) => number < state.at);
      let to = way > 0 ? after : before;
      if (here >= 0) to = here + way;
      actions.pin(points[(to + points.length) % points.length].turn);
    },

    // ------------------------------------------------------------ trying and exploring

    /** Back to the game as it was played. */
    leave() {
      if (!state.trying && !state.exploring) return;
      state.asked++;
      Object.assign(state, { trying: null, exploring: null, branch: null, chosen: null, asking: false });
      page.show();
    },
    /** "Find something better" in this turn. @param {number} turn */
    async tryAgain(turn) {
      const advice = state.review?.turns[turn]?.advice;
      if (!advice) return;
      actions.leave();
      actions.go(advice.number);
      const root = await answered(() => look(null, null, advice.number, null));
      if (!root) return page.show();
      state.exploring = { from: advice.number, known: null, root, here: root };
      state.trying = { turn, answers: [], solved: false };
      page.show();
      say(t('try.about'));
    },
    /** Starts a variation. @param {Seat | null} [known] whose knowledge hidden cards come from */
    async explore(known = game.frames[state.at].view.to_move) {
      const from = state.exploring?.from ?? state.at;
      const root = await answered(() => look(null, null, from, known));
      if (!root) return page.show();
      actions.stop();
      Object.assign(state, { exploring: { from, known, root, here: root }, trying: null, pinned: null });
      actions.stand(root);
    },
    /** Stands at another place of what is explored. @param {Branch} here */
    stand(here) {
      const { exploring } = state;
      if (!exploring) return;
      exploring.here = here;
      state.chosen = null;
      /** @type {number[]} */
      const line = [];
      for (let at = /** @type {Branch | null} */ (here); at?.before; at = at.before)
        line.unshift(at.found.white);
      state.branch = { from: exploring.from, line };
      page.show();
      say(
        (here.action ? `${short(here.action, here.before?.found.view.row)}. ` : '') +
          t('explore.chance', { share: percent(here.found.white) }),
      );
    },
    /** Tries an action where it stands. @param {string} action */
    async choose(action) {
      const { exploring, trying } = state;
      if (!exploring || state.asking) return;
      if (trying) return actions.answer(action);
      const { here, from, known } = exploring;
      const there = here.next.find((branch) => branch.action === action);
      if (there) return actions.stand(there);
      const made = await answered(() => look(here, action, from, known));
      if (!made) return page.show();
      here.next = [...here.next, made];
      actions.stand(made);
    },
    /** One step back in what is explored. */
    back() {
      const before = state.exploring?.here.before;
      if (before) actions.stand(before);
    },
    /** An answer to "find something better". @param {string} action */
    async answer(action) {
      const { trying, exploring } = state;
      if (!trying || !exploring) return;
      state.chosen = null;
      const found = await answered(() => tryAction(moment(exploring.from), action));
      if (!found) return page.show();
      trying.answers = [found, ...trying.answers.filter((one) => one.action !== action)];
      trying.solved ||= found.label === 'best' || found.label === 'good';
      page.show();
      const { row } = exploring.here.found.view;
      say(`${short(action, row)}: ${labelName(found.label)}, ${percent(found.chance)}`);
    },
    /** Shows what would have been better. */
    giveUp() {
      if (!state.trying) return;
      const { turn } = state.trying;
      actions.leave();
      actions.pin(turn);
    },
    /** A link of the board was pressed. @param {string | null} link */
    press(link) {
      state.chosen = link;
      page.show();
    },
    /** A new game from here. */
    takeUp: () => openTakeUp(state, moment(state.exploring?.from ?? state.at)),

    /** @param {KeyboardEvent} event */
    key(event) {
      const { tagName, type } = /** @type {HTMLInputElement} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
      if (tagName === 'SELECT' || type === 'radio' || type === 'range') return;
      if (event.key === ' ' && ['BUTTON', 'A', 'SUMMARY'].includes(tagName)) return;
      const to = {
        ArrowLeft: state.at - 1,
        ArrowRight: state.at + 1,
        Home: 0,
        End: last,
        PageUp: actions.turn(-1),
        PageDown: actions.turn(1),
      }[event.key];
      if (event.key === ' ') actions.play();
      else if (event.key === 'n' || event.key === 'N') actions.point(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape' && state.exploring) actions.leave();
      else if (event.key === 'ArrowLeft' && state.exploring) actions.back();
      else if (to !== undefined) actions.jump(to);
      else return;
      event.preventDefault();
    },
  };
  const page = buildPage(root, state, actions);
  page.build();
  return actions;
}
