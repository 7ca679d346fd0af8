/**
 * The table: its state, and the actions that change it. Nothing else changes it: other parts read the state
 * and call actions.
 */
import { SEATS } from '../board/boards.js';
import { MAX_PREVIEWS, VERSION } from '../games/facts.js';
import { tableOf } from '../games/tables.js';
import { sentence } from '../lib/api.js';
import { t } from '../lib/i18n.js';
import { setting } from '../lib/settings.js';
import { say, title } from '../pages/shell.js';
import { showBanner } from './banner.js';
import { guidance, turnWords } from './guide.js';
import { listen } from './keys.js';
import { nothing, offerOf } from './legal.js';
import { arrange } from './overlays.js';
import { makeParts } from './parts.js';
import { makePresenter } from './presenter.js';
import { bottomOf, newState, readable } from './state.js';
import { actor, changedBefore, countedAs } from './timeline.js';
import { castOf, outcome, tell } from './words.js';

/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {import('./parts.js').Frame} Frame */
/** @typedef {import('./parts.js').Parts} Parts */

/**
 * @param {HTMLElement} root
 * @param {Update} first
 * @param {(message: FromPage) => boolean} send
 * @param {Frame} [frame] instead of the far side and the rail; no result is laid on the board then
 * @returns {Table}
 */
export function makeTable(root, first, send, frame) {
  const state = newState(first);
  const game = tableOf(first.view.game);
  const parts = /** @type {Parts} */ ({});

  /** @type {Table} */
  const table = readable(state, {
    get view() {
      return state.now.view;
    },
    get mine() {
      const { seat, view } = state.now;
      return seat !== null && view.to_move === seat && !view.result;
    },
    get bottom() {
      return bottomOf(state.now);
    },
    teaches: Boolean(frame),
    parts,
    send,
    nothing: () => nothing(game.keptPiece(state.now.view, bottomOf(state.now), state.pick)),
    outcome: () => (state.now.view.result ? outcome(state.now.view.result, state.cast) : ''),
    hinted: () => state.hints?.hintedBy(table) ?? null,

    /** Announces what can be done then to screen readers. @param {Partial<Picked>} change */
    choose(change) {
      const before = guidance(table).text;
      state.pick = { ...state.pick, ...change };
      state.touched = true;
      state.notice = '';
      table.refresh();
      const { text } = guidance(table);
      if (text !== before) say(text);
    },
    /** Esc: the last thing picked, or all. */
    cancel() {
      if (state.advice) return table.dropHint();
      parts.board.clear();
      table.choose(table.nothing());
    },
    /** @param {string} words */
    warn(words) {
      state.notice = words;
      say(words);
      parts.hand.show();
    },
    /** A press that plays nothing is answered in a sentence. @param {Pressed} pressed */
    async answer(pressed) {
      const { answerTo } = await import('./answers.js');
      const words = await answerTo(table, pressed);
      if (words) table.warn(words);
    },
    /** What the pointer, a finger or the keyboard does on the board. @param {Partial<Pointing>} change */
    point(change) {
      Object.assign(state, change);
    },
    /** The log shows this many actions now. @param {TableState['logged']} logged */
    log(logged) {
      state.logged = logged;
    },
    /** The player was told how many hints either side has taken. @param {Room['hints']} hints */
    countHints(hints) {
      state.hintsTold = hints;
    },
    /** New times for the clocks have arrived. @param {Time | null} time */
    tick(time) {
      state.ticking = { time, since: performance.now() };
    },
    /** What lies over the table now. @param {Partial<Overlays>} change */
    lay(change) {
      Object.assign(state.laid, change);
    },

    /** Whether the action went out. @param {string} action */
    play(action) {
      if (state.pending || !state.now.seat) return false;
      state.pending = send({ type: 'play', action, number: state.now.number });
      return state.pending;
    },
    /** Discards these cards, one action each. @param {string[]} cards */
    discard(cards) {
      const [name, ...rest] = cards;
      state.discarding = cards;
      if (name && table.play(`~${name}`)) state.discarding = rest;
    },
    /** The button that ends the turn: plays what is armed, or leads to what ends it. */
    end() {
      const { pick } = state;
      const { result, hand } = state.now.view;
      if (result) {
        state.laid.result = null;
        table.settle();
      } else if (pick.discard) table.discard(pick.cards.map((i) => (hand ?? [])[i]));
      else if (pick.armed) table.play(pick.armed);
      else if (game.takes(state.now.view)) {
        table.choose({ ...table.nothing(), taking: true });
        parts.rail.market?.querySelector('button')?.focus();
      } else table.decline();
    },
    /** Ends the turn without a card, or passes: asked once more. */
    decline() {
      if (state.pick.armed === '-') return table.play('-');
      table.choose({ ...table.nothing(), armed: '-' });
    },
    undo() {
      send({ type: 'undo', number: state.now.number });
    },

    /** The next step of the hint, or the first. */
    hint() {
      state.notice = '';
      if (state.hintStep === 3) return table.dropHint();
      if (state.advice) state.hintStep++;
      else if (!state.thinkingHint) state.thinkingHint = send({ type: 'hint', number: state.now.number });
      if (state.advice) table.sayHint();
      table.refresh();
    },
    /** Announces the part of the hint that is shown. */
    async sayHint() {
      state.hints ??= await import('./hint.js');
      if (!state.advice) return;
      say(state.hints.hintWords(table));
      table.refresh();
    },
    dropHint() {
      state.advice = null;
      state.hintStep = 0;
      table.refresh();
    },

    openMenu: async () => (await import('./menu.js')).openMenu(table),
    /** On a phone: score, log and the rest on a sheet of their own. */
    openSheet: async () => (await import('./sheet.js')).openSheet(table),
    replayTurn: () => presenter.replay(),
    showMoment: (/** @type {number} */ number) => presenter.moment(number),
    /**
     * Shows an earlier moment for a while; null: now again.
     * @param {Moment | null} shown
     * @param {string} words
     */
    show(shown, words) {
      Object.assign(state, { shown, notice: words });
      if (shown && state.now.view.values) send({ type: 'recall', actions: shown.number });
      parts.hand.show();
      parts.board.paint();
      if (words) say(words);
    },

    refresh() {
      state.offer = offerOf(state.now.view, table.mine ? state.moves : [], state.pick);
      if (table.mine) table.askPreviews();
      for (const part of [parts.top, parts.hand, parts.rail, parts.hint]) part.show();
      parts.clocks.show();
      parts.board.show();
      showBanner(table, parts.banner);
      root.classList.toggle('keyless', !setting('keys'));
      if (!state.busy) table.settle();
    },
    /** Asks what the offered actions would do, unless it was asked since the position changed. */
    askPreviews() {
      const wanted = [...state.offer.on.values()].map(({ action }) => action);
      const actions = wanted.filter((action) => !state.asked.has(action)).slice(0, MAX_PREVIEWS);
      if (actions.length && send({ type: 'preview', actions, number: state.now.number }))
        for (const action of actions) state.asked.add(action);
    },
    /** After all is shown: what waits until then. */
    settle() {
      const turn = table.mine ? t('tag.yours') : '';
      if (!frame) title(state.now.view.result ? t('tag.over') : turn);
      if (state.told) {
        state.told = '';
        parts.hand.show();
      }
      if (state.discarding.length && table.mine) table.discard(state.discarding);
      if (frame) frame.settled();
      else state.laid.arranged = state.laid.arranged.then(() => arrange(table));
    },

    /** @param {Message} message */
    hear(message) {
      switch (message.type) {
        case 'update':
          state.line = message.version === VERSION ? 'open' : 'old';
          state.pending = false;
          return presenter.add(message);
        case 'presence':
          state.now = { ...state.now, room: message.room, can_claim: message.can_claim };
          state.cast = castOf(state.now.room, state.now.seat);
          table.refresh();
          return document.dispatchEvent(new Event('presence'));
        case 'previews':
          for (const [action, events] of Object.entries(message.events))
            if (state.asked.has(action)) {
              state.previews.set(action, events);
              state.counts.set(action, message.counts[action] ?? {});
            }
          return parts.board.paint();
        case 'recalled':
          if (state.shown?.number !== message.actions) return;
          Object.assign(state.shown.view, countedAs(message.counts));
          return parts.board.paint();
        case 'advice':
          state.pick = table.nothing();
          parts.board.clear();
          Object.assign(state, { advice: message, hintStep: 1, thinkingHint: false });
          table.sayHint();
          return table.refresh();
        case 'denied':
          Object.assign(state, { pending: false, thinkingHint: false, discarding: [] });
          if (message.code !== 'stale') table.warn(sentence(message));
          return table.refresh();
      }
    },
    /** @param {'open' | 'lost'} line */
    setLine(line) {
      state.line = line;
      state.pending = false;
      if (line === 'lost') say(t('line.lost'));
      showBanner(table, parts.banner);
    },

    /** An update arrived, to be shown after those before it. @param {Update} update */
    queueUp(update) {
      state.queue.push(update);
    },
    /** The update to be shown next. */
    nextUpdate: () => state.queue.shift(),
    /** An update or an earlier turn is being shown; until `ready` nothing else is. */
    occupy() {
      state.busy = true;
    },
    ready() {
      state.busy = false;
      state.hurry = false;
    },
    /** Something runs that a key or press may end. @param {(() => void) | null} end ends it */
    letEnd(end) {
      state.endWait = end;
    },
    /** Somebody pressed something: the rest is shown without waiting. */
    hasten() {
      if (!state.busy) return;
      state.hurry = true;
      state.endWait?.();
    },

    /** Takes over where the game stands now. @param {Update} update */
    apply(update) {
      const { events, history, view } = update;
      const same = update.number === state.now.number && update.seat === state.now.seat;
      const moved = events.length > 0 || (history !== null && !same) || !state.started;
      state.started = true;
      const { players } = state.now.room;
      const elsewhere = SEATS.find(
        (seat) => update.room.players[seat].devices > (players[seat].devices || Infinity),
      );
      state.now = update;
      state.cast = castOf(update.room, update.seat);
      state.moves = view.legal.map(game.read);
      if (history) {
        state.history = history;
        state.era++;
      } else if (events.length) state.history = [...state.history, events];
      if (moved) startAfresh(update);
      table.refresh();
      if (elsewhere) table.warn(t('seat.elsewhere', { who: state.cast.names[elsewhere] }));
      document.dispatchEvent(new Event('presence'));
    },
    /** Rebuilds all parts in the current language. */
    build() {
      parts.clocks?.stop();
      state.notice = '';
      for (const open of document.querySelectorAll('dialog')) open.close();
      state.logged = { lines: -1, key: '' };
      Object.assign(parts, makeParts(root, table, frame));
      state.laid.result = null;
      if (state.started) table.refresh();
    },
    close() {
      parts.clocks.stop();
      presenter.close();
      stopKeys();
      state.laid.curtain?.close();
    },
  });

  /** Clears what was picked, previewed and advised, and announces the update. @param {Update} update */
  function startAfresh({ events, history }) {
    const nobody = { advice: null, hintStep: 0, thinkingHint: false, notice: '', touched: false };
    Object.assign(state, nobody, { pick: table.nothing(), previews: new Map(), asked: new Set() });
    state.counts = new Map();
    parts.board.clear();
    state.changed = changedBefore(state.history, state.now.seat);
    const told = tell(events, state.cast).map(({ text }) => text);
    const next = events.some(({ event }) => event === 'turn' || event === 'began') ? turnWords(table) : '';
    const quiet = table.mine || !events.length || actor(events) === state.now.seat;
    state.told = quiet ? '' : told.join(t('log.join'));
    if (events.length || !history) say([...told, next].join(t('log.join')));
  }

  const presenter = makePresenter(table);
  table.build();
  const stopKeys = listen(table);
  table.apply(first);
  return table;
}
