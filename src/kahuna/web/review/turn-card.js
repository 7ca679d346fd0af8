/** The selected turn: its label, two sentences, both chances, and what can be done with it. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button, disc } from '../lib/ui.js';
import { currentTurn } from './state.js';
import { glyph, labelName } from './verdicts.js';
import { percent, said, short } from './words.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */
/**
 * @typedef {object} TurnActs
 * @property {(turn: number) => void} pin
 * @property {(turn: number) => void} tryAgain
 * @property {() => void} explore
 * @property {() => void} takeUp
 */

/** @param {ReviewState} state @param {TurnActs} acts */
export function turnCard(state, acts) {
  const { review, names, pinned } = state;
  const place = currentTurn(state);
  const turn = review?.turns[place];
  if (!review || !turn)
    return h('section', { class: 'turncard' }, h('p', {}, t('card.none')), rest(state, acts));
  const { advice, label, seat } = turn;
  const decision = advice ? turn.decisions[advice.decision] : null;
  const row = advice ? state.game.frames[advice.number].view.row : [];
  return h(
    'section',
    { class: 'turncard', 'aria-labelledby': 'turncard' },
    h(
      'div',
      { class: 'tt' },
      glyph(label),
      h(
        'div',
        {},
        h('h2', { id: 'turncard' }, labelName(label)),
        h('p', { class: 'which' }, disc(seat), ` ${names[seat]} · ${turnName(turn.turn)}`),
      ),
    ),
    advice
      ? h('p', {}, advice.words.map((sentence) => said(sentence, names, row)).join(' '))
      : h('p', {}, t(`card.${label}`)),
    decision &&
      h(
        'dl',
        { class: 'cmp' },
        h('dt', {}, glyph('best'), h('span', {}, short(decision.best, row))),
        h('dd', {}, percent(decision.chance)),
        h('dt', {}, glyph(label), h('span', {}, t('card.played', { action: short(decision.played, row) }))),
        h('dd', {}, percent(decision.played_chance)),
      ),
    h(
      'div',
      { class: 'acts' },
      advice &&
        pinned !== place &&
        button(t('card.show'), { ic: 'eye', on: { click: () => acts.pin(place) } }),
      (label === 'mistake' || label === 'blunder') &&
        button(t('try.start'), { ic: 'retry', kind: 'primary', on: { click: () => acts.tryAgain(place) } }),
      moments(state, acts),
    ),
  );
}

/** @param {ReviewState} state @param {TurnActs} acts */
const rest = (state, acts) => h('div', { class: 'acts' }, moments(state, acts));

/** What can be done at any moment before the end. @param {ReviewState} state @param {TurnActs} acts */
const moments = ({ game, at }, acts) =>
  at < game.frames.length - 1 || !game.result
    ? [
        button(t('explore.start'), { ic: 'branch', on: { click: () => acts.explore() } }),
        button(t('takeup.start'), { ic: 'from', on: { click: () => acts.takeUp() } }),
      ]
    : null;

/** What a turn is called. @param {number} turn */
export const turnName = (turn) => (turn ? t('replay.turn', { turn }) : t('turn.handicap'));
