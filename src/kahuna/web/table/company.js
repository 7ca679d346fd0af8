/** Who else is at the table: signs between two people, how many watch, hints that the other has taken. */
import { OTHER } from '../board/boards.js';
import { sheet } from '../lib/dialog.js';
import { h, s } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { button, icon } from '../lib/ui.js';
import { say } from '../pages/shell.js';
import { between } from './words.js';

const SHOWN = 5000; // milliseconds for a sign
const FACE = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM8.5 9.5v1M15.5 9.5v1';
/** Six signs without words, 24 x 24. @type {Record<import('../wire.js').Reaction['sign'], string>} */
const SIGNS = {
  hello: `${FACE}M8 14c1.5 3 6.5 3 8 0`,
  bravo: 'M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3.1 1.2-6.2L3 9.6l6.3-.8Z',
  wow: `${FACE}M12 13a2.2 2.6 0 1 0 0 5.2a2.2 2.6 0 0 0 0-5.2Z`,
  ouch: `${FACE}M8 17c1.5-3 6.5-3 8 0`,
  hm: `${FACE}M8.5 16l2.3-1 2.4 1 2.3-1M14 7l3-1`,
  thanks: 'M12 20C5 15 3 12 3 8.8A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 9 1.8C21 12 19 15 12 20Z',
};
/** @param {import('../wire.js').Reaction['sign']} sign */
const picture = (sign) =>
  s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[sign] }));
const muted = () => kept('mute') === 'on';

/** @param {Table} table */
export async function keepCompany(table) {
  await speak(['company']);
  const watching = h('span', { class: 'watching' });
  const shown = h('div', { class: 'signs', 'aria-hidden': 'true' });
  const react = button('', { kind: 'quiet icon-only react', on: { click: () => openSigns(table) } });
  react.querySelector('.icon')?.remove();
  react.prepend(picture('hello'));

  /** The other player has taken a hint since. */
  function tellHints() {
    const { now, hintsTold: before, cast } = table;
    const { hints } = now.room;
    const foe = now.seat && OTHER[now.seat];
    table.countHints(hints);
    if (foe && hints && before && hints[foe] > before[foe])
      table.warn(t('hints.taken', { who: cast.names[foe] }));
  }
  return {
    /** Called after every message. */
    show() {
      const { room, seat } = table.now;
      const { top } = table.parts;
      if (!watching.isConnected) top.time.before(watching, react);
      if (!shown.isConnected) top.node.append(shown);
      const words = t('watching', { count: room.watching });
      react.ariaLabel = t('react');
      react.title = t('react');
      react.hidden = !seat || !between(room) || room.players[OTHER[seat]].kind === 'nobody';
      watching.hidden = !room.watching;
      watching.title = words;
      watching.replaceChildren(
        icon('eye'),
        h('b', { 'aria-hidden': 'true' }, String(room.watching)),
        h('span', { class: 'vh' }, words),
      );
      tellHints();
    },
    /** A sign of either player. @param {import('../wire.js').Reaction} message */
    hear({ seat, sign }) {
      const own = seat === table.now.seat;
      if (!own && muted()) return;
      const node = h('span', { class: `sign ${own ? 'own' : 'theirs'}` }, picture(sign));
      shown.querySelector(own ? '.own' : '.theirs')?.remove();
      shown.append(node);
      setTimeout(() => node.remove(), SHOWN);
      say(t('react.shown', { who: table.cast.names[seat], sign: t(`react.${sign}`) }));
    },
  };
}

/** The six signs to choose from, and whether the other's are shown here. @param {Table} table */
function openSigns({ send }) {
  const signs = /** @type {import('../wire.js').Reaction['sign'][]} */ (Object.keys(SIGNS));
  const dialog = sheet(
    t('react'),
    'react-sheet',
    h(
      'div',
      { class: 'six' },
      signs.map((sign) => {
        const press = button(t(`react.${sign}`), {
          on: {
            click: () => {
              dialog.close();
              send({ type: 'react', sign });
            },
          },
        });
        press.prepend(picture(sign));
        return press;
      }),
    ),
    h('p', { class: 'note' }, t('react.about')),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: muted(),
        on: {
          change: (/** @type {Event} */ event) =>
            keep('mute', /** @type {HTMLInputElement} */ (event.target).checked ? 'on' : 'off'),
        },
      }),
      h('span', {}, t('react.mute'), h('small', {}, t('react.mute.about'))),
    ),
  );
}
