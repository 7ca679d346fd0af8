/** Kahuna at the table: what is offered, what is said, and what the parts of the table show of it. */
import { OTHER } from '../board/boards.js';
import { list, t } from '../lib/i18n.js';
import { linkName } from '../table/words.js';
import { HAND_LIMIT } from './facts.js';
import { fillHand, pickCard, take } from './kahuna-hand.js';
import { makeMarket, makeMemory, showRounds } from './kahuna-rail.js';
import { blankMove } from './moves.js';

/** @type {TableGame} */
export const kahunaTable = {
  name: 'kahuna',
  tableClass: '',
  boardName: 'board.kahuna',
  acts: ['swap', 'discard'],
  read,
  offer,
  keptPiece: () => null,
  guide,
  endKey: ({ phase }) => {
    if (phase === 'last-turn') return 'act.end';
    return phase === 'handicap' ? 'act.start' : 'act.decline';
  },
  ending,
  changed: (_history, events, moving, touched) => (moving ? [] : touched(events)),
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
    if (table.view.hand && table.parts.hand.cards.children[digit - 1]) pickCard(table, digit - 1);
    return true;
  },
  pressSlot(table, slot) {
    take(table, slot === table.view.row.length ? '+' : `+${slot + 1}`);
    return true;
  },
  makeMarket,
  makeMemory,
  makeTheirs: null,
  showScore: showRounds,
};

/** @param {string} action @returns {Move} */
function read(action) {
  const base = blankMove(action);
  const removal = action.match(/^(\w+)\+(\w+) (xx?) (.+)$/);
  if (removal) {
    const [, first, second, how, link] = removal;
    return { ...base, kind: how === 'x' ? 'remove' : 'replace', link, cards: [first, second] };
  }
  switch (action[0]) {
    case '-':
      return { ...base, kind: 'end' };
    case '~':
      return { ...base, kind: 'discard', cards: [action.slice(1)] };
    case '+':
      return { ...base, kind: 'take' };
    case '=':
      return { ...base, kind: 'start', link: action.slice(1) };
  }
  const [card, to] = action.split('>');
  return { ...base, kind: 'place', link: [card, to].sort().join('-'), cards: [card] };
}

/** @param {Offer} found @param {View} view @param {Move[]} moves @param {Picked} pick */
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

/** Whether all of `some` are among `all`. @param {string[]} all @param {string[]} some */
function enough(all, some) {
  const left = [...all];
  return some.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}

/** @param {Table} table */
function guide({ view, pick, offer, cast }) {
  const { hand, must_take, phase } = view;
  const chosen = pick.cards.map((i) => (hand ?? [])[i]);
  const foe = cast.names[OTHER[view.to_move ?? 'black']];
  if (pick.armed) return armedWords(view, pick.armed);
  if (phase === 'handicap') return t('say.handicap', { count: view.handicap_left });
  if (pick.discard) return t('say.discard');
  if (pick.link) return t(offer.raised.size ? 'say.pay' : 'say.nopay', { link: linkName(pick.link) });
  if (chosen.length === 2) return t(offer.on.size ? 'say.pair' : 'say.nopair', { cards: list(chosen) });
  if (chosen.length) return t(offer.on.size ? 'say.card' : 'say.nocard', { card: chosen[0] });
  if (phase === 'last-turn') return t('say.last');
  const must = must_take ? '.must' : '';
  if (hand?.length === HAND_LIMIT) return t(`say.full${must}`, { who: foe });
  return t(`${standing(view)}${must}`, { who: foe });
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

/** @param {Table} table @param {boolean} can @returns {[string, boolean, string]} */
function ending({ view, pick, mine, now, cast }, can) {
  if (pick.discard) {
    const count = pick.cards.length;
    return [t('act.put', { count }), count > 0, t('say.discard')];
  }
  if (pick.armed?.[0] === '+') {
    const name = view.row[Number(pick.armed.slice(1)) - 1];
    return [name ? t('act.take', { card: name }) : t('act.take.stack'), true, ''];
  }
  const key = kahunaTable.endKey(view);
  const who = cast.names[OTHER[now.seat ?? 'white']];
  return [t(pick.armed ? `${key}.sure` : key), can, t(mine ? 'why.must' : 'why.turn', { who })];
}
