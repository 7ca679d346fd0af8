/**
 * The coach of a first game: one sentence before each decision, based on what the server says actions would
 * do. What the player has done often enough is no longer explained. The table does not know about the coach:
 * the page passes on what arrives (pages/table.js), and the coach's strip stands above the guidance.
 */
import { degree, OTHER } from '../board/boards.js';
import { HAND_LIMIT, LEVELS } from '../games/facts.js';
import { bridgesAt, gameOf } from '../games/index.js';
import { at } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { list, speak, t } from '../lib/i18n.js';
import { keep } from '../lib/kept.js';
import { mark, marked } from '../lib/logbook.js';
import { button, icon } from '../lib/ui.js';
import { guidance } from '../table/guide.js';
import { lastTurn } from '../table/timeline.js';
import { linkName } from '../table/words.js';
import { makeStand } from './stand.js';

/**
 * How often something must be done before it is no longer explained.
 * @type {Record<string, number>}
 */
const KNOWN = { win: 12, guard: 8, grow: 14, take: 12, full: 4, pair: 3, round: 2, parting: 1 };

/**
 * The lesson that explains a sentence; games with several kinds of bridges have their own.
 * @type {Record<string, string>}
 */
const LESSONS = {
  'coach.first': 'kahuna/build',
  'coach.grow': 'kahuna/win',
  'coach.win': 'kahuna/win',
  'coach.sweep': 'kahuna/sweep',
  'coach.guard': 'kahuna/sweep',
  'coach.swept': 'kahuna/sweep',
  'coach.take': 'kahuna/take',
  'coach.take.any': 'kahuna/take',
  'coach.full': 'kahuna/discard',
  'coach.must': 'kahuna/discard',
  'coach.pair': 'kahuna/remove',
  'coach.round': 'kahuna/round',
  'coach.last': 'kahuna/last',
  'coach.hex': 'exahuna/place',
  'coach.hex.win': 'exahuna/capture',
  'coach.hex.sweep': 'exahuna/capture',
  'coach.hex.grow': 'exahuna/capture',
  'coach.piece': 'special/points',
  'coach.piece.win': 'special/points',
};
/**
 * The last sentence: the lesson that explains it, the island that it warned of, and whether it said that
 * nothing is left to explain.
 */
const last = { lesson: '', warned: '', parting: false };
/**
 * A sentence of the coach, whose lesson is kept in mind.
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 */
function tell(key, facts) {
  last.lesson = LESSONS[key] ?? last.lesson;
  return t(key, facts);
}

/** Whether this game is one to be coached: against the weakest level. @param {Update} update */
const coached = ({ room, seat }) => seat !== null && room.players[OTHER[seat]].name === LEVELS[0];

/** Begins to speak, if this game is one to be coached. @param {Table} table */
export async function startCoach(table) {
  if (!coached(table.now)) return null;
  await speak(['learn']);
  const words = h('span');
  const off = button('', { ic: 'close', kind: 'quiet icon-only', on: { click: () => stop() } });
  const why = h('a', { class: 'btn quiet', target: '_blank', rel: 'noopener' });
  const acts = h('div', { class: 'coach-acts' }, why, off);
  const strip = h('div', { class: 'coach', role: 'status', hidden: true }, icon('honu'), words, acts);
  /** How many actions are counted. */
  const state = { counted: table.history.length };

  const stand = makeStand(table, strip, () => show());

  function place() {
    for (const name of ['aria-label', 'title']) off.setAttribute(name, t('coach.off'));
    why.textContent = t('coach.why');
    stand.place();
    show();
  }
  function stop() {
    keep('coach', 'off');
    turned.disconnect();
    stand.remove();
    document.removeEventListener('presence', hear);
    document.removeEventListener('language', place);
  }
  /** Counts what the player did since, and speaks. */
  function hear() {
    for (const events of table.history.slice(state.counted)) count(events, table.now.seat);
    state.counted = table.history.length; // fewer than before if a turn was taken back
    show();
  }
  function show() {
    const said = sentence(table);
    if (said && words.textContent !== said) words.textContent = said;
    why.hidden = !last.lesson;
    why.href = at(`/learn/${last.lesson}`);
    stand.show(said !== '' && !table.view.result);
    fit();
  }
  /** Long sentences use a smaller font, so that the strip keeps its height. */
  function fit() {
    strip.classList.remove('long', 'longer');
    for (const size of ['long', 'longer'])
      if (words.offsetHeight > strip.clientHeight) strip.classList.add(size);
  }
  document.addEventListener('presence', hear);
  document.addEventListener('language', place);
  const turned = new ResizeObserver(fit); // a phone on its other side
  turned.observe(strip);
  place();
  return { show };
}

/** @param {Events} events @param {Seat | null} me */
function count(events, me) {
  const mine = events.filter(({ seat }) => seat === me);
  const did = (/** @type {string} */ name) => mark(`coach.${name}`, marked(`coach.${name}`) + 1);
  if (mine.some(({ event }) => event === 'won')) did('win');
  else if (mine.some(({ event }) => event === 'placed')) did('grow');
  if (mine.some(({ event }) => event === 'took')) did('take');
  if (mine.some(({ event }) => event === 'discarded')) did('full');
  if (mine.some(({ event }) => event === 'removed')) did('pair');
  if (events.some(({ event }) => event === 'scored')) did('round');
  if (last.parting && mine.length) did('parting');
  if (last.warned && mine.some(({ link }) => link?.split('-').includes(last.warned))) did('guard');
}

const known = (/** @type {string} */ idea) => marked(`coach.${idea}`) >= KNOWN[idea];

/**
 * What is said now: what the opponent just did, where it hurt, and what to do. What the player already knows
 * is left to the table's own guidance, with ''.
 * @param {Table} table
 */
function sentence(table) {
  const { view, mine, now, cast } = table;
  const me = now.seat ?? 'white';
  const who = cast.names[OTHER[me]];
  last.lesson = '';
  last.parting = false;
  if (!mine) return t('coach.theirs', { who });
  const begun = ['played', 'discarded'].includes(view.this_turn);
  const before = begun ? ours(table, me) : theirs(table, me, who);
  const advice = (gameOf(view.game).hasCards ? advise : adviseHex)(table, me, who);
  if (before) return [before, advice || guidance(table).text].join(t('log.join'));
  last.parting = !advice && ['win', 'grow', 'take'].every(known) && !known('parting');
  return last.parting ? t('coach.known') : advice;
}

/** What the opponent's last turn cost. @param {Table} table @param {Seat} me @param {string} who */
function theirs({ history }, me, who) {
  const [start, end] = lastTurn(history, OTHER[me]);
  const events = history.slice(start, end).flat();
  const won = events.filter(({ event, seat }) => event === 'won' && seat !== me).map(({ island }) => island);
  if (!won.length) return '';
  const fell = events.some(({ event, seat }) => event === 'fell' && seat === me);
  return tell(fell ? 'coach.swept' : 'coach.won', { who, islands: list(won) });
}

/** What the player just won. @param {Table} table @param {Seat} me */
function ours({ history }, me) {
  const won = (history.at(-1) ?? [])
    .filter(({ event, seat }) => event === 'won' && seat === me)
    .map(({ island }) => island);
  return won.length ? t('coach.yours', { islands: list(won) }) : '';
}

/** @param {Table} table @param {Seat} me @param {string} who */
function advise(table, me, who) {
  const { view, moves } = table;
  const plays = moves.filter(({ kind }) => kind === 'place');
  const best = winning(table, me, plays);
  if (best && !known('win'))
    return tell(best.fell ? 'coach.sweep' : 'coach.win', {
      ...pressed(best.move),
      islands: list(best.won),
      who,
    });
  const ending = view.phase === 'last-turn';
  const takes = moves.some(({ kind }) => kind === 'take');
  if (!ending && !takes && view.hand?.length === HAND_LIMIT && !known('full'))
    return tell(view.must_take ? 'coach.must' : 'coach.full', { who });
  if (best) return '';
  const pair = costly(table, me);
  if (pair && !known('pair')) return tell('coach.pair', { ...pair, who });
  if (ending) return tell('coach.last');
  const danger = threatened(view, me, plays);
  last.warned = danger?.island ?? '';
  if (danger && !known('guard'))
    return tell('coach.guard', { who, island: danger.island, ...pressed(danger.move) });
  const started = view.this_turn !== 'none';
  const [grows] = started ? [] : growing(view, me, plays);
  if (grows && !known('grow')) {
    const { island, count, need, move } = grows;
    return tell(count ? 'coach.grow' : 'coach.first', { island, have: count, need, ...pressed(move) });
  }
  if (takes && !view.stack && !known('round')) return tell('coach.round');
  if (known('take')) return '';
  const card = worth(view, me);
  if (!takes) return '';
  return card ? tell('coach.take', { card }) : tell('coach.take.any');
}

/** Where a turn is one bridge. @param {Table} table @param {Seat} me @param {string} _who */
function adviseHex(table, me, _who) {
  const { view, moves, pick } = table;
  const plays = moves.filter(({ kind, piece }) => kind === 'hex' && piece === (pick.piece ?? ''));
  const pieces = moves.some(({ piece }) => piece);
  const best = winning(table, me, plays);
  if (best && !known('win')) {
    const facts = { link: linkName(best.move.link), islands: list(best.won) };
    if (pieces) return tell('coach.piece.win', facts);
    return tell(best.fell ? 'coach.hex.sweep' : 'coach.hex.win', facts);
  }
  if (best || known('grow')) return '';
  if (pieces) return tell('coach.piece');
  const [grows] = growing(view, me, plays);
  if (!grows?.count) return tell('coach.hex');
  const { island, count, need } = grows;
  return tell('coach.hex.grow', { island, count, need });
}

/**
 * The bridge that wins the most, among the previews received so far.
 * @param {Table} table
 * @param {Seat} me
 * @param {Move[]} plays
 */
function winning({ previews }, me, plays) {
  const found = plays.map((move) => {
    const events = previews.get(move.action) ?? [];
    const won = events
      .filter(({ event, seat }) => event === 'won' && seat === me)
      .map(({ island }) => island);
    return { move, won, fell: events.some(({ event }) => event === 'fell') };
  });
  const [best] = found.sort((a, b) => b.won.length - a.won.length || Number(b.fell) - Number(a.fell));
  return best?.won.length ? best : null;
}

/**
 * Two cards that together take an island from the opponent, among the previews received so far.
 * @param {Table} table
 * @param {Seat} me
 */
function costly({ moves, previews }, me) {
  for (const { kind, action, cards, link } of moves) {
    const lost =
      kind === 'remove' ? (previews.get(action) ?? []).filter(({ event }) => event === 'lost') : [];
    const theirs = lost.filter(({ seat }) => seat !== me).map(({ island }) => island);
    if (theirs.length) return { cards: list(cards), link: linkName(link), islands: list(theirs) };
  }
  return null;
}

/** How many links are needed to control an island. @param {View} view @param {string} island */
const need = (view, island) => Math.floor(degree(gameOf(view.game).board, island) / 2) + 1;

/** What to press for a bridge: the card, and the island that the link leads to. @param {Move} move */
function pressed({ cards: [card], link }) {
  return { card, to: link.split('-').find((end) => end !== card) ?? '' };
}

/**
 * An island whose last free link would give it to the opponent and cost us bridges, and the bridge
 * that takes it.
 * @param {View} view
 * @param {Seat} me
 * @param {Move[]} plays
 */
function threatened(view, me, plays) {
  for (const move of plays)
    for (const island of move.link.split('-')) {
      const [ours, theirs] = [bridgesAt(view, island, me), bridgesAt(view, island, OTHER[me])];
      const free = degree(gameOf(view.game).board, island) - ours - theirs;
      if (view.control[island] === undefined && ours && free === 1 && theirs === need(view, island) - 1)
        return { island, move };
    }
  return null;
}

/**
 * Islands where a bridge of ours adds to what lies there, with that bridge: the nearest to be won first, then
 * the one whose other end is near as well.
 * @param {View} view
 * @param {Seat} me
 * @param {Move[]} plays
 */
function growing(view, me, plays) {
  const at = (/** @type {string} */ island) => bridgesAt(view, island, me);
  return plays
    .flatMap((move) => {
      const ends = move.link.split(/[-=]/);
      return ends.map((island, i) => ({ island, other: ends[1 - i], move }));
    })
    .filter(({ island }) => view.control[island] === undefined)
    .map(({ island, other, move }) => {
      const beside = view.control[other] === undefined ? at(other) : -1;
      return { island, count: at(island), need: need(view, island), beside, move };
    })
    .sort((a, b) => a.need - a.count - (b.need - b.count) || b.count - a.count || b.beside - a.beside);
}

/** The card of the row that fits our bridges best. @param {View} view @param {Seat} me */
function worth(view, me) {
  const cards = view.row.filter((card) => card !== null && view.control[card] === undefined);
  const [best] = /** @type {string[]} */ (cards).sort(
    (a, b) => bridgesAt(view, b, me) - bridgesAt(view, a, me),
  );
  return best && bridgesAt(view, best, me) > 0 ? best : null;
}
