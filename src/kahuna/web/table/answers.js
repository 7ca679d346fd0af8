/**
 * Every press is answered: one sentence about what was pressed and cannot be played, with a way out where
 * there is one. Loaded with the first such press, with its words.
 */
import { degree, OTHER } from '../board/boards.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { tableOf } from '../games/tables.js';
import { speak, t } from '../lib/i18n.js';
import { theirCards } from './top.js';
import { linkName } from './words.js';

/** @param {Table} table @param {Pressed} pressed @returns {Promise<string>} */
export async function answerTo(table, pressed) {
  const game = tableOf(table.view.game);
  const [{ answerLink }] = await Promise.all([game.answers(), speak(['answers'])]);
  switch (pressed.what) {
    case 'island':
      return aboutIsland(table, pressed.island);
    case 'theirs':
      return [theirCards(table), t('answer.theirs')].join(t('log.join'));
    case 'link':
      return notNow(table) || answerLink(table, pressed.link);
  }
}

/** Why nothing can be played now, wherever it was pressed; '' if something can. @param {Table} table */
function notNow({ view, now, mine, cast }) {
  if (view.result) return t('answer.over');
  if (!now.room.seats.length) return t('answer.watching');
  if (view.phase === 'waiting') return t('say.waiting');
  if (mine || !view.to_move) return '';
  return t('answer.turn', { who: cast.names[view.to_move] });
}

/** How an island stands, in a sentence or two. @param {Table} table @param {string} island */
function aboutIsland({ view, bottom, cast }, island) {
  const of = degree(gameOf(view.game).board, island);
  const has = (/** @type {Seat} */ seat) => bridgesAt(view, island, seat);
  const foe = OTHER[bottom];
  const owner = view.control[island];
  const facts = { island, of, own: has(bottom), theirs: has(foe), who: cast.names[foe] };
  const counted = cast.you
    ? t('answer.island', facts)
    : t('answer.island.watched', { ...facts, near: cast.names[bottom] });
  return [
    counted,
    ...(owner
      ? [t(cast.you === owner ? 'answer.control.you' : 'answer.control', { who: cast.names[owner] })]
      : []),
    ...(view.values ? [aboutPoints(view, island)] : []),
  ].join(t('log.join'));
}

/** Special: points and worth. @param {View} view @param {string} island */
function aboutPoints({ values, worth }, island) {
  const { white, black } = values?.[island] ?? { white: 0, black: 0 };
  return t('answer.points', { white, black, worth: worth?.[island] ?? 1 });
}

/** One of the player's own bridges was pressed. @param {string} link */
export const ownBridge = (link) => t('answer.own', { link: linkName(link) });
