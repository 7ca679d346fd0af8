/** The near side of the table: guidance, the hand or the kinds of bridges, and what ends the turn. */
import { OTHER, SEATS } from '../board/data.js';
import { KIND_NAMES } from '../board/pieces.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove, sync } from '../lib/lists.js';
import { back, button, card, disc, kindGlyph, linkCount } from '../lib/ui.js';
import { guidance } from './guide.js';
import { endKey, kindName } from './words.js';

/** @param {Table} table */
export function makeHand(table) {
  const kahuna = table.view.game === 'kahuna';
  const special = table.view.game === 'exahuna-special';
  const tag = h('span', { class: 'tag' });
  const idle = h('span', { class: 'idle' });
  const live = h('span', { class: 'live' });
  const say = h('p', { class: 'say', tabindex: -1, id: 'hand' }, tag, idle, live);
  const time = h('span', { class: 'clock near' });
  const near = h('span', { class: 'near-name' });
  const cards = h('div', {
    class: special ? 'kinds cards' : 'cards',
    role: special ? 'radiogroup' : 'group',
  });
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
    kahuna && swap,
    kahuna && discard,
    special && joker,
    end,
  );
  const node = h('section', { class: 'hand', 'aria-label': t('region.hand') }, say, near, time, cards, acts);
  const stop = rove(cards);

  function showCards() {
    const { view, pick, offer, mine } = table;
    const { hand } = view;
    const count = view.cards[table.bottom];
    put(
      cards,
      'aria-label',
      hand ? t('hand.yours', { count }) : t('hand.covered', { count, who: table.cast.names[table.bottom] }),
    );
    /** @type {Record<string, number>} */
    const seen = {};
    sync(
      cards,
      hand
        ? hand.map((name) => {
            seen[name] = (seen[name] ?? 0) + 1;
            return [
              `${name}${seen[name]}`,
              () => {
                const made = card(name, {
                  label: t('card', { card: name, count: linkCount(name) }),
                  on: {
                    click: () => table.pickCard([...cards.children].indexOf(made)),
                  },
                });
                return made;
              },
            ];
          })
        : Array.from({ length: count }, (_, i) => [`back${i}`, () => back()]),
    );
    for (const [i, node] of [...cards.children].entries()) {
      if (!hand) continue;
      put(node, 'aria-pressed', String(pick.cards.includes(i)));
      node.classList.toggle('raised', offer.raised.has(i) && !pick.cards.includes(i));
      put(node, 'aria-disabled', mine && view.phase !== 'handicap' ? null : 'true');
    }
    cards.classList.toggle('discarding', pick.discard);
  }

  function showKinds() {
    const { view, pick, mine } = table;
    const supply = view.supply[table.bottom];
    put(cards, 'aria-label', t('kinds'));
    const choose = (/** @type {string} */ piece) => () =>
      table.choose({ piece, joker: false, to: null, link: table.pick.joker ? null : table.pick.link });
    sync(
      cards,
      KIND_NAMES.map((kind) => [
        kind,
        () =>
          h(
            'button',
            { class: 'kind', type: 'button', role: 'radio', on: { click: choose(kind) } },
            kindGlyph(kind, table.bottom),
            h('b', { class: 'only-desktop' }, kindName(kind)),
            h('span'),
          ),
      ]),
    );
    for (const node of /** @type {HTMLButtonElement[]} */ ([...cards.children])) {
      const kind = node.dataset.key ?? '';
      const left = t('kinds.left', { count: supply[kind] });
      put(node, 'aria-checked', String(pick.piece === kind && !pick.joker));
      put(node, 'aria-label', `${kindName(kind)}, ${t(`effect.${kind}`)}, ${left}`);
      node.title = t(`effect.${kind}`);
      node.disabled = !supply[kind] || !mine;
      const count = /** @type {HTMLElement} */ (node.lastElementChild);
      count.textContent = left;
      count.dataset.left = `×\u2009${supply[kind]}`;
    }
  }

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
    set(
      hint,
      t(
        table.thinkingHint
          ? 'act.hint.wait'
          : !table.advice
            ? 'act.hint'
            : table.hintStep < 3
              ? 'act.hint.more'
              : 'close',
      ),
      mine,
      t('why.turn'),
    );
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
      say.classList.toggle('warn', Boolean(table.notice) && !table.board);
      say.classList.toggle('theirs', !table.mine || Boolean(table.board));
      near.hidden = table.now.seat !== null;
      if (!near.hidden) near.replaceChildren(disc(table.bottom), ` ${table.cast.names[table.bottom]}`);
      if (special) showKinds();
      else if (kahuna) showCards();
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
function ending({ view, pick, mine, moves, now, cast }) {
  const can = moves.some(({ kind }) => kind === 'end');
  if (view.result) return [t('act.result'), true, ''];
  if (!now.seat) return ['', false, ''];
  if (view.game !== 'kahuna') return [can ? t(pick.armed ? 'act.pass.sure' : 'act.pass') : '', can, ''];
  if (pick.discard)
    return [t('act.put', { count: pick.cards.length }), pick.cards.length > 0, t('say.discard')];
  if (pick.armed?.[0] === '+') {
    const name = view.row[Number(pick.armed.slice(1)) - 1];
    return [name ? t('act.take', { card: name }) : t('act.take.stack'), true, ''];
  }
  const key = endKey(view);
  return [
    t(pick.armed ? `${key}.sure` : key),
    can,
    t(mine ? 'why.must' : 'why.turn', { who: cast.names[OTHER[now.seat]] }),
  ];
}
