/** Cards laid on the board: the end of a round, the end of the game. */
import { bridgesLeft, OTHER, SEATS } from '../board/boards.js';
import { ROUNDS } from '../games/facts.js';
import { gameOf } from '../games/index.js';
import { at } from '../lib/base.js';
import { layCard } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { lift } from '../lib/lists.js';
import { contributionTo } from '../lib/promises.js';
import { button, icon, stoneGlyph } from '../lib/ui.js';
import { variantWords } from './rail.js';
import { reason, scored, who } from './words.js';

/** @param {string} href @param {string} words @param {string} ic @param {Record<string, any>} [rest] */
const go = (href, words, ic, rest = {}) =>
  h('a', { class: 'btn', href, ...rest }, icon(ic), h('span', {}, words));

/** The two numbers of a score, in large type. @param {Table} table @param {readonly number[]} numbers */
const duel = ({ cast }, numbers) =>
  h(
    'div',
    { class: 'duel' },
    SEATS.map((seat, i) =>
      h(
        'div',
        { class: `side ${seat}` },
        h('b', {}, String(numbers[i])),
        h('span', {}, who(cast, seat)),
        h('small', {}, t(`side.${seat}`)),
      ),
    ),
  );

/**
 * A round is scored; gone with any key or press.
 * @param {Table} table
 * @param {HTMLElement} host
 * @param {GameEvent} event
 */
export const roundEnd = (table, host, event) =>
  layCard(
    host,
    'round-end',
    t('scored', { round: event.round }),
    h('p', { class: 'eyebrow' }, t('islands')),
    duel(table, event.islands),
    h('p', { class: 'big' }, scored(event, table.cast)),
    event.round < ROUNDS && h('p', { class: 'note' }, t(`scored.${event.round}`)),
    button(t('go-on'), { ic: 'end', kind: 'primary' }),
  );

/** Who won, as this page says it. @param {Seat | null} winner @param {Cast} cast */
function headline(winner, cast) {
  if (!winner) return t('over.tied');
  if (!cast.you) return t('over.wins', { who: cast.names[winner] });
  return t(winner === cast.you ? 'over.won' : 'over.lost');
}

/**
 * Who wants to play again.
 * @param {readonly Seat[]} rematch
 * @param {Seat} mine
 * @param {Seat | undefined} rival
 */
function wish(rematch, mine, rival) {
  if (rematch.includes(mine)) return 'again.wait';
  return rival && rematch.includes(rival) ? 'again.yes' : 'again';
}

/** What the two numbers of a result count. @param {View} view */
function scoreWord({ game, worth }) {
  if (gameOf(game).hasCards) return 'points';
  return worth ? 'worth' : 'islands';
}

/**
 * Where they come from: islands round by round, including an unfinished one; bridges in other games.
 * @param {Table} table
 * @param {readonly number[]} islands
 */
function details({ view, history }, islands) {
  if (!gameOf(view.game).hasCards)
    return `${t('supply')}: ${SEATS.map((seat) => bridgesLeft(view, seat)).join(' : ')}`;
  const scores = history.flat().filter(({ event }) => event === 'scored');
  const rounds = scores.map(({ round, islands: [w, b] }) => `${t('log.round', { round })} – ${w} : ${b}`);
  const open = scores.some(({ round }) => round === view.round)
    ? []
    : [`${t('log.round', { round: view.round })} – ${islands.join(' : ')}`];
  return `${t('islands')}: ${[...rounds, ...open].join(' · ')}`;
}

/** The game is over. @param {Table} table @param {HTMLElement} host */
export function gameOver(table, host) {
  const { view, now, cast, send } = table;
  const { room } = now;
  const result = /** @type {Result} */ (view.result);
  const { winner, points, islands } = result;
  const mine = now.seat ?? room.seats[0];
  const title = headline(winner, cast);
  const variant = variantWords(view.rules, table.now.room.hints);
  const next = () =>
    table.now.room.links.next ?? (table.now.room.rematch && `/play/${table.now.room.rematch}`);
  const follow = () => location.assign(at(next() ?? '/'));
  const again = button('', {
    ic: 'replay',
    kind: 'primary',
    on: {
      click: () => {
        if (next()) return follow();
        const contribution = contributionTo(table.now.room.next_commitment);
        table.lay({ goesAlong: send({ type: 'rematch', contribution }) });
      },
    },
  });
  const show = () => {
    const {
      rematch,
      room: { players },
    } = table.now;
    const rival = mine && OTHER[mine];
    const words = next() ? 'again.go' : wish(rematch, mine, rival);
    again.replaceChildren(icon('replay'), h('span', {}, t(words, { who: rival ? cast.names[rival] : '' })));
    again.hidden = (!room.seats.length && !next()) || (rival && players[rival].kind === 'nobody') || false;
    if (table.laid.goesAlong && next()) {
      table.lay({ goesAlong: false });
      follow();
    } // once: a second navigation would cancel the first
  };
  show();
  const key = room.links.replay?.split('/').pop();
  const node = layCard(
    host,
    'game-over',
    title,
    h('span', { class: 'cloth-stone' }, stoneGlyph(winner ?? 'white')),
    h('p', { class: 'big' }, reason(result, cast)),
    h('p', { class: 'eyebrow' }, t(scoreWord(view))),
    duel(
      table,
      gameOf(view.game).hasCards ? SEATS.map((seat, i) => points?.[i] ?? view.points[seat]) : islands,
    ),
    h('p', { class: 'note' }, details(table, islands)),
    variant && h('p', { class: 'note' }, variant),
    h(
      'div',
      { class: 'laid-acts' },
      again,
      room.links.replay && go(room.links.replay, t('over.replay'), 'play'),
      key && go(`/api/record/${key}`, t('over.record'), 'down', { download: '' }),
      go('/', t('over.home'), 'home'),
    ),
    button('', {
      ic: 'close',
      kind: 'quiet icon-only close',
      'aria-label': t('over.board'),
      title: t('over.board'),
      on: { click: () => lift(node) },
    }),
  );
  return { node, show };
}
