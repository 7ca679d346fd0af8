/** The first page: games to go on with, a new one, learning and the puzzle, and games to look at again. */

import { OTHER } from '../board/boards.js';
import { LEVELS } from '../games/facts.js';
import { games, leaveGame, Refusal, status } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import {
  blank,
  counts,
  enter,
  entryOf,
  marked,
  read,
  streak,
  winsOf,
  withoutHelpedWins,
} from '../lib/logbook.js';
import { expect, heed } from '../lib/turns.js';
import { button } from '../lib/ui.js';
import { allowOffers, choice, offerNextLevel } from './choice.js';
import { hero, puzzleCard } from './home-side.js';
import { newGame } from './new-game.js';
import { backdrop, title, topBar } from './shell.js';
import { accuracyOf } from './verdict.js';
import { nextPort, nextWords } from './voyage.js';
import { keptReviews } from './without-server.js';

/** @typedef {import('../messages.js').Mine} Mine */
/** @typedef {import('../messages.js').Summary} Summary */
/**
 * @typedef {typeof import('./my-games.js') & typeof import('./tell.js') & typeof import('./learn-card.js')}
 * Shelf
 */

const PATIENCE = 150; // milliseconds that the page waits for the games before it shows itself without them
const EVERY = 15_000; // milliseconds between two looks at the games

/** Whether the opponent is a person on another screen. @param {Summary} game */
const withPeople = ({ room }) =>
  !room.same_screen && Object.values(room.players).every(({ kind }) => kind === 'person');
/** Whether some of these games are with somebody elsewhere; null: as last time. @param {Mine | null} list */
const between = (list) => (list ? list.running.some(withPeople) : kept('awaited') === 'yes');
/** @param {Summary} game @returns {import('../messages.js').Due} */
const due = ({ room }) => ({
  id: room.id,
  game: room.game,
  who: room.players[OTHER[room.seats[0]]].name,
  since: room.changed,
});

/** What a newcomer does not need: lists of games, turn notifications, progress in learning. */
async function loadShelf() {
  const parts = [import('./my-games.js'), import('./tell.js'), import('./learn-card.js')];
  const [lists, tell, learning] = /** @type {[any, any, any]} */ (await Promise.all(parts));
  return /** @type {Shelf} */ ({ ...lists, ...tell, ...learning });
}

/** @param {number} time */
const after = (time) => new Promise((done) => setTimeout(done, time, null));

/** @param {HTMLElement} root */
export async function open(root) {
  /** @type {Mine | Refusal | null} null until they have come */
  let found = null;
  let seen = '';
  let levels = LEVELS;
  let ready = true;
  const strip = h('ul');
  const cont = h('section', { class: 'cont', 'aria-labelledby': 'mine' });
  const rest = h('section', { class: 'leaf rest', 'aria-labelledby': 'finished' });
  /** @type {{ form: HTMLFormElement, update: () => void }} */
  let play;
  /** @type {typeof import('./open-seats.js').openSeats | undefined} on a public server */
  let seats;
  /** @type {Shelf | undefined} for everybody but newcomers */
  let shelf;
  /** Reviews that are still here when the server is not. */
  let stayed = h('ul');

  const mine = () => (found instanceof Refusal ? null : found);
  /** If nobody has played or learned here, learning comes first. */
  const newcomer = () => {
    const list = mine();
    const none = list ? !list.running.length && !list.finished.length : !Number(kept('running'));
    return none && !read().games.length && !marked('lesson.kahuna');
  };
  const leave = (/** @type {import('../messages.js').Summary} */ game) =>
    shelf?.confirmLeaving(game, async () => take(await leaveGame(game.room.id)));

  /** Shows the games in the space reserved for them. */
  const fill = () => {
    const list = mine();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.getAttribute('href');
    const ghosts = Array.from({ length: Number(kept('running')) || 0 }, () => h('li', { class: 'ghost' }));
    const shown = list ? (shelf?.runningGames(list, leave) ?? []) : ghosts;
    strip.replaceChildren(...shown);
    const failed = failure();
    cont.hidden = !shown.length && !failed;
    root.classList.toggle('idle', cont.hidden);
    cont.replaceChildren(
      h('h2', { class: 'vh', id: 'mine' }, t('home.mine')),
      failed || strip,
      ...(shelf && !failed && between(list) ? [shelf.tellLine()] : []),
    );
    rest.replaceChildren(
      h(
        'div',
        { class: 'head' },
        h('h2', { id: 'finished' }, t('home.finished')),
        h('small', {}, t('home.kept')),
      ),
      ...[restOf()].flat().filter((part) => part !== false),
    );
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[href="${focused}"]`))?.focus();
  };
  /** Why the games are not here. */
  const failure = () =>
    found instanceof Refusal &&
    h(
      'p',
      { class: 'leaf failed', role: 'alert' },
      found.code === 'offline' ? t('home.offline') : found.message,
    );
  const restOf = () => {
    if (found instanceof Refusal) return stayed;
    if (!shelf || !found?.finished.length) return h('p', { class: 'note' }, t('home.none'));
    return shelf.finishedGames(found, leave);
  };

  /** The games as they are now. @param {Mine | Refusal} now */
  const take = async (now) => {
    const text = JSON.stringify(now);
    if (text === seen) return;
    if (!(now instanceof Refusal) && now.running.length + now.finished.length) shelf ??= await loadShelf();
    if (now instanceof Refusal) stayed = await keptReviews();
    const first = found;
    seen = text;
    found = now;
    const list = mine();
    if (list) {
      const fresh = enter(list.finished.map(entryOf));
      offerNextLevel(fresh.filter((entry) => counts(entry)).map(({ level }) => level));
      const far = list.running.filter(withPeople);
      expect(far.length > 0);
      heed(far.filter(({ your_move }) => your_move).map(due));
      keep('running', String(shelf?.runningGames(list, leave).length ?? 0));
      if (root.childElementCount && (fresh.length || root.classList.contains('newcomer') !== newcomer()))
        return show();
    }
    if (root.childElementCount && (first || now)) fill();
  };
  const refresh = async () => take(await games().catch((error) => error));

  /** What was played of the chosen game: each has a voyage of its own. */
  const played = () => read().games.filter(({ game }) => game === choice.game);
  const voyageLine = () => {
    const book = withoutHelpedWins(played());
    const won = book.filter(({ score }) => score === 1).length;
    const row = streak(book);
    const wins = winsOf(book, levels);
    const next = nextPort(wins);
    const sure = accuracyOf(mine()?.finished ?? []);
    const words = [
      won ? t('home.voyage.wins', { count: won }) : t('home.voyage'),
      row > 1 && t('home.voyage.streak', { count: row }),
      won && nextWords(levels, wins, next),
      sure !== null && t('home.voyage.accuracy', { share: `${Math.round(100 * sure)}\u00a0%` }),
    ];
    return [
      words.filter(Boolean).join(' · '),
      ' ',
      !blank() &&
        button(t('stats'), {
          kind: 'linkish',
          on: {
            click: async () => {
              const { openStatistics } = await import('./statistics.js');
              openStatistics(show);
            },
          },
        }),
    ];
  };
  const show = () => {
    title();
    const fresh = newcomer();
    root.className = `home${fresh ? ' newcomer' : ''}`;
    play = newGame({ levels, wins: () => winsOf(played(), levels), ready: () => ready, voyageLine });
    root.replaceChildren(
      backdrop(),
      topBar('home'),
      cont,
      h(
        'main',
        { id: 'main', tabindex: -1 },
        h('h1', { class: 'vh' }, t('home.new')),
        fresh && hero(),
        h('div', { class: 'leaf' }, fresh && h('h2', {}, t('home.at-once')), play.form),
        seats?.(() => choice.game),
      ),
      h('aside', { class: 'side', 'aria-label': t('home.side') }, puzzleCard(), !fresh && shelf?.learnCard()),
      rest,
    );
    fill();
  };
  /** Who is there to play against, and whether they are awake. */
  const meet = async (/** @type {import('../messages.js').Status | null} */ told) => {
    if (!told) return;
    const names = told.levels.map(({ name }) => name);
    if (names.join() !== levels.join()) {
      levels = names;
      show();
    }
    ready = told.ready;
    play.update();
    if (!ready) setTimeout(async () => meet(await status().catch(() => null)), 2000);
  };

  const words = speak(['home']);
  const asked = Promise.all([games().catch((error) => error), words]).then(([now]) => take(now));
  const met = status().catch(() => null);
  const offered = met.then(async (told) => {
    allowOffers(Boolean(told?.public));
    if (told?.public) seats = (await import('./open-seats.js')).openSeats;
  });
  const shelved = newcomer() ? null : loadShelf();
  await words;
  if (shelved) shelf ??= await shelved;
  await Promise.race([Promise.all([asked, offered]), after(PATIENCE)]);
  show();
  document.addEventListener('language', show);
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  setInterval(() => document.hidden || refresh(), EVERY);
  await offered;
  if (seats && !root.querySelector('.seats')) show();
  await meet(await met);
}
