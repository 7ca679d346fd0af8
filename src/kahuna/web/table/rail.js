/**
 * The side of the table: score, row and stack, what a good memory knows, the log, and the field for notation.
 */
import { KAHUNA, OTHER, SEATS } from '../board/data.js';
import { KIND_NAMES } from '../board/pieces.js';
import { $, h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove, sync } from '../lib/lists.js';
import { setting } from '../lib/settings.js';
import { back, button, card, disc, kindGlyph } from '../lib/ui.js';
import { schemeButton } from '../pages/shell.js';
import { marketWords } from './guide.js';
import { kindName, tell, who } from './words.js';

/** @param {Table} table */
export function makeRail(table) {
  const kahuna = table.view.game === 'kahuna';
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
  const market = kahuna ? makeMarket(table) : null;
  const theirs = h('section', { class: 'theirs' });
  const memory = h('section', { class: 'memory' });
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
    theirs,
    memory,
    log.node,
    type,
  );

  function showTheirs() {
    const foe = OTHER[table.bottom];
    const supply = table.view.supply[foe];
    theirs.replaceChildren(
      h('h2', { class: 'eyebrow' }, t('theirs', { who: who(table.cast, foe) })),
      h(
        'ul',
        { class: 'legend' },
        KIND_NAMES.map((kind) =>
          h(
            'li',
            {},
            kindGlyph(kind, foe),
            h(
              'span',
              {},
              h('span', { class: 'kind-name' }, `${kindName(kind)} `),
              h('b', {}, `×\u2009${supply[kind]}`),
            ),
          ),
        ),
      ),
      h('p', { class: 'market-note full' }, t('legend')),
    );
  }
  function showMemory() {
    const { view } = table;
    const known = SEATS.flatMap((seat) => (seat === view.seat ? [] : view.known[seat]));
    const seen = [...(view.hand ?? []), ...view.row, ...view.discards, ...(view.own_secret ?? []), ...known];
    const unseen = KAHUNA.islands
      .map(({ name }) => ({ name, n: 2 - seen.filter((card) => card === name).length }))
      .filter(({ n }) => n > 0);
    memory.hidden = !unseen.length;
    memory.replaceChildren(
      h('h2', { class: 'eyebrow' }, t('unseen')),
      h(
        'ul',
        { class: 'unseen' },
        unseen.map(({ name, n }) => h('li', {}, name, n > 1 && h('b', {}, ` ×${n}`))),
      ),
    );
  }
  return {
    node,
    input,
    sheet: [head, score.full, memory, log.node, type],
    market: market?.cards,
    show() {
      score.show();
      market?.show();
      theirs.hidden = table.view.game !== 'exahuna-special';
      memory.hidden = !kahuna || !setting('remember') || Boolean(table.view.result);
      if (!theirs.hidden) showTheirs();
      if (!memory.hidden) showMemory();
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
  const side = (/** @type {Seat} */ seat) => disc(seat, t(`side.${seat}`));
  const pair = (/** @type {string} */ words, /** @type {number[]} */ [w, b]) =>
    h('span', {}, `${words} `, side('white'), ` ${w} : ${b} `, side('black'));
  const show = () => {
    const { view, cast } = table;
    const points = view.points ?? {};
    const islands = SEATS.map((seat) =>
      Object.keys(view.control)
        .filter((name) => view.control[name] === seat)
        .reduce((sum, name) => sum + (view.worth?.[name] ?? 1), 0),
    );
    const left = SEATS.map((seat) =>
      typeof view.supply[seat] === 'number'
        ? view.supply[seat]
        : KIND_NAMES.reduce((sum, kind) => sum + view.supply[seat][kind], 0),
    );
    if (view.game !== 'kahuna') {
      title.textContent = t('move', { count: view.turn });
      full.replaceChildren(
        h(
          'div',
          { class: 'duel' },
          SEATS.map((seat, i) =>
            h(
              'div',
              { class: `side ${seat}` },
              h('b', {}, String(islands[i])),
              h('span', {}, who(cast, seat)),
              h('small', {}, t('left', { count: left[i] })),
            ),
          ),
        ),
        h(
          'p',
          { class: 'tally' },
          t(view.worth ? 'tally.worth' : 'tally.hex', { count: 19 - Object.keys(view.control).length }),
        ),
      );
      return strip.replaceChildren(
        h('span', {}, t('move', { count: view.turn })),
        pair(t(view.worth ? 'worth' : 'islands'), islands),
        pair(t('left.short'), left),
      );
    }
    title.textContent = t('round', { round: view.round });
    const last = view.phase === 'last-turn';
    const scores = table.history.flat().filter(({ event }) => event === 'scored');
    const rows = [1, 2, 3].map((round) => {
      const past = scores.find((score) => score.round === round)?.islands;
      const now = round === view.round && !view.result;
      return h(
        'tr',
        { class: now && 'now', 'aria-current': now && 'step' },
        h('th', { scope: 'row' }, t(`round.${round}`)),
        [0, 1].map((i) =>
          h('td', { class: 'n' }, String(past?.[i] ?? (round === view.round ? islands[i] : '–'))),
        ),
      );
    });
    full.replaceChildren(
      h(
        'table',
        { class: 'rounds' },
        h('caption', { class: 'vh' }, t('rounds')),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td'),
            SEATS.map((seat) => h('th', { scope: 'col', class: 'n' }, side(seat))),
          ),
        ),
        h('tbody', {}, rows),
        h(
          'tfoot',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, t('points')),
            SEATS.map((seat) => h('td', { class: 'n' }, String(points[seat]))),
          ),
        ),
      ),
      h(
        'p',
        { class: 'tally' },
        pair(t('supply'), left),
        h('span', {}, t(last ? 'tally.last' : view.round < 3 ? 'tally.round' : 'tally.third')),
      ),
    );
    strip.replaceChildren(
      h('span', {}, last ? t('tag.lastround') : t('round.short', { round: view.round })),
      pair(t('islands'), islands),
      pair(t('points'), [points.white, points.black]),
    );
  };
  return { node: h('section', { class: 'scores' }, title, full, strip), full, show };
}

/** The row and the stack. @param {Table} table */
function makeMarket(table) {
  const title = h('h2', { class: 'eyebrow' });
  const note = h('p', { class: 'market-note' });
  const cards = h('div', { class: 'market', role: 'group' });
  const stop = rove(cards);
  const node = h('section', { class: 'market-told' }, title, cards, note);
  return {
    node,
    cards,
    show() {
      const { view, pick, moves } = table;
      title.textContent = marketWords(table);
      put(cards, 'aria-label', t('row'));
      const can = (/** @type {string} */ action) => moves.some((move) => move.action === action);
      const press = (/** @type {string} */ action) => () => table.take(action);
      sync(cards, [
        ...view.row.map(
          (name, i) =>
            /** @type {[string, () => HTMLElement]} */ ([
              `${i}${name ?? ''}`,
              () =>
                name
                  ? card(name, {
                      label: t('row.card', { card: name, slot: i + 1 }),
                      'data-slot': i + 1,
                      on: { click: press(`+${i + 1}`) },
                    })
                  : h('span', { class: 'empty-slot' }),
            ]),
        ),
        [
          'stack',
          () => {
            const made = back({ tag: 'button', count: 0, stacked: true });
            made.dataset.slot = '';
            made.addEventListener('click', press('+'));
            return made;
          },
        ],
      ]);
      for (const child of /** @type {HTMLElement[]} */ ([...cards.children])) {
        const action = `+${child.dataset.slot ?? 'x'}`;
        put(child, 'aria-disabled', can(action) ? null : 'true');
        if (child.localName === 'button') put(child, 'aria-pressed', String(pick.armed === action));
        child.classList.toggle('hinted', table.hintStep === 3 && table.advice?.action === action);
      }
      const stack = $('.back', cards);
      put(stack, 'aria-label', t('row.stack', { count: view.stack }));
      stack.classList.toggle('none', !view.stack);
      $('b', stack).textContent = String(view.stack);
      note.textContent = view.hand && !view.result ? t('row.note', { count: view.hand.length }) : '';
      stop();
    },
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
          ...(view.game === 'kahuna' ? [line({ seat: null, text: t('log.round', { round: 1 }) })] : []),
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
