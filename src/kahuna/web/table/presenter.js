/**
 * Shows updates one after the other, so that a person can follow what arrives within milliseconds: the
 * position changes, the motion plays, a short rest. Any key or press ends the waiting.
 */
import { OTHER } from '../board/data.js';
import { enact, fly } from '../board/motion.js';
import { t } from '../lib/i18n.js';
import { lift } from '../lib/lists.js';
import { moving, setting } from '../lib/settings.js';
import { back, card } from '../lib/ui.js';
import { boardAfter, lastTurn, touched } from './timeline.js';
import { tell } from './words.js';

const REST = 420; // milliseconds between two actions of the opponent
const FOLLOW = 800; // and after one that changes the board
const READ = 6000; // a scored round stays at most this long

/** @param {Table} table @param {(update: Update) => void} apply */
export function makePresenter(table, apply) {
  /** @type {Update[]} */
  const queue = [];
  let busy = false;
  let hurry = false;
  let skip = () => {};
  /** @type {{finish: () => void} | null} */
  let motion = null;

  /** Waits, but not longer than someone likes. @param {number} time */
  const rest = (time) =>
    hurry
      ? Promise.resolve()
      : new Promise((/** @type {(value?: unknown) => void} */ done) => {
          const timer = setTimeout(done, time);
          skip = () => {
            clearTimeout(timer);
            done();
          };
        });
  const hasten = () => {
    if (!busy) return;
    hurry = true;
    motion?.finish();
    skip();
  };
  document.addEventListener('pointerdown', hasten, true);
  document.addEventListener('keydown', hasten, true);

  /** @param {GameEvent[]} events @param {Position} before */
  async function move(events, before) {
    const now = enact(table.parts.chart.chart, events, before);
    motion = now;
    if (now.busy) await now.done;
    motion = null;
  }

  /**
   * Cards that go from hand to hand; `where` tells where they lay before.
   * @param {GameEvent[]} events
   * @param {Map<string, DOMRect>} where
   */
  function flights(events, where) {
    const { chart, hand, top } = table.parts;
    for (const { event, seat, cards, card: name, slot, link } of events) {
      const far = seat !== table.bottom;
      const home = far ? top.fan : hand.cards;
      if (event === 'took') {
        const from = where.get(`slot${slot ?? ''}`);
        const last =
          (far ? home.lastElementChild : name && home.querySelector(`[data-card="${name}"]`)) || home;
        if (from) fly(name ? card(name, { tag: 'span' }) : back(), from, last.getBoundingClientRect());
      } else if (event === 'played' && far) {
        const hit = chart.chart.hits.get(events.find((e) => e.link)?.link ?? link);
        const from = where.get('fan');
        if (hit && from)
          for (const face of cards) fly(card(face, { tag: 'span' }), from, hit.getBoundingClientRect(), true);
      }
    }
  }
  function places() {
    const { rail, top } = table.parts;
    const found = new Map([['fan', (top.fan.lastElementChild ?? top.fan).getBoundingClientRect()]]);
    for (const node of rail.market?.children ?? [])
      found.set(`slot${/** @type {HTMLElement} */ (node).dataset.slot}`, node.getBoundingClientRect());
    return found;
  }

  /** @param {Update} update */
  async function present(update) {
    const { events } = update;
    const before = table.now.view;
    const own = events[0]?.seat === table.now.seat;
    const fresh = events.length > 0 && !hurry && !document.hidden;
    const where = fresh && moving() && update.view.game === 'kahuna' ? places() : null;
    apply(update);
    if (setting('sound')) import('../lib/sound.js').then(({ hear }) => hear(events));
    if (!fresh) return;
    if (moving()) {
      if (where) flights(events, where);
      await move(events, before);
    }
    const score = events.find(({ event }) => event === 'scored');
    if (score && !update.view.result) {
      const { roundEnd } = await import('./panels.js');
      const node = roundEnd(table, table.parts.chart.node, score);
      await rest(READ);
      lift(node);
    } else if (!own || queue.length) await rest(!own && touched(events).length ? FOLLOW : REST);
  }

  async function pump() {
    if (busy) return;
    busy = true;
    while (queue.length) await present(/** @type {Update} */ (queue.shift()));
    busy = hurry = false;
    table.settle();
  }

  return {
    add(/** @type {Update} */ update) {
      queue.push(update);
      pump();
    },
    get busy() {
      return busy;
    },
    /** The last turn of the opponent, or behind the curtain of whoever moved, once more. */
    async replay() {
      const { history, now } = table;
      const [start, end] = lastTurn(history, now.seat && OTHER[now.seat]);
      if (busy || start === end) return;
      busy = true;
      for (let i = start; i < end && !hurry; i++) {
        const before = boardAfter(history.slice(0, i));
        if (i === start) {
          table.show(before, [], '');
          await rest(350);
        }
        table.show(
          boardAfter(history.slice(0, i + 1)),
          touched(history[i]),
          tell(history[i], table.cast)
            .map(({ text }) => text)
            .join(t('log.join')),
        );
        if (moving()) await move(history[i], before);
        await rest(moving() ? 700 : 1400);
      }
      table.show(null, [], '');
      busy = hurry = false;
      pump();
    },
    close() {
      document.removeEventListener('pointerdown', hasten, true);
      document.removeEventListener('keydown', hasten, true);
    },
  };
}
