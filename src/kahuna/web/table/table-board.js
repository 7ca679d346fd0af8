/**
 * The chart at the table: pointing, pressing and arrow keys on links, previews with their tip, the loupe on
 * small boards.
 */
import { makeChart } from '../board/board.js';
import { boardOf, ownerOf } from '../board/data.js';
import { h, put, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { previewOf } from './legal.js';
import { placeTip } from './tip.js';
import { foretell, kindName } from './words.js';

const HOLD = 350; // milliseconds until a press is a hold
const STEP = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {Table} table */
export function makeChartPart(table) {
  const { game } = table.view;
  const host = h('div', { class: 'water' });
  const tip = h('div', { class: 'tip', id: 'tip', hidden: true });
  const loupe = h('div', { class: 'loupe', hidden: true });
  const node = h(
    'main',
    { class: 'chart', 'aria-label': t('region.chart'), id: 'main', tabindex: -1 },
    host,
    tip,
    loupe,
  );
  const { links } = boardOf(game);
  let chart = makeChart(host, game);
  let size = '';
  /** @type {string | null} */
  let hover = null;
  /** @type {string | null} */
  let focused = null;
  let stop = links[0].id;
  let timer = 0;
  let holding = false;
  let finger = false;

  const candidates = () => {
    const { usable, removable, own, on } = table.offer;
    const glowing = [...usable, ...removable, ...own];
    return glowing.length ? glowing : table.mine ? [...on.keys()] : [];
  };
  /**
   * The link under a pointer, with room for a finger.
   * @param {PointerEvent | MouseEvent} event
   * @param {number} reach
   */
  function near({ clientX, clientY }, reach) {
    const matrix = chart.svg.getScreenCTM();
    if (!matrix) return null;
    const at = /** @type {Point} */ ([(clientX - matrix.e) / matrix.a, (clientY - matrix.f) / matrix.d]);
    const [best] = candidates()
      .map((id) => /** @type {[number, string]} */ ([chart.reach(id, at) * matrix.a, id]))
      .sort((a, b) => a[0] - b[0]);
    return best && best[0] <= reach ? best[1] : null;
  }
  const point = (/** @type {string | null} */ link) => {
    if (link === hover) return;
    hover = link;
    paint();
  };

  host.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(near(event, 18));
    else if (holding) {
      point(near(event, 34));
      magnify(event);
    }
  });
  host.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') point(null);
  });
  host.addEventListener('pointerdown', (event) => {
    holding = false;
    finger = event.pointerType !== 'mouse';
    clearTimeout(timer);
    if (event.pointerType === 'mouse' && game === 'kahuna') return;
    timer = setTimeout(() => {
      holding = true;
      point(near(event, 34));
      magnify(event);
    }, HOLD);
  });
  host.addEventListener('pointercancel', () => release());
  host.addEventListener('contextmenu', (event) => {
    if (holding) event.preventDefault();
  });
  host.addEventListener('pointerup', (event) => {
    const held = holding;
    const touch = event.pointerType !== 'mouse';
    const link = held ? hover : near(event, touch ? 30 : 18);
    release();
    if (held) return press(link, true);
    if (!touch) return;
    if (link && game === 'kahuna' && table.pick.cards.length && hover !== link) return point(link);
    point(link);
    press(link, false);
  });
  host.addEventListener('click', (event) => {
    const { pointerType } = /** @type {PointerEvent} */ (event);
    if (pointerType === 'touch' || pointerType === 'pen') return;
    if (pointerType === 'mouse') return press(near(event, 18), false);
    press(/** @type {Element} */ (event.target).getAttribute('data-link'), false); // by assistive technology
  });
  host.addEventListener('focusin', ({ target }) => {
    const hit = /** @type {Element} */ (target);
    focused = hit.matches(':focus-visible') ? hit.getAttribute('data-link') : null;
    stop = hit.getAttribute('data-link') ?? stop;
    paint();
  });
  host.addEventListener('focusout', () => {
    focused = null;
    paint();
  });
  host.addEventListener('keydown', (event) => {
    const from = /** @type {Element} */ (event.target).getAttribute('data-link');
    if (!from) return;
    const step = STEP[/** @type {keyof typeof STEP} */ (event.key)];
    if (step) chart.hits.get(towards(from, step))?.focus();
    else if (event.key === 'Enter' || event.key === ' ') press(from, false);
    else return;
    event.preventDefault();
  });

  /** The nearest link in this direction. @param {string} from @param {number[]} direction */
  function towards(from, [dx, dy]) {
    const [x, y] = chart.middle(from);
    const all = candidates();
    const cost = (/** @type {string} */ id) => {
      const [px, py] = chart.middle(id);
      const along = (px - x) * dx + (py - y) * dy;
      const across = Math.abs((px - x) * dy - (py - y) * dx);
      return along > 1 ? along + across * 2 : Infinity;
    };
    return (all.length ? all : links.map(({ id }) => id)).reduce(
      (best, id) => (cost(id) < cost(best) ? id : best),
      from,
    );
  }

  /** A link was pressed; `sure` after a hold. @param {string | null} link @param {boolean} sure */
  function press(link, sure) {
    const { pick, offer, mine } = table;
    const move = link ? offer.on.get(link) : undefined;
    if (!mine || !link || !(move || candidates().includes(link))) {
      if (pick.link || pick.armed) table.choose({ link: null, armed: null });
      return;
    }
    if (pick.joker && !pick.to) table.choose({ to: link, link: null });
    else if (!move) table.choose({ link });
    else if (game === 'kahuna' ? pick.cards.length > 0 || move.kind === 'start' : sure || pick.link === link)
      table.play(move.action);
    else table.choose({ link: game === 'kahuna' && pick.link === link ? null : link, armed: null });
  }
  function release() {
    clearTimeout(timer);
    holding = false;
    loupe.hidden = true;
  }
  /** What lies under the finger, larger, above it. @param {PointerEvent} event */
  function magnify({ clientX, clientY }) {
    const matrix = chart.svg.getScreenCTM();
    const box = node.getBoundingClientRect();
    if (!matrix || game === 'kahuna' || matrix.a > 0.75) return;
    const x = (clientX - matrix.e) / matrix.a;
    const y = (clientY - matrix.f) / matrix.d;
    loupe.hidden = false;
    loupe.replaceChildren(
      s(
        'svg',
        { viewBox: `${x - 78} ${y - 78} 156 156`, 'aria-hidden': 'true' },
        s('use', { href: '#chart-body' }),
      ),
    );
    const top = clientY - box.top - 172;
    loupe.style.left = `${Math.max(4, Math.min(box.width - 144, clientX - box.left - 70))}px`;
    loupe.style.top = `${top < -60 ? clientY - box.top + 40 : top}px`;
  }

  function paint() {
    const { view, offer, pick, mine, cast } = table;
    const hinted = table.hinted();
    const target = hover ?? (hinted?.move ? null : (focused ?? pick.link));
    const open =
      game !== 'kahuna' || pick.cards.length > 0 || view.phase === 'handicap' || pick.link === target;
    const move = mine && target && open ? offer.on.get(target) : undefined;
    const ready = move && !(pick.joker && !pick.to);
    const shown = ready ? move : hinted?.move;
    const events = (ready ? table.previews.get(shown?.action ?? '') : table.advice?.events) ?? [];
    const preview = shown && view.to_move ? previewOf(shown, view.to_move, events) : null;
    chart.paint({
      view: table.board ?? view,
      ...(table.board ? {} : { ...offer, preview, chosen: pick.to ?? pick.link ?? (open ? null : hover) }),
      last: table.changed,
      look: hinted?.look,
    });
    const told = preview && shown && !table.board ? foretell(shown, preview, view, cast) : null;
    tip.hidden = !told;
    if (told && preview) {
      tip.replaceChildren(
        h('h2', {}, told.title),
        h(
          'ul',
          {},
          told.lines.map(([sign, words]) => h('li', { class: sign || undefined }, words)),
        ),
      );
      placeTip(
        tip,
        chart,
        node,
        preview.link,
        new Set([preview.link, ...preview.wins, ...preview.loses, ...preview.falls]),
      );
    } else node.querySelector('.leader')?.remove();
    const again =
      ready && (game === 'kahuna' ? finger && hover === target : pick.link === target && !hinted?.move);
    table.parts.hand.showLive((again ? told?.again : told?.short) ?? '');
    label();
  }

  /** Names for the links, and one tab stop. */
  function label() {
    const { view, offer } = table;
    const ids = candidates();
    if (!ids.includes(stop) && ids.length && focused === null) [stop] = ids;
    for (const { id, a, b, rim } of links) {
      const hit = chart.hits.get(id);
      const bridge = view.bridges[id];
      const owner = ownerOf(bridge);
      if (!hit) continue;
      const state = owner
        ? t(`link.${owner}`, { kind: typeof bridge === 'object' ? kindName(bridge.kind) : t('link.bridge') })
        : t('link.free');
      const can = offer.removable.includes(id)
        ? t('link.remove')
        : offer.own.includes(id)
          ? t('link.choose')
          : offer.on.has(id) && !owner
            ? t('link.build')
            : '';
      put(hit, 'aria-label', `${t(rim ? 'link.rim' : 'link', { a, b })}: ${state}${can}`);
      put(hit, 'aria-disabled', ids.includes(id) ? null : 'true');
      put(hit, 'tabindex', id === stop ? 0 : -1);
      put(hit, 'aria-describedby', id === focused ? 'tip' : null);
    }
    put(chart.svg, 'role', 'group');
    put(chart.svg, 'aria-label', t(game === 'kahuna' ? 'board.kahuna' : 'board.hex'));
  }

  const fit = () => {
    const { width, height } = node.getBoundingClientRect();
    const now = `${Math.round(width)}x${Math.round(height)}`;
    if (!width || now === size) return;
    const had = host.contains(document.activeElement);
    size = now;
    chart = makeChart(host, game);
    paint();
    if (had) chart.hits.get(stop)?.focus();
  };
  new ResizeObserver(fit).observe(node);
  return {
    node,
    paint,
    get chart() {
      return chart;
    },
    show() {
      fit();
      paint();
    },
    clear() {
      hover = null;
      release();
    },
    /** To what can be pressed, nearest to where the focus was. */
    focus() {
      const [x, y] = chart.middle(stop);
      const ids = candidates();
      const away = (/** @type {string} */ id) => Math.hypot(chart.middle(id)[0] - x, chart.middle(id)[1] - y);
      if (ids.length) stop = ids.reduce((best, id) => (away(id) < away(best) ? id : best));
      chart.hits.get(stop)?.focus();
    },
  };
}
