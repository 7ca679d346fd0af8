/** What a review says, in sentences of the visitor's language. */
import { has, list, t } from '../lib/i18n.js';
import { levelName } from '../lib/names.js';
import { kindName, linkName } from '../table/words.js';

/** @typedef {import('./review.js').Sentence} Sentence */
/** @typedef {Record<Seat, string>} Names */

/**
 * What the players of a record are called.
 * @param {import('../messages.js').Replay} game
 * @returns {Names}
 */
export function namesOf({ players, levels }) {
  const twins = players.white === players.black;
  const name = (/** @type {Seat} */ seat) => {
    const level = levels[seat];
    if (level && has(`level.${level}`) && levels.white !== levels.black) return levelName(level);
    return (!twins && players[seat]) || t(`side.${seat}`);
  };
  return { white: name('white'), black: name('black') };
}

const MOST_NAMED = 3; // bridges that are listed by name; more are counted

/** A chance as shown to the reader. @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)}\u00a0%`;
/** A signed part of a game. @param {number} whole in per cent */
export const signed = (whole) => (whole === 0 ? '±0' : `${whole > 0 ? '+' : '−'}${Math.abs(whole)}`);

/**
 * An action in a few characters, as people read it.
 * @param {string} action
 * @param {readonly (string | null)[]} [cards] those in the row, where they are known
 */
export function short(action, cards) {
  if (action === '-') return t('move.end');
  if (action === '+' || action.startsWith('+=')) return t('move.stack');
  const row = action.match(/^\+(\d)/);
  const card = row && cards?.[Number(row[1]) - 1];
  if (card) return t('move.takes', { card });
  if (row) return t('move.row', { slot: row[1] });
  if (action.startsWith('~'))
    return action.length > 1 ? t('move.discard', { card: action.slice(1) }) : t('move.away');
  const joker = action.match(/^\w*:?(.+)>(.+)$/);
  if (joker && /[-=]/.test(action)) return `${linkName(joker[1])}\u2009→\u2009${linkName(joker[2])}`;
  const kind = action.match(/^(\w+):(.+)$/);
  if (kind) return `${kindName(kind[1])} ${linkName(kind[2])}`;
  return linkName(action.replace('>', '→').replace(/ xx? /, ' × ').replace(/^=/, ''));
}

/**
 * One sentence of a review.
 * @param {Sentence} sentence
 * @param {Names} names
 * @param {readonly (string | null)[]} [cards] those in the row, where they are known
 */
export function said({ key, facts }, names, cards) {
  /** @type {Record<string, string | number>} */
  const told = {};
  for (const [name, value] of Object.entries(facts)) {
    if (name === 'action') told.action = taking(value, cards) || short(value, cards);
    else if (name === 'rival' || name === 'seat') told[name] = names[/** @type {Seat} */ (value)];
    else if (name === 'links') told.links = bridges(value);
    else if (Array.isArray(value)) told[name] = list(value);
    else if (name === 'link' || name === 'to') told[name] = linkName(value);
    else told[name] = value;
  }
  const words = t(`say.${key}`, told);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/**
 * Taking a card, as the beginning of a sentence.
 * @param {string} action
 * @param {readonly (string | null)[]} [cards] those in the row
 */
function taking(action, cards) {
  if (action === '+' || action.startsWith('+=')) return t('move.taking-stack');
  const row = action.match(/^\+(\d)/);
  const card = row && cards?.[Number(row[1]) - 1];
  return card ? t('move.taking', { card }) : '';
}

/** @param {string[]} links */
const bridges = (links) =>
  links.length > MOST_NAMED ? t('say.bridges', { count: links.length }) : list(links.map(linkName));
