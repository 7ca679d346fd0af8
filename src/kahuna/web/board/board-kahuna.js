/** Kahuna's board, or the map that it is played on: islands and links, stretched to the window. */
import { put, s } from '../lib/dom.js';
import { archipelago } from './archipelago.js';
import { linksOf, ownerOf } from './boards.js';
import {
  beside,
  coast,
  curvePath,
  detour,
  f,
  layoutKahuna,
  linkCurve,
  move,
  outline,
  pointAt,
  rng,
} from './geometry.js';
import { pips, plank, stone } from './pieces.js';
import { cross, sea } from './sea.js';

const BEACH = 7; // its width

const WIDEST = 2.4; // width to height of the archipelago

/**
 * @param {HTMLElement} host
 * @param {Look} o
 * @returns {RenderedBoard}
 */
export function boardKahuna(host, { still = false, small = false, crop, cropAspect = 1.6, margin }) {
  const { islands, links } = archipelago();
  const { width, height } = host.getBoundingClientRect();
  const aspect = width / Math.max(1, height);
  const lay = layoutKahuna(crop ? 1.32 : Math.max(0.6, Math.min(WIDEST, aspect)), margin);
  const box = crop ? cropBox(crop, lay, cropAspect) : lay.box;
  /** @type {Record<string, Curve>} */
  const curves = {};
  for (const link of links) {
    const { id, a, b } = link;
    curves[id] = linkCurve(id, lay.at[a], lay.at[b], coast(a), coast(b), detour(link, lay.at));
  }
  const outside = (/** @type {string[]} */ ...names) =>
    Boolean(crop && !names.every((name) => crop.includes(name)));

  const lands = Object.fromEntries(islands.map(({ name }) => [name, island(name, lay.at[name], curves)]));
  const glows = s('g', { class: 'glows' });
  const bridges = s('g', { class: 'bridges' });
  const marks = s('g', { class: 'marks' });
  const above = s('g', { class: 'above' });
  const hits = s('g', { class: 'hits' });
  const svg = s(
    'svg',
    {
      class: 'board kahuna',
      vars: small && width > 0 && { unit: f(box[2] / width) },
      viewBox: box.map(f).join(' '),
      // in a flatter window all islands stay visible, with more water at the sides
      preserveAspectRatio: `xMidYMid ${!crop && aspect > WIDEST ? 'meet' : 'slice'}`,
    },
    sea(box, lay.box, Boolean(crop)),
    // one ring around all islands together, so that their shallows merge
    [
      [1, 34],
      [2, 22],
      [3, 11],
    ].map(([i, by]) =>
      s(
        'g',
        { class: `shallow s${i}` },
        islands.map(({ name }) =>
          s('path', { d: outline(coast(name), by, 36, 0.65 + i * 0.08), transform: move(lay.at[name]) }),
        ),
      ),
    ),
    s(
      'g',
      { class: 'links' },
      links.map(({ id, a, b }) =>
        s('path', { class: `dots${outside(a, b) ? ' outside' : ''}`, d: curvePath(curves[id]) }),
      ),
    ),
    glows,
    bridges,
    s(
      'g',
      { class: 'islands' },
      Object.values(lands).map(({ g }) => g),
    ),
    marks,
    above,
    !still && hits,
  );
  /** @type {Map<string, SVGElement>} */
  const targets = new Map();
  if (!still)
    for (const { id } of links) {
      const hit = s('path', {
        class: 'hit',
        d: band(curves[id], 17),
        'data-link': id,
        role: 'button',
        tabindex: -1,
      });
      targets.set(id, hit);
      hits.append(hit);
    }
  host.replaceChildren(svg);

  /** @type {Record<string, SVGGElement>} */
  let laid = {};
  /** @param {Scene} scene */
  function paint({
    view,
    usable = [],
    removable = [],
    own = [],
    preview = null,
    last = [],
    look = [],
    chosen = null,
  }) {
    const before = laid;
    laid = {};
    glows.replaceChildren();
    marks.replaceChildren();
    const builds = preview && (preview.builds ?? usable.includes(preview.link));
    const removes = preview && (preview.removes ?? removable.includes(preview.link));
    for (const { id, a, b } of links) {
      const owner = ownerOf(view.bridges[id]);
      const here = preview?.link === id || chosen === id;
      if (removable.includes(id)) glows.append(glow(curves[id], 'remove', here));
      else if (usable.includes(id) || own.includes(id) || (here && !owner))
        glows.append(glow(curves[id], '', here));
      else if (look.includes(id)) glows.append(glow(curves[id], '', false));
      if (last.includes(id)) glows.append(s('path', { class: 'changed', d: band(curves[id], 14) }));
      const falls = preview?.falls.includes(id) || (here && removes);
      if (owner) {
        const key = `${id}${owner}`;
        const g = before[key] ?? s('g', { 'data-link': id }, plank(curves[id], owner, id));
        laid[key] = g;
        put(g, 'class', [falls && 'falls', outside(a, b) && 'outside'].filter(Boolean).join(' ') || null);
      }
      if (falls) marks.append(cross(pointAt(curves[id], 0.5)));
      if (preview && preview.link === id && builds)
        laid[`${id}ghost`] = s('g', { class: 'ghost' }, plank(curves[id], preview.by, id));
    }
    bridges.replaceChildren(...Object.values(laid));
    for (const { name } of islands) {
      lands[name].paint(view, preview, look.includes(name), last.includes(name), outside(name));
      if (preview?.loses.includes(name)) marks.append(cross([lay.at[name][0] + 15, lay.at[name][1] - 36], 8));
    }
    for (const [id, hit] of targets)
      put(
        hit,
        'class',
        `hit${usable.includes(id) || removable.includes(id) || own.includes(id) ? ' can' : ''}`,
      );
  }

  /** @param {string} id @returns {SVGElement | null} */
  const bridgeOn = (id) => bridges.querySelector(`[data-link="${id}"]`);
  const toMiddle = (/** @type {string} */ id) => pointAt(curves[id], 0.5);
  return {
    svg,
    paint,
    above,
    rise: 12,
    hits: targets,
    at: lay.at,
    middle: toMiddle,
    reach: (id, [x, y]) =>
      Math.min(
        ...[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((t) => {
          const p = pointAt(curves[id], t);
          return Math.hypot(p[0] - x, p[1] - y);
        }),
      ),
    bridge: bridgeOn,
    spare: (id, bridge) => s('g', {}, plank(curves[id], ownerOf(bridge) ?? 'white', id)),
    island: (name) => lands[name].g,
    ripple: (name) =>
      s(
        'g',
        { transform: move(lay.at[name]) },
        s('path', { class: 'ripple', d: outline(coast(name), 4, 36, 0.7) }),
      ),
    stone: (side) => s('g', { class: 'stone-at', transform: 'translate(0 -21)' }, stone(side, 16.5)),
  };
}

/** A closed band along a curve. @param {Curve} curve @param {number} half */
function band(curve, half) {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const edge = [
    ...steps.map((t) => beside(curve, t, half)),
    ...steps.reverse().map((t) => beside(curve, t, -half)),
  ];
  return `M${edge.map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}Z`;
}

/** @param {Curve} c @param {string} kind @param {boolean} here */
function glow(c, kind, here) {
  const d = curvePath(c);
  return s(
    'g',
    { class: `glow ${kind}${here ? ' hover' : ''}` },
    ['g1', 'g2', 'g3', kind ? '' : 'core'].filter(Boolean).map((name) => s('path', { class: name, d })),
  );
}

/** @param {readonly string[]} names @param {Layout} lay @param {number} aspect @returns {Box} */
function cropBox(names, lay, aspect) {
  const xs = names.map((n) => lay.at[n][0]);
  const ys = names.map((n) => lay.at[n][1]);
  const x = Math.min(...xs) - 84;
  const y = Math.min(...ys) - 76;
  const w = Math.max(...xs) + 84 - x;
  const h = Math.max(...ys) + 76 - y;
  if (w / h < aspect) return [x - (h * aspect - w) / 2, y, h * aspect, h];
  return [x, y - (w / aspect - h) / 2, w, w / aspect];
}

/**
 * One island: beach, land, relief and palms stay; aura, jetties, stone, name and pips are repainted.
 * @param {string} name @param {Point} at @param {Record<string, Curve>} curves
 */
function island(name, at, curves) {
  const r = coast(name);
  const d = outline(r);
  const own = linksOf(archipelago(), name);
  const under = s('g', {});
  const over = s('g', {});
  const g = s(
    'g',
    { class: 'island free', transform: move(at), 'data-island': name },
    under,
    s('path', { class: 'beach-shade', d, transform: 'translate(1.5 3)' }),
    s('path', { class: 'beach', d }),
    s('path', { class: 'land', d: outline(r, -BEACH, 44, 1.05) }),
    hatching(name),
    greenery(name),
    over,
  );
  const jetty = own.map(({ id, a }) => {
    const p = pointAt(curves[id], a === name ? 0 : 1);
    return { id, cx: f((p[0] - at[0]) * 0.955), cy: f((p[1] - at[1]) * 0.955) };
  });
  let shown = '';
  return {
    g,
    /**
     * @param {Position} view
     * @param {Preview | null} preview
     * @param {boolean} look
     * @param {boolean} changed
     * @param {boolean} outside
     */
    paint(view, preview, look, changed, outside) {
      const owner = view.control[name];
      const wins = preview?.wins.includes(name) && preview.by;
      const up = wins || owner;
      const loses = preview?.loses.includes(name);
      put(
        g,
        'class',
        ['island', owner ?? 'free', wins && 'wins', loses && 'loses', outside && 'outside']
          .filter(Boolean)
          .join(' '),
      );
      const owners = own.map(({ id }) => ownerOf(view.bridges[id]));
      const now = JSON.stringify([up, wins, look, changed, owners]);
      if (now === shown) return; // what is in motion must not be rendered again
      shown = now;
      under.replaceChildren();
      if (wins || look || changed)
        under.append(s('path', { class: wins || look ? 'aura' : 'changed', d: outline(r, 9, 36, 0.8) }));
      over.replaceChildren(
        ...jetty.map(({ id, cx, cy }) =>
          s('circle', { class: `jetty ${ownerOf(view.bridges[id]) ?? 'free'}`, cx, cy, r: 3.9 }),
        ),
        ...(up
          ? [
              s(
                'g',
                { class: `stone-at${wins ? ' ghost' : ''}`, transform: 'translate(0 -21)' },
                stone(up, 16.5),
              ),
            ]
          : []),
        s('text', { class: 'name', y: up ? 17 : 5, 'text-anchor': 'middle' }, name),
        pips(owners, up ? 29 : 19),
      );
    },
  };
}

/** Hachures inside the south-east coast, as an engraver would shade. @param {string} name */
function hatching(name) {
  const r = coast(name);
  const rand = rng(`${name}relief`);
  let d = '';
  for (let a = -30; a < 130; a += 7) {
    const t = (a * Math.PI) / 180;
    const r0 = r(t) - BEACH - 1.5;
    const r1 = r0 - (3 + rand() * 5) * Math.sin(((a + 30) / 160) * Math.PI) - 1.5;
    const shore = `${f(Math.cos(t) * r0)} ${f(Math.sin(t) * r0)}`;
    const inland = `${f(Math.cos(t - 0.05) * r1)} ${f(Math.sin(t - 0.05) * r1)}`;
    d += `M${shore}L${inland}`;
  }
  return s('path', { class: 'hatch', d });
}

const FROND =
  'M2.6-9C0-11-3-11-5-8.5M2.6-9C.5-13-2-14-4-13M2.6-9C3.5-13 6-14 8-13M2.6-9C5-11 8-10.5 9.5-8' +
  'M2.6-9C4-8 5.5-6.5 5.5-4.5';
/** Two or three palms. @param {string} name */
function greenery(name) {
  const r = coast(name);
  const rand = rng(`${name}palms`);
  const n = 2 + (rand() < 0.5 ? 1 : 0);
  return s(
    'g',
    { class: 'green' },
    [
      [218, 0.74],
      [318, 0.76],
      [160, 0.78],
    ]
      .slice(0, n)
      .map(([deg, k]) => {
        const t = ((deg + rand() * 14 - 7) * Math.PI) / 180;
        const q = r(t) * k;
        const size = 0.8 + rand() * 0.35;
        const dir = rand() < 0.5 ? -1 : 1;
        const foot = move([Math.cos(t) * q, Math.sin(t) * q + 4]);
        const scale = `scale(${f(size * dir * 10) / 10} ${f(size * 10) / 10})`;
        return s(
          'g',
          { transform: `${foot} ${scale}` },
          s('path', { class: 'trunk', d: 'M0 0C.6-3 .8-6 2.6-9' }),
          s('path', { class: 'frond', d: FROND }),
        );
      }),
  );
}
