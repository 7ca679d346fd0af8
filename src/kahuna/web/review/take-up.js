/** "Play from here": a new game from a moment, against a level, on one screen, or with a friend by link. */
import { SEATS } from '../board/boards.js';
import { LEVELS } from '../games/facts.js';
import { Refusal } from '../lib/api.js';
import { at } from '../lib/base.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { button } from '../lib/ui.js';
import { takeUp } from './asking.js';

/** @param {import('./state.js').ReviewState} state @param {import('./review.js').Moment} moment */
export function openTakeUp({ game, names }, moment) {
  const { to_move } = game.frames[moment.at].view;
  const seats = SEATS.filter((seat) => !game.levels[seat]);
  let seat = seats.length === 1 ? seats[0] : (to_move ?? 'white');
  let against = 'level';
  let level = game.levels.white ?? game.levels.black ?? LEVELS[3];
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const choice = (
    /** @type {string} */ name,
    /** @type {string} */ legend,
    /** @type {[string, string][]} */ values,
    /** @type {string} */ now,
    /** @type {(value: string) => void} */ set,
  ) =>
    h(
      'fieldset',
      { class: 'seg' },
      h('legend', {}, legend),
      values.map(([value, words]) =>
        h(
          'label',
          { class: 'pick segm' },
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === now,
            on: { change: () => set(value) },
          }),
          h('span', { class: 'pick-in' }, words),
        ),
      ),
    );
  const levels = h(
    'label',
    { class: 'field' },
    h('span', {}, t('takeup.level')),
    h(
      'select',
      {
        on: {
          change: () => (level = /** @type {HTMLSelectElement} */ (levels.querySelector('select')).value),
        },
      },
      LEVELS.map((name) => h('option', { value: name, selected: name === level }, t(`level.${name}`))),
    ),
  );
  const go = button(t('takeup.go'), {
    kind: 'primary',
    ic: 'play',
    on: {
      click: async () => {
        go.disabled = true;
        try {
          const { id } = await takeUp({
            game: game.game,
            against,
            level: against === 'level' ? level : null,
            seat,
            name: kept('name') ?? '',
            moment,
          });
          location.assign(at(`/play/${id}`));
        } catch (error) {
          go.disabled = false;
          if (!(error instanceof Refusal)) throw error;
          failed.textContent = error.message;
          failed.hidden = false;
        }
      },
    },
  });
  sheet(
    t('takeup.start'),
    'take-up',
    h('p', {}, t('takeup.about')),
    choice(
      'against',
      t('takeup.against'),
      [
        ['level', t('takeup.computer')],
        ['screen', t('takeup.screen')],
        ['link', t('takeup.link')],
      ],
      against,
      (value) => {
        against = value;
        levels.hidden = value !== 'level';
      },
    ),
    levels,
    choice(
      'seat',
      t('takeup.seat'),
      SEATS.map((side) => [
        side,
        t(`side.${side}`) === names[side] ? names[side] : `${t(`side.${side}`)} (${names[side]})`,
      ]),
      seat,
      (value) => {
        seat = /** @type {Seat} */ (value);
      },
    ),
    failed,
    h('div', { class: 'acts' }, go),
  );
}
