/** This visitor's games: those that run, and those that are over. */

import { OTHER } from '../board/boards.js';
import { picture } from '../board/picture.js';
import { gameOf } from '../games/index.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { day, has, t } from '../lib/i18n.js';
import { playerName } from '../lib/names.js';
import { button } from '../lib/ui.js';
import { unbegun } from '../table/unbegun.js';
import { verdictWords } from './verdict.js';

/** @typedef {import('../messages.js').Seat} Seat */
/** @typedef {import('../messages.js').Summary} Summary */
/** @typedef {import('../messages.js').Mine} Mine */

const SHOWN = 6; // finished games before the rest is folded away

/** @param {Summary} game @param {Seat} seat */
function nameOf({ room }, seat) {
  const player = room.players[seat];
  const unknown = player.kind === 'nobody' ? 'home.nobody' : 'home.someone';
  return playerName(player, t(room.same_screen ? `side.${seat}` : unknown));
}

/** What is counted in this game, of this seat first. @param {View} view @param {Seat} seat */
function score(view, seat) {
  const of = (/** @type {Seat} */ side) => gameOf(view.game).score(view, side);
  return `${of(seat)}\u00a0:\u00a0${of(OTHER[seat])}`;
}

/**
 * Who is to move, or what the game is waiting for.
 * @param {Summary} game
 * @param {string} opponent
 * @param {string} who
 */
function stateWords({ room, your_move }, opponent, who) {
  if (opponent === 'nobody') return t('home.state.open');
  if (room.same_screen) return t('home.state.both', { who });
  if (your_move) return t('home.state.you');
  return t(opponent === 'level' ? 'home.state.thinks' : 'home.state.waits', { who });
}

/** The players' names in this game, for sentences about it. @param {Summary} game */
function rivalName(game) {
  const { room } = game;
  return room.same_screen ? t('home.both') : nameOf(game, OTHER[room.seats[0] ?? 'white']);
}

/**
 * A button in the corner of a game.
 * @param {string} ic
 * @param {string} words
 * @param {() => void} act
 */
const corner = (ic, words, act) =>
  button('', { ic, kind: 'quiet icon-only leave', 'aria-label': words, title: words, on: { click: act } });

/** The short name of a game. @param {GameName} game */
const shortName = (game) => t(has(`game.${game}.short`) ? `game.${game}.short` : `game.${game}`);

/** @param {Summary} game @param {(game: Summary) => void} leave */
function running(game, leave) {
  const { room } = game;
  const view = game.view ?? unbegun(room);
  const own = room.seats[0] ?? 'white';
  const who = rivalName(game);
  const moves = view.to_move ? nameOf(game, view.to_move) : '';
  const state = stateWords(game, room.players[OTHER[own]].kind, moves);
  const { where: told, hasCards: rounds } = gameOf(room.game);
  const where = told(view);
  const yours = waits(game);
  return h(
    'li',
    { class: yours ? 'yours' : undefined },
    h(
      'a',
      { class: 'running', href: `/play/${room.id}` },
      picture({ game: room.game, view, tight: true, margin: 62 }),
      h(
        'span',
        {},
        h('b', {}, who),
        h('span', { class: yours ? 'turn' : 'wait' }, state),
        h('small', {}, [shortName(room.game), where, rounds && score(view, own)].filter(Boolean).join(' · ')),
      ),
    ),
    corner('close', t(game.view ? 'home.abandon' : 'home.withdraw', { who }), () => leave(game)),
  );
}

/** Somebody wants to play again. @param {Summary} game */
function wish(game) {
  const { room } = game;
  return h(
    'li',
    { class: 'yours' },
    h(
      'a',
      { class: 'running', href: `/play/${room.id}` },
      picture({ game: room.game, view: game.view ?? unbegun(room), tight: true, margin: 62 }),
      h(
        'span',
        {},
        h('b', {}, rivalName(game)),
        h('span', { class: 'turn' }, t('home.rematch')),
        h('small', {}, t(`game.${room.game}`)),
      ),
    ),
  );
}

/** Whether the other side wants to play again and this one has not answered. @param {Summary} game */
const wished = ({ room, rematch }) =>
  !room.same_screen && rematch.length > 0 && !room.seats.some((seat) => rematch.includes(seat));

/** @param {Summary} game @param {(game: Summary) => void} leave */
function finished(game, leave) {
  const { room, view } = game;
  const { winner = null, points = null, islands = [0, 0] } = view?.result ?? {};
  const own = room.seats[0] ?? 'white';
  const [white, black] = points ?? islands;
  const count = own === 'white' ? `${white} : ${black}` : `${black} : ${white}`;
  const won = winner === own ? 'won' : 'lost';
  const decided = room.same_screen ? 'side' : won;
  const who = rivalName(game);
  const said = t(`home.done.${winner ? decided : 'tied'}`, {
    score: count,
    side: winner ? t(`side.${winner}`) : '',
  });
  return h(
    'li',
    {},
    view && picture({ game: room.game, view, tight: true, margin: 62 }),
    h(
      'span',
      {},
      h('b', {}, who),
      h('small', {}, `${said} · ${day(room.changed)}`),
      h('small', {}, [t(`game.${room.game}`), verdictWords(game.verdict)].filter(Boolean).join(' · ')),
    ),
    h(
      'a',
      {
        class: 'btn',
        href: room.links.replay ?? `/play/${room.id}`,
        'aria-label': t('home.review.of', { who, game: t(`game.${room.game}`) }),
      },
      t('home.review'),
    ),
    corner('trash', t('home.delete', { who }), () => leave(game)),
  );
}

/** Whether a game waits for this visitor alone. @param {Summary} game */
const waits = ({ your_move, room }) => your_move && !room.same_screen;

/**
 * Games to continue: first those that wait for this visitor.
 * @param {Mine} found
 * @param {(game: Summary) => void} leave
 */
export const runningGames = (found, leave) => [
  ...found.finished.filter(wished).map(wish),
  ...found.running
    .toSorted((one, other) => Number(waits(other)) - Number(waits(one)))
    .map((game) => running(game, leave)),
];

/** Games to look at again. @param {Mine} found @param {(game: Summary) => void} leave */
export function finishedGames(found, leave) {
  const done = found.finished.map((game) => finished(game, leave));
  const more = done.splice(SHOWN);
  return [
    h('ul', { class: 'done' }, done),
    more.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, t('home.more', { count: more.length })),
        h('ul', { class: 'done' }, more),
      ),
  ];
}

/**
 * Asks once, then does it: a running game is given up, another leaves the list.
 * @param {Summary} game
 * @param {() => Promise<unknown>} act
 */
export function confirmLeaving(game, act) {
  const who = rivalName(game);
  const runs = game.view ? 'abandon' : 'withdraw';
  const kind = game.view?.result ? 'delete' : runs;
  const failed = h('p', { class: 'failed', role: 'alert' });
  const sure = button(t(`home.${kind}.sure`), {
    kind: 'primary',
    on: {
      click: async () => {
        sure.disabled = true;
        try {
          await act();
          dialog.close();
        } catch (error) {
          sure.disabled = false;
          failed.textContent = error instanceof Error ? error.message : String(error);
        }
      },
    },
  });
  const dialog = sheet(
    t(`home.${kind}`, { who }),
    'leaving',
    h('p', {}, t(`home.${kind}.about`)),
    failed,
    h(
      'div',
      { class: 'menu-acts' },
      sure,
      button(t('home.keep'), { kind: 'quiet', on: { click: () => dialog.close() } }),
    ),
  );
}
