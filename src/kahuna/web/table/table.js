/**
 * The table at /play/{id} and /watch/{key}: what the server says, what is picked, and the parts that show
 * both.
 */
import { SEATS } from '../board/data.js';
import { sentence } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { lift } from '../lib/lists.js';
import { VERSION } from '../lib/net.js';
import { moving } from '../lib/settings.js';
import { say, title } from '../pages/shell.js';
import { showBanner } from './banner.js';
import { guidance, turnWords } from './guide.js';
import { makeHand } from './hand.js';
import { hintedBy, hintWords, makeHint } from './hint.js';
import { listen } from './keys.js';
import { nothing, offer, read } from './legal.js';
import { makePresenter } from './presenter.js';
import { makePreviews } from './previews.js';
import { makeRail } from './rail.js';
import { makeChartPart } from './table-board.js';
import { actor, touched } from './timeline.js';
import { makeTop, runClocks } from './top.js';
import { castOf, outcome, tell } from './words.js';

/** What every part of the table sees. @typedef {ReturnType<typeof makeTable>} Table */

/**
 * @param {HTMLElement} root
 * @param {Update} first
 * @param {(message: Record<string, unknown>) => boolean} send
 */
export function makeTable(root, first, send) {
  let now = first;
  let pick = nothing(first.view.game === 'exahuna' ? '' : null);
  let pending = false;
  /** @type {Parts} */
  let parts;
  /** @type {string[]} */
  let away = []; // cards still to be put away
  /** @type {HTMLDialogElement | null} */
  let curtain = null;
  /** @type {{node: HTMLElement, show: () => void} | null} */
  let over = null;
  let curtainOf = 0;
  let arranged = Promise.resolve();
  let started = false;

  const table = {
    get now() {
      return now;
    },
    get view() {
      return now.view;
    },
    get pick() {
      return pick;
    },
    get parts() {
      return parts;
    },
    /** Whether it is this page's move. */
    get mine() {
      return now.seat !== null && now.view.to_move === now.seat && !now.view.result;
    },
    /** The side that is drawn near. */
    get bottom() {
      return (
        now.seat ??
        now.room.seats.find((seat) => now.room.seats.length === 1 || seat === now.view.to_move) ??
        'white'
      );
    },
    cast: castOf(first.room, first.seat),
    moves: first.view.legal.map((action) => read(first.view.game, action)),
    offer: offer(first.view, [], pick),
    history: first.history ?? [],
    era: 0, // another one when the past was told anew
    previews: makePreviews(send),
    /** @type {Advice | null} */
    advice: null,
    hintStep: 0,
    thinkingHint: false,
    notice: '',
    told: '', // what the opponent has just done, while it is shown
    /** @type {string[]} */
    changed: [],
    /** @type {Position | null} */
    board: null, // another position than now's, while a turn is shown again
    /** @type {'open' | 'lost' | 'old'} */
    line: first.version === VERSION ? 'open' : 'old',
    send,

    nothing: () => nothing(keptPiece()),
    outcome: () => (now.view.result ? outcome(now.view.result, table.cast) : ''),
    hinted: () => hintedBy(table),

    /** @param {Partial<Picked>} change */
    choose(change) {
      pick = { ...pick, ...change };
      table.notice = '';
      table.refresh();
    },
    /** Esc: the last thing picked, or all. */
    cancel() {
      if (table.advice) return table.dropHint();
      parts.chart.clear();
      table.choose(table.nothing());
    },
    /** @param {string} words */
    warn(words) {
      table.notice = words;
      say(words);
      parts.hand.show();
    },

    /** Whether the action went out. @param {string} action */
    play(action) {
      if (pending || !now.seat || !send({ type: 'play', action, number: now.number })) return false;
      pending = true;
      return true;
    },
    /** A card of the hand was pressed. @param {number} i */
    pickCard(i) {
      const { hand, phase } = now.view;
      const { cards, link, discard } = pick;
      if (!table.mine || !hand) return table.warn(t('why.turn'));
      if (phase === 'handicap') return table.warn(guidance(table).text);
      const chosen = cards.includes(i) ? cards.filter((j) => j !== i) : [...cards, i].slice(discard ? 0 : -2);
      if (!link) return table.choose({ cards: chosen, armed: null });
      if (!table.offer.raised.has(i)) return table.choose({ cards: [i], link: null });
      const names = chosen
        .map((j) => hand[j])
        .sort()
        .join();
      const moves = table.moves.filter(
        (move) => move.link === link && [...move.cards].sort().join() === names,
      );
      const move = moves.find(({ kind }) => (kind === 'replace') === pick.build) ?? moves[0];
      if (move) table.play(move.action);
      else table.choose({ cards: chosen });
    },
    /** A card of the row or the stack was pressed: once lifts it, twice takes it. @param {string} action */
    take(action) {
      if (table.moves.some((move) => move.action === action)) {
        if (pick.armed === action) table.play(action);
        else table.choose({ ...table.nothing(), armed: action });
      } else if (!now.view.result && now.seat) {
        const { hand, phase } = now.view;
        table.warn(
          t(
            !table.mine
              ? 'why.turn'
              : phase === 'last-turn'
                ? 'row.last'
                : phase === 'handicap'
                  ? 'row.handicap'
                  : hand?.length === 5
                    ? 'row.full'
                    : 'why.empty',
          ),
        );
      }
    },
    /** The button that ends the turn. */
    end() {
      if (now.view.result) {
        over = null;
        table.settle();
      } else if (pick.discard) {
        away = pick.cards.map((i) => (now.view.hand ?? [])[i]);
        putAway();
      } else if (pick.armed) table.play(pick.armed);
      else table.choose({ ...table.nothing(), armed: '-' });
    },
    undo() {
      send({ type: 'undo', number: now.number });
    },
    hint() {
      table.notice = '';
      if (table.hintStep === 3) return table.dropHint();
      if (table.advice) table.hintStep++;
      else if (!table.thinkingHint) table.thinkingHint = send({ type: 'hint', number: now.number });
      if (table.advice) say(hintWords(table));
      table.refresh();
    },
    dropHint() {
      table.advice = null;
      table.hintStep = 0;
      table.refresh();
    },
    openMenu: async () => (await import('./menu.js')).openMenu(table),
    /** On a phone: score, log and the rest on a sheet of their own. */
    async openSheet() {
      const { sheet } = await import('../lib/dialog.js');
      const { rail } = parts;
      const homes = rail.sheet.map((node) => {
        const home = document.createComment('');
        node.before(home);
        return { node, home };
      });
      const dialog = sheet(t('sheet'), 'rail-sheet', h('div', { class: 'rail' }, rail.sheet));
      dialog.addEventListener('close', () => {
        for (const { node, home } of homes) home.replaceWith(node);
      });
      rail.show();
    },
    replayTurn: () => presenter.replay(),

    /**
     * Shows another position for a while.
     * @param {Position | null} board
     * @param {string[]} changed
     * @param {string} words
     */
    show(board, changed, words) {
      Object.assign(table, { board, changed, notice: words });
      parts.hand.show();
      parts.chart.paint();
      if (words) say(words);
    },
    refresh() {
      table.offer = offer(now.view, table.mine ? table.moves : [], pick);
      const wanted = [...table.offer.on.values()].map(({ action }) => action);
      if (table.mine && wanted.length) table.previews.ask(wanted, now.number);
      for (const part of [parts.top, parts.hand, parts.rail, parts.hint]) part.show();
      parts.clocks.show();
      parts.chart.show();
      showBanner(table, parts.banner);
      if (!presenter.busy) table.settle();
    },
    /** After all is shown: what waits until then. */
    settle() {
      title(now.view.result ? t('tag.over') : table.mine ? t('tag.yours') : '');
      if (table.told) {
        table.told = '';
        parts.hand.show();
      }
      if (away.length && table.mine) putAway();
      arranged = arranged.then(arrange);
    },

    /** @param {Message} message */
    hear(message) {
      if (message.type === 'update') {
        table.line = message.version === VERSION ? 'open' : 'old';
        pending = false;
        presenter.add(message);
      } else if (message.type === 'presence') {
        now = { ...now, room: message.room, can_claim: message.can_claim };
        table.cast = castOf(now.room, now.seat);
        table.refresh();
        document.dispatchEvent(new Event('presence'));
      } else if (message.type === 'previews') {
        table.previews.hear(message);
        parts.chart.paint();
      } else if (message.type === 'advice') {
        pick = table.nothing();
        parts.chart.clear();
        Object.assign(table, { advice: message, hintStep: 1, thinkingHint: false });
        say(hintWords(table));
        table.refresh();
      } else if (message.type === 'denied') {
        pending = table.thinkingHint = false;
        away = [];
        if (message.code !== 'stale') table.warn(sentence(message));
        table.refresh();
      }
    },
    /** @param {'open' | 'lost'} line */
    setLine(line) {
      table.line = line;
      pending = false;
      if (line === 'lost') say(t('line.lost'));
      showBanner(table, parts.banner);
    },
    build,
    close() {
      parts.clocks.stop();
      presenter.close();
      stopKeys();
      curtain?.close();
    },
  };

  const keptPiece = () => {
    const { piece } = pick;
    const { game, supply } = now.view;
    return game === 'kahuna'
      ? null
      : game === 'exahuna'
        ? ''
        : piece && supply[table.bottom][piece]
          ? piece
          : null;
  };
  const putAway = () => {
    const [name, ...rest] = away;
    if (name && table.play(`~${name}`)) away = rest;
  };

  const covered = () => now.room.same_screen && !now.seat && !now.view.result && now.room.seats.length > 0;
  /** The curtain, and cards on the chart: drawn by modules that most turns do not need. */
  async function arrange() {
    const host = parts.chart.node;
    const waits = Boolean(now.room.links.invite) && !now.view.result;
    if (!covered() || curtainOf !== now.number) curtain?.close();
    if (covered() && !curtain?.open) {
      const { drawCurtain } = await import('./curtain.js');
      if (covered()) [curtain, curtainOf] = [drawCurtain(table), now.number];
    }
    if (!waits) lift(host.querySelector('.invite'));
    if (!now.view.result) {
      lift(over?.node);
      over = null;
    }
    if (!now.view.result && !waits) return;
    const { gameOver, invitation } = await import('./panels.js');
    if (now.view.result) {
      over ??= gameOver(table, host);
      over.show();
    } else if (now.room.links.invite && !host.querySelector('.invite')) invitation(table, host);
  }

  /** Takes over where the game stands now. @param {Update} update */
  function apply(update) {
    const { events, history, view } = update;
    const moved = events.length > 0 || history !== null || !started;
    started = true;
    const elsewhere = SEATS.find(
      (seat) => update.room.players[seat].devices > (now.room.players[seat].devices || Infinity),
    );
    now = update;
    table.cast = castOf(update.room, update.seat);
    table.moves = view.legal.map((action) => read(view.game, action));
    if (history) {
      table.history = history;
      table.era++;
    } else if (events.length) table.history.push(events);
    if (moved) {
      pick = table.nothing();
      table.previews.clear();
      Object.assign(table, { advice: null, hintStep: 0, thinkingHint: false, notice: '' });
      parts.chart.clear();
      const last = table.history.at(-1) ?? [];
      table.changed = view.game !== 'kahuna' ? touched(last).slice(0, 1) : moving() ? [] : touched(events);
      const told = tell(events, table.cast).map(({ text }) => text);
      const next = events.some(({ event }) => event === 'turn' || event === 'began') ? turnWords(table) : '';
      table.told = table.mine || !events.length || actor(events) === now.seat ? '' : told.join(t('log.join'));
      if (events.length || !history) say([...told, next].join(' '));
    }
    table.refresh();
    if (elsewhere) table.warn(t('seat.elsewhere', { who: table.cast.names[elsewhere] }));
    document.dispatchEvent(new Event('presence'));
  }

  function build() {
    parts?.clocks.stop();
    table.notice = '';
    for (const open of document.querySelectorAll('dialog')) open.close();
    const top = makeTop(table);
    const hand = makeHand(table);
    const rail = makeRail(table);
    const hint = makeHint(table);
    const banner = h('div', { class: 'banners', role: 'status' });
    root.className = `table${now.view.game === 'kahuna' ? '' : ' hexes'}`;
    root.dataset.game = now.view.game;
    const chart = makeChartPart(table);
    hand.node.prepend(hint.node);
    root.replaceChildren(
      h('a', { class: 'skip btn', href: '#hand' }, t('skip')),
      top.node,
      chart.node,
      hand.node,
      rail.node,
    );
    chart.node.append(banner);
    parts = {
      top,
      hand,
      rail,
      hint,
      chart,
      banner,
      clocks: runClocks(table, { top: top.time, near: hand.time }),
    };
    over = null;
    if (started) table.refresh();
  }
  /**
   * @typedef {{top: ReturnType<typeof makeTop>, hand: ReturnType<typeof makeHand>, rail: ReturnType<typeof
   *   makeRail>, hint: ReturnType<typeof makeHint>, chart: ReturnType<typeof makeChartPart>, banner:
   *   HTMLElement, clocks: ReturnType<typeof runClocks>}} Parts
   */

  const presenter = makePresenter(table, apply);
  build();
  const stopKeys = listen(table);
  apply(first);
  return table;
}
