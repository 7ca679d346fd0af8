/**
 * The invitation on the board: a link that others can open, its code for a camera, or how to let others in.
 */

import { MAX_NAME_CHARS } from '../games/facts.js';
import { gameOf } from '../games/index.js';
import { leaveGame, qr, reach } from '../lib/api.js';
import { at } from '../lib/base.js';
import { layCard, linkRow } from '../lib/dialog.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep } from '../lib/kept.js';
import { button, icon } from '../lib/ui.js';

const COMMAND = 'kahuna serve --host 0.0.0.0';
const QUIET = 2; // modules of margin

/** Whether this page was opened at a loopback address, which works only on this machine. */
const atLoopback = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** @param {string[]} rows */
function code(rows) {
  const d = rows
    .flatMap((row, y) => [...row].map((on, x) => (on === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const size = rows.length + 2 * QUIET;
  return s(
    'svg',
    {
      class: 'qr',
      viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`,
      role: 'img',
      'aria-label': t('invite.code'),
    },
    s('rect', { class: 'qr-ground', x: -QUIET, y: -QUIET, width: size, height: size }),
    s('path', { class: 'qr-on', d }),
  );
}

/**
 * The link, and what to know about it.
 * @param {HTMLElement} host
 * @param {string} path
 */
async function showLink(host, path) {
  const told = atLoopback() ? await reach().catch(() => ({ alone: true, network: null })) : null;
  const base = told?.network ?? location.origin;
  const alone = Boolean(told?.alone);
  const found = alone ? null : await qr(base + at(path)).catch(() => null);
  host.replaceChildren(
    ...(alone
      ? [
          h(
            'div',
            { class: 'honest', role: 'note' },
            icon('warn'),
            h('b', {}, t('invite.alone')),
            h('p', {}, t('invite.alone.why', { address: location.hostname })),
            h('p', {}, t('invite.alone.how'), ' ', h('code', {}, COMMAND)),
          ),
        ]
      : []),
    h(
      'div',
      { class: 'invite-link' },
      h(
        'div',
        {},
        linkRow(t('invite.link'), path, base),
        h('p', { class: 'note' }, t('invite.how')),
        told?.network ? h('p', { class: 'note' }, t('invite.network')) : null,
      ),
      found && h('figure', {}, code(found.rows), h('figcaption', {}, t('invite.camera'))),
    ),
  );
}

/** The other seat is free, for a friend or for anyone. @param {Table} table @param {HTMLElement} host */
export function invitation({ now: { room, seat }, send, warn }, host) {
  const known = seat ? room.players[seat].name : '';
  const name = h('input', {
    value: known,
    maxlength: MAX_NAME_CHARS,
    id: 'your-name',
    autocomplete: 'nickname',
    on: {
      change: () => {
        keep('name', name.value.trim());
        send({ type: 'rename', name: name.value.trim() });
      },
    },
  });
  const path = room.links.invite ?? '';
  const place = h('div', { class: 'invite-place' }, h('div', {}, linkRow(t('invite.link'), path)));
  const withdraw = button(t('invite.withdraw'), {
    kind: 'quiet',
    on: {
      click: () =>
        leaveGame(room.id).then(
          () => location.assign(at('/')),
          (error) => warn(error.message),
        ),
    },
  });
  const node = layCard(
    host,
    'invite',
    t(room.public ? 'invite.open' : 'invite'),
    h(
      'p',
      { class: 'eyebrow' },
      [t(`game.${gameOf(room.game).name}`), seat && t('invite.you', { side: t(`side.${seat}`) })]
        .filter(Boolean)
        .join(' · '),
    ),
    room.public && h('p', {}, t('invite.open.about')),
    place,
    h('label', { class: 'field', for: 'your-name' }, t('invite.name'), name),
    h(
      'div',
      { class: 'invite-acts' },
      h('p', { class: 'waits' }, t(room.public ? 'invite.open.waits' : 'invite.waits')),
      withdraw,
    ),
    h('p', { class: 'note' }, t('invite.then')),
  );
  showLink(place, path);
  return node;
}
