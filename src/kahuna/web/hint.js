/** A hint in three steps: where to look, the idea, the move. */
import { h } from './dom.js';
import { list, t } from './i18n.js';
import { read } from './legal.js';
import { button, icon } from './ui.js';
import { moveName, who } from './words.js';

/** What the chart shows of it. @param {Table} table */
export function hintedBy({ advice, hintStep, view }) {
  if (!advice) return null;
  const move = read(view.game, advice.action), ends = move.link ? move.link.split(/[-=]/) : [];
  return { look: hintStep < 3 ? [...ends, ...(move.from ? [move.from] : [])] : [], move: hintStep === 3 && move.link ? move : null };
}

/** @param {Table} table */
export function hintWords({ advice, hintStep, view, cast }) {
  if (!advice) return '';
  const move = read(view.game, advice.action), { events } = advice, ends = move.link.split(/[-=]/);
  const names = (/** @type {string} */ event) => events.filter((e) => e.event === event);
  const mine = names('won').filter(({ seat }) => seat === view.to_move).map(({ island }) => island), lost = names('lost').map(({ island }) => island);
  if (hintStep === 1) return move.link ? t('hint.look', { islands: list(ends) }) : t(`hint.look.${move.kind}`);
  if (hintStep === 2) {
    if (!move.link) return t(`hint.idea.${move.kind}`);
    if (mine.length) return t(names('fell').length ? 'hint.idea.sweep' : 'hint.idea.win', { islands: list(mine) });
    if (lost.length) return t('hint.idea.lose', { islands: list(lost), who: who(cast, names('lost')[0].seat) });
    return t(`hint.idea.${move.kind === 'remove' || move.kind === 'joker' ? move.kind : 'grow'}`, { islands: list(ends) });
  }
  const slot = Number(advice.action.slice(1));
  const named = move.kind === 'take' ? (slot ? t('act.take', { card: view.row[slot - 1] ?? '' }) : t('act.take.stack'))
    : move.kind === 'end' ? t(view.phase === 'turn' ? 'act.decline' : 'act.end')
      : move.kind === 'discard' ? `${t('act.discard')}: ${move.cards[0]}` : moveName(move);
  return t('hint.move', { move: named }) + (advice.value === null ? '' : ` ${t('hint.value', { count: Math.round(advice.value * 100) })}`);
}

/** @param {Table} table */
export function makeHint(table) {
  const node = h('section', { class: 'hint-card', 'aria-label': t('act.hint'), hidden: true });
  return {
    node,
    show() {
      const { advice, hintStep } = table;
      node.hidden = !advice;
      if (!advice) return;
      node.replaceChildren(icon('hint'), h('p', {}, h('small', {}, t('hint.step', { step: hintStep })), hintWords(table)),
        hintStep < 3 ? button(t('hint.next'), { on: { click: table.hint } })
          : button(t('hint.play'), { kind: 'primary', on: { click: () => table.play(advice.action) } }),
        button('', { ic: 'close', kind: 'quiet icon-only', 'aria-label': t('close'), on: { click: table.dropHint } }));
    },
  };
}
