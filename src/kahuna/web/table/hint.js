/** A hint in three steps: where to look, the idea, the move. */
import { degree, OTHER } from '../board/boards.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { list, t } from '../lib/i18n.js';
import { button, icon } from '../lib/ui.js';
import { does, moveName, who } from './words.js';

/** What the board shows of it. @param {Table} table */
export function hintedBy({ advice, hintStep, view }) {
  if (!advice) return null;
  const move = tableOf(view.game).read(advice.action);
  const ends = move.link ? move.link.split(/[-=]/) : [];
  return {
    look: hintStep < 3 ? [...ends, ...(move.from ? [move.from] : [])] : [],
    move: hintStep === 3 && move.link ? move : null,
  };
}

/** @param {View} view @param {string} island @param {number} count */
const share = ({ game }, island, count) =>
  t('tip.share', { island, count, of: degree(gameOf(game).board, island) });

/**
 * What a bridge that wins nothing yet is good for, judged by the bridges at its ends.
 * @param {View} view
 * @param {Seat} me
 * @param {string[]} ends
 * @param {Cast} cast
 */
function purpose(view, me, ends, cast) {
  const foe = OTHER[me];
  const own = (/** @type {string} */ end) => bridgesAt(view, end, me) + 1;
  const open = ends.filter((end) => view.control[end] !== me);
  const behind = open.filter((end) => bridgesAt(view, end, foe) > own(end));
  const ahead = open.filter((end) => !behind.includes(end));
  if (ahead.length)
    return t('hint.idea.grow', { islands: list(ahead.map((end) => share(view, end, own(end)))) });
  if (behind.length)
    return t('hint.idea.block', {
      who: who(cast, foe),
      islands: list(behind.map((end) => share(view, end, bridgesAt(view, end, foe)))),
    });
  return t('hint.idea.guard', { islands: list(ends) });
}

/**
 * Why to take a card, without naming it.
 * @param {View} view
 * @param {Seat} me
 * @param {string | null | undefined} card
 * @param {Cast} cast
 */
function wish(view, me, card, cast) {
  if (!card) return t('hint.idea.stack');
  const of = degree(gameOf(view.game).board, card);
  const own = bridgesAt(view, card, me);
  const theirs = bridgesAt(view, card, OTHER[me]);
  if (own && own >= theirs) return t('hint.idea.take.own', { count: own, of });
  return theirs
    ? t('hint.idea.take.theirs', { count: theirs, of, who: who(cast, OTHER[me]) })
    : t('hint.idea.take');
}

/** @param {Table} table */
export function hintWords({ advice, hintStep, view, cast }) {
  if (!advice) return '';
  const move = tableOf(view.game).read(advice.action);
  const { events } = advice;
  const ends = move.link.split(/[-=]/);
  const names = (/** @type {string} */ event) => events.filter((e) => e.event === event);
  const me = view.to_move ?? 'white';
  const foe = OTHER[me];
  const mine = names('won')
    .filter(({ seat }) => seat === me)
    .map(({ island }) => island);
  const lost = names('lost')
    .filter(({ seat }) => seat === foe)
    .map(({ island }) => island);
  const slot = Number(advice.action.slice(1));
  const ending = tableOf(view.game).endKey(view);
  const building = ending === 'act.pass' || ending === 'act.start'; // left out if the action ends the turn
  if (hintStep === 1)
    return move.link
      ? t('hint.look', { islands: list(ends) })
      : t(move.kind === 'end' && building ? 'hint.look.links' : `hint.look.${move.kind}`);
  if (hintStep === 2) {
    if (move.kind === 'take') return wish(view, me, slot ? view.row[slot - 1] : null, cast);
    if (!move.link)
      return t(move.kind === 'end' && ending !== 'act.decline' ? 'hint.idea.last' : `hint.idea.${move.kind}`);
    const costs = lost.length ? [does(cast, foe, 'log.lose', { islands: list(lost) })] : [];
    if (mine.length)
      return [
        t(names('fell').length ? 'hint.idea.sweep' : 'hint.idea.win', { islands: list(mine) }),
        ...costs,
      ].join(t('log.join'));
    if (lost.length) return t('hint.idea.lose', { islands: list(lost), who: who(cast, foe) });
    if (move.kind === 'joker') return t('hint.idea.joker');
    if (move.kind !== 'remove') return purpose(view, me, ends, cast);
    return t('hint.idea.remove', {
      who: who(cast, foe),
      islands: list(ends.map((end) => share(view, end, bridgesAt(view, end, foe) - 1))),
    });
  }
  const named = moveWords(view, move, slot);
  return (
    t('hint.move', { move: named }) +
    (advice.value === null ? '' : ` ${t('hint.value', { count: Math.round(advice.value * 100) })}`)
  );
}

/** The move itself. @param {View} view @param {Move} move @param {number} slot of the row, for a take */
export function moveWords(view, move, slot) {
  switch (move.kind) {
    case 'take':
      return slot ? t('act.take', { card: view.row[slot - 1] ?? '' }) : t('act.take.stack');
    case 'end':
      return t(tableOf(view.game).endKey(view));
    case 'discard':
      return `${t('act.discard')}: ${move.cards[0]}`;
    default:
      return moveName(move);
  }
}

/** The card above the hand. @param {Table} table @param {HTMLElement} node */
export function showHint(table, node) {
  const { advice, hintStep } = table;
  node.hidden = !advice;
  if (!advice) return;
  node.replaceChildren(
    icon('hint'),
    h('p', {}, h('small', {}, t('hint.step', { step: hintStep })), hintWords(table)),
    hintStep < 3
      ? button(t('hint.next'), { on: { click: table.hint } })
      : button(t('hint.play'), { kind: 'primary', on: { click: () => table.play(advice.action) } }),
    button('', {
      ic: 'close',
      kind: 'quiet icon-only',
      'aria-label': t('close'),
      on: { click: table.dropHint },
    }),
  );
}
