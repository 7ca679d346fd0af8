/** Seats that wait for anyone, a quick game, and public games to watch: on a public server only. */

import { openGame, Refusal, seats, takeSeat } from '../lib/api.js';
import { at } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { playerName } from '../lib/names.js';
import { button } from '../lib/ui.js';
import { clockWords, headStart } from './clocks.js';

/** @typedef {import('../messages.js').Seats} Seats */
/** @typedef {import('../messages.js').OpenSeat} OpenSeat */
/** @typedef {import('../messages.js').OpenGame} OpenGame */

const EVERY = 5000; // milliseconds between two looks
const QUICK = /** @type {const} */ ({ kind: 'total', minutes: 10, increment: 5 });

/**
 * The list, kept fresh as long as it is on the page.
 * @param {() => GameName} chosen the game that is chosen on the page
 */
export function openSeats(chosen) {
  /** @type {Seats} */
  let found = { public: true, seats: [], running: [] };
  let seen = '';
  const waiting = h('ul', { class: 'seats-list' });
  const running = h('ul', { class: 'seats-list' });
  const watch = h('h3', { class: 'eyebrow' }, t('seats.watch'));
  const none = h('p', { class: 'note' }, t('seats.none'));
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const attempt = async (/** @type {() => Promise<string>} */ act) => {
    try {
      location.assign(at(`/play/${await act()}`));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.hidden = false;
      failed.textContent = error.message;
      refresh();
    }
  };
  const take = async (/** @type {string} */ key) => (await takeSeat('join', key, kept('name') ?? '')).id;
  const quick = async () => {
    for (const { key, game } of found.seats) {
      if (game !== chosen()) continue;
      try {
        return await take(key);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 404) throw error; // else somebody was faster
      }
    }
    return (await openGame(offer(chosen()))).id;
  };
  const show = () => {
    waiting.replaceChildren(...found.seats.map((seat) => waits(seat, () => attempt(() => take(seat.key)))));
    running.replaceChildren(...found.running.map(plays));
    none.hidden = found.seats.length > 0;
    watch.hidden = !found.running.length;
  };
  const refresh = async () => {
    const now = await seats().catch(() => found);
    if (JSON.stringify(now) === seen) return;
    seen = JSON.stringify(now);
    found = now;
    show();
  };
  const node = h(
    'section',
    { class: 'leaf seats', 'aria-labelledby': 'seats' },
    h(
      'div',
      { class: 'head' },
      h('h2', { id: 'seats' }, t('seats')),
      h(
        'span',
        {},
        h('small', {}, t('seats.quick.about'), ' '),
        button(t('seats.quick'), { on: { click: () => attempt(quick) } }),
      ),
    ),
    waiting,
    none,
    failed,
    watch,
    running,
  );
  show();
  refresh();
  const timer = setInterval(() => {
    if (!node.isConnected) clearInterval(timer);
    else if (!document.hidden) refresh();
  }, EVERY);
  return node;
}

/** @param {OpenSeat} seat @param {() => void} take */
function waits({ game, host, clock, seat, rules, hints }, take) {
  const who = host || t('home.someone');
  const words = t('seats.take.of', { game: t(`game.${game}`), who });
  const details = [
    t('seats.side', { side: t(`side.${seat}`) }),
    clockWords(clock),
    rules.planning && t('home.planning'),
    rules.handicap > 0 && headStart(rules, seat),
    hints && t('home.hints'),
  ];
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('b', {}, `${t(`game.${game}`)} · ${who}`),
      h('small', {}, details.filter(Boolean).join(' · ')),
    ),
    button(t('seats.take'), { 'aria-label': words, on: { click: take } }),
  );
}

/** @param {OpenGame} game */
function plays({ path, game, players, watching }) {
  const name = (/** @type {Seat} */ seat) => playerName(players[seat], t(`side.${seat}`));
  const facts = { game: t(`game.${game}`), white: name('white'), black: name('black') };
  return h(
    'li',
    {},
    h('a', { href: path }, t('seats.watch.of', facts)),
    h('small', {}, t('seats.watching', { count: watching })),
  );
}

/** Offers a seat to anyone. @param {GameName} game @returns {import('../messages.js').Open} */
const offer = (game) => ({
  game,
  against: 'link',
  level: null,
  seat: null,
  planning: false,
  handicap: 0,
  handicap_to: null,
  first: 'white',
  clock: QUICK,
  name: (kept('name') ?? '').trim(),
  public: true,
});
