/**
 * Shows updates one after the other, so that a person can follow what arrives within milliseconds: the
 * position changes, the motion plays, a short rest. Any key or press ends the waiting.
 */
import { OTHER } from '../board/boards.js';
import { enact, fly } from '../board/motion.js';
import { gameOf } from '../games/index.js';
import { t } from '../lib/i18n.js';
import { lift } from '../lib/lists.js';
import { moving, setting } from '../lib/settings.js';
import { back, card } from '../lib/ui.js';
import { boardAfter, lastTurn, touched } from './timeline.js';
import { tell } from './words.js';

const REST = 420; // milliseconds between two actions of the opponent
const FOLLOW = 800; // and after one that changes the board
const READ = 6000; // a scored round stays at most this long
const LINGER = 20_000; // an earlier moment at most this long

/** @param {Table} table */
export function makePresenter(table) {
  /** Waits; any key or press ends the wait. @param {number} time */
  const rest = (time) =>
    table.hurry
      ? Promise.resolve()
      : new Promise((/** @type {(value?: unknown) => void} */ done) => {
          const timer = setTimeout(done, time);
          table.letEnd(() => {
            clearTimeout(timer);
            done();
          });
        });
  for (const press of ['pointerdown', 'keydown']) document.addEventListener(press, table.hasten, true);

  /** @param {Events} events @param {Position} before */
  async function move(events, before) {
    const now = enact(table.parts.board.rendered, events, before);
    table.letEnd(now.finish);
    if (now.busy) await now.done;
    table.letEnd(null);
  }

  /**
   * Cards that go from hand to hand; `where` tells where they lay before.
   * @param {Events} events
   * @param {Map<string, DOMRect>} where
   */
  function flights(events, where) {
    const { board, hand, top } = table.parts;
    for (const { event, seat, cards, card: name, slot, link } of events) {
      const far = seat !== table.bottom;
      const home = far ? top.fan : hand.cards;
      if (event === 'took') {
        const from = where.get(`slot${slot ?? ''}`);
        const last =
          (far ? home.lastElementChild : name && home.querySelector(`[data-card="${name}"]`)) || home;
        if (from) fly(name ? card(name, { tag: 'span' }) : back(), from, last.getBoundingClientRect());
      } else if (event === 'played' && far) {
        const hit = board.rendered.hits.get(events.find((e) => e.link)?.link ?? link);
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
    const fresh = events.length > 0 && !table.hurry && !document.hidden;
    const where = fresh && moving() && gameOf(update.view.game).hasCards ? places() : null;
    table.apply(update);
    if (setting('sound')) sound(events);
    if (!fresh) return;
    if (moving()) {
      if (where) flights(events, where);
      await move(events, before);
    }
    const score = events.find(({ event }) => event === 'scored');
    if (score && !update.view.result) {
      const { roundEnd } = await import('./panels.js');
      const node = roundEnd(table, table.parts.board.node, score);
      await rest(READ);
      lift(node);
    } else if (!own || table.queue.length) await rest(!own && touched(events).length ? FOLLOW : REST);
  }

  /** Plays the sounds of what happened, and of the player's own turn. @param {Events} events */
  async function sound(events) {
    const { hear, play } = await import('../lib/sound.js');
    hear(events);
    if (table.mine && events.some(({ event }) => event === 'turn' || event === 'began')) play('turn');
  }

  /** The board after this action, and what it changed. @param {number} i @returns {Moment} */
  const after = (i) => ({
    view: boardAfter(table.history.slice(0, i + 1)),
    changed: touched(table.history[i]),
    number: i + 1,
  });
  /** What it did, in words. @param {number} i */
  const told = (i) =>
    tell(table.history[i], table.cast)
      .map(({ text }) => text)
      .join(t('log.join'));
  /** Returns to the game as it is now, with whatever has arrived meanwhile. */
  function comeBack() {
    table.show(null, '');
    table.ready();
    pump();
  }

  async function pump() {
    if (table.busy) return;
    table.occupy();
    for (let update = table.nextUpdate(); update; update = table.nextUpdate()) await present(update);
    table.ready();
    table.settle();
  }

  return {
    add(/** @type {Update} */ update) {
      table.queueUp(update);
      pump();
    },
    /** The last turn of the opponent, or behind the curtain of whoever moved, once more. */
    async replay() {
      const { history, now } = table;
      const [start, end] = lastTurn(history, now.seat && OTHER[now.seat]);
      if (table.busy || start === end) return;
      table.occupy();
      for (let i = start; i < end && !table.hurry; i++) {
        const before = boardAfter(history.slice(0, i));
        if (i === start) {
          table.show({ view: before, changed: [], number: i }, '');
          await rest(350);
        }
        table.show(after(i), told(i));
        if (moving()) await move(history[i], before);
        await rest(moving() ? 700 : 1400);
      }
      comeBack();
    },
    /** The board as it was after this action, until somebody presses anything. @param {number} number */
    async moment(number) {
      if (table.busy || !table.history[number]) return;
      table.occupy();
      table.show(after(number), told(number));
      await rest(LINGER);
      comeBack();
    },
    close() {
      for (const press of ['pointerdown', 'keydown']) document.removeEventListener(press, table.hasten, true);
    },
  };
}
