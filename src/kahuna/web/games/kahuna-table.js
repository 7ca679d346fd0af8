/** Kahuna at the table: which actions are offered, what is said, and what each part of the table shows. */
import { OTHER } from '../board/boards.js';
import { list, t } from '../lib/i18n.js';
import { linkName } from '../table/words.js';
import { HAND_LIMIT } from './facts.js';
import { fillHand, handicapWords, pickCard, take, whyNoCard } from './kahuna-hand.js';
import { makeMarket, makeMemory, showRounds } from './kahuna-rail.js';
import { reader } from './moves.js';

/** @type {TableGame} */
export const kahunaTable = {
  name: 'kahuna',
  tableClass: '',
  boardName: 'board.kahuna',
  answers: () => import('./kahuna-answers.js'),
  acts: ['discard'],
  read: reader('kahuna'),
  offer,
  keptPiece: () => null,
  guide,
  endKey: ({ phase }) => {
    if (phase === 'last-turn') return 'act.end';
    return phase === 'handicap' ? 'act.start' : 'act.decline';
  },
  takes: ({ phase }) => phase === 'turn',
  ending,
  opening: () => [t('log.round', { round: 1 })],
  holdsByMouse: false,
  magnifies: false,
  looksFirst: (table) => table.pick.cards.length > 0,
  previews: (table, target) => {
    const { pick, view } = table;
    return pick.cards.length > 0 || view.phase === 'handicap' || pick.link === target;
  },
  plays: (pick, move) => pick.cards.length > 0 || move.kind === 'start',
  unchoosesAgain: true,
  againByFinger: true,
  handClass: 'cards',
  handRole: 'group',
  fillHand,
  pressDigit(table, digit) {
    if (digit > HAND_LIMIT) return false;
    if (table.view.hand?.[digit - 1]) pickCard(table, digit - 1);
    return true;
  },
  pressSlot(table, slot) {
    take(table, slot === table.view.row.length ? '+' : `+${slot + 1}`);
    return true;
  },
  makeMarket,
  makeMemory,
  showScore: showRounds,
  lookClosely: null,
};

/** @param {Offer} found @param {View} view @param {readonly Move[]} moves @param {Picked} pick */
function offer(found, view, moves, pick) {
  const hand = view.hand ?? [];
  const { on } = found;
  const cards = pick.cards.map((i) => hand[i]).sort();
  const fits = (/** @type {Move} */ move) =>
    move.cards.length === cards.length && [...move.cards].sort().every((card, i) => card === cards[i]);
  for (const move of moves) {
    if (move.kind === 'start') on.set(move.link, move);
    else if (!move.link || pick.discard) continue;
    else if (!cards.length) {
      if (!on.has(move.link) || move.kind === 'place') on.set(move.link, move);
    } else if (fits(move)) {
      found.swap ||= move.kind === 'replace';
      if (!on.has(move.link) || (move.kind === 'replace') === pick.build) on.set(move.link, move);
    }
  }
  for (const [i, card] of pick.link ? hand.entries() : []) {
    const paid = pick.cards.includes(i) ? cards : [...cards, card];
    if (moves.some((move) => move.link === pick.link && enough(move.cards, paid))) found.raised.add(i);
  }
  for (const { link, kind } of on.values()) {
    if (kind === 'start' || (cards.length && kind === 'place')) found.usable.push(link);
    else if (cards.length === 2) found.removable.push(link);
  }
}

/** Whether all of `some` are among `all`. @param {readonly string[]} all @param {readonly string[]} some */
function enough(all, some) {
  const left = [...all];
  return some.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}

/** @param {Table} table */
function guide({ view, pick, offer, cast, moves, teaches }) {
  const { hand, must_take, phase } = view;
  const chosen = pick.cards.map((i) => (hand ?? [])[i]);
  const foe = cast.names[OTHER[view.to_move ?? 'black']];
  if (pick.armed) return armedWords(view, pick.armed);
  if (pick.taking) return t('say.taking');
  if (phase === 'handicap') return handicapWords(view);
  if (pick.discard) return t('say.discard');
  if (pick.link) return payWords(view, pick.link);
  if (chosen.length === 2) return t(offer.on.size ? 'say.pair' : 'say.nopair', { cards: list(chosen) });
  if (chosen.length) return cardWords(chosen[0], moves, offer.on.size > 0);
  if (phase === 'last-turn') return t('say.last');
  const must = must_take ? '.must' : '';
  if (hand?.length === HAND_LIMIT) return t(`say.full${must}`, { who: foe });
  const removal = !must && standing(view) === 'say.turn' && moves.some(removes);
  if (removal) return t('say.turn.pair');
  const key = `${standing(view)}${must}`;
  return teaches && key === 'say.turn' ? t('school.guide') : t(key, { who: foe });
}

/** Whether it takes a bridge off the board. @param {Move} move */
const removes = ({ kind }) => kind === 'remove' || kind === 'replace';

/** A link was chosen first. @param {View} view @param {string} link */
const payWords = (view, link) => t(view.bridges[link] ? 'say.pay.two' : 'say.pay', { link: linkName(link) });

/**
 * A card was chosen: what it can do alone, and with which other it removes a bridge.
 * @param {string} card
 * @param {readonly Move[]} moves
 * @param {boolean} builds
 */
function cardWords(card, moves, builds) {
  const pairs = moves.filter((move) => removes(move) && move.cards.includes(card));
  const others = pairs.map(({ cards: [a, b] }) => (a === card ? b : a));
  const other = list([...new Set(others)]);
  if (!builds) return t(other ? 'say.nocard.pair' : 'say.nocard', { card, other });
  return t(other ? 'say.card.pair' : 'say.card', { card, other });
}

/** An ending that was pressed once. @param {View} view @param {string} armed */
function armedWords(view, armed) {
  const card = armed === '-' ? '' : view.row[Number(armed.slice(1)) - 1];
  if (card) return t('say.armed', { card });
  if (armed === '+') return t('say.armed.stack');
  return t(view.phase === 'turn' ? 'say.armed.decline' : 'say.armed.end');
}

/** How the turn stands. @param {View} view */
function standing({ this_turn, hand }) {
  if (this_turn === 'discarded') return 'say.away.done';
  if (hand?.length === 0) return 'say.empty';
  return this_turn === 'played' ? 'say.played' : 'say.turn';
}

/** @param {Table} table @param {boolean} can @returns {Ending} */
function ending({ view, pick, mine, now, cast, moves }, can) {
  if (pick.discard) {
    const count = pick.cards.length;
    return { words: t('act.put', { count }), can: count > 0, why: t('say.discard'), icon: 'trash' };
  }
  if (pick.armed?.[0] === '+') {
    const name = view.row[Number(pick.armed.slice(1)) - 1];
    return { words: name ? t('act.take', { card: name }) : t('act.take.stack'), can: true, icon: 'take' };
  }
  const key = kahunaTable.endKey(view);
  if (pick.armed) return { words: t(`${key}.sure`), can, icon: 'end' };
  const who = cast.names[OTHER[now.seat ?? 'white']];
  if (view.phase !== 'waiting' && !kahunaTable.takes(view))
    return { words: t(key), can, why: t('why.turn'), icon: 'end' };
  return {
    words: t(pick.taking ? 'act.which' : 'act.any'),
    can: moves.some(({ kind }) => kind === 'take') && !pick.taking,
    why: t(pick.taking ? 'say.taking' : whyNoCard({ mine, view })),
    icon: 'take',
    decline: { can, why: t(mine ? 'why.must' : 'why.turn', { who }) },
  };
}
