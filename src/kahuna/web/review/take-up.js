/** "Play from here": a new game from a moment, against a level, on one screen, or with a friend by link. */

import { SEATS } from '../board/boards.js';
import { LEVELS } from '../games/facts.js';
import { Refusal } from '../lib/api.js';
import { at } from '../lib/base.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { levelName } from '../lib/names.js';
import { button, field } from '../lib/ui.js';
import { takeUp } from './asking.js';

/** @param {import('./state.js').ReviewState} state @param {import('./review.js').Moment} moment */
export function openTakeUp({ game, names }, moment) {
  const { to_move } = game.frames[moment.at].view;
  const seats = SEATS.filter((seat) => !game.levels[seat]);
  /** What is chosen. */
  const choice = {
    seat: seats.length === 1 ? seats[0] : (to_move ?? 'white'),
    against: 'level',
    level: game.levels.white ?? game.levels.black ?? LEVELS[3],
  };
  const failed = h('p', { class: 'failed', role: 'alert', hidden: true });
  const levels = h(
    'label',
    { class: 'field' },
    h('span', {}, t('takeup.level')),
    h(
      'select',
      {
        on: {
          change: (/** @type {Event} */ { target }) => {
            choice.level = /** @type {HTMLSelectElement} */ (target).value;
          },
        },
      },
      LEVELS.map((name) => h('option', { value: name, selected: name === choice.level }, levelName(name))),
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
            ...choice,
            level: choice.against === 'level' ? choice.level : null,
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
    field(
      'against-seg',
      t('takeup.against'),
      'against',
      [
        ['level', t('takeup.computer')],
        ['screen', t('takeup.screen')],
        ['link', t('takeup.link')],
      ],
      choice.against,
      (value) => {
        choice.against = value;
        levels.hidden = value !== 'level';
      },
    ),
    levels,
    field(
      'seat-seg',
      t('takeup.seat'),
      'seat',
      SEATS.map((side) => [
        side,
        t(`side.${side}`) === names[side] ? names[side] : `${t(`side.${side}`)} (${names[side]})`,
      ]),
      choice.seat,
      (value) => {
        choice.seat = /** @type {Seat} */ (value);
      },
    ),
    failed,
    h('div', { class: 'acts' }, go),
  );
}
