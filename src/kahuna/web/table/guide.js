/** The line above the hand: whose turn it is and what can be done now. */
import { tableOf } from '../games/tables.js';
import { t } from '../lib/i18n.js';
import { does } from './words.js';

/** @param {Table} table @returns {{tag: string, text: string}} */
export function guidance(table) {
  const { view, now, cast, mine } = table;
  const { phase, to_move, result } = view;
  if (table.shown) return { tag: t('tag.again'), text: '' };
  if (result) return { tag: t('tag.over'), text: table.outcome() };
  if (phase === 'waiting') return { tag: t('tag.waiting'), text: t('say.waiting') };
  if (!to_move) return { tag: '', text: '' };
  const tag = turnTag(table, to_move);
  if (!mine) {
    const player = now.room.players[to_move];
    if (now.room.same_screen && !now.seat) return { tag: t('tag.over-to'), text: t('say.covered') };
    if (player.kind === 'nobody') return { tag, text: t('say.nobody') };
    if (player.kind === 'person' && !player.here)
      return { tag, text: t('say.away', { who: cast.names[to_move] }) };
    if (table.told) return { tag, text: table.told };
    const waits = phase === 'last-turn' ? 'say.last.they' : 'say.wait';
    return { tag, text: t(now.thinking ? 'say.thinking' : waits, { who: cast.names[to_move] }) };
  }
  return { tag, text: tableOf(view.game).guide(table) };
}

/** Whose turn it is. @param {Table} table @param {Seat} seat */
function turnTag({ mine, view, now, cast }, seat) {
  if (mine && view.phase === 'last-turn') return t('tag.last');
  if (mine && !now.room.same_screen) return t('tag.yours');
  return t('tag.theirs', { who: cast.names[seat] });
}

/** A sentence for a screen reader when a turn begins. @param {Table} table */
export const turnWords = (table) => {
  const { view, mine, cast } = table;
  if (!view.to_move || view.result) return '';
  return mine ? `${t('tag.yours')}. ${guidance(table).text}` : does(cast, view.to_move, 'say.turn-of');
};
