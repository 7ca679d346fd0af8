/**
 * The side of the table: the docked preview, score, row and stack, what a good memory knows, the log, and the
 * field for notation.
 */
import { SEATS } from '../board/boards.js';
import { tableOf } from '../games/tables.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove } from '../lib/lists.js';
import { button } from '../lib/ui.js';
import { schemeButton } from '../pages/shell.js';
import { tell } from './words.js';

/** @param {Table} table @param {HTMLElement} dock */
export function makeRail(table, dock) {
  const game = tableOf(table.view.game);
  /** On a phone: the sheet would hide what happens next. */
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
  const memory = game.makeMemory?.(table);
  const log = makeLog(table);
  const type = makeNotation(table, leave);
  const node = h(
    'aside',
    { class: 'rail', 'aria-label': t('region.rail') },
    head,
    dock,
    market?.node,
    score.node,
    memory?.node,
    log.node,
    type.node,
  );

  return {
    node,
    input: type.input,
    sheet: [head, log.node, score.full, ...(memory ? [memory.node] : []), type.node],
    market: market?.cards,
    show() {
      score.show();
      market?.show();
      memory?.show();
      log.show();
      type.node.hidden = !table.now.seat || Boolean(table.view.result);
    },
  };
}

/** A move in notation. @param {Table} table @param {() => void} leave */
function makeNotation(table, leave) {
  const input = h('input', {
    id: 'note',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: t(`note.${table.view.game}`),
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!input.value.trim() || !table.play(input.value.trim())) return;
    input.value = '';
    leave();
  };
  const node = h(
    'form',
    { class: 'type', on: { submit } },
    h('label', { class: 'vh', for: 'note' }, t('note')),
    input,
    button('', { ic: 'end', kind: 'icon-only', type: 'submit', 'aria-label': t('note.go') }),
  );
  return { node, input };
}

/** @param {Table} table */
function makeScore(table) {
  const title = h('h2', { class: 'eyebrow' });
  const full = h('div', { class: 'full' });
  const strip = h('div', { class: 'strip' });
  const variant = h('p', { class: 'variant' });
  return {
    node: h('section', { class: 'scores' }, title, full, strip),
    full,
    show() {
      tableOf(table.view.game).showScore(table, { title, full, strip });
      const words = variantWords(table.view.rules, table.now.room.hints);
      variant.textContent = words;
      if (words) full.append(variant);
    },
  };
}

/**
 * What is unusual: planning, a head start, hints between people; '' for nothing.
 * @param {Record<string, any>} rules
 * @param {Room['hints']} hints how many each has taken
 */
export function variantWords({ planning, handicap, handicap_to }, hints) {
  const taken = hints && SEATS.map((seat) => `${t(`side.${seat}`)} ${hints[seat]}`).join(', ');
  const head = handicap
    ? [`${t('home.head')}: ${t(`home.head.${handicap_to ?? 'white'}`, { count: handicap })}`]
    : [];
  const agreed = taken ? [`${t('home.hints')} (${taken})`] : [];
  return [...(planning ? [t('home.planning')] : []), ...head, ...agreed].join(' · ');
}

/** The log: a line that is pressed shows its moment on the board. @param {Table} table */
function makeLog(table) {
  const list = h('ol', { 'aria-label': t('log') });
  const stop = rove(list);
  const line = (/** @type {Line} */ { seat, text }, /** @type {number} */ number) =>
    h(
      'li',
      { class: seat ?? 'sys' },
      seat && number >= 0
        ? h('button', { type: 'button', title: t('log.show'), on: { click: () => look(number) } }, text)
        : text,
    );
  const look = (/** @type {number} */ number) => {
    list.closest('dialog')?.close();
    table.showMoment(number);
  };
  const toEnd = () => {
    list.scrollTop = list.scrollHeight;
  };
  new ResizeObserver(toEnd).observe(list); // also when a phone is turned
  return {
    node: h('section', { class: 'log' }, h('h2', { class: 'eyebrow' }, t('log')), list),
    show() {
      const { history, cast, view, logged } = table;
      const key = JSON.stringify([cast, table.era]);
      const anew = logged.lines < 0 || logged.lines > history.length || key !== logged.key;
      if (anew)
        list.replaceChildren(
          ...tableOf(view.game)
            .opening()
            .map((text) => line({ seat: null, text }, -1)),
        );
      for (let i = anew ? 0 : logged.lines; i < history.length; i++)
        list.append(...tell(history[i], cast).map((told) => line(told, i)));
      if (anew || logged.lines !== history.length) {
        stop();
        requestAnimationFrame(toEnd); // all new lines are laid out at once
      }
      table.log({ lines: history.length, key });
    },
  };
}
