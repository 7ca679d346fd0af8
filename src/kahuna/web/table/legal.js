/**
 * Groups `view.legal` by what is picked. The page knows no rules: an action is offered because the server
 * lists it.
 */
import { tableOf } from '../games/tables.js';

/** Nothing picked; a kind of bridge stays. @param {string | null} piece @returns {Picked} */
export const nothing = (piece) => ({
  cards: [],
  link: null,
  piece,
  joker: false,
  to: null,
  discard: false,
  armed: null,
  taking: false,
  build: true,
});

/** @returns {Offer} */
export const noOffer = () => ({
  usable: [],
  removable: [],
  own: [],
  on: new Map(),
  raised: new Set(),
  swap: false,
});

/** @param {View} view @param {Move[]} moves @param {Picked} pick @returns {Offer} */
export function offerOf(view, moves, pick) {
  const found = noOffer();
  tableOf(view.game).offer(found, view, moves, pick);
  return found;
}

/**
 * What the action's events say it would do.
 * @param {Move} move
 * @param {Seat} by
 * @param {Events} events
 * @param {Record<string, Count>} [counts] what bridges would count then, where that changes
 * @returns {Preview}
 */
export function previewOf(move, by, events, counts = {}) {
  const some = (/** @type {string} */ name) => events.filter(({ event }) => event === name);
  return {
    link: move.link,
    by,
    counts,
    kind: move.piece || some('moved')[0]?.kind,
    from: move.from || undefined,
    removes: move.kind === 'remove' || move.kind === 'replace',
    builds: move.kind !== 'remove',
    wins: some('won')
      .filter(({ seat }) => seat === by)
      .map(({ island }) => island),
    falls: some('fell').map(({ link }) => link),
    loses: some('lost').map(({ island }) => island),
  };
}
