/**
 * Same screen: between two turns a cloth covers the table until the next player lifts it. The page shows no
 * hand then.
 */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button, stoneGlyph } from '../lib/ui.js';
import { weave } from '../pages/shell.js';
import { lastTurn } from './timeline.js';
import { tell } from './words.js';

/** @param {Table} table */
export function makeCurtain(table) {
  const { view, now, history, cast } = table;
  const seat = view.to_move ?? 'white';
  const who = cast.names[seat];
  const [start, end] = lastTurn(history, OTHER[seat]);
  const told = history
    .slice(start, end)
    .flatMap((events) => tell(events, cast))
    .filter((line) => line.seat)
    .map(({ text }) => text);
  const lift = button(t('curtain.lift', { who }), {
    kind: 'primary',
    on: {
      click: () => {
        dialog.close();
        table.send({ type: 'look', seat });
      },
    },
  });
  const again = button(t('curtain.replay', { who: cast.names[OTHER[seat]] }), {
    ic: 'replay',
    kind: 'quiet',
    on: {
      click: async () => {
        dialog.close();
        await table.replayTurn();
        table.refresh();
      },
    },
  });
  const back = button(t('act.undo'), {
    ic: 'undo',
    kind: 'quiet',
    on: { click: () => table.send({ type: 'undo', number: now.number }) },
  });
  const dialog = h(
    'dialog',
    {
      class: 'curtain',
      'aria-labelledby': 'curtain-title',
      'aria-describedby': 'curtain-text',
      on: {
        cancel: (/** @type {Event} */ event) => event.preventDefault(),
        close: () => dialog.remove(),
      },
    },
    h(
      'div',
      { class: 'cloth' },
      weave('wa'),
      h(
        'div',
        { class: 'cloth-in' },
        h('span', { class: 'cloth-stone' }, stoneGlyph(seat)),
        h('p', { class: 'eyebrow' }, t('curtain.turn', { round: view.round, turn: view.turn })),
        h('h2', { id: 'curtain-title' }, t('curtain', { who })),
        h('p', { id: 'curtain-text' }, [...told, t('say.covered')].join(t('log.join'))),
        h('div', { class: 'cloth-acts' }, lift, told.length > 0 && again, now.can_undo && back),
      ),
      weave('wb'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  lift.focus();
  return dialog;
}
