/** The form for a new game: which game, which opponent, which options; and the button that opens it. */
import { picture } from '../board/picture.js';
import { LEVELS, MAX_NAME_CHARS } from '../games/facts.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { openGame, Refusal } from '../lib/api.js';
import { at } from '../lib/base.js';
import { sheet } from '../lib/dialog.js';
import { add, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, keepOneMore, kept } from '../lib/kept.js';
import { read } from '../lib/logbook.js';
import { levelName } from '../lib/names.js';
import { set, setting } from '../lib/settings.js';
import { button, icon } from '../lib/ui.js';
import {
  choice,
  choose,
  clockNamed,
  fitting,
  HEAD_STARTS,
  known,
  OPPONENTS,
  rename,
  summary,
  variants,
  variantsChosen,
  wanted,
} from './choice.js';
import { nextPort, voyage } from './voyage.js';

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

/** Where a fair head start is suggested; its code comes later. @param {string} rival a level, or '' */
function suggestion(rival) {
  const place = h('div', { class: 'fair-place' });
  import('./head-start.js').then(({ fairHeadStart }) => place.replaceWith(fairHeadStart(rival)));
  return place;
}

/** The options that this game and opponent have. @param {string} rival a level, '' for a person */
function options(rival) {
  const screen = choice.against === 'screen';
  const { seats, clocks } = fitting();
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
      clocks.map((id) => [id, clockNamed(id)]),
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
    nameField('name', t(screen ? 'home.name.white' : 'home.name'), known.name),
    screen && nameField('name.other', t('home.name.black'), known['name.other']),
    h(
      'div',
      { class: 'checks' },
      variants() && check('planning', t('home.planning'), t('home.planning.about'), choice.planning),
      variants() && check('remember', t('home.remember'), t('home.remember.about'), setting('remember')),
      choice.against === 'link' && check('hints', t('home.hints'), t('home.hints.about'), choice.hints),
      known.offers &&
        choice.against === 'link' &&
        check('public', t('home.public'), t('home.public.about'), choice.public),
    ),
    variants() && suggestion(rival),
  );
}

/** Whether this would be a first game against the weakest level, which is coached. @param {string} level */
const coached = (level) =>
  choice.against === 'level' && level === LEVELS[0] && kept('coach') === null && !read().games.length;

/**
 * The form of a new game.
 * @param {{ levels: string[], wins: () => number[], ready: () => boolean,
 *   voyageLine: () => import('../lib/dom.js').Children[] }} told what is known about levels and voyage
 * @returns {{ form: HTMLFormElement, update: () => void }}
 */
export function newGame({ levels, wins, ready, voyageLine }) {
  const level = () => (levels.includes(choice.level) ? choice.level : levels[nextPort(wins())]);
  const voy = h('p', { class: 'voy' });
  const middle = h('div', { class: 'middle' });
  const who = h('b');
  const words = h('span');
  const line = h('span', { class: 'sum' });
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const change = button(t('home.change'), {
    kind: 'linkish',
    on: { click: () => changeOptions(changed, level()) },
  });
  const update = () => {
    const against = choice.against === 'level';
    who.textContent = against ? `${levelName(level())}. ` : '';
    words.textContent = against ? t(ready() ? `level.${level()}.line` : 'home.waking') : '';
    const clock = choice.clock ? `${t('home.clock')}: ${clockNamed(choice.clock)}.` : null;
    const coach = coached(level()) ? t('home.coached') : null;
    line.textContent = [summary(level()), clock, variantsChosen(), coach, '']
      .filter((part) => part !== null)
      .join(' ');
    change.hidden = !against;
    form.classList.toggle('voyaging', against);
  };
  const rebuild = () => {
    voy.replaceChildren();
    add(voy, voyageLine());
    const ports = choice.against === 'level';
    middle.replaceChildren(ports ? voyage(choice.game, levels, wins(), level()) : options(''));
    update();
  };
  const changed = (/** @type {Event} */ event) => {
    const { name, type, value, checked } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'remember') return set('remember', checked);
    if (name === 'name' || name === 'name.other') return rename(name, value);
    const given = type === 'checkbox' ? checked : value;
    choose({ [name]: name === 'head' ? Number(value) : given });
    if (name === 'against' || name === 'game') rebuild();
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
      voy,
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

/**
 * The options on a sheet of their own.
 * @param {(event: Event) => void} changed
 * @param {string} rival the level that is played against
 */
function changeOptions(changed, rival) {
  const dialog = sheet(
    t('home.options'),
    'options',
    h('div', { on: { change: changed } }, options(rival)),
    h(
      'div',
      { class: 'menu-acts' },
      button(t('home.options.done'), { kind: 'primary', on: { click: () => dialog.close() } }),
    ),
  );
}
