/** The choice of a new game: which, against whom, how; and the button that opens it. */

import { OTHER } from '../board/boards.js';
import { picture } from '../board/picture.js';
import { LEVELS, MAX_HANDICAP, MAX_NAME_CHARS } from '../games/facts.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { openGame, Refusal } from '../lib/api.js';
import { at } from '../lib/base.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, keepOneMore, kept } from '../lib/kept.js';
import { read } from '../lib/logbook.js';
import { set, setting } from '../lib/settings.js';
import { button, icon } from '../lib/ui.js';
import { nextPort, voyage } from './voyage.js';

/** @typedef {import('../messages.js').Seat} Seat */
/** @typedef {'level' | 'link' | 'screen'} Against */

const OPPONENTS = /** @type {[Against, string][]} */ ([
  ['level', 'honu'],
  ['link', 'link'],
  ['screen', 'screen'],
]);
const BRIDGES = Array.from({ length: MAX_HANDICAP }, (_, i) => i + 1);
/** A head start: bridges for me (+) or the opponent (-). */
const HEAD_STARTS = [0, ...BRIDGES, ...BRIDGES.map((count) => -count)];
/** What is chosen by a tick. */
const CHECKS = ['planning', 'public', 'hints'];
/** Minutes and seconds a turn, or hours for a turn. */
const CLOCKS = ['', '5+5', '10+0', '15+10', '30+0', '24', '48', '168'];

/**
 * What was chosen here last. `level` is '' until one is chosen; `seat` is seat and who begins; `head` is
 * bridges for me (+) or the opponent (-).
 */
const choice = {
  game: GAME_NAMES[0],
  against: /** @type {Against} */ ('level'),
  level: '',
  seat: 'white-white',
  clock: '',
  head: 0,
  planning: false,
  public: false,
  hints: false,
  ...last(),
};
let ownName = kept('name') ?? '';
let otherName = kept('name.other') ?? '';

/** @returns {object} nothing where what was kept cannot be used */
function last() {
  try {
    const found = JSON.parse(kept('new') ?? '{}');
    return GAME_NAMES.includes(found.game) &&
      ['', ...LEVELS].includes(found.level) &&
      OPPONENTS.some(([kind]) => kind === found.against)
      ? found
      : {};
  } catch {
    return {};
  }
}
/** Whether the chosen game has variants: who begins, planning, a head start. */
const variants = () => gameOf(choice.game).variants;

/** The game that is chosen. */
export const chosenGame = () => choice.game;

/** Whether seats can be offered to anyone here. */
let offers = false;
/** @param {boolean} on */
export const allowOffers = (on) => {
  offers = on;
};

/** After a win the next port is chosen, unless another one was. @param {string[]} beaten levels */
export function sailOn(beaten) {
  if (beaten.includes(choice.level)) choice.level = '';
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

/** @param {string} name @param {string} label @param {string} value */
const nameField = (name, label, value) =>
  h(
    'label',
    {},
    label,
    h('input', {
      name,
      value,
      maxlength: MAX_NAME_CHARS,
      autocomplete: name === 'name' ? 'nickname' : 'off',
      placeholder: t('home.name.hint'),
    }),
  );

/** @param {string} id */
function clockWords(id) {
  const [minutes, increment] = id.split('+').map(Number);
  if (!id) return t('home.clock.none');
  if (increment === undefined) return t('home.clock.days', { count: minutes / 24 });
  return increment ? t('home.clock.plus', { minutes, increment }) : t('home.clock.total', { count: minutes });
}

/** What does not fit this game and opponent is chosen anew. */
function fit() {
  const screen = choice.against === 'screen';
  const sides = variants()
    ? ['white-white', 'white-black', 'black-black', 'black-white', 'lot']
    : ['white-white', 'black-white', 'lot'];
  const seats = screen ? ['white-white', 'white-black'] : sides;
  if (!seats.includes(choice.seat)) choice.seat = seats[0];
  const clocks = CLOCKS.filter((id) => choice.against === 'link' || id.includes('+') || !id);
  if (!clocks.includes(choice.clock)) choice.clock = '';
  return { seats, clocks };
}

/** The options that this game and opponent have. */
function options() {
  const screen = choice.against === 'screen';
  const { seats, clocks } = fit();
  const [near, far] = screen ? ['white', 'black'] : ['me', 'them'];
  const whose = (/** @type {number} */ n) => (n > 0 ? near : far);
  return h(
    'div',
    { class: 'opt-row', role: 'group', 'aria-label': t('home.options') },
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
    variants() &&
      select(
        t('home.head'),
        'head',
        HEAD_STARTS.map((n) => [
          String(n),
          n ? t(`home.head.${whose(n)}`, { count: Math.abs(n) }) : t('home.head.none'),
        ]),
        String(choice.head),
      ),
    nameField('name', t(screen ? 'home.name.white' : 'home.name'), ownName),
    screen && nameField('name.other', t('home.name.black'), otherName),
    h(
      'div',
      { class: 'checks' },
      variants() && check('planning', t('home.planning'), t('home.planning.about'), choice.planning),
      variants() && check('remember', t('home.remember'), t('home.remember.about'), setting('remember')),
      choice.against === 'link' && check('hints', t('home.hints'), t('home.hints.about'), choice.hints),
      offers &&
        choice.against === 'link' &&
        check('public', t('home.public'), t('home.public.about'), choice.public),
    ),
  );
}

/** What will be opened, in a sentence. @param {string} level */
function summary(level) {
  const game = t(`game.${choice.game}`);
  const [seat, first] = choice.seat.split('-');
  if (choice.against === 'screen')
    return t('home.sum.screen', { game, first: t(`side.${variants() ? first : 'white'}`) });
  const who = choice.against === 'level' ? t(`level.${level}`) : t('home.friend');
  const order = seat === first ? 'begin' : 'follow';
  return t(`home.sum.${seat === 'lot' ? 'lot' : order}`, {
    game,
    who,
    side: t(`side.${seat === 'black' ? 'black' : 'white'}`),
  });
}

/** Whether this would be a first game, against the weakest: then it is explained. @param {string} level */
const coached = (level) =>
  choice.against === 'level' && level === LEVELS[0] && kept('coach') === null && !read().games.length;

/** What is other than usual in it, in a sentence; null for nothing. */
function variantsChosen() {
  const { head, planning, hints, against } = choice;
  const near = against === 'screen' ? 'white' : 'me';
  const far = against === 'screen' ? 'black' : 'them';
  const words = [
    variants() && planning && t('home.planning'),
    variants() &&
      head !== 0 &&
      `${t('home.head')}: ${t(`home.head.${head > 0 ? near : far}`, { count: Math.abs(head) })}`,
    against === 'link' && hints && t('home.hints'),
  ].filter(Boolean);
  return words.length ? `${words.join(', ')}.` : null;
}

/**
 * The form of a new game.
 * @param {{ levels: string[], wins: number[], ready: () => boolean }} told
 * @returns {{ form: HTMLFormElement, update: () => void }}
 */
export function newGame({ levels, wins, ready }) {
  const level = () => (levels.includes(choice.level) ? choice.level : levels[nextPort(wins)]);
  const middle = h('div', { class: 'middle' });
  const who = h('b');
  const words = h('span');
  const line = h('span', { class: 'sum' });
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const change = button(t('home.change'), {
    kind: 'linkish',
    on: { click: () => changeOptions(changed) },
  });
  const update = () => {
    fit();
    const against = choice.against === 'level';
    who.textContent = against ? `${t(`level.${level()}`)}. ` : '';
    words.textContent = against ? t(ready() ? `level.${level()}.line` : 'home.waking') : '';
    const clock = choice.clock ? `${t('home.clock')}: ${clockWords(choice.clock)}.` : null;
    const coach = coached(level()) ? t('home.coached') : null;
    line.textContent = [summary(level()), clock, variantsChosen(), coach, '']
      .filter((part) => part !== null)
      .join(' ');
    change.hidden = !against;
    form.classList.toggle('voyaging', against);
    keep('new', JSON.stringify(choice));
  };
  const rebuild = () => {
    middle.replaceChildren(choice.against === 'level' ? voyage(levels, wins, level()) : options());
    update();
  };
  const changed = (/** @type {Event} */ event) => {
    const { name, value, checked } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'remember') return set('remember', checked);
    if (name.startsWith('name')) {
      if (name === 'name') ownName = value;
      else otherName = value;
      return keep(name, value);
    }
    const given = name === 'head' ? Number(value) : value;
    Object.assign(choice, { [name]: CHECKS.includes(name) ? checked : given });
    if (name === 'against' || (name === 'game' && choice.against !== 'level')) rebuild();
    else update();
  };
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const pressed = /** @type {HTMLButtonElement} */ (form.querySelector('.go-btn'));
    pressed.disabled = true;
    if (coached(level())) keep('coach', 'on');
    try {
      const { id } = await openGame(wanted(level()));
      keepOneMore();
      location.assign(at(`/play/${id}`));
    } catch (error) {
      pressed.disabled = false;
      if (!(error instanceof Refusal)) throw error;
      failed.hidden = false;
      failed.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { class: 'play', on: { change: changed, submit: go } },
    h(
      'fieldset',
      { class: 'games' },
      h('legend', { class: 'vh' }, t('home.game')),
      GAME_NAMES.map((game) =>
        radio(
          'game',
          game === choice.game,
          'game',
          game,
          picture({ game, view: gameOf(game).sample, tight: true, margin: 62 }),
          h('b', {}, t(`game.${game}`)),
          h('small', {}, t(`game.${game}.line`)),
        ),
      ),
    ),
    h(
      'fieldset',
      { class: 'against' },
      h('legend', { class: 'vh' }, t('home.against')),
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
    ),
    middle,
    h(
      'div',
      { class: 'go' },
      h('p', {}, h('span', { class: 'who' }, who, words), h('small', {}, line, change)),
      button(t('home.go'), { ic: 'end', kind: 'primary go-btn', type: 'submit' }),
      failed,
    ),
  );
  rebuild();
  return { form, update };
}

/** The options on a sheet of their own. @param {(event: Event) => void} changed */
function changeOptions(changed) {
  const dialog = sheet(
    t('home.options'),
    'options',
    h('div', { on: { change: changed } }, options()),
    h(
      'div',
      { class: 'menu-acts' },
      button(t('home.options.done'), { kind: 'primary', on: { click: () => dialog.close() } }),
    ),
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

/** The choice as the server wants it. @param {string} level @returns {import('../messages.js').Open} */
function wanted(level) {
  const { game, against, planning, head } = choice;
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
    name: ownName.trim(),
    other_name: against === 'screen' ? otherName.trim() : '',
    hints: against === 'link' && choice.hints,
    public: offers && against === 'link' && choice.public,
  };
}
