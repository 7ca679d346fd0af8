/** Kahuna's cards: a hand to pick from, or their backs where they belong to somebody else. */
import { put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sync } from '../lib/lists.js';
import { back, card, linkCount } from '../lib/ui.js';
import { HAND_LIMIT } from './facts.js';

/** @param {Table} table @param {HTMLElement} host */
export function fillHand(table, host) {
  const { view, pick, offer, mine, bottom } = table;
  const { hand } = view;
  const count = view.cards[bottom];
  const covered = t('hand.covered', { count, who: table.cast.names[bottom] });
  put(host, 'aria-label', hand ? t('hand.yours', { count }) : covered);
  sync(host, hand ? faces(table, host, hand) : backs(count));
  host.classList.toggle('discarding', pick.discard);
  if (!hand) return;
  for (const [i, node] of [...host.children].entries()) {
    put(node, 'aria-pressed', String(pick.cards.includes(i)));
    node.classList.toggle('raised', offer.raised.has(i) && !pick.cards.includes(i));
    put(node, 'aria-disabled', mine && view.phase !== 'handicap' ? null : 'true');
  }
}

/**
 * A number tells two cards of one island apart.
 * @param {Table} table
 * @param {HTMLElement} host
 * @param {readonly string[]} hand
 */
function faces(table, host, hand) {
  return hand.map((name, i) => {
    const number = hand.slice(0, i + 1).filter((other) => other === name).length;
    const make = () => {
      const click = () => pickCard(table, [...host.children].indexOf(made));
      const made = card(name, { label: t('card', { card: name, count: linkCount(name) }), on: { click } });
      return made;
    };
    return /** @type {[string, () => HTMLElement]} */ ([`${name}${number}`, make]);
  });
}

/** @param {number} count */
const backs = (count) =>
  Array.from(
    { length: count },
    (_, i) => /** @type {[string, () => HTMLElement]} */ ([`back${i}`, () => back()]),
  );

/** While a head start is placed. @param {View} view */
export const handicapWords = (view) => t('say.handicap', { count: view.handicap_left });

/** A card of the hand was pressed. @param {Table} table @param {number} i */
export function pickCard(table, i) {
  const { pick, moves, mine, offer } = table;
  const { hand, phase } = table.view;
  const { cards, link, discard } = pick;
  if (!mine || !hand) return table.warn(t('why.turn'));
  if (phase === 'handicap') return table.warn(handicapWords(table.view));
  const chosen = cards.includes(i) ? cards.filter((j) => j !== i) : [...cards, i].slice(discard ? 0 : -2);
  if (!link) return table.choose({ cards: chosen, armed: null });
  if (!offer.raised.has(i)) return table.choose({ cards: [i], link: null });
  const sorted = (/** @type {readonly string[]} */ names) => [...names].sort().join();
  const names = sorted(chosen.map((j) => hand[j]));
  const paid = moves.filter((move) => move.link === link && sorted(move.cards) === names);
  const move = paid.find(({ kind }) => (kind === 'replace') === pick.build) ?? paid[0];
  if (move) table.play(move.action);
  else table.choose({ cards: chosen });
}

/**
 * A card of the row or the stack was pressed: once lifts it, twice takes it; once, after "Take a card".
 * @param {Table} table
 * @param {string} action
 */
export function take(table, action) {
  const { moves, pick, view, now } = table;
  if (moves.some((move) => move.action === action)) {
    if (pick.armed === action || pick.taking) table.play(action);
    else table.choose({ ...table.nothing(), armed: action });
  } else if (!view.result && now.seat) table.warn(t(whyNoCard(table)));
}

/** Why no card can be taken there. @param {{ mine: boolean, view: View }} table */
export function whyNoCard({ mine, view }) {
  if (!mine) return 'why.turn';
  if (view.phase === 'last-turn') return 'row.last';
  if (view.phase === 'handicap') return 'row.handicap';
  return view.hand?.length === HAND_LIMIT ? 'row.full' : 'why.empty';
}
