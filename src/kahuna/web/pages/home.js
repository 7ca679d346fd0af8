/** The first page: a new game, and this visitor's games. */

import { OTHER } from '../board/boards.js';
import { picture } from '../board/picture.js';
import { LEVELS, MAX_HANDICAP, MAX_NAME_CHARS } from '../games/facts.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { games, openGame, Refusal, status } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { set, setting } from '../lib/settings.js';
import { button, icon } from '../lib/ui.js';
import { myGames } from './my-games.js';
import { backdrop, title, topBar } from './shell.js';

/** @typedef {import('../messages.js').Seat} Seat */
/** @typedef {import('../messages.js').GameName} GameName */
/** @typedef {'level' | 'link' | 'screen'} Against */

const OPPONENTS = /** @type {[Against, string][]} */ ([
  ['level', 'honu'],
  ['link', 'link'],
  ['screen', 'screen'],
]);
const BRIDGES = Array.from({ length: MAX_HANDICAP }, (_, i) => i + 1);
/** A head start: bridges for me (+) or the opponent (-). */
const HEAD_STARTS = [0, ...BRIDGES, ...BRIDGES.map((count) => -count)];
/** Minutes and seconds a turn, or hours for a turn. */
const CLOCKS = ['', '5+5', '10+0', '15+10', '30+0', '24', '48', '168'];

/**
 * What was chosen here last. `seat` is seat and who begins; `head` is bridges for me (+) or the opponent (-).
 */
const choice = {
  game: GAME_NAMES[0],
  against: /** @type {Against} */ ('level'),
  level: 'papai',
  seat: 'white-white',
  clock: '',
  head: 0,
  planning: false,
  name: '',
  ...last(),
};

/** @returns {object} nothing where what was kept cannot be used */
function last() {
  try {
    const found = JSON.parse(kept('new') ?? '{}');
    return GAME_NAMES.includes(found.game) &&
      LEVELS.includes(found.level) &&
      OPPONENTS.some(([kind]) => kind === found.against)
      ? found
      : {};
  } catch {
    return {};
  }
}
/** Whether the chosen game has variants: who begins, planning, a head start. */
const variants = () => gameOf(choice.game).variants;

/** @param {HTMLElement} root */
export async function open(root) {
  const mine = h('aside', { class: 'mine', 'aria-labelledby': 'mine' });
  let seen = '';
  let levels = LEVELS;
  let ready = true;
  choice.name = kept('name') ?? '';

  /** @param {boolean} [again] even if nothing changed */
  const refresh = async (again) => {
    const found = await games().catch((error) => error);
    const now = JSON.stringify(found);
    if (!again && now === seen) return;
    seen = now;
    const failed = found instanceof Refusal;
    const empty = failed || !(found.running.length + found.finished.length);
    root.classList.toggle('idle', empty || !found.running.length);
    mine.replaceChildren(
      h('h2', { id: 'mine' }, t('home.mine')),
      ...(failed ? [h('p', { class: 'note', role: 'alert' }, found.message)] : myGames(found)),
      h('p', { class: 'note' }, t(empty ? 'home.none' : 'home.kept')),
    );
  };
  const show = () => {
    title();
    root.className = `home${root.classList.contains('idle') ? ' idle' : ''}`;
    root.replaceChildren(backdrop(), topBar('home'), sheet(levels, ready), mine);
    refresh(true);
  };
  /** Who is there to play against, and whether they are awake. */
  const meet = async () => {
    const told = await status().catch(() => null);
    if (!told) return;
    const names = told.levels.map(({ name }) => name);
    if (names.join() !== levels.join()) {
      levels = names;
      show();
    }
    ready = told.ready;
    const waking = root.querySelector('.waking');
    if (waking) /** @type {HTMLElement} */ (waking).hidden = ready;
    if (!ready) setTimeout(meet, 2000);
  };
  show();
  document.addEventListener('language', show);
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  setInterval(() => document.hidden || refresh(), 15_000);
  await meet();
}

/**
 * @param {string} name
 * @param {boolean} checked
 * @param {string} cls
 * @param {string} value
 * @param {...(Node | string | null)} kids
 */
const radio = (name, checked, cls, value, ...kids) =>
  h(
    'label',
    { class: `pick ${cls}` },
    h('input', { type: 'radio', name, value, checked }),
    h('span', { class: 'pick-in' }, kids),
  );

/**
 * @param {string} label
 * @param {string} name
 * @param {[string, string][]} options value and words
 * @param {string} value
 */
const select = (label, name, options, value) =>
  h(
    'label',
    {},
    label,
    h(
      'select',
      { name },
      options.map(([id, words]) => h('option', { value: id, selected: id === value }, words)),
    ),
  );

/** @param {string} name @param {string} label @param {string} about @param {boolean} checked */
const check = (name, label, about, checked) =>
  h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', name, checked }),
    h('span', {}, label, h('small', {}, about)),
  );

/** @param {string} id */
function clockWords(id) {
  const [minutes, increment] = id.split('+').map(Number);
  if (!id) return t('home.clock.none');
  if (increment === undefined) return t('home.clock.days', { count: minutes / 24 });
  return increment ? t('home.clock.plus', { minutes, increment }) : t('home.clock.total', { count: minutes });
}

/** The options that this game and opponent have. */
function options() {
  const screen = choice.against === 'screen';
  const sides = variants()
    ? ['white-white', 'white-black', 'black-black', 'black-white', 'lot']
    : ['white-white', 'black-white', 'lot'];
  const seats = screen ? ['white-white', 'white-black'] : sides;
  if (!seats.includes(choice.seat)) choice.seat = seats[0];
  const clocks = CLOCKS.filter((id) => choice.against === 'link' || id.includes('+') || !id);
  if (!clocks.includes(choice.clock)) choice.clock = '';
  const [near, far] = screen ? ['white', 'black'] : ['me', 'them'];
  const whose = (/** @type {number} */ n) => (n > 0 ? near : far);
  return [
    screen && !variants()
      ? null
      : select(
          t(screen ? 'home.first' : 'home.seat'),
          'seat',
          seats.map((id) => [id, t(screen ? `side.${id.slice(6)}` : `home.seat.${id}`)]),
          choice.seat,
        ),
    select(
      t('home.clock'),
      'clock',
      clocks.map((id) => [id, clockWords(id)]),
      choice.clock,
    ),
    variants()
      ? select(
          t('home.head'),
          'head',
          HEAD_STARTS.map((n) => [
            String(n),
            n ? t(`home.head.${whose(n)}`, { count: Math.abs(n) }) : t('home.head.none'),
          ]),
          String(choice.head),
        )
      : null,
    screen
      ? null
      : h(
          'label',
          {},
          t('home.name'),
          h('input', {
            name: 'name',
            value: choice.name,
            maxlength: MAX_NAME_CHARS,
            autocomplete: 'nickname',
            placeholder: t('home.name.hint'),
          }),
        ),
    variants()
      ? h(
          'div',
          { class: 'checks' },
          check('planning', t('home.planning'), t('home.planning.about'), choice.planning),
          check('remember', t('home.remember'), t('home.remember.about'), setting('remember')),
        )
      : null,
  ];
}

/** What will be opened, in a sentence. */
function summary() {
  const game = t(`game.${choice.game}`);
  const [seat, first] = choice.seat.split('-');
  if (choice.against === 'screen')
    return t('home.sum.screen', { game, first: t(`side.${variants() ? first : 'white'}`) });
  const who = choice.against === 'level' ? t(`level.${choice.level}`) : t('home.friend');
  const order = seat === first ? 'begin' : 'follow';
  return t(`home.sum.${seat === 'lot' ? 'lot' : order}`, {
    game,
    who,
    side: t(`side.${seat === 'black' ? 'black' : 'white'}`),
  });
}

/** @param {string[]} levels @param {boolean} ready */
function sheet(levels, ready) {
  const row = h('div', { class: 'opt-row' });
  const line = h('p', { class: 'sum' });
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const strengths = h(
    'div',
    { class: 'levels', role: 'group', 'aria-label': t('home.level') },
    levels.map((name, i) =>
      radio(
        'level',
        name === choice.level,
        'level',
        name,
        icon(name),
        h(
          'span',
          {},
          h(
            'b',
            {},
            t(`level.${name}`),
            h('i', { 'aria-hidden': 'true' }, String(i + 1)),
            h('span', { class: 'vh' }, t('home.level.number', { number: i + 1, of: levels.length })),
          ),
          h('small', {}, t(`level.${name}.line`)),
        ),
      ),
    ),
  );
  const update = (/** @type {boolean} */ rebuild) => {
    if (rebuild) row.replaceChildren(...options().filter((part) => part !== null));
    strengths.hidden = choice.against !== 'level';
    line.textContent = summary();
    keep('new', JSON.stringify(choice));
  };
  const changed = (/** @type {Event} */ event) => {
    const { name, value, checked } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'remember') return set('remember', checked);
    const given = name === 'head' ? Number(value) : value;
    Object.assign(choice, { [name]: name === 'planning' ? checked : given });
    if (name === 'name') keep('name', value);
    update(name === 'game' || name === 'against');
  };
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const pressed = /** @type {HTMLButtonElement} */ (form.querySelector('.go-btn'));
    pressed.disabled = true;
    try {
      const { id } = await openGame(wanted());
      location.assign(`/play/${id}`);
    } catch (error) {
      pressed.disabled = false;
      if (!(error instanceof Refusal)) throw error;
      failed.hidden = false;
      failed.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { on: { change: changed, submit: go } },
    h(
      'fieldset',
      { class: 'games' },
      h('legend', { class: 'eyebrow' }, `1  ${t('home.game')}`),
      GAME_NAMES.map((game) =>
        radio(
          'game',
          game === choice.game,
          'game',
          game,
          picture({ game, view: gameOf(game).sample, tight: true, margin: 68 }),
          h('b', {}, t(`game.${game}`)),
          h('small', {}, t(`game.${game}.line`)),
        ),
      ),
    ),
    h(
      'fieldset',
      { class: 'against' },
      h('legend', { class: 'eyebrow' }, `2  ${t('home.against')}`),
      h(
        'div',
        { class: 'seg' },
        OPPONENTS.map(([kind, ic]) =>
          radio(
            'against',
            kind === choice.against,
            'segm',
            kind,
            icon(ic),
            h('span', {}, t(`home.against.${kind}`)),
          ),
        ),
      ),
      strengths,
      h('p', { class: 'waking', hidden: ready }, t('home.waking')),
    ),
    h('fieldset', { class: 'opts' }, h('legend', { class: 'eyebrow' }, `3  ${t('home.options')}`), row),
    h(
      'div',
      { class: 'go' },
      line,
      failed,
      button(t('home.go'), { ic: 'end', kind: 'primary go-btn', type: 'submit' }),
    ),
  );
  update(true);
  return h(
    'main',
    { class: 'sheet', id: 'main', tabindex: -1 },
    h('h1', { class: 'vh' }, t('home.new')),
    form,
  );
}

/**
 * The seat that was chosen, or null for a lot. A head start belongs to a seat, so with one the lot is cast
 * here.
 * @param {Seat | 'lot'} side
 * @param {boolean} headStart
 */
function seatOf(side, headStart) {
  if (side !== 'lot') return side;
  const cast = /** @type {Seat} */ (Math.random() < 0.5 ? 'white' : 'black');
  return headStart ? cast : null;
}

/** @param {string} id of CLOCKS @returns {import('../messages.js').Open['clock']} */
function clockOf(id) {
  const [time, increment] = id.split('+').map(Number);
  if (!id) return null;
  if (increment === undefined) return { kind: 'turn', hours: time };
  return { kind: 'total', minutes: time, increment };
}

/** The choice as the server wants it. @returns {import('../messages.js').Open} */
function wanted() {
  const { game, against, level, planning, head, name } = choice;
  const [side, first = 'white'] = /** @type {[Seat | 'lot', Seat?]} */ (choice.seat.split('-'));
  const start = variants() ? Math.abs(head) : 0;
  const seat = against === 'screen' ? 'white' : seatOf(side, start > 0);
  const headStartTo = seat && head < 0 ? OTHER[seat] : seat;
  return {
    game,
    against,
    level: against === 'level' ? level : null,
    seat,
    planning: variants() && planning,
    handicap: start,
    handicap_to: start ? headStartTo : null,
    first: variants() ? first : 'white',
    clock: clockOf(choice.clock),
    name: name.trim(),
  };
}
