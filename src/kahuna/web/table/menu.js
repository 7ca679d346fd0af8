/** The table's menu: settings of this device, links to share, the board as text, keys, resigning. */
import { SEATS } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { linkRow, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { set, setting } from '../lib/settings.js';
import { askingButton, button } from '../lib/ui.js';
import { languagePicker } from '../pages/shell.js';
import { openText } from './text-board.js';

/** @param {Table} table */
export async function openMenu(table) {
  await speak(['menu']);
  const { now, view } = table;
  const { links, seats } = now.room;
  const levels = SEATS.some((seat) => now.room.players[seat].kind === 'level');
  const toggle = (/** @type {import('../lib/settings.js').Setting} */ name) =>
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: setting(name),
        on: {
          change: (/** @type {Event} */ event) => {
            set(name, /** @type {HTMLInputElement} */ (event.target).checked);
            table.refresh();
            document.dispatchEvent(new Event('presence')); // practice checks its setting again
          },
        },
      }),
      h('span', {}, t(`menu.${name}`), h('small', {}, t(`menu.${name}.about`))),
    );
  const then = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const resign = askingButton(
    t('menu.resign'),
    t('menu.resign.sure'),
    then(() => table.send({ type: 'resign' })),
  );
  const dialog = sheet(
    t('menu'),
    'menu',
    h(
      'div',
      { class: 'menu-list' },
      toggle('sound'),
      toggle('motion'),
      gameOf(view.game).hasCards && toggle('remember'),
      toggle('keys'),
      levels && toggle('tell'),
      now.seat && (levels || now.room.same_screen) && toggle('chance'),
      languagePicker(),
    ),
    h(
      'div',
      { class: 'menu-acts' },
      button(t('text'), { on: { click: then(() => openText(table)) } }),
      button(t('keys'), { on: { click: then(() => openKeys(view.game)) } }),
      button(t('act.replay'), { on: { click: then(table.replayTurn) } }),
      h('a', { class: 'btn', href: `/rules/${view.game}`, target: '_blank' }, t('nav.rules')),
      h('a', { class: 'btn', href: '/' }, t('over.home')),
    ),
    links.watch && [h('h3', { class: 'eyebrow' }, t('menu.watch')), linkRow(t('menu.watch'), links.watch)],
    seats.length > 0 && seatLinks(table),
    now.seat && !view.result && h('div', { class: 'menu-acts' }, resign),
  );
}

/**
 * Links that take this seat along to another device: made here, listed until they are used, revocable.
 * @param {Table} table
 */
function seatLinks(table) {
  const host = h('div', { class: 'seat-links' });
  const show = () => {
    if (!host.isConnected && host.childElementCount) return document.removeEventListener('presence', show);
    const { links, players, seats } = table.now.room;
    host.replaceChildren(
      h('h3', { class: 'eyebrow' }, t('menu.move')),
      h('p', { class: 'note' }, t('menu.devices', { count: players[seats[0]].devices })),
      ...(links.seats ?? []).map(({ link, path, until }) =>
        h(
          'div',
          { class: 'seat-link' },
          linkRow(t('menu.move'), path),
          h('p', { class: 'note' }, t('menu.move.until', { time: clockTime(until) })),
          button(t('menu.move.revoke'), {
            on: { click: () => table.send({ type: 'revoke-link', link }) },
          }),
        ),
      ),
      h(
        'div',
        { class: 'menu-acts' },
        button(t('menu.move.make'), { on: { click: () => table.send({ type: 'make-link' }) } }),
      ),
      h('p', { class: 'note' }, t('menu.move.about')),
    );
  };
  document.addEventListener('presence', show);
  show();
  return host;
}

/** @param {number} at */
const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** @param {string} game */
export function openKeys(game) {
  const rows = [
    ['Tab', 'tab'],
    ['← ↑ → ↓', 'arrows'],
    ['Enter', 'enter'],
    ['Esc', 'esc'],
    ...gameOf(game).keys,
    ['U', 'undo'],
    ['H', 'hint'],
    ['L', 'replay'],
    ['B', 'board'],
    ['/', 'note'],
    ['?', 'help'],
  ];
  sheet(
    t('keys'),
    'keys',
    h(
      'table',
      { class: 'text-board' },
      h('caption', { class: 'vh' }, t('keys')),
      h(
        'tbody',
        {},
        rows.map(([key, name]) =>
          h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(`keys.${name}`))),
        ),
      ),
    ),
  );
}
