/** This visitor's games: those that run, and those that are over. */
import { OTHER } from '../board/boards.js';
import { picture } from '../board/picture.js';
import { gameOf } from '../games/index.js';
import { h } from '../lib/dom.js';
import { day, has, t } from '../lib/i18n.js';
import { unbegun } from '../table/unbegun.js';

/** @typedef {import('../messages.js').Seat} Seat */
/** @typedef {import('../messages.js').Summary} Summary */

/** @param {Summary} game @param {Seat} seat */
function playerName({ room }, seat) {
  const { kind, name } = room.players[seat];
  if (kind === 'level') return has(`level.${name}`) ? t(`level.${name}`) : name;
  return (
    name || (room.same_screen ? t(`side.${seat}`) : t(kind === 'nobody' ? 'home.nobody' : 'home.someone'))
  );
}

/** What is counted in this game, of this seat first. @param {View} view @param {Seat} seat */
function score(view, seat) {
  const of = (/** @type {Seat} */ side) => gameOf(view.game).score(view, side);
  return `${of(seat)}\u00a0:\u00a0${of(OTHER[seat])}`;
}

/**
 * Who is to move, or what is waited for.
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

/** @param {Summary} game */
function running(game) {
  const { room } = game;
  const view = game.view ?? unbegun(room);
  const own = room.seats[0] ?? 'white';
  const them = OTHER[own];
  const both = room.same_screen;
  const who = both ? t('home.both') : playerName(game, them);
  const moves = view.to_move ? playerName(game, view.to_move) : '';
  const state = stateWords(game, room.players[them].kind, moves);
  const where = gameOf(room.game).where(view);
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'running', href: `/play/${room.id}` },
      picture({ game: room.game, view, tight: true, margin: 68 }),
      h(
        'span',
        {},
        h('b', {}, who),
        h('span', { class: game.your_move && !both ? 'turn' : 'wait' }, state),
        h('small', {}, `${t(`game.${room.game}`)} · ${where} · ${score(view, own)}`),
      ),
    ),
  );
}

/** @param {Summary} game */
function finished(game) {
  const { room, view } = game;
  const { winner = null, points = null, islands = [0, 0] } = view?.result ?? {};
  const own = room.seats[0] ?? 'white';
  const [white, black] = points ?? islands;
  const count = own === 'white' ? `${white} : ${black}` : `${black} : ${white}`;
  const won = winner === own ? 'won' : 'lost';
  const decided = room.same_screen ? 'side' : won;
  const outcome = winner ? decided : 'draw';
  return h(
    'li',
    {},
    h(
      'a',
      { href: room.links.replay ?? `/play/${room.id}` },
      room.same_screen ? t('home.both') : playerName(game, OTHER[own]),
      h('span', { class: 'vh' }, `, ${t(`game.${room.game}`)}`),
    ),
    h('span', {}, t(`home.done.${outcome}`, { score: count, side: winner ? t(`side.${winner}`) : '' })),
    h('small', {}, day(room.changed)),
  );
}

/** @param {import('../messages.js').Mine} found */
export function myGames(found) {
  const done = found.finished.map(finished);
  const more = done.splice(6);
  return [
    found.running.length ? h('ul', {}, found.running.map(running)) : null,
    done.length ? h('h3', { class: 'eyebrow' }, t('home.finished')) : null,
    done.length ? h('ul', { class: 'done' }, done) : null,
    more.length
      ? h(
          'details',
          {},
          h('summary', {}, t('home.more', { count: more.length })),
          h('ul', { class: 'done' }, more),
        )
      : null,
  ].filter((part) => part !== null);
}
