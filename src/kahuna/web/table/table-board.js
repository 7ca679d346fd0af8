/**
 * The board at the table: pointing, pressing and arrow keys on links, previews in the dock, the loupe on
 * small boards.
 */
import { makeBoard } from '../board/board.js';
import { ownerOf } from '../board/boards.js';
import { gameOf } from '../games/index.js';
import { tableOf } from '../games/tables.js';
import { h, put, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { onPhone } from '../lib/settings.js';
import { previewOf } from './legal.js';
import { foretell, kindName } from './words.js';

const HOLD = 350; // milliseconds until a press is a hold
const STEP = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {Table} table */
export function makeTableBoard(table) {
  const game = tableOf(table.view.game);
  const host = h('div', { class: 'water' });
  const loupe = h('div', { class: 'loupe', hidden: true });
  const node = h(
    'main',
    { class: 'board-frame', 'aria-label': t('region.board'), id: 'main', tabindex: -1 },
    host,
    loupe,
  );
  const glass = h('section', { class: 'glass' });
  const { links } = gameOf(game.name).board;
  table.point({ hover: null, focused: null, holding: false });
  const render = () => makeBoard(host, game.name, { small: onPhone() });
  /** What is shown now, for a window of this size. */
  const current = { board: render(), size: '' };

  const candidates = () => {
    const { usable, removable, own, on } = table.offer;
    const glowing = [...usable, ...removable, ...own];
    if (glowing.length) return glowing;
    return table.mine ? [...on.keys()] : [];
  };
  /** Turns the glass to one of this link's islands. @param {string} link */
  const lookAt = (link) => {
    const ends = link.split(/[-=]/);
    if (!ends.includes(table.lookingAt)) table.point({ lookingAt: ends[0] });
  };
  /**
   * The link under a pointer, with room for a finger: of those that can be chosen, unless others are named.
   * @param {PointerEvent | MouseEvent} event
   * @param {number} reach
   * @param {string[]} [among]
   */
  function near({ clientX, clientY }, reach, among = candidates()) {
    const matrix = current.board.svg.getScreenCTM();
    if (!matrix) return null;
    const at = /** @type {Point} */ ([(clientX - matrix.e) / matrix.a, (clientY - matrix.f) / matrix.d]);
    const [best] = among
      .map((id) => /** @type {[number, string]} */ ([current.board.reach(id, at) * matrix.a, id]))
      .sort((a, b) => a[0] - b[0]);
    return best && best[0] <= reach ? best[1] : null;
  }
  /** The island below a pointer. @param {MouseEvent} event */
  const islandAt = ({ clientX, clientY }) =>
    document
      .elementsFromPoint(clientX, clientY)
      .map((node) => node.closest('[data-island]')?.getAttribute('data-island'))
      .find(Boolean) ?? null;
  const every = links.map(({ id }) => id);
  /**
   * The link that a finger meant, of those that can be chosen; none where another lies right below the
   * finger, or the middle of an island.
   * @param {PointerEvent} event
   */
  const meant = (event) => {
    const below = near(event, 5, every);
    if (below) return candidates().includes(below) ? below : null;
    return near(event, 20) ?? (near(event, 12, every) || islandAt(event) ? null : near(event, 30));
  };
  const point = (/** @type {string | null} */ link) => {
    if (link === table.hover) return;
    table.point({ hover: link });
    if (link) lookAt(link);
    paint();
  };

  host.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(near(event, 18));
    else if (table.holding) {
      point(near(event, 34));
      magnify(event);
    }
  });
  host.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') point(null);
  });
  host.addEventListener('pointerdown', (event) => {
    table.point({ holding: false, finger: event.pointerType !== 'mouse' });
    clearTimeout(table.holdTimer);
    if (event.pointerType === 'mouse' && !game.holdsByMouse) return;
    const holdTimer = window.setTimeout(() => {
      table.point({ holding: true });
      point(near(event, 34));
      magnify(event);
    }, HOLD);
    table.point({ holdTimer });
  });
  host.addEventListener('pointercancel', () => release());
  host.addEventListener('contextmenu', (event) => {
    if (table.holding) event.preventDefault();
  });
  host.addEventListener('pointerup', (event) => {
    const held = table.holding;
    const touch = event.pointerType !== 'mouse';
    const link = held ? table.hover : meant(event);
    release();
    if (held) return press(link, true);
    if (!touch) return;
    if (link && game.looksFirst(table) && table.hover !== link) return point(link);
    point(link);
    if (link) press(link, false);
    else pressElse(event, 26);
  });
  host.addEventListener('click', (event) => {
    const { pointerType } = /** @type {PointerEvent} */ (event);
    if (pointerType === 'touch' || pointerType === 'pen') return;
    const link =
      pointerType === 'mouse'
        ? near(event, 18)
        : /** @type {Element} */ (event.target).getAttribute('data-link'); // by assistive technology
    if (link) press(link, false);
    else pressElse(event, 14);
  });
  host.addEventListener('focusin', ({ target }) => {
    const hit = /** @type {Element} */ (target);
    const link = hit.getAttribute('data-link');
    table.point({ focused: hit.matches(':focus-visible') ? link : null, stop: link ?? table.stop });
    if (link) lookAt(link);
    paint();
  });
  host.addEventListener('focusout', () => {
    table.point({ focused: null });
    paint();
  });
  host.addEventListener('keydown', (event) => {
    const from = /** @type {Element} */ (event.target).getAttribute('data-link');
    if (!from) return;
    const step = STEP[/** @type {keyof typeof STEP} */ (event.key)];
    if (step) current.board.hits.get(towards(from, step))?.focus();
    else if (event.key === 'Enter' || event.key === ' ') press(from, false);
    else return;
    event.preventDefault();
  });

  /** The nearest link in this direction. @param {string} from @param {number[]} direction */
  function towards(from, [dx, dy]) {
    const [x, y] = current.board.middle(from);
    const all = candidates();
    const cost = (/** @type {string} */ id) => {
      const [px, py] = current.board.middle(id);
      const along = (px - x) * dx + (py - y) * dy;
      const across = Math.abs((px - x) * dy - (py - y) * dx);
      return along > 1 ? along + across * 2 : Infinity;
    };
    return (all.length ? all : links.map(({ id }) => id)).reduce(
      (best, id) => (cost(id) < cost(best) ? id : best),
      from,
    );
  }

  /** A place of the glass was pressed. @param {Point} at on the board @param {number} reach */
  function pressAt(at, reach) {
    const [[away, link]] = links
      .map(({ id }) => /** @type {[number, string]} */ ([current.board.reach(id, at), id]))
      .sort((a, b) => a[0] - b[0]);
    if (away > reach) return;
    if (candidates().includes(link)) point(link);
    press(link, false);
  }

  /** A link was pressed; `sure` after a hold. @param {string | null} link @param {boolean} sure */
  function press(link, sure) {
    const { pick, offer, mine } = table;
    const move = link ? offer.on.get(link) : undefined;
    if (!link) return unpick();
    if (!mine || !(move || candidates().includes(link))) {
      unpick();
      return void table.answer({ what: 'link', link });
    }
    if (pick.joker && !pick.to) table.choose({ to: link, link: null });
    else if (!move) table.choose({ link });
    else if (game.plays(pick, move, link, sure)) table.play(move.action);
    else table.choose({ link: game.unchoosesAgain && pick.link === link ? null : link, armed: null });
  }
  /** The press was not on a selectable link: it was on another link, an island, or water. */
  function pressElse(/** @type {MouseEvent} */ event, /** @type {number} */ reach) {
    const island = islandAt(event);
    const link = near(event, island ? 12 : reach, every);
    if (link) return press(link, false);
    unpick();
    if (!island) return;
    table.point({ lookingAt: island });
    paint();
    table.answer({ what: 'island', island });
  }
  function unpick() {
    const { pick, notice } = table;
    if (pick.link || pick.armed || notice) table.choose({ link: null, armed: null });
  }
  function release() {
    clearTimeout(table.holdTimer);
    table.point({ holding: false });
    loupe.hidden = true;
  }
  /** What lies under the finger, larger, above it. @param {PointerEvent} event */
  function magnify({ clientX, clientY }) {
    const matrix = current.board.svg.getScreenCTM();
    const box = node.getBoundingClientRect();
    if (!matrix || !game.magnifies || matrix.a > 0.75) return;
    const x = (clientX - matrix.e) / matrix.a;
    const y = (clientY - matrix.f) / matrix.d;
    loupe.hidden = false;
    loupe.replaceChildren(
      s(
        'svg',
        { viewBox: `${x - 78} ${y - 78} 156 156`, 'aria-hidden': 'true' },
        s('use', { href: '#board-body' }),
      ),
    );
    const top = clientY - box.top - 172;
    loupe.style.left = `${Math.max(4, Math.min(box.width - 144, clientX - box.left - 70))}px`;
    loupe.style.top = `${top < -60 ? clientY - box.top + 40 : top}px`;
  }

  function paint() {
    const { view, offer, pick, mine, cast } = table;
    const hinted = table.hinted();
    const target = table.hover ?? (hinted?.move ? null : (table.focused ?? pick.link));
    const open = game.previews(table, target);
    const move = mine && target && open ? offer.on.get(target) : undefined;
    const ready = move && !(pick.joker && !pick.to);
    const shown = ready ? move : hinted?.move;
    const events = (ready ? table.previews.get(shown?.action ?? '') : table.advice?.events) ?? [];
    const counts = table.counts.get(shown?.action ?? '');
    const preview = shown && view.to_move ? previewOf(shown, view.to_move, events, counts) : null;
    current.board.paint({
      view: table.shown?.view ?? view,
      ...(table.shown
        ? {}
        : { ...offer, preview, chosen: pick.to ?? pick.link ?? (open ? null : table.hover) }),
      last: table.shown?.changed ?? table.changed,
      look: hinted?.look,
    });
    const told = preview && shown && !table.shown ? foretell(shown, preview, view, cast) : null;
    table.parts.dock?.show(told);
    game.lookClosely?.(table, glass, { preview, told });
    const again =
      ready &&
      (game.againByFinger ? table.finger && table.hover === target : pick.link === target && !hinted?.move);
    table.parts.hand?.showLive((again ? told?.again : told?.short) ?? '');
    label();
  }

  /** Names for the links, and one tab stop. */
  function label() {
    const { view, offer } = table;
    const ids = candidates();
    if (!ids.includes(table.stop) && ids.length && table.focused === null) table.point({ stop: ids[0] });
    for (const { id, a, b, rim } of links) {
      const hit = current.board.hits.get(id);
      const bridge = view.bridges[id];
      const owner = ownerOf(bridge);
      if (!hit) continue;
      const state = owner
        ? t(`link.${owner}`, { kind: typeof bridge === 'object' ? kindName(bridge.kind) : t('link.bridge') })
        : t('link.free');
      const can = possible(offer, id, owner);
      put(hit, 'aria-label', `${t(rim ? 'link.rim' : 'link', { a, b })}: ${state}${can ? t(can) : ''}`);
      put(hit, 'aria-disabled', ids.includes(id) ? null : 'true');
      put(hit, 'tabindex', id === table.stop ? 0 : -1);
      put(hit, 'aria-describedby', id === table.focused ? 'dock' : null);
    }
    put(current.board.svg, 'role', 'group');
    put(current.board.svg, 'aria-label', t(game.boardName));
  }

  const fit = () => {
    const { width, height } = node.getBoundingClientRect();
    const now = `${Math.round(width)}x${Math.round(height)}`;
    if (!width || now === current.size) return;
    const had = host.contains(document.activeElement);
    current.size = now;
    current.board = render();
    paint();
    if (had) current.board.hits.get(table.stop)?.focus();
  };
  new ResizeObserver(fit).observe(node);
  return {
    node,
    glass,
    pressAt,
    paint,
    /** The board as it is shown now. */
    get rendered() {
      return current.board;
    },
    show() {
      fit();
      paint();
    },
    clear() {
      table.point({ hover: null });
      release();
    },
    /** To what can be pressed, nearest to where the focus was. */
    focus() {
      const [x, y] = current.board.middle(table.stop);
      const ids = candidates();
      const away = (/** @type {string} */ id) =>
        Math.hypot(current.board.middle(id)[0] - x, current.board.middle(id)[1] - y);
      if (ids.length) table.point({ stop: ids.reduce((best, id) => (away(id) < away(best) ? id : best)) });
      current.board.hits.get(table.stop)?.focus();
    },
  };
}

/**
 * What can be done with a link, as the key of its words.
 * @param {Table['offer']} offer
 * @param {string} id
 * @param {Seat | undefined} owner
 */
function possible(offer, id, owner) {
  if (offer.removable.includes(id)) return 'link.remove';
  if (offer.own.includes(id)) return 'link.choose';
  return offer.on.has(id) && !owner ? 'link.build' : '';
}
