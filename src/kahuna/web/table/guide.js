/** The line above the hand: whose turn it is and what can be done now. */
import { list, t } from '../lib/i18n.js';
import { does, kindName, linkName } from './words.js';

/** @param {Table} table @returns {{tag: string, text: string}} */
export function guidance(table) {
  const { view, now, cast, mine } = table;
  const { phase, to_move, result } = view;
  if (table.board) return { tag: t('tag.again'), text: '' };
  if (result) return { tag: t('tag.over'), text: table.outcome() };
  if (phase === 'waiting') return { tag: t('tag.waiting'), text: t('say.waiting') };
  if (!to_move) return { tag: '', text: '' };
  const tag =
    mine && phase === 'last-turn'
      ? t('tag.last')
      : mine && !now.room.same_screen
        ? t('tag.yours')
        : t('tag.theirs', { who: cast.names[to_move] });
  if (!mine) {
    const player = now.room.players[to_move];
    if (now.room.same_screen && !now.seat) return { tag: t('tag.over-to'), text: t('say.covered') };
    if (player.kind === 'nobody') return { tag, text: t('say.nobody') };
    if (player.kind === 'person' && !player.here)
      return { tag, text: t('say.away', { who: cast.names[to_move] }) };
    if (table.told) return { tag, text: table.told };
    return {
      tag,
      text: t(now.thinking ? 'say.thinking' : phase === 'last-turn' ? 'say.last.they' : 'say.wait', {
        who: cast.names[to_move],
      }),
    };
  }
  return { tag, text: view.game === 'kahuna' ? cards(table) : hexes(table) };
}

/** @param {Table} table */
function cards({ view, pick, offer, cast }) {
  const { hand, must_take, phase, this_turn } = view;
  const chosen = pick.cards.map((i) => (hand ?? [])[i]);
  const foe = cast.names[view.to_move === 'white' ? 'black' : 'white'];
  if (pick.armed) {
    const card = pick.armed === '-' ? '' : view.row[Number(pick.armed.slice(1)) - 1];
    return card
      ? t('say.armed', { card })
      : pick.armed === '+'
        ? t('say.armed.stack')
        : t(phase === 'turn' ? 'say.armed.decline' : 'say.armed.end');
  }
  if (phase === 'handicap') return t('say.handicap', { count: view.handicap_left });
  if (pick.discard) return t('say.discard');
  if (pick.link) return t(offer.raised.size ? 'say.pay' : 'say.nopay', { link: linkName(pick.link) });
  if (chosen.length === 2) return t(offer.on.size ? 'say.pair' : 'say.nopair', { cards: list(chosen) });
  if (chosen.length) return t(offer.on.size ? 'say.card' : 'say.nocard', { card: chosen[0] });
  if (phase === 'last-turn') return t('say.last');
  const full = hand?.length === 5;
  const must = must_take ? '.must' : '';
  if (full) return t(`say.full${must}`, { who: foe });
  const stands =
    this_turn === 'discarded'
      ? 'say.away.done'
      : hand?.length === 0
        ? 'say.empty'
        : this_turn === 'played'
          ? 'say.played'
          : 'say.turn';
  return t(`${stands}${must}`, { who: foe });
}

/** @param {Table} table */
function hexes({ view, pick, moves }) {
  if (pick.joker) return pick.to ? t('say.joker.from', { link: linkName(pick.to) }) : t('say.joker');
  if (pick.link && pick.piece !== null) return t('say.again', { link: linkName(pick.link) });
  if (!moves.some(({ kind }) => kind === 'hex')) return t('say.pass');
  if (view.game === 'exahuna') return t('say.hex');
  return pick.piece
    ? t('say.kind', { kind: kindName(pick.piece), effect: t(`effect.${pick.piece}`) })
    : t('say.special');
}

/** What stands above the row. @param {Table} table */
export function marketWords({ view, mine }) {
  if (view.phase === 'last-turn') return t('row.last');
  if (view.phase === 'handicap') return t('row.handicap');
  if (!mine) return t('row');
  if (view.hand?.length === 5) return t('row.full');
  return view.must_take ? t('row.must') : t('row.take');
}

/** A sentence for a screen reader when a turn begins. @param {Table} table */
export const turnWords = (table) => {
  const { view, mine, cast } = table;
  if (!view.to_move || view.result) return '';
  return mine ? `${t('tag.yours')}. ${guidance(table).text}` : does(cast, view.to_move, 'say.turn-of');
};
