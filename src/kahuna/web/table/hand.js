/** The near side of the table: guidance, the hand or the kinds of bridges, and what ends the turn. */
import { tableOf } from '../games/tables.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove } from '../lib/lists.js';
import { setting } from '../lib/settings.js';
import { button, disc, icon, reword } from '../lib/ui.js';
import { guidance } from './guide.js';
import { offersSound, soundButtons } from './sound-offer.js';
import { between } from './words.js';

/** @param {Table} table */
export function makeHand(table) {
  const game = tableOf(table.view.game);
  const tag = h('span', { class: 'tag' });
  const idle = h('span', { class: 'idle' });
  const live = h('span', { class: 'live' });
  const offer = h('span', { class: 'offer' });
  const say = h('p', { class: 'say', tabindex: -1, id: 'hand' }, tag, idle, live, offer);
  const time = h('span', { class: 'clock' });
  const near = h('span', { class: 'near-name' });
  const cards = h('div', { class: game.handClass, role: game.handRole });
  const acts = makeActs(table);
  const node = h(
    'section',
    { class: 'hand', 'aria-label': t('region.hand') },
    say,
    acts.tools,
    cards,
    h('div', { class: 'side-acts' }, h('div', { class: 'near' }, near, time), acts.node),
  );
  const stop = rove(cards);

  /** On a phone sound is offered in the place of the guidance, until something is picked. */
  function showOffer() {
    const offers = offersSound(table) && !table.touched && !table.notice;
    say.classList.toggle('offers', offers);
    if (!offers) offer.replaceChildren();
    else if (!offer.childElementCount) offer.append(h('span', {}, t('sound.ask')), ...soundButtons(table));
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
      node.classList.toggle('timed', Boolean(table.now.time));
      near.hidden = table.now.seat !== null;
      if (!near.hidden) near.replaceChildren(disc(table.bottom), ` ${table.cast.names[table.bottom]}`);
      showOffer();
      game.fillHand?.(table, cards);
      stop();
      acts.show();
    },
    /** The preview in short, where the rail has no room for the dock. @param {string} words */
    showLive(words) {
      live.textContent = words;
      say.classList.toggle('has-live', Boolean(words) && !table.notice);
    },
    cards,
  };
}

/** The buttons: `tools` beside the guidance, `node` with what ends the turn. @param {Table} table */
function makeActs(table) {
  const game = tableOf(table.view.game);
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
    const { armed, taking } = table.pick;
    if (armed || taking) table.choose(table.nothing());
    else table.choose({ ...table.nothing(), discard: !table.pick.discard });
  });
  const joker = act('joker', 'hoku', 'J', () =>
    table.choose({ ...table.nothing(), joker: !table.pick.joker }),
  );
  const swap = act('swap', '', '', () => table.choose({ build: !table.pick.build }));
  const decline = act('decline', '', 'D', table.decline, 'quiet');
  const end = act('end', 'take', 'T', table.end, 'primary');
  const tools = h(
    'div',
    { class: 'tools' },
    log,
    undo,
    hint,
    game.acts.map((name) => ({ discard, joker })[name]),
  );
  const node = h('div', { class: 'acts' }, swap, decline, end);

  /** @param {HTMLElement} button @param {string} words @param {boolean} can @param {string} [why] */
  const set = (button, words, can, why = '') => {
    reword(button, words);
    put(button, 'aria-disabled', can ? null : 'true');
    button.title = can ? words : why;
  };

  function show() {
    const { view, now, pick, mine, moves, offer } = table;
    const playing = Boolean(now.seat ?? now.room.seats.length) && !view.result;
    const discards = moves.some(({ kind }) => kind === 'discard');
    const asked = Boolean(pick.armed) || pick.taking;
    set(undo, t(now.undo_asks && now.can_undo ? 'act.undo.ask' : 'act.undo'), now.can_undo, t('why.undo'));
    set(hint, t(hintKey(table)), mine, t('why.turn'));
    set(
      discard,
      t(pick.discard || asked ? 'act.cancel' : 'act.discard'),
      mine && (discards || asked),
      t(mine && view.this_turn === 'played' ? 'why.discard' : 'why.turn'),
    );
    swapIcon(discard, pick.discard || asked ? 'close' : 'trash');
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
    for (const each of [undo, hint, discard, joker]) each.hidden = !playing;
    hint.hidden ||= between(now.room) && !now.room.hints;
    const ending = endingOf(table);
    end.hidden = !ending.words;
    set(end, ending.words, ending.can, ending.why);
    swapIcon(end, ending.icon);
    end.classList.toggle('sure', Boolean(pick.armed));
    decline.hidden = !ending.decline || asked || pick.discard || offer.swap;
    set(decline, t('act.decline'), ending.decline?.can ?? false, ending.decline?.why);
    tools.classList.toggle('armed', asked || pick.discard);
    for (const each of [undo, hint, discard, joker, decline, end])
      put(each, 'aria-keyshortcuts', setting('keys') && (each.querySelector('.key')?.textContent ?? null));
  }
  return { tools, node, show };
}

/** Another picture on a button. @param {HTMLElement} node @param {string} name */
function swapIcon(node, name) {
  if (node.dataset.icon === name) return;
  node.dataset.icon = name;
  node.querySelector('.icon')?.replaceWith(icon(name));
}

/** What ends the turn, or shows the result. @param {Table} table @returns {Ending} */
function endingOf(table) {
  const { view, moves, now } = table;
  const can = moves.some(({ kind }) => kind === 'end');
  if (view.result) return { words: t('act.result'), can: true, icon: 'result' };
  if (!now.seat) return { words: '', can: false, icon: 'take' };
  return tableOf(view.game).ending(table, can);
}

/** What the button for hints says. @param {Table} table */
function hintKey({ thinkingHint, advice, hintStep }) {
  if (thinkingHint) return 'act.hint.wait';
  if (!advice) return 'act.hint';
  return hintStep < 3 ? 'act.hint.more' : 'close';
}
