/** The page of a finished game: its parts, and how they show the state. */

import { makeBoard } from '../board/board.js';
import { enact } from '../board/motion.js';
import { gameOf } from '../games/index.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { moving, onPhone } from '../lib/settings.js';
import { button, icon, segments, stoneGlyph } from '../lib/ui.js';
import { languagePicker, schemeButton, title } from '../pages/shell.js';
import { openText } from '../table/text-board.js';
import { linkName } from '../table/words.js';
import { accountPart } from './account.js';
import { chooser } from './chooser.js';
import { legend, paintCurve } from './curve.js';
import { islandsGraph } from './islands-graph.js';
import { labPart } from './lab.js';
import { cardsPart, movesPart, sentences } from './moves.js';
import { playersPart } from './players.js';
import { progressPart } from './progress.js';
import { sceneOf } from './scene.js';
import { currentTurn } from './state.js';
import { turnCard } from './turn-card.js';
import { labelName } from './verdicts.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */
/** @typedef {import('./page.js').ReviewPage} Actions */

/** @param {ReviewState} state */
function outcome({ game, names }) {
  if (!game.result) return '';
  const { winner, points, islands } = game.result;
  const score = (points ?? islands).join(' : ');
  return winner ? t('replay.won', { who: names[winner], score }) : t('replay.tied', { score });
}

/**
 * @param {HTMLElement} root
 * @param {ReviewState} state
 * @param {Actions} actions
 */
export function buildPage(root, state, actions) {
  const { game } = state;
  const last = game.frames.length - 1;
  const parts = /** @type {ReturnType<typeof makeParts>} */ ({});
  /**
   * What is shown now: the board, whether it can be pressed, and the motion that runs on it.
   * @type {{ board: RenderedBoard | null, live: boolean, motion: ReturnType<typeof enact> | null }}
   */
  const current = { board: null, live: false, motion: null };
  const sized = new ResizeObserver(() => {
    current.board = null;
    show();
  });

  /** Everything, in the language now. */
  function build() {
    title(`${state.names.white} – ${state.names.black}`);
    root.className = 'review';
    Object.assign(parts, makeParts(state, actions, last));
    root.replaceChildren(...parts.nodes);
    current.board = null;
    sized.disconnect();
    sized.observe(parts.main);
    sized.observe(parts.curve);
    show();
  }

  /** Links at which something can be tried now. */
  function offer() {
    const here = state.exploring?.here;
    if (!here) return { usable: [], removable: [] };
    const links = [...here.moves.keys()].filter(Boolean);
    const taken = (/** @type {string} */ link) => Boolean(here.found.view.bridges[link]);
    return { usable: links.filter((link) => !taken(link)), removable: links.filter(taken) };
  }

  /** @param {boolean} pressable */
  function renderBoard(pressable) {
    const board = makeBoard(parts.main, game.game, { still: !pressable, small: onPhone() });
    for (const [link, hit] of board.hits) {
      hit.setAttribute('aria-label', linkName(link));
      hit.addEventListener('click', () => {
        const here = state.exploring?.here.moves.get(link) ?? [];
        if (here.length === 1) actions.choose(here[0].action);
        else if (here.length) actions.press(state.chosen === link ? null : link);
      });
    }
    return board;
  }

  /** Shows the state; `before` is the step that was shown until now. @param {number} [before] */
  function show(before) {
    const { at, exploring, review, pinned } = state;
    const live = Boolean(exploring);
    const board = current.board && current.live === live ? current.board : renderBoard(live);
    current.motion?.finish();
    Object.assign(current, { board, live, motion: null });
    board.paint(sceneOf(state, offer()));
    put(parts.main, 'data-advice', pinned !== null || Boolean(state.trying?.answers.length));
    if (before !== undefined && at === before + 1 && moving() && !exploring)
      current.motion = enact(board, game.frames[at].events, game.frames[before].view);
    parts.show(state);
    const frame = exploring ? exploring.here.found : game.frames[at];
    parts.cards.show({ view: frame.view, hands: handsShown(state, frame.hands) });
    const choices = exploring ? chooser(state, (action) => actions.choose(action)) : null;
    const reviewed = review
      ? [turnCard(state, actions), review.complete ? accountPart(state) : null, playersPart(state)]
      : [];
    parts.fill(exploring ? [labPart(state, actions, choices)] : reviewed);
  }

  const page = {
    build,
    show,
    close: () => sized.disconnect(),
    /** What is said about the selected turn. */
    told() {
      const turn = state.review?.turns[currentTurn(state)];
      const card = root.querySelector('.turncard');
      return turn ? `${labelName(turn.label)}. ${card?.querySelector('.tt + p')?.textContent ?? ''}` : '';
    },
  };
  return page;
}

/**
 * Whose hands are shown: while looking for something better, only what that seat saw then.
 * @param {ReviewState} state @param {import('../messages.js').Frame['hands']} hands
 */
function handsShown({ review, trying }, hands) {
  const seat = trying && review?.turns[trying.turn].seat;
  return seat && hands ? /** @type {typeof hands} */ ({ [seat]: hands[seat] }) : hands;
}

/** @param {ReviewState} state @param {Actions} actions @param {number} last */
function makeParts(state, actions, last) {
  const { game, names } = state;
  const main = h('main', { class: 'board-frame', id: 'main', tabindex: -1, 'aria-label': t('replay.board') });
  const line = h('p', { class: 'tl-line' });
  const curve = h('div', { class: 'curve' });
  const islands = islandsGraph(game);
  const range = h('input', {
    class: 'scrub',
    type: 'range',
    min: 0,
    max: last,
    value: state.at,
    'aria-label': t('replay.step'),
    on: { input: () => actions.jump(Number(range.value)) },
  });
  const toggle = button('', { ic: 'play', kind: 'icon-only primary', on: { click: () => actions.play() } });
  const act = (/** @type {string} */ ic, /** @type {string} */ name, /** @type {() => void} */ click) =>
    button('', { ic, kind: 'icon-only', 'aria-label': t(name), title: t(name), on: { click } });
  const quiet = (/** @type {string} */ ic, /** @type {string} */ name, /** @type {() => void} */ click) =>
    button('', { ic, kind: 'quiet icon-only', 'aria-label': t(name), title: t(name), on: { click } });
  const point = button(t('point.next'), {
    ic: 'end',
    key: 'N',
    kind: 'point',
    on: { click: () => actions.point(1) },
  });
  const keys = h('div', { class: 'legend-host' });
  const chosen = segments(
    'curve-seg',
    unseen(t('curve.with')),
    'curve',
    [
      ['known', t('curve.each')],
      ['open', t('curve.all')],
    ],
    state.curve,
    (value) => actions.setCurve(value === 'open' ? 'open' : 'known'),
  );
  const tabs = segments(
    'panel-seg',
    unseen(t('panel.what')),
    'panel',
    [
      ['review', t('panel.review')],
      ['cards', t('panel.cards')],
    ],
    state.panel,
    (value) => actions.setPanel(value === 'cards' ? 'cards' : 'review'),
  );
  const cards = cardsPart(game, () => cardsCheck(state));
  const moves = movesPart(state, (at) => actions.jump(at));
  const working = h('div', { class: 'working-host' });
  const panel = h('div', { class: 'side-panel' });
  const sides = segments(
    'as-seg view-as',
    unseen(t('replay.seen')),
    'as',
    [
      ['white', t('side.white')],
      ['black', t('side.black')],
      ['open', t('replay.open')],
    ],
    state.side,
    (value) => actions.see(/** @type {import('../messages.js').Side} */ (value)),
  );
  const timeline = h(
    'section',
    { class: 'timeline', 'aria-label': t('replay.timeline') },
    h('div', { class: 'tl-head' }, line, chosen),
    curve,
    islands.node,
    range,
    h(
      'div',
      { class: 'tl-ctl' },
      act('first', 'replay.first', () => actions.jump(0)),
      act('prev', 'replay.back', () => actions.jump(state.at - 1)),
      toggle,
      act('next', 'replay.next', () => actions.jump(state.at + 1)),
      act('last', 'replay.last', () => actions.jump(last)),
      h('span', { class: 'spacer' }),
      keys,
      h('span', { class: 'spacer' }),
      point,
    ),
  );
  const header = h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: '/', 'aria-label': 'Kahuna' }, stoneGlyph('white')),
    h(
      'div',
      { class: 'who' },
      h(
        'div',
        {},
        h('b', {}, t('replay.of', names)),
        h('small', {}, [t(`game.${game.game}`), outcome(state)].filter(Boolean).join(' · ')),
      ),
    ),
    sides,
  );
  const rail = h(
    'aside',
    { class: 'rail', 'aria-label': t('review.heading') },
    h(
      'div',
      { class: 'head' },
      h('h1', {}, t('review.heading')),
      quiet('log', 'text', () =>
        openText({
          view: state.exploring?.here.found.view ?? game.frames[state.at].view,
          cast: { game: game.game, you: null, names: state.names },
        }),
      ),
      state.key ? quiet('share', 'share', () => actions.share()) : null,
      h(
        'a',
        {
          class: 'btn quiet icon-only',
          'aria-label': t('replay.record.about'),
          title: t('replay.record.about'),
          download: 'kahuna-record.json',
          href: state.key
            ? `/api/record/${state.key}`
            : URL.createObjectURL(new Blob([state.record], { type: 'application/json' })),
        },
        icon('down'),
      ),
      languagePicker(),
      schemeButton(),
    ),
    working,
    tabs,
    panel,
    moves.node,
    h('p', { class: 'keys' }, t('review.keys')),
  );
  return {
    nodes: [header, main, timeline, rail],
    main,
    curve,
    cards,
    /** @param {(Node | null)[]} reviewed what the panel shows besides the cards */
    fill(reviewed) {
      const focused = panel.contains(document.activeElement) ? document.activeElement?.textContent : null;
      const opened = panel.querySelector('details')?.open;
      const onCards = state.panel === 'cards' || !reviewed.length;
      const lab = state.exploring && gameOf(game.game).hasCards ? [...reviewed, cards.node] : reviewed;
      const shown = onCards && !state.exploring ? [cards.node] : lab;
      panel.replaceChildren(.../** @type {Node[]} */ (shown.filter(Boolean)));
      const details = panel.querySelector('details');
      if (details && opened !== undefined) details.open = opened;
      if (focused)
        /** @type {HTMLElement | undefined} */ (
          [...panel.querySelectorAll('button')].find((one) => one.textContent === focused)
        )?.focus();
    },
    /** What changes with the step and the review. @param {ReviewState} now */
    show(now) {
      const { at, review, playing, exploring } = now;
      const words = sentences(now, at);
      const place = gameOf(game.game).place(game.frames[Math.max(0, at - 1)].view);
      line.replaceChildren(
        h('b', {}, exploring ? t('explore.heading') : place),
        ` · ${now.warning || (exploring ? t('explore.note') : words)}`,
      );
      range.value = String(at);
      range.setAttribute('aria-valuetext', `${t('replay.at', { step: at, of: last })}. ${words}`);
      islands.node.hidden = Boolean(review);
      curve.hidden = !review;
      chosen.hidden = review?.hidden_means !== 'cards';
      tabs.hidden = !review || Boolean(exploring);
      moves.node.hidden = Boolean(exploring);
      point.hidden = !review?.points.length;
      islands.mark(at);
      paintCurve(curve, now, actions);
      keys.replaceChildren(legend(now));
      moves.mark(at);
      moves.label(now);
      working.replaceChildren(
        progressPart(now, { deeper: (depth) => actions.review(depth), cancel: () => actions.cancel() }),
      );
      const name = t(playing ? 'replay.pause' : 'replay.play');
      put(toggle, 'aria-label', name);
      toggle.replaceChildren(icon(playing ? 'pause' : 'play'));
      for (const input of sides.querySelectorAll('input')) input.checked = input.value === now.side;
    },
  };
}

/** A legend for screen readers only. @param {string} words */
const unseen = (words) => h('legend', { class: 'vh' }, words);

/** The button that works out every deck again, and its result. @param {ReviewState} state */
function cardsCheck(state) {
  const told = h('span', { role: 'status' });
  const check = async () => {
    const { checkCards } = await import('./fair-check.js');
    told.textContent = ` ${await checkCards(state).catch((error) => error.message)}`;
  };
  return h(
    'p',
    { class: 'check-cards' },
    button(t('fair.check'), { kind: 'linkish', on: { click: check } }),
    told,
  );
}
