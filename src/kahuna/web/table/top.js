/**
 * The far side of the table: who sits there, their cards, presence and clock; on a phone the way home too.
 */
import { OTHER } from '../board/boards.js';
import { HAND_LIMIT } from '../games/facts.js';
import { gameOf } from '../games/index.js';
import { h } from '../lib/dom.js';
import { list, t } from '../lib/i18n.js';
import { setting } from '../lib/settings.js';
import { back, button, card, icon } from '../lib/ui.js';

/** @param {Table} table */
export function makeTop(table) {
  const who = h('div', { class: 'who' });
  const fan = h('button', {
    class: 'fan',
    type: 'button',
    tabindex: -1,
    on: { click: () => table.answer({ what: 'theirs' }) },
  });
  const time = h('span', { class: 'clock' });
  const home = h(
    'a',
    {
      class: 'btn quiet icon-only only-phone',
      href: '/',
      'aria-label': t('over.home'),
      title: t('over.home'),
    },
    icon('home'),
  );
  const menu = button('', {
    ic: 'menu',
    kind: 'quiet icon-only only-phone',
    'aria-label': t('menu'),
    title: t('menu'),
    on: { click: table.openMenu },
  });
  const node = h('header', { class: 'top', 'aria-label': t('region.top') }, home, who, fan, time, menu);
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
          h(
            'small',
            {},
            h('span', { class: 'of' }, name === side ? '' : `${side} · `),
            now.room.from_position ? `${t('top.position')} · ${note}` : note,
          ),
        ),
      );
      const dot = h('span', { class: `on${player.here ? '' : ' off'}` });
      const somebody = !level && player.kind !== 'nobody' && !now.room.same_screen;
      if (somebody) who.querySelector('b')?.prepend(dot);
      if (!gameOf(view.game).hasCards) return fan.remove();
      const known = setting('remember') ? view.known[seat] : [];
      fan.setAttribute('aria-label', theirCards(table));
      fan.replaceChildren(
        ...Array.from({ length: view.cards[seat] - known.length }, () => back({ mini: true })),
        ...known.map((name) =>
          h('span', { class: 'known', 'data-word': t('top.sure') }, card(name, { mini: true, tag: 'span' })),
        ),
        ...Array.from({ length: HAND_LIMIT - view.cards[seat] }, () => h('span', { class: 'gap mini-card' })),
      );
    },
  };
}

/** How many cards the far side holds, and which are certain. @param {Table} table */
export function theirCards({ view, bottom, cast }) {
  const seat = OTHER[bottom];
  const known = setting('remember') ? view.known[seat] : [];
  const held = t('top.cards', { who: cast.names[seat], count: view.cards[seat] });
  return known.length ? [held, t('top.known', { cards: list(known) })].join(t('log.join')) : held;
}

/** What is said about the player who sits there. @param {Player} player @param {boolean} sameScreen */
function playerNote({ kind, name, here, devices }, sameScreen) {
  if (kind === 'level') return t(`level.${name}.line`);
  if (kind === 'nobody') return t('top.nobody');
  if (sameScreen) return t('top.screen');
  const present = t(here ? 'top.here' : 'top.away');
  return devices > 1 ? `${present} · ${t('top.devices', { count: devices })}` : present;
}
