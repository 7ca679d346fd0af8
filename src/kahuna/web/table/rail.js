/**
 * The side of the table: score, row and stack, what a good memory knows, the log, and the field for notation.
 */
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';
import { schemeButton } from '../pages/shell.js';
import { tell } from './words.js';

/** @param {Table} table */
export function makeRail(table) {
  const game = tableOf(table.view.game);
  /** On a phone: the sheet would hide what comes. */
  const leave = () => head.closest('dialog')?.close();
  const iconButton = (/** @type {string} */ ic, /** @type {string} */ key, /** @type {() => void} */ click) =>
    button('', {
      ic,
      kind: 'icon-only',
      'aria-label': t(key),
      title: t(key),
      on: {
        click: () => {
          leave();
          click();
        },
      },
    });
  const head = h(
    'div',
    { class: 'head' },
    h('h1', {}, t(`game.${table.view.game}`)),
    iconButton('replay', 'act.replay', table.replayTurn),
    schemeButton(),
    iconButton('menu', 'menu', table.openMenu),
  );
  const score = makeScore(table);
  const market = game.makeMarket?.(table);
  const theirs = game.makeTheirs?.(table);
  const memory = game.makeMemory?.(table);
  const log = makeLog(table);
  const placeholder = t(`note.${table.view.game}`);
  const input = h('input', {
    id: 'note',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder,
  });
  const type = h(
    'form',
    {
      class: 'type',
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (!input.value.trim() || !table.play(input.value.trim())) return;
          input.value = '';
          leave();
        },
      },
    },
    h('label', { class: 'vh', for: 'note' }, t('note')),
    input,
    button('', { ic: 'end', kind: 'icon-only', type: 'submit', 'aria-label': t('note.go') }),
  );
  const node = h(
    'aside',
    { class: 'rail', 'aria-label': t('region.rail') },
    head,
    score.node,
    market?.node,
    theirs?.node,
    memory?.node,
    log.node,
    type,
  );

  return {
    node,
    input,
    sheet: [head, score.full, ...(memory ? [memory.node] : []), log.node, type],
    market: market?.cards,
    show() {
      score.show();
      market?.show();
      theirs?.show();
      memory?.show();
      log.show();
      type.hidden = !table.now.seat || Boolean(table.view.result);
    },
  };
}

/** @param {Table} table */
function makeScore(table) {
  const title = h('h2', { class: 'eyebrow' });
  const full = h('div', { class: 'full' });
  const strip = h('div', { class: 'strip' });
  return {
    node: h('section', { class: 'scores' }, title, full, strip),
    full,
    show: () => tableOf(table.view.game).showScore(table, { title, full, strip }),
  };
}

/** @param {Table} table */
function makeLog(table) {
  const list = h('ol', { tabindex: 0, 'aria-label': t('log') });
  let shown = -1;
  let was = '';
  const line = (/** @type {Line} */ { seat, text }) => h('li', { class: seat ?? 'sys' }, text);
  const toEnd = () => {
    list.scrollTop = list.scrollHeight;
  };
  new ResizeObserver(toEnd).observe(list); // also when a phone is turned
  return {
    node: h('section', { class: 'log' }, h('h2', { class: 'eyebrow' }, t('log')), list),
    show() {
      const { history, cast, view } = table;
      const key = JSON.stringify([cast, table.era]);
      if (shown < 0 || shown > history.length || key !== was) {
        list.replaceChildren(
          ...tableOf(view.game)
            .opening()
            .map((text) => line({ seat: null, text })),
        );
        shown = 0;
        was = key;
      }
      for (; shown < history.length; shown++)
        for (const told of tell(history[shown], cast)) list.append(line(told));
      toEnd();
    },
  };
}
