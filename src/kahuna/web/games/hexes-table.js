/** The games on the board of hexagons at the table. */
import { bridgesLeft, islandCount, SEATS } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { pair } from '../lib/ui.js';
import { linkName, who } from '../table/words.js';
import { EXAHUNA } from './facts.js';

/** @param {Offer} found @param {View} _view @param {Move[]} moves @param {Picked} pick */
function offerHex(found, _view, moves, pick) {
  for (const move of moves) {
    if (pick.joker) {
      if (move.kind !== 'joker' || (pick.to && move.link !== pick.to)) continue;
      const place = pick.to ? move.from : move.link;
      if (!found.on.has(place)) found.own.push(place);
      found.on.set(place, move);
    } else if (move.kind === 'hex' && move.piece === (pick.piece ?? '')) {
      found.on.set(move.link, move);
      found.usable.push(move.link);
    }
  }
}

/** The sentence for both games; null where they differ. @param {Table} table */
export function guideHex({ pick, moves }) {
  if (pick.joker) return pick.to ? t('say.joker.from', { link: linkName(pick.to) }) : t('say.joker');
  if (pick.link && pick.piece !== null) return t('say.again', { link: linkName(pick.link) });
  if (!moves.some(({ kind }) => kind === 'hex')) return t('say.pass');
  return null;
}

/**
 * Islands or their worth as a duel, and how many bridges are left.
 * @param {Table} table
 * @param {ScoreParts} parts
 * @param {{ tally: string, islands: string }} words
 */
export function showDuel({ view, cast }, { title, full, strip }, words) {
  const islands = SEATS.map((seat) => islandCount(view, seat));
  const left = SEATS.map((seat) => bridgesLeft(view, seat));
  const free = EXAHUNA.islands.length - Object.keys(view.control).length;
  title.textContent = `${t('move', { count: view.turn })} · ${t(words.islands)}`;
  const sides = SEATS.map((seat, i) =>
    h(
      'div',
      { class: `side ${seat}` },
      h('b', {}, String(islands[i])),
      h('span', {}, who(cast, seat)),
      h('small', {}, t('left', { count: left[i] })),
    ),
  );
  full.replaceChildren(
    h('div', { class: 'duel' }, sides),
    h('p', { class: 'tally' }, t(words.tally, { count: free })),
  );
  strip.replaceChildren(
    h('span', {}, t('move', { count: view.turn })),
    pair(t(words.islands), islands),
    pair(t('left.short'), left),
  );
}

/** The fields that are the same in these games. */
export const hexesTable = {
  boardName: 'board.hex',
  answers: () => import('./hexes-answers.js'),
  offer: offerHex,
  endKey: () => 'act.pass',
  takes: () => false,
  /** @type {TableGame['ending']} */
  ending: ({ pick }, can) => ({
    words: can ? t(pick.armed ? 'act.pass.sure' : 'act.pass') : '',
    can,
    icon: 'end',
  }),
  opening: () => [],
  holdsByMouse: true,
  magnifies: true,
  looksFirst: () => false,
  previews: () => true,
  /** @type {TableGame['plays']} */
  plays: (pick, _move, link, sure) => sure || pick.link === link,
  unchoosesAgain: false,
  againByFinger: false,
  pressSlot: () => false,
  makeMarket: null,
  makeMemory: null,
  lookClosely: null,
};
