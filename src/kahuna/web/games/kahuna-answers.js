/** Kahuna: what is said when a link is pressed on which nothing can be played. */
import { ownerOf } from '../board/boards.js';
import { list, t } from '../lib/i18n.js';
import { ownBridge } from '../table/answers.js';
import { linkName } from '../table/words.js';

/** @param {Table} table @param {string} link */
export function answerLink(table, link) {
  const { view, bottom } = table;
  const owner = ownerOf(view.bridges[link]);
  if (owner === bottom) return ownBridge(link);
  return owner ? enemyBridge(table, link) : freeLink(table, link);
}

/** Two cards of its islands remove it (K5). @param {Table} table @param {string} link */
function enemyBridge({ view, moves }, link) {
  const [a, b] = link.split('-');
  const fitting = (view.hand ?? []).filter((card) => card === a || card === b);
  const move = moves.find((each) => each.link === link && each.cards.length === 2);
  if (move) return t('answer.remove', { link: linkName(link), cards: list(move.cards) });
  return t(fitting.length ? 'answer.enemy.single' : 'answer.enemy', { a, b, card: fitting[0] ?? '' });
}

/** A card of either island builds there. @param {Table} table @param {string} link */
function freeLink({ view, moves, cast, bottom }, link) {
  const [a, b] = link.split('-');
  const fitting = (/** @type {readonly (string | null)[]} */ cards) =>
    cards.filter((card) => card === a || card === b);
  const held = fitting(view.hand ?? []);
  const open = /** @type {string[]} */ (fitting(view.row));
  const builds = moves.filter((each) => each.link === link && each.kind === 'place');
  if (builds.length)
    return t('answer.choose', { link: linkName(link), cards: list(builds.map(({ cards: [c] }) => c)) });
  if (held.length && !view.supply[bottom]) return t('answer.none-left');
  const foreign = [a, b].find((island) => view.control[island] && view.control[island] !== bottom);
  if (held.length && view.rules.planning && foreign)
    return t('answer.planning', { island: foreign, who: cast.names[view.control[foreign]] });
  if (held.length) return t('answer.discarded', { link: linkName(link) });
  const none = t('answer.nocard', { a, b });
  const can = moves.some(({ kind }) => kind === 'take');
  return open.length && can ? `${none}${t('log.join')}${t('answer.row', { card: open[0] })}` : none;
}
