/** Kahuna's part of the rail: the rounds, the row and the stack, and what a good memory would know. */
import { archipelago } from '../board/archipelago.js';
import { bridgesLeft, islandCount, SEATS } from '../board/boards.js';
import { $, h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { rove, sync } from '../lib/lists.js';
import { setting } from '../lib/settings.js';
import { back, card, pair, sideDisc } from '../lib/ui.js';
import { CARDS_AN_ISLAND, HAND_LIMIT, ROUNDS } from './facts.js';
import { take } from './kahuna-hand.js';

/**
 * Islands round by round, points, and bridges that are left.
 * @param {Table} table
 * @param {ScoreParts} parts
 */
export function showRounds(table, { title, full, strip }) {
  const { view } = table;
  const last = view.phase === 'last-turn';
  const islands = SEATS.map((seat) => islandCount(view, seat));
  const left = SEATS.map((seat) => bridgesLeft(view, seat));
  const points = SEATS.map((seat) => view.points[seat]);
  const then = view.round < ROUNDS ? 'tally.round' : 'tally.third';
  title.textContent = t('round', { round: view.round });
  full.replaceChildren(
    h(
      'table',
      { class: 'rounds' },
      h('caption', { class: 'vh' }, t('rounds')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('islands')), headings())),
      h('tbody', {}, rounds(table, islands)),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('points')), numbers(points))),
    ),
    h('p', { class: 'tally' }, pair(t('supply'), left), h('span', {}, t(last ? 'tally.last' : then))),
  );
  strip.replaceChildren(
    h('span', {}, last ? t('tag.lastround') : t('round.short', { round: view.round })),
    pair(t('islands'), islands),
    pair(t('points'), points),
  );
}

const headings = () => SEATS.map((seat) => h('th', { scope: 'col', class: 'n' }, sideDisc(seat)));
/** @param {readonly (string | number)[]} pair */
const numbers = (pair) => pair.map((number) => h('td', { class: 'n' }, String(number)));

/**
 * A line for each round: what was scored, or what stands now.
 * @param {Table} table
 * @param {number[]} islands
 */
function rounds({ view, history }, islands) {
  const scores = history.flat().filter(({ event }) => event === 'scored');
  return Array.from({ length: ROUNDS }, (_, i) => {
    const round = i + 1;
    const now = round === view.round && !view.result;
    const open = round === view.round ? islands : ['–', '–'];
    const past = scores.find((score) => score.round === round)?.islands;
    const heading = h('th', { scope: 'row' }, t(`round.${round}`));
    return h('tr', { class: now && 'now', 'aria-current': now && 'step' }, heading, numbers(past ?? open));
  });
}

/** The row and the stack. @param {Table} table */
export function makeMarket(table) {
  const title = h('h2', { class: 'eyebrow' });
  const note = h('p', { class: 'market-note' });
  const cards = h('div', { class: 'market', role: 'group' });
  const stop = rove(cards);
  const node = h('section', { class: 'market-told' }, title, cards, note);
  const show = () => {
    const { view, pick, moves } = table;
    title.textContent = words(table);
    put(cards, 'aria-label', t('row'));
    sync(cards, [...view.row.map((name, i) => slot(table, name, i)), ['stack', () => stackOf(table)]]);
    for (const child of /** @type {HTMLElement[]} */ ([...cards.children])) {
      const action = `+${child.dataset.slot ?? 'x'}`;
      const can = moves.some((move) => move.action === action);
      put(child, 'aria-disabled', can ? null : 'true');
      if (child.localName === 'button') put(child, 'aria-pressed', String(pick.armed === action));
      child.classList.toggle('hinted', table.hintStep === 3 && table.advice?.action === action);
    }
    const stack = $('.back', cards);
    put(stack, 'aria-label', t('row.stack', { count: view.stack }));
    stack.classList.toggle('none', !view.stack);
    $('b', stack).textContent = String(view.stack);
    note.textContent = noteWords(view);
    cards.classList.toggle('taking', pick.taking);
    stop();
  };
  return { node, cards, show };
}

/**
 * A place of the row, with its card or empty.
 * @param {Table} table
 * @param {string | null} name
 * @param {number} i
 * @returns {[string, () => HTMLElement]}
 */
function slot(table, name, i) {
  const click = () => take(table, `+${i + 1}`);
  if (!name) return [`${i}`, () => h('span', { class: 'empty-slot', on: { click } })];
  const label = t('row.card', { card: name, slot: i + 1 });
  return [`${i}${name}`, () => card(name, { label, 'data-slot': i + 1, on: { click } })];
}

/** @param {Table} table */
function stackOf(table) {
  const made = back({ tag: 'button', count: 0, stacked: true });
  made.dataset.slot = '';
  made.addEventListener('click', () => take(table, '+'));
  return made;
}

/** What stands below it: how to take, unless there is no room in the hand. @param {View} view */
function noteWords({ hand, result }) {
  if (!hand || result) return '';
  const count = hand.length;
  return t(count < HAND_LIMIT ? 'row.note' : 'row.note.full', { count });
}

/** What stands above the row. @param {Table} table */
function words({ view, mine }) {
  if (view.phase === 'last-turn') return t('row.last');
  if (view.phase === 'handicap') return t('row.handicap');
  if (!mine) return t('row');
  if (view.hand?.length === HAND_LIMIT) return t('row.full');
  return view.must_take ? t('row.must') : t('row.take');
}

/** The cards that nobody has seen this round. @param {Table} table */
export function makeMemory(table) {
  const node = h('section', { class: 'memory' });
  const show = () => {
    const { view } = table;
    const known = SEATS.flatMap((seat) => (seat === view.seat ? [] : view.known[seat]));
    const seen = [...(view.hand ?? []), ...view.row, ...view.discards, ...(view.own_secret ?? []), ...known];
    const unseen = archipelago()
      .islands.map(({ name }) => ({ name, n: CARDS_AN_ISLAND - seen.filter((card) => card === name).length }))
      .filter(({ n }) => n > 0);
    node.hidden = !setting('remember') || Boolean(view.result) || !unseen.length;
    const items = unseen.map(({ name, n }) => h('li', {}, name, n > 1 && h('b', {}, ` ×${n}`)));
    node.replaceChildren(h('h2', { class: 'eyebrow' }, t('unseen')), h('ul', { class: 'unseen' }, items));
  };
  return { node, show };
}
