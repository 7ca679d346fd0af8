/** What happened, and what would happen, in sentences of the visitor's language. */
import { degree, islandCount, OTHER, SEATS } from '../board/boards.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { list, t } from '../lib/i18n.js';
import { playerName } from '../lib/names.js';

/** @param {Room} room @param {Seat | null} seat @returns {Cast} */
export const castOf = ({ game, players, same_screen }, seat) => ({
  game,
  you: same_screen ? null : seat,
  names: {
    white: playerName(players.white, t('side.white')),
    black: playerName(players.black, t('side.black')),
  },
});

/** Whether two people play on two screens. @param {Room} room */
export const between = ({ same_screen, players }) =>
  !same_screen && SEATS.every((seat) => players[seat].kind !== 'level');

/** A link as it is read. @param {string} id */
export const linkName = (id) => id.replace('-', '–').replace('=', '═');
/** @param {string[]} ids */
const links = (ids) => list(ids.map(linkName));
/**
 * A sentence in which someone does something.
 * @param {Cast} cast @param {Seat} seat @param {string} key @param {Record<string, string | number>} [facts]
 */
export const does = (cast, seat, key, facts = {}) =>
  t(`${key}.${cast.you === seat ? 'you' : 'they'}`, { who: cast.names[seat], ...facts });
/** @param {Cast} cast @param {Seat} seat */
export const who = (cast, seat) => (cast.you === seat ? t('you') : cast.names[seat]);
/** A kind of Special's bridges. @param {string} kind */
export const kindName = (kind) => t(`kind.${kind}`);

/** @param {Seat[]} seats @param {(seat: Seat) => string[]} of @param {Cast} cast @param {string} key */
const each = (seats, of, cast, key) =>
  seats.filter((seat) => of(seat).length).map((seat) => does(cast, seat, key, { islands: list(of(seat)) }));

/** The bridges and islands that came and went as consequences. @param {Events} events @param {Cast} cast */
export function consequences(events, cast) {
  const of = (/** @type {string} */ name, /** @type {Seat} */ seat) =>
    events.filter((e) => e.event === name && e.seat === seat).map((e) => e.island);
  const fell = events.filter((e) => e.event === 'fell').map((e) => e.link);
  return [
    ...each(SEATS, (seat) => of('won', seat), cast, 'log.win'),
    ...(fell.length ? [t('log.fall', { count: fell.length, links: links(fell) })] : []),
    ...each(SEATS, (seat) => of('lost', seat), cast, 'log.lose'),
  ];
}

/** One action in words. @param {Events} events @param {Cast} cast @returns {Line[]} */
export function tell(events, cast) {
  /** @type {Line[]} */
  const lines = [];
  const first = events[0];
  if (!first) return lines;
  const deed = deedOf(events, cast);
  if (deed) lines.push({ seat: first.seat, text: [deed, ...consequences(events, cast)].join(t('log.join')) });
  for (const event of events) {
    const text = later(event, cast);
    if (text) lines.push({ seat: null, text });
  }
  return lines;
}

/** What the mover did. @param {Events} events @param {Cast} cast */
function deedOf(events, cast) {
  const find = (/** @type {string} */ name) => events.find(({ event }) => event === name);
  const played = find('played');
  const placed = find('placed');
  const removed = find('removed');
  const moved = find('moved');
  if (played && removed) {
    return t(placed ? 'log.replace' : 'log.remove', {
      who: who(cast, played.seat),
      cards: played.cards.join(' + '),
      link: linkName(removed.link),
    });
  }
  if (played && placed) {
    const [a, b] = placed.link.split('-');
    const card = played.cards[0];
    return t('log.place', { who: who(cast, played.seat), card, island: card === a ? b : a });
  }
  if (placed) {
    const facts = { who: who(cast, placed.seat), link: linkName(placed.link) };
    return placed.kind ? t('log.kind', { ...facts, kind: kindName(placed.kind) }) : t('log.bridge', facts);
  }
  if (moved)
    return t('log.joker', {
      who: who(cast, moved.seat),
      kind: kindName(moved.kind),
      link: linkName(moved.link),
      to: linkName(moved.to),
    });
  const [first] = events;
  switch (first.event) {
    case 'discarded':
      return does(cast, first.seat, 'log.discard', { card: first.card ?? '' }).replace(/ \(\)|（）/, '');
    case 'took':
      return first.slot
        ? does(cast, first.seat, 'log.row', { card: first.card ?? '' })
        : does(cast, first.seat, 'log.stack', { card: first.card ?? '' }).replace(/ \(\)|（）/, '');
    case 'declined':
    case 'ended':
    case 'passed':
      return does(cast, first.seat, `log.${first.event}`);
    default:
      return '';
  }
}

/** What follows for both. @param {GameEvent} event @param {Cast} cast */
function later(event, cast) {
  switch (event.event) {
    case 'scored':
      return scored(event, cast);
    case 'shuffled':
      return t('log.round', { round: event.round });
    case 'began':
      return does(cast, event.seat, 'log.begins');
    case 'over':
      return outcome(event.result, cast);
    default:
      return '';
  }
}

/** A round's score in words. @param {GameEvent} event @param {Cast} cast */
export function scored({ round, islands: [w, b], points: [pw, pb] }, cast) {
  const better = pw > pb ? 'white' : 'black';
  const gets = pw === pb ? t('log.nopoints') : does(cast, better, 'log.points', { count: Math.max(pw, pb) });
  return [t('log.scored', { round, white: w, black: b }), gets].join(t('log.join'));
}

/**
 * By what the game was won: in Special islands count by their worth (S7).
 * @param {Result} result
 * @param {Cast} cast
 */
export const reason = ({ winner, by }, cast) =>
  winner
    ? t(`over.by.${by === 'islands' && gameOf(cast.game).worthWins ? 'worth' : by}`, {
        who: who(cast, OTHER[winner]),
      })
    : t('over.by.tied');

/** How the game ended. @param {Result} result @param {Cast} cast */
export function outcome(result, cast) {
  return result.winner
    ? [does(cast, result.winner, 'over.win'), reason(result, cast)].join(t('log.join'))
    : reason(result, cast);
}

/* ------------------------------------------------------------------ previews */

/** A move on the board in short: "ELAI → IFFI". @param {Move} move */
export function moveName({ kind, link, cards, piece, from }) {
  const where = linkName(link);
  if (kind === 'place') return `${cards[0]} → ${link.split('-').find((end) => end !== cards[0])}`;
  if (cards.length) return `${cards.join(' + ')} × ${where}`;
  if (kind === 'joker') return `${linkName(from)} → ${where}`;
  return piece ? `${kindName(piece)} · ${where}` : where;
}

/**
 * How many of an island's links a side would occupy.
 * @param {string} game
 * @param {Position} view
 * @param {Preview} preview
 * @param {string} name
 */
function share(game, view, preview, name) {
  const count = bridgesAt({ game, bridges: bridgesThen(view, preview) }, name, preview.by);
  return t('tip.share', { island: name, count, of: degree(gameOf(game).board, name) });
}

/**
 * The bridges that would lie there.
 * @param {Position} view @param {Preview} preview @returns {Position['bridges']}
 */
export function bridgesThen({ bridges }, { link, by, from, builds, falls }) {
  const gone = [link, from, ...falls];
  const kept = Object.entries(bridges).filter(([id]) => !gone.includes(id));
  return { ...Object.fromEntries(kept), ...(builds && { [link]: by }) };
}

/**
 * Who would control what, and what it would be worth.
 * @param {View} view @param {Preview} preview @returns {Position}
 */
function positionThen(view, preview) {
  const { control, worth } = view;
  const { by, wins, loses, counts = {} } = preview;
  const kept = Object.entries(control).filter(([name]) => !loses.includes(name));
  return {
    bridges: bridgesThen(view, preview),
    control: Object.fromEntries([...kept, ...wins.map((name) => /** @type {const} */ ([name, by]))]),
    worth: worth && { ...worth, ...mapped(counts, ({ worth }) => worth) },
  };
}

/**
 * Special: points at the islands the move is about, and their worth where it changes, before and after.
 * @param {View} view @param {Preview} preview @param {string[]} ends
 */
function countsThen({ values, worth }, { counts = {}, wins, loses }, ends) {
  return [...new Set([...ends, ...wins, ...loses])]
    .filter((island) => counts[island])
    .map((island) => {
      const { white, black, worth: later } = counts[island];
      const was = values?.[island] ?? { white: 0, black: 0 };
      const points = t('tip.points', {
        island,
        before: `${was.white} : ${was.black}`,
        after: `${white} : ${black}`,
      });
      const before = worth?.[island] ?? 1;
      return before === later ? points : `${points} · ×${before} → ×${later}`;
    });
}

/**
 * @template A, B
 * @param {Record<string, A>} all @param {(value: A) => B} change @returns {Record<string, B>}
 */
const mapped = (all, change) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]));

/**
 * What an action would do, line by line: + good for the mover, × what falls, · the rest (`share`: links).
 * @param {Move} move @param {Preview} preview @param {View} view @param {Cast} cast
 * @returns {{title: string, lines: [string, string][], short: string, again: string}}
 */
export function foretell(move, preview, view, cast) {
  const { by } = preview;
  const foe = OTHER[by];
  const ends = move.link.split(/[-=]/);
  const short = /** @type {string[]} */ ([]);
  /** @type {[string, string][]} */
  const lines = [];
  const say = (/** @type {string} */ sign, /** @type {string} */ line) => {
    lines.push([sign, line]);
    short.push(line);
  };
  const islands = (/** @type {string[]} */ names) =>
    list(names.map((name) => share(view.game, view, preview, name)));
  if (move.kind === 'remove') say('fall', t('tip.removed'));
  if (move.kind === 'replace') say('win', t('tip.replaced'));
  if (preview.wins.length) {
    lines.push(['win', does(cast, by, 'log.win', { islands: islands(preview.wins) })]);
    short.push(does(cast, by, 'log.win', { islands: list(preview.wins) }));
  }
  if (preview.falls.length)
    say('fall', t('log.fall', { count: preview.falls.length, links: links(preview.falls) }));
  for (const seat of [foe, by]) {
    const lost = preview.loses.filter((name) => view.control[name] === seat);
    if (lost.length) say('fall', does(cast, seat, 'log.lose', { islands: list(lost) }));
  }
  const counts = countsThen(view, preview, ends); // where there are points, they decide
  for (const line of counts) lines.push(['', line]);
  if (!short.length && counts.length) short.push(list(counts));
  if (!short.length || (move.kind !== 'remove' && !preview.wins.length)) {
    const others = ends.filter((name) => !preview.wins.includes(name));
    lines.push(['share', t('tip.then', { islands: islands(others) })]);
    if (!short.length) short.push(t('tip.then', { islands: islands(others) }));
  }
  const then = positionThen(view, preview);
  const turned = preview.wins.length + preview.loses.length > 0;
  if (view.worth) {
    const shift = (/** @type {Seat} */ seat) =>
      `${who(cast, seat)} ${islandCount(view, seat)} → ${islandCount(then, seat)}`;
    const differs = [by, foe].some((seat) => islandCount(view, seat) !== islandCount(then, seat));
    if (differs) say('', t('tip.worth', { near: shift(by), far: shift(foe) }));
  } else if (turned) {
    const controlled = (/** @type {Seat} */ seat) => `${who(cast, seat)} ${islandCount(then, seat)}`;
    lines.push(['', t('tip.islands', { near: controlled(by), far: controlled(foe) })]);
  }
  const title = moveName(move);
  const words = short.join(t('log.join'));
  return { title, lines, short: `${title}: ${words}`, again: t('tip.again', { move: title, words }) };
}
