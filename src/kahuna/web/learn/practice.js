/**
 * Practice: a verdict after each turn against our players, the chance bar, and the note that a game no longer
 * counts for the voyage. It sits between the table and the connection (pages/table.js): it sees all messages,
 * and asks for chances that the table never sees.
 */
import { OTHER } from '../board/boards.js';
import { LABELS } from '../games/facts.js';
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { mark, marked } from '../lib/logbook.js';
import { setting } from '../lib/settings.js';
import { button, icon } from '../lib/ui.js';
import { moveWords } from '../table/hint.js';
import { actor } from '../table/timeline.js';
import { makeStand } from './stand.js';

const SAID_BETTER = 0.03; // from here on the better move can be asked for
/** Refusals of chances, for which only we ask. */
const OURS = ['no-chance', 'chance-not-now', 'busy', 'too-fast', 'stale'];

/** @typedef {{ loss: number, better: string, at: number }} Judged `at`: how many actions there were then */
/** @typedef {ReturnType<typeof import('./chance-bar.js').makeChanceBar>} ChanceBar */

/**
 * All that practice knows; changed in this module only.
 * @typedef {object} PracticeState
 * @property {Table | null} table The table, as soon as it is there.
 * @property {number} asked The number of the update for which chances were asked last.
 * @property {boolean} waiting Whether the answer is still awaited.
 * @property {ChanceTold | null} told The chances that came last.
 * @property {string} better Their best move in words.
 * @property {{ action: string, number: number } | null} played What the player sent last, and where.
 * @property {Judged[]} turn What the actions of this turn cost.
 * @property {boolean} taken Whether the turn that was told last was taken back.
 * @property {ReturnType<typeof makeStand> | null} stand Where the strip stands, from the first word on.
 * @property {ChanceBar | null} bar Once it is wished for.
 */

/** @returns {PracticeState} */
const newState = () => ({
  table: null,
  asked: -1,
  waiting: false,
  told: null,
  better: '',
  played: null,
  turn: [],
  taken: false,
  stand: null,
  bar: null,
});

/** @param {(message: FromPage) => boolean} send over the line */
export function makePractice(send) {
  const state = newState();
  const here = () => /** @type {Table} */ (state.table);
  const against = () => {
    const { seat, room } = here().now;
    return seat !== null && room.players[OTHER[seat]].kind === 'level';
  };
  const words = h('span');
  const acts = h('span', { class: 'coach-acts' });
  const strip = h('div', { class: 'coach told', role: 'status', hidden: true }, icon('log'), words, acts);
  /** Whether the chance bar shows, could be asked for, or neither. @returns {'bar' | 'ask' | ''} */
  const barred = () => {
    const { now } = here();
    if (!setting('chance') || now.view.result || !now.room.seats.length) return '';
    if (now.room.same_screen) return 'bar';
    if (!against()) return '';
    return marked(`helped.${now.room.id}`) ? 'bar' : 'ask';
  };

  /** Shows the bar where it belongs, and loads it when it is first wanted. */
  async function showBar() {
    const what = barred();
    if (!state.bar && what) {
      const [{ makeChanceBar }] = await Promise.all([import('./chance-bar.js'), speak(['menu', 'learn'])]);
      state.bar ??= makeChanceBar(here(), () => announce('chance'));
    }
    state.bar?.show(barred(), state.told?.white ?? null);
  }

  /** After every update that is shown. */
  function follow() {
    if (!state.table) return;
    const { now, mine, history, view } = state.table;
    showBar();
    const turnToAsk = now.room.same_screen ? Boolean(view.to_move) : mine;
    const wanted = (setting('tell') && against()) || barred() === 'bar';
    if (turnToAsk && wanted && state.asked !== now.number)
      if (send({ type: 'chance', number: now.number }))
        Object.assign(state, { asked: now.number, waiting: true });
    if (!against()) return;
    const { played } = state;
    state.turn = state.turn.filter(({ at }) => at <= history.length); // the others were taken back
    if (played && played.number !== now.number && actor(history.at(-1) ?? []) === now.seat) judge(played);
    if (state.turn.length && view.to_move !== now.seat) tell();
    place();
  }
  /**
   * Keeps what the action cost, if the chances before it have come.
   * @param {{ action: string, number: number }} done
   */
  function judge({ action, number }) {
    const { told, better } = state;
    state.played = null;
    if (told?.number !== number || !told.best.length || !setting('tell')) return;
    const { best } = told;
    // what was not worth a look is worth no more than the least of the others
    const value = best.find(([name]) => name === action)?.[1] ?? Math.min(...best.map(([, each]) => each));
    state.turn.push({ loss: Math.max(0, best[0][1] - value), better, at: here().history.length });
  }
  async function tell() {
    const judged = state.turn;
    Object.assign(state, { turn: [], taken: false });
    await speak(['learn']);
    const loss = judged.reduce((sum, each) => sum + each.loss, 0);
    const worst = judged.reduce((a, b) => (b.loss > a.loss ? b : a));
    const [label] = LABELS.find(([, least]) => loss >= least) ?? LABELS[LABELS.length - 1];
    words.textContent = t(`practice.${label}`);
    acts.replaceChildren();
    place();
    if (worst.loss < SAID_BETTER) return;
    const tellBetter = () => {
      words.textContent = t('practice.better', { move: worst.better });
      const back = button(t('practice.back'), {
        ic: 'undo',
        kind: 'turn-back',
        on: { click: () => here().undo() },
      });
      acts.replaceChildren(...(state.taken ? [] : [back]));
    };
    acts.append(button(t('practice.what'), { on: { click: tellBetter } }));
  }
  /** The word about the last turn stands until the player picks something for the next. */
  function place() {
    const { hand } = here().parts;
    const wanted = setting('tell') && against() && !hand.node.querySelector('.coach:not(.told)');
    state.stand ??= makeStand(here(), strip, place);
    if (wanted) state.stand.place();
    if (wanted) state.stand.show(Boolean(words.textContent));
    else if (strip.parentNode) state.stand.remove();
  }

  /** Whether this stops the game counting for the voyage, unannounced so far. @param {FromPage} out */
  function ends({ type }) {
    if (!state.table || !against() || marked(`helped.${here().now.room.id}`)) return false;
    const { view, seat } = here().now;
    const begun = view.to_move === seat && ['played', 'discarded'].includes(view.this_turn);
    return type === 'hint' || (type === 'undo' && !begun);
  }
  /** @param {string} type */
  async function announce(type) {
    await speak(['learn', 'menu']);
    const { sheet } = await import('../lib/dialog.js');
    const { now, hint, undo } = here();
    const go = () => {
      mark(`helped.${now.room.id}`);
      dialog.close();
      if (type === 'hint') hint();
      else if (type === 'undo') undo();
      else follow();
    };
    const dialog = sheet(
      t('practice.ends'),
      'helped-sheet',
      h('p', {}, t('practice.ends.about')),
      h(
        'div',
        { class: 'menu-acts' },
        button(t(`practice.ends.${type}`), { kind: 'primary', on: { click: go } }),
        button(t('practice.ends.not'), { on: { click: () => dialog.close() } }),
      ),
    );
  }

  return {
    /** The table is there. @param {Table} made */
    begin(made) {
      state.table = made;
      document.addEventListener('presence', follow);
      follow();
    },
    close: () => document.removeEventListener('presence', follow),
    /** What the table sends. @param {FromPage} out */
    send(out) {
      if (ends(out)) {
        announce(out.type);
        return false;
      }
      const number = state.table?.now.number ?? -1;
      if (out.type === 'play') {
        state.played = { action: out.action, number };
        words.textContent = '';
      }
      if (out.type === 'undo') {
        state.taken = true;
        acts.querySelector('.turn-back')?.remove();
      }
      return send(out);
    },
    /** What comes in; whether it is for us alone. @param {Message} message */
    hear(message) {
      const { waiting, table } = state;
      if (message.type === 'denied' && waiting && OURS.includes(message.code) && !table?.pending) {
        state.waiting = false;
        return true;
      }
      if (message.type !== 'chance') return false;
      const { view } = here();
      const [[best]] = message.best.length ? message.best : [['']];
      const better = best && moveWords(view, tableOf(view.game).read(best), Number(best.slice(1)));
      Object.assign(state, { waiting: false, told: message, better });
      showBar();
      return true;
    },
  };
}
