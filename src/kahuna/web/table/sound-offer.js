/** Sound is off until it is chosen; the choice is offered once. */
import { t } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { set } from '../lib/settings.js';
import { button } from '../lib/ui.js';

const SETTLED_IN = 6; // actions after which a player has seen what a turn is
const LEFT_ALONE = 14; // actions after which the place shows the opponent's last turn again

/**
 * Whether to offer it: to somebody who waits for another's turns, has never chosen and is not being coached.
 * @param {Table} table
 */
export const offersSound = ({ now, view, history, mine }) =>
  mine &&
  kept('sound') === null &&
  kept('coach') !== 'on' &&
  now.seat !== null &&
  !now.room.same_screen &&
  !view.result &&
  history.length >= SETTLED_IN &&
  history.length < LEFT_ALONE;

/** @param {Table} table */
export const soundButtons = (table) =>
  [true, false].map((on) =>
    button(t(on ? 'sound.yes' : 'sound.no'), {
      on: {
        click: () => {
          set('sound', on);
          table.refresh();
        },
      },
    }),
  );
