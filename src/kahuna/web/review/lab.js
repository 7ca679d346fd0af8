/** The panel of what is being tried: "find something better", and a variation with its branches. */
import { SEATS } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button, disc, field } from '../lib/ui.js';
import { turnName } from './turn-card.js';
import { glyph, labelName } from './verdicts.js';
import { percent, short } from './words.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */
/** @typedef {import('./state.js').Branch} Branch */
/** @typedef {import('./page.js').ReviewPage} Actions */

/** @param {ReviewState} state @param {Actions} actions @param {Node | null} choices */
export const labPart = (state, actions, choices) =>
  state.trying ? tryPart(state, actions, choices) : explorePart(state, actions, choices);

/** @param {ReviewState} state @param {Actions} actions @param {Node | null} choices */
function tryPart({ review, names, trying, exploring, asking }, actions, choices) {
  const turn = review?.turns[trying?.turn ?? -1];
  if (!turn?.advice || !trying) return null;
  const { played_chance } = turn.decisions[turn.advice.decision];
  const row = exploring?.here.found.view.row;
  return h(
    'section',
    { class: 'lab' },
    h('h2', {}, t('try.heading')),
    h('p', {}, disc(turn.seat), ` ${names[turn.seat]} · ${turnName(turn.turn)}. ${t('try.about')}`),
    h(
      'p',
      { class: 'note' },
      t('try.played', { action: short(turn.advice.played, row), share: percent(played_chance) }),
    ),
    h(
      'ul',
      { class: 'answers', 'aria-live': 'polite' },
      asking ? h('li', {}, t('explore.asking')) : null,
      trying.answers.map(({ action, label, chance }) =>
        h(
          'li',
          {},
          glyph(label),
          h('span', {}, `${short(action, row)} · ${labelName(label)}`),
          h('b', {}, percent(chance)),
        ),
      ),
    ),
    trying.solved ? h('p', { class: 'solved' }, t('try.solved')) : null,
    h(
      'div',
      { class: 'acts' },
      button(t('try.show'), { ic: 'eye', on: { click: () => actions.giveUp() } }),
      button(t('explore.leave'), {
        kind: trying.solved ? 'primary' : 'quiet',
        on: { click: () => actions.leave() },
      }),
    ),
    choices,
  );
}

/** @param {ReviewState} state @param {Actions} actions @param {Node | null} choices */
function explorePart({ game, names, exploring, asking }, actions, choices) {
  if (!exploring) return null;
  const { known, here, root } = exploring;
  const { view, white } = here.found;
  return h(
    'section',
    { class: 'lab' },
    h('h2', {}, t('explore.heading')),
    h(
      'p',
      {},
      turnName(view.turn),
      view.to_move && [' · ', disc(view.to_move), ` ${t('explore.moves', { who: names[view.to_move] })}`],
    ),
    gameOf(game.game).hasCards ? knownPart(names, known, actions) : null,
    h(
      'p',
      { class: 'chance', role: 'status' },
      asking ? t('explore.asking') : t('explore.chance', { share: percent(white) }),
    ),
    h('div', { class: 'chance-bar', 'aria-hidden': 'true', vars: { share: String(100 * white) } }, h('i')),
    root.next.length
      ? h('ul', { class: 'tree', 'aria-label': t('explore.tree') }, branch(root, here, actions))
      : null,
    h(
      'div',
      { class: 'acts' },
      button(t('explore.back'), { ic: 'undo', disabled: !here.before, on: { click: () => actions.back() } }),
      button(t('explore.leave'), { on: { click: () => actions.leave() } }),
    ),
    choices,
  );
}

/** @param {Record<Seat, string>} names @param {Seat | null} known @param {Actions} actions */
const knownPart = (names, known, actions) =>
  field(
    'known',
    t('explore.known'),
    'known',
    [...SEATS, ''].map((value) => {
      const seat = SEATS.find((each) => each === value);
      return [value, seat ? t('explore.as', { who: names[seat] }) : t('replay.open')];
    }),
    known ?? '',
    (value) => actions.explore(SEATS.find((seat) => seat === value) ?? null),
  );

/**
 * A place and all that was tried from it.
 * @param {Branch} place @param {Branch} here @param {Actions} actions @returns {HTMLElement}
 */
const branch = (place, here, actions) =>
  h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: 'chip',
        'aria-current': place === here ? 'step' : undefined,
        on: { click: () => actions.stand(place) },
      },
      place.found.seat ? disc(place.found.seat) : null,
      place.action ? short(place.action, place.before?.found.view.row) : t('explore.root'),
      h('small', {}, percent(place.found.white)),
    ),
    place.next.length
      ? h(
          'ul',
          {},
          place.next.map((next) => branch(next, here, actions)),
        )
      : null,
  );
