/**
 * Groups `view.legal` by what is picked. The page knows no rules: an action is offered because the server
 * lists it.
 */

/** @param {string} game @param {string} action @returns {Move} */
export function read(game, action) {
  const base = { action, link: '', cards: /** @type {string[]} */ ([]), piece: '', from: '' };
  if (action === '-') return { ...base, kind: 'end' };
  if (game !== 'kahuna') {
    const [from, to] = action.split('>');
    const [link, piece = ''] = action.split(':').reverse();
    return to ? { ...base, kind: 'joker', link: to, from } : { ...base, kind: 'hex', link, piece };
  }
  const removal = action.match(/^(\w+)\+(\w+) (xx?) (.+)$/);
  if (removal)
    return {
      ...base,
      kind: removal[3] === 'x' ? 'remove' : 'replace',
      link: removal[4],
      cards: [removal[1], removal[2]],
    };
  if (action[0] === '~') return { ...base, kind: 'discard', cards: [action.slice(1)] };
  if (action[0] === '+') return { ...base, kind: 'take' };
  if (action[0] === '=') return { ...base, kind: 'start', link: action.slice(1) };
  const [card, to] = action.split('>');
  return { ...base, kind: 'place', link: [card, to].sort().join('-'), cards: [card] };
}

/** Nothing picked; a kind of bridge stays. @param {string | null} [piece] @returns {Picked} */
export const nothing = (piece = null) => ({
  cards: [],
  link: null,
  piece,
  joker: false,
  to: null,
  discard: false,
  armed: null,
  build: true,
});

/** @param {View} view @param {Move[]} moves @param {Picked} pick @returns {Offer} */
export function offer(view, moves, pick) {
  /** @type {Offer} */
  const found = { usable: [], removable: [], own: [], on: new Map(), raised: new Set(), swap: false };
  if (view.game === 'kahuna') kahuna(found, view.hand ?? [], moves, pick);
  else hex(found, moves, pick);
  return found;
}

/** @param {Offer} found @param {string[]} hand @param {Move[]} moves @param {Picked} pick */
function kahuna(found, hand, moves, pick) {
  const { on } = found;
  const cards = pick.cards.map((i) => hand[i]).sort();
  const fits = (/** @type {Move} */ move) =>
    move.cards.length === cards.length && [...move.cards].sort().every((card, i) => card === cards[i]);
  for (const move of moves) {
    if (move.kind === 'start') on.set(move.link, move);
    else if (!move.link || pick.discard) continue;
    else if (!cards.length) {
      if (!on.has(move.link) || move.kind === 'place') on.set(move.link, move);
    } else if (fits(move)) {
      found.swap ||= move.kind === 'replace';
      if (!on.has(move.link) || (move.kind === 'replace') === pick.build) on.set(move.link, move);
    }
  }
  if (pick.link)
    for (const [i, card] of hand.entries()) {
      const paid = pick.cards.includes(i) ? cards : [...cards, card];
      if (moves.some((move) => move.link === pick.link && enough(move.cards, paid))) found.raised.add(i);
    }
  for (const { link, kind } of on.values()) {
    if (kind === 'start' || (cards.length && kind === 'place')) found.usable.push(link);
    else if (cards.length === 2) found.removable.push(link);
  }
}

/** Whether all of `some` are among `all`. @param {string[]} all @param {string[]} some */
function enough(all, some) {
  const left = [...all];
  return some.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
}

/** @param {Offer} found @param {Move[]} moves @param {Picked} pick */
function hex(found, moves, pick) {
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

/**
 * What the action's events say it would do.
 * @param {Move} move
 * @param {Seat} by
 * @param {GameEvent[]} events
 * @returns {Preview}
 */
export function previewOf(move, by, events) {
  const some = (/** @type {string} */ name) => events.filter(({ event }) => event === name);
  return {
    link: move.link,
    by,
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
