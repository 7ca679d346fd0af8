/** The far side of the table: who sits there, their cards, presence and clock. */
import { OTHER } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { h } from '../lib/dom.js';
import { list, t } from '../lib/i18n.js';
import { setting } from '../lib/settings.js';
import { back, card, icon } from '../lib/ui.js';

/** @param {Table} table */
export function makeTop(table) {
  const who = h('div', { class: 'who' });
  const fan = h('div', { class: 'fan', role: 'img' });
  const time = h('span', { class: 'clock' });
  const node = h('header', { class: 'top', 'aria-label': t('region.top') }, who, fan, time);
  return {
    node,
    time,
    fan,
    show() {
      const { view, now } = table;
      const seat = OTHER[table.bottom];
      const player = now.room.players[seat];
      const name = table.cast.names[seat];
      const level = player.kind === 'level';
      const side = t(`side.${seat}`);
      const note = playerNote(player, now.room.same_screen);
      who.replaceChildren(
        h('span', { class: `avatar ${seat}` }, icon(level ? player.name : 'person')),
        h(
          'div',
          {},
          h('b', {}, name),
          h('small', {}, h('span', { class: 'of' }, name === side ? '' : `${side} · `), note),
        ),
      );
      const dot = h('span', { class: `on${player.here ? '' : ' off'}` });
      if (!level && !now.room.same_screen) who.querySelector('b')?.prepend(dot);
      if (!gameOf(view.game).hasCards) return fan.remove();
      const known = setting('remember') ? view.known[seat] : [];
      const held = t('top.cards', { who: name, count: view.cards[seat] });
      fan.setAttribute(
        'aria-label',
        known.length ? `${held} ${t('top.known', { cards: list(known) })}` : held,
      );
      fan.replaceChildren(
        ...Array.from({ length: view.cards[seat] - known.length }, () => back({ mini: true })),
        ...known.map((name) =>
          h('span', { class: 'known', 'data-word': t('top.sure') }, card(name, { mini: true, tag: 'span' })),
        ),
      );
    },
  };
}

/** What is said of whoever sits there. @param {Player} player @param {boolean} sameScreen */
function playerNote({ kind, name, here, devices }, sameScreen) {
  if (kind === 'level') return t(`level.${name}.line`);
  if (kind === 'nobody') return t('top.nobody');
  if (sameScreen) return t('top.screen');
  const present = t(here ? 'top.here' : 'top.away');
  return devices > 1 ? `${present} · ${t('top.devices', { count: devices })}` : present;
}

/** Time left as it is read: hours only where there are some, tenths never. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return t('clock.days', { count: Math.floor(hours / 24) });
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Both clocks, running by themselves between updates.
 * @param {Table} table
 * @param {Record<'top' | 'near', HTMLElement>} nodes
 */
export function runClocks(table, nodes) {
  let since = performance.now();
  let shown = table.now.time;
  const show = () => {
    const { time } = table.now;
    if (time !== shown) [shown, since] = [time, performance.now()];
    for (const [node, seat] of /** @type {[HTMLElement, Seat][]} */ ([
      [nodes.top, OTHER[table.bottom]],
      [nodes.near, table.bottom],
    ])) {
      node.hidden = !time;
      if (!time) continue;
      const runs = time.running === seat && !table.view.result;
      const left = time[seat] - (runs ? performance.now() - since : 0);
      const words = timeText(left);
      if (node.dataset.words !== words) {
        node.dataset.words = words;
        node.replaceChildren(
          icon('clock'),
          h('span', { class: 'vh' }, t('clock.of', { who: table.cast.names[seat] })),
          words,
        );
      }
      node.classList.toggle('runs', runs);
      node.classList.toggle('late', left < 30_000);
    }
  };
  show();
  const timer = setInterval(show, 250);
  return { show, stop: () => clearInterval(timer) };
}
