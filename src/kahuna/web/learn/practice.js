/**
 * Practice: a word after each turn against our players, the chance bar, and what no longer counts for the
 * voyage. It stands between the table and the line (pages/table.js): it sees what goes out and what comes in,
 * and asks for chances of its own that the table never hears of.
 */
import { OTHER } from '../board/boards.js';
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { mark, marked } from '../lib/logbook.js';
import { setting } from '../lib/settings.js';
import { button, icon } from '../lib/ui.js';
import { moveWords } from '../table/hint.js';
import { actor } from '../table/timeline.js';
import { makeStand } from './stand.js';

/** What a turn is called from which loss on, as in reviews. @type {[string, number][]} */
const LABELS = [
  ['blunder', 0.18],
  ['mistake', 0.08],
  ['slip', 0.03],
  ['good', 0.01],
  ['best', 0],
];
const SAID_BETTER = 0.03; // from here on the better move can be asked for
/** Refusals of chances, for which only we ask. */
const OURS = ['no-chance', 'chance-not-now', 'busy', 'too-fast', 'stale'];

/** @typedef {{ loss: number, better: string }} Judged */

/** @param {(message: FromPage) => boolean} send over the line */
export function makePractice(send) {
  /** @type {Table | null} */
  let table = null;
  /** The number of the update for which chances were asked last. */
  let asked = -1;
  /** Whether the answer is still awaited. */
  let waiting = false;
  /** @type {ChanceTold | null} */
  let told = null;
  /** Its best move in words. */
  let better = '';
  /** What the player sent last, and where. @type {{ action: string, number: number } | null} */
  let played = null;
  /** @type {Judged[]} */
  let turn = [];

  const against = () => {
    const { seat, room } = /** @type {Table} */ (table).now;
    return seat !== null && room.players[OTHER[seat]].kind === 'level';
  };
  const words = h('span');
  const acts = h('span', { class: 'coach-acts' });
  const strip = h('div', { class: 'coach told', role: 'status', hidden: true }, icon('log'), words, acts);
  /** @type {ReturnType<typeof makeStand> | null} */
  let stand = null;

  /** @type {ReturnType<typeof import('./chance-bar.js').makeChanceBar> | null} */
  let bar = null;
  /** Whether the chance bar shows, could be asked for, or neither. @returns {'bar' | 'ask' | ''} */
  const barred = () => {
    const { now } = /** @type {Table} */ (table);
    if (!setting('chance') || now.view.result || !now.room.seats.length) return '';
    if (now.room.same_screen) return 'bar';
    if (!against()) return '';
    return marked(`helped.${now.room.id}`) ? 'bar' : 'ask';
  };

  /** Shows the bar where it belongs, and loads it when it is wished for the first time. */
  async function showBar() {
    const what = barred();
    if (!bar && what) {
      const [{ makeChanceBar }] = await Promise.all([import('./chance-bar.js'), speak(['menu', 'learn'])]);
      bar ??= makeChanceBar(/** @type {Table} */ (table), () => announce('chance'));
    }
    bar?.show(barred(), told?.white ?? null);
  }

  /** After every update that is shown. */
  function follow() {
    if (!table) return;
    const { now, mine, history, view } = table;
    showBar();
    const turnToAsk = now.room.same_screen ? Boolean(view.to_move) : mine;
    const wanted = (setting('tell') && against()) || barred() === 'bar';
    if (turnToAsk && wanted && asked !== now.number)
      if (send({ type: 'chance', number: now.number })) [asked, waiting] = [now.number, true];
    if (!against()) return;
    if (played && played.number !== now.number && actor(history.at(-1) ?? []) === now.seat) judge(played);
    if (turn.length && view.to_move !== now.seat) tell();
    place();
  }
  /**
   * Keeps what the action cost, if the chances before it have come.
   * @param {{ action: string, number: number }} done
   */
  function judge({ action, number }) {
    played = null;
    if (told?.number !== number || !told.best.length || !setting('tell')) return;
    const { best } = told;
    const value = (best.find(([name]) => name === action) ?? best[best.length - 1])[1];
    turn.push({ loss: Math.max(0, best[0][1] - value), better });
  }
  async function tell() {
    const judged = turn;
    turn = [];
    await speak(['learn']);
    const loss = judged.reduce((sum, each) => sum + each.loss, 0);
    const worst = judged.reduce((a, b) => (b.loss > a.loss ? b : a));
    const [label] = LABELS.find(([, least]) => loss >= least) ?? LABELS[4];
    words.textContent = t(`practice.${label}`);
    acts.replaceChildren();
    place();
    if (worst.loss < SAID_BETTER) return;
    const tellBetter = () => {
      words.textContent = t('practice.better', { move: worst.better });
      acts.replaceChildren(button(t('practice.back'), { ic: 'undo', on: { click: () => table?.undo() } }));
    };
    acts.append(button(t('practice.what'), { on: { click: tellBetter } }));
  }
  /** The word about the last turn stands until the player picks something for the next. */
  function place() {
    const { hand } = /** @type {Table} */ (table).parts;
    const wanted = setting('tell') && against() && !hand.node.querySelector('.coach:not(.told)');
    stand ??= makeStand(/** @type {Table} */ (table), strip, place);
    if (wanted) stand.place();
    if (wanted) stand.show(Boolean(words.textContent));
    else if (strip.parentNode) stand.remove();
  }

  /** Whether this ends counting for the voyage, and nobody has said so yet. @param {FromPage} out */
  function ends({ type }) {
    if (!table || !against() || marked(`helped.${table.now.room.id}`)) return false;
    const { view, seat } = table.now;
    const begun = view.to_move === seat && ['played', 'discarded'].includes(view.this_turn);
    return type === 'hint' || (type === 'undo' && !begun);
  }
  /** @param {string} type */
  async function announce(type) {
    await speak(['learn', 'menu']);
    const { sheet } = await import('../lib/dialog.js');
    const { now, hint, undo } = /** @type {Table} */ (table);
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
      table = made;
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
      const number = table?.now.number ?? -1;
      if (out.type === 'play') {
        played = { action: out.action, number };
        words.textContent = '';
      }
      return send(out);
    },
    /** What comes in; whether it is for us alone. @param {Message} message */
    hear(message) {
      if (message.type === 'denied' && waiting && OURS.includes(message.code) && !table?.pending) {
        waiting = false;
        return true;
      }
      if (message.type !== 'chance') return false;
      waiting = false;
      told = message;
      const { view } = /** @type {Table} */ (table);
      const [[best]] = message.best.length ? message.best : [['']];
      better = best && moveWords(view, tableOf(view.game).read(best), Number(best.slice(1)));
      showBar();
      return true;
    },
  };
}
