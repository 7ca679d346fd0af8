/** The near side of the table: guidance, the hand or the kinds of bridges, and what ends the turn. */
import { SEATS } from '../board/boards.js';
import { tableOf } from '../games/tables.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove } from '../lib/lists.js';
import { button, disc } from '../lib/ui.js';
import { guidance } from './guide.js';

/** @param {Table} table */
export function makeHand(table) {
  const game = tableOf(table.view.game);
  const tag = h('span', { class: 'tag' });
  const idle = h('span', { class: 'idle' });
  const live = h('span', { class: 'live' });
  const say = h('p', { class: 'say', tabindex: -1, id: 'hand' }, tag, idle, live);
  const time = h('span', { class: 'clock near' });
  const near = h('span', { class: 'near-name' });
  const cards = h('div', { class: game.handClass, role: game.handRole });
  const act = (
    /** @type {string} */ name,
    /** @type {string} */ ic,
    /** @type {string} */ key,
    /** @type {() => void} */ press,
    kind = '',
  ) =>
    button(t(`act.${name}`), {
      ic,
      key,
      kind,
      'data-act': name,
      'aria-keyshortcuts': key || null,
      on: {
        click: (/** @type {Event} */ event) => {
          const { ariaDisabled, title } = /** @type {HTMLElement} */ (event.currentTarget);
          if (ariaDisabled === 'true') table.warn(title);
          else press();
        },
      },
    });
  const log = button('', {
    ic: 'log',
    kind: 'icon-only only-phone',
    'aria-label': t('sheet'),
    on: { click: () => table.openSheet() },
  });
  const undo = act('undo', 'undo', 'U', table.undo);
  const hint = act('hint', 'hint', 'H', table.hint);
  const discard = act('discard', 'trash', 'X', () => {
    if (table.pick.armed) table.cancel();
    else table.choose({ ...table.nothing(), discard: !table.pick.discard });
  });
  const joker = act('joker', 'hoku', 'J', () =>
    table.choose({ ...table.nothing(), joker: !table.pick.joker }),
  );
  const swap = act('swap', '', '', () => table.choose({ build: !table.pick.build }));
  const end = act('decline', 'decline', 'D', table.end, 'primary');
  const acts = h(
    'div',
    { class: 'acts' },
    log,
    undo,
    hint,
    game.acts.map((name) => ({ swap, discard, joker })[name]),
    end,
  );
  const node = h('section', { class: 'hand', 'aria-label': t('region.hand') }, say, near, time, cards, acts);
  const stop = rove(cards);

  /** @param {HTMLElement} node @param {string} words @param {boolean} can @param {string} [why] */
  const set = (node, words, can, why = '') => {
    const label = /** @type {HTMLElement} */ (node.querySelector('.words'));
    if (label.textContent !== words) label.textContent = words;
    put(node, 'aria-disabled', can ? null : 'true');
    node.title = can ? words : why;
  };

  function showActs() {
    const { view, now, pick, mine, moves, offer } = table;
    const playing = Boolean(now.seat ?? now.room.seats.length) && !view.result;
    const discards = moves.some(({ kind }) => kind === 'discard');
    set(undo, t(now.undo_asks && now.can_undo ? 'act.undo.ask' : 'act.undo'), now.can_undo, t('why.undo'));
    set(hint, t(hintKey(table)), mine, t('why.turn'));
    set(
      discard,
      t(pick.discard || pick.armed ? 'act.cancel' : 'act.discard'),
      mine && (discards || Boolean(pick.armed)),
      t(mine && view.this_turn === 'played' ? 'why.discard' : 'why.turn'),
    );
    put(discard, 'aria-pressed', String(pick.discard));
    set(
      joker,
      t('act.joker'),
      mine && moves.some(({ kind }) => kind === 'joker'),
      t(mine ? 'why.joker' : 'why.turn'),
    );
    put(joker, 'aria-pressed', String(pick.joker));
    swap.hidden = !offer.swap;
    put(swap, 'aria-pressed', String(pick.build));
    for (const node of [undo, hint, discard, joker]) node.hidden = !playing;
    hint.hidden ||=
      Boolean(now.room.clock) &&
      !now.room.same_screen &&
      SEATS.every((seat) => now.room.players[seat].kind !== 'level');
    const [words, can, why] = ending(table);
    end.hidden = !words;
    set(end, words, can, why);
    end.classList.toggle('sure', Boolean(pick.armed));
    acts.classList.toggle('armed', Boolean(pick.armed || pick.discard));
  }

  return {
    node,
    time,
    show() {
      const { tag: title, text } = guidance(table);
      tag.textContent = title;
      tag.hidden = !title;
      idle.textContent = table.notice || text;
      say.classList.toggle('warn', Boolean(table.notice) && !table.shown);
      say.classList.toggle('theirs', !table.mine || Boolean(table.shown));
      near.hidden = table.now.seat !== null;
      if (!near.hidden) near.replaceChildren(disc(table.bottom), ` ${table.cast.names[table.bottom]}`);
      game.fillHand?.(table, cards);
      stop();
      showActs();
    },
    /** The preview in short, where there is no room for a tip. @param {string} words */
    showLive(words) {
      live.textContent = words;
      say.classList.toggle('has-live', Boolean(words) && !table.notice);
    },
    cards,
  };
}

/**
 * The button that ends the turn: its words, whether it can be pressed, and if not why.
 * @param {Table} table
 * @returns {[string, boolean, string]}
 */
function ending(table) {
  const { view, moves, now } = table;
  const can = moves.some(({ kind }) => kind === 'end');
  if (view.result) return [t('act.result'), true, ''];
  if (!now.seat) return ['', false, ''];
  return tableOf(view.game).ending(table, can);
}

/** What the button for hints says. @param {Table} table */
function hintKey({ thinkingHint, advice, hintStep }) {
  if (thinkingHint) return 'act.hint.wait';
  if (!advice) return 'act.hint';
  return hintStep < 3 ? 'act.hint.more' : 'close';
}
