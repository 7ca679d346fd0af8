/**
 * The board of Exahuna and Special: nineteen hexagonal islands, fifty-four round places, twelve of them on
 * the rim.
 */

import { EXAHUNA } from '../games/facts.js';
import { put, s } from '../lib/dom.js';
import { linksOf, ownerOf } from './boards.js';
import { f, move, rng, smooth } from './geometry.js';
import { pips, plank, stone, token, turtle } from './pieces.js';
import { cross, sea } from './sea.js';

const AT = Object.fromEntries(EXAHUNA.islands.map(({ name, at }) => [name, at]));
const PLACES = Object.fromEntries(EXAHUNA.links.map((l) => [l.id, placeAt(l)]));

/**
 * Where a link's round place lies: middle of the shared side, or outside the rim.
 * @param {Link} l
 * @returns {Point}
 */
function placeAt({ a, b, rim }) {
  const p = AT[a];
  const q = AT[b];
  const m = /** @type {Point} */ ([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
  if (!rim) return m;
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const len = Math.hypot(dx, dy);
  const out = (m[0] - 500) * -dy + (m[1] - 380) * dx < 0 ? -74 : 74;
  return [m[0] - (dy / len) * out, m[1] + (dx / len) * out];
}

/** A hexagon with rounded corners and a slightly uneven shore. @param {string} name @returns {Point[]} */
function shore(name) {
  const rand = rng(name);
  const R = 82;
  const points = /** @type {Point[]} */ ([]);
  const corner = (/** @type {number} */ i) => [
    Math.cos((Math.PI / 3) * i - Math.PI / 2) * R,
    Math.sin((Math.PI / 3) * i - Math.PI / 2) * R,
  ];
  for (let i = 0; i < 6; i++) {
    const p = corner(i);
    const q = corner(i + 1);
    for (const t of [0.16, 0.38, 0.62, 0.84]) {
      const x = p[0] + (q[0] - p[0]) * t;
      const y = p[1] + (q[1] - p[1]) * t;
      const k = 1 + ((rand() - 0.5) * 3) / Math.hypot(x, y);
      points.push([x * k, y * k]);
    }
  }
  return points;
}
/** @param {Point[]} points @param {number} by */
const grown = (points, by) =>
  smooth(
    points.map(([x, y]) => {
      const k = 1 + by / Math.hypot(x, y);
      return [x * k, y * k];
    }),
  );

/**
 * @param {HTMLElement} host @param {Look} o @param {boolean} special
 * @returns {RenderedBoard}
 */
function boardHex(host, { still = false, tight = false, small = false, crop: _ }, special) {
  const { width, height } = host.getBoundingClientRect();
  const aspect = width && height ? width / height : 1.3;
  const roomy = tight ? [90, -20, 820, 800] : [40, -46, 920, 852];
  let [x, y, w, h] = aspect < 0.9 ? [66, -40, 868, 840] : roomy;
  if (w / h < aspect) {
    x -= (h * aspect - w) / 2;
    w = h * aspect;
  } else {
    y -= (w / aspect - h) / 2;
    h = w / aspect;
  }
  const big = special && small && width > 0;
  const shores = Object.fromEntries(EXAHUNA.islands.map(({ name }) => [name, shore(name)]));
  const lands = Object.fromEntries(
    EXAHUNA.islands.map(({ name }) => [name, island(name, shores[name], { special, big })]),
  );
  const places = Object.fromEntries(EXAHUNA.links.map((l) => [l.id, place(l, special)]));
  const marks = s('g', { class: 'marks' });
  const above = s('g', { class: 'above' });
  const hits = s('g', { class: 'hits' });
  const frame = {
    class: `board exahuna${special ? ' special' : ''}`,
    vars: small && width > 0 && { unit: f(w / width) },
    viewBox: [x, y, w, h].map(f).join(' '),
    preserveAspectRatio: 'xMidYMid slice',
  };
  const svg = s(
    'svg',
    frame,
    s(
      'g',
      { id: still ? undefined : 'board-body', class: big && 'big' },
      sea([x, y, w, h], [x, y, w, h], w < 1000),
      [
        [1, 40],
        [2, 26],
        [3, 13],
      ].map(([i, by]) =>
        s(
          'g',
          { class: `shallow s${i}` },
          EXAHUNA.islands.map(({ name }) =>
            s('path', { d: grown(shores[name], by), transform: move(AT[name]) }),
          ),
        ),
      ),
      s(
        'g',
        { class: 'islands' },
        Object.values(lands).map(({ g }) => g),
      ),
      s(
        'g',
        { class: 'places' },
        Object.values(places).map(({ g }) => g),
      ),
      marks,
      above,
    ),
    !still && hits,
  );
  /** @type {Map<string, SVGElement>} */
  const targets = new Map();
  if (!still)
    for (const { id } of EXAHUNA.links) {
      const hit = s('circle', {
        class: 'hit',
        r: 36,
        cx: f(PLACES[id][0]),
        cy: f(PLACES[id][1]),
        'data-link': id,
        role: 'button',
        tabindex: -1,
      });
      targets.set(id, hit);
      hits.append(hit);
    }
  host.replaceChildren(svg);

  /** @param {Scene} scene */
  function paint(scene) {
    const { view, usable = [], own = [], preview = null, look = [], last = [] } = scene;
    marks.replaceChildren();
    for (const { id } of EXAHUNA.links) {
      places[id].paint(scene);
      if (preview?.falls.includes(id) || preview?.from === id)
        marks.append(cross([PLACES[id][0] + 14, PLACES[id][1] - 14], 9));
    }
    for (const { name } of EXAHUNA.islands) {
      lands[name].paint(view, preview, look.includes(name), last.includes(name));
      if (preview?.loses.includes(name)) marks.append(cross([AT[name][0] + 22, AT[name][1] - 28], 9));
    }
    for (const [id, hit] of targets)
      put(hit, 'class', `hit${usable.includes(id) || own.includes(id) ? ' can' : ''}`);
  }

  return {
    svg,
    paint,
    above,
    rise: special ? -21 : -31,
    hits: targets,
    at: AT,
    middle: (id) => PLACES[id],
    reach: (id, [px, py]) => Math.max(0, Math.hypot(PLACES[id][0] - px, PLACES[id][1] - py) - 21),
    bridge: (id) => places[id].g.querySelector('.piece'),
    spare: (id, bridge) => s('g', { transform: move(PLACES[id]) }, pieceOf(id, bridge, special)),
    island: (name) => lands[name].g,
    ripple: (name) =>
      s('g', { transform: move(AT[name]) }, s('path', { class: 'ripple', d: grown(shores[name], 4) })),
    stone: (side) => stoneOf(side, special),
  };
}

/** Exahuna's board. @param {HTMLElement} host @param {Look} look */
export const boardExahuna = (host, look) => boardHex(host, look, false);
/** Special's, with tokens, points and worth. @param {HTMLElement} host @param {Look} look */
export const boardSpecial = (host, look) => boardHex(host, look, true);

/** @param {string} id @param {Bridge} bridge @param {boolean} special */
function pieceOf(id, bridge, special) {
  const side = ownerOf(bridge) ?? 'white';
  if (special) return s('g', { class: 'piece' }, token(typeof bridge === 'object' ? bridge.kind : '1', side));
  const { a, b } = /** @type {Link} */ (EXAHUNA.links.find((l) => l.id === id));
  const turn = (Math.atan2(AT[b][1] - AT[a][1], AT[b][0] - AT[a][0]) * 180) / Math.PI;
  return s(
    'g',
    { class: 'piece' },
    s(
      'g',
      { transform: `rotate(${f(turn)})` },
      plank(
        [
          [-25, 0],
          [0, -3],
          [25, 0],
        ],
        side,
        id,
        12,
      ),
    ),
  );
}
/** @param {Seat} side @param {boolean} special */
const stoneOf = (side, special) =>
  s(
    'g',
    { class: 'stone-at', transform: `translate(0 ${special ? -13 : -4})` },
    stone(side, special ? 17.5 : 23),
  );

/** A round place with what lies on it. @param {Link} link @param {boolean} special */
function place({ id, a, b, rim }, special) {
  const p = PLACES[id];
  const rope = (/** @type {string} */ name) => {
    // the outer places are moored to their islands
    const dx = AT[name][0] - p[0];
    const dy = AT[name][1] - p[1];
    const k = 1 - 74 / Math.hypot(dx, dy);
    return `M0 0L${f(dx * k)} ${f(dy * k)}`;
  };
  const over = s('g', {});
  const g = s(
    'g',
    { class: 'place', transform: move(p) },
    rim && s('path', { class: 'mooring', d: rope(a) + rope(b) }),
    s('circle', { class: 'socket', r: special ? 23 : 21 }),
    over,
  );
  let shown = '';
  return {
    g,
    /** @param {Scene} scene */
    paint({ view, usable = [], own = [], preview = null, last = [], look = [], chosen = null }) {
      const bridge = view.bridges[id];
      const owner = ownerOf(bridge);
      const ghost = preview?.link === id && (preview.builds ?? !owner);
      const falls = preview?.falls.includes(id) || preview?.from === id;
      const here = ghost || chosen === id;
      put(
        g,
        'class',
        [
          'place',
          rim ? 'rim' : 'side',
          owner ?? 'free',
          here && 'hover',
          last.includes(id) && 'last',
          falls && 'falling',
          (own.includes(id) || look.includes(id)) && 'asked',
          usable.includes(id) && 'can',
        ]
          .filter(Boolean)
          .join(' '),
      );
      const now = JSON.stringify([bridge, ghost && preview, here]);
      if (now === shown) return;
      shown = now;
      over.replaceChildren();
      if (here) over.append(s('circle', { class: 'hover-ring', r: 29 }));
      if (ghost && preview) {
        const piece = pieceOf(
          id,
          special ? { colour: preview.by, kind: preview.kind ?? '1' } : preview.by,
          special,
        );
        piece.classList.add('ghost');
        over.append(piece);
      } else if (bridge) over.append(pieceOf(id, bridge, special));
      else over.append(s('circle', { class: 'socket-dot', r: 3 }));
    },
  };
}

/**
 * @param {string} name
 * @param {Point[]} points
 * @param {{ special: boolean, big: boolean }} look `big`: only what decides, as large as can be read
 */
function island(name, points, { special, big }) {
  const d = grown(points, 0);
  const own = linksOf(EXAHUNA, name);
  const under = s('g', {});
  const over = s('g', {});
  const g = s(
    'g',
    { class: 'island hex free', transform: move(AT[name]), 'data-island': name },
    under,
    s('path', { class: 'beach-shade', d, transform: 'translate(1.5 3)' }),
    s('path', { class: 'beach', d }),
    s('path', { class: 'land', d: grown(points, -8) }),
    s('path', { class: 'hatch', d: hatching(name, points) }),
    over,
  );
  let shown = '';
  return {
    g,
    /**
     * @param {Position} view
     * @param {Preview | null} preview
     * @param {boolean} look
     * @param {boolean} changed
     */
    paint(view, preview, look, changed) {
      const owner = view.control[name];
      const wins = preview?.wins.includes(name) && preview.by;
      const up = wins || owner;
      put(
        g,
        'class',
        ['island hex', owner ?? 'free', wins && 'wins', preview?.loses.includes(name) && 'loses']
          .filter(Boolean)
          .join(' '),
      );
      const owners = own.map(({ id }) => ownerOf(view.bridges[id]));
      const then = preview?.counts?.[name];
      const value = then ?? view.values?.[name];
      const worth = then?.worth ?? view.worth?.[name] ?? 1;
      const now = JSON.stringify([owner, wins, look, changed, owners, value, worth, then]);
      if (now === shown) return;
      shown = now;
      const nameAt = special ? -14 : -4;
      const pipsAt = special ? 33 : 40;
      const pipsUnderStone = special ? 38 : 34;
      under.replaceChildren();
      if (wins || look || changed)
        under.append(s('path', { class: wins || look ? 'aura' : 'changed', d: grown(points, 6) }));
      over.replaceChildren(
        ...(up ? [stoneOf(up, special)] : []),
        s('text', { class: 'name hex-name', y: up ? -35 : nameAt, 'text-anchor': 'middle' }, name),
        ...(up || special ? [] : [s('g', { class: 'faint-emblem', transform: 'translate(0 16)' }, turtle())]),
        pips(owners, up ? pipsUnderStone : pipsAt),
      );
      if (wins) over.querySelector('.stone-at')?.classList.add('ghost');
      const contested = own.length === 6 && !up && owners.includes('white') && owners.includes('black');
      if (special && value && (!big || contested || then))
        over.append(values(value, up ? 19 : 10, Boolean(then)));
      if (worth > 1) {
        over.append(
          s(
            'g',
            { class: 'worth', transform: `translate(${big ? '34 -36' : '36 -30'})` },
            s('circle', { r: 14 }),
            s('text', { y: 5.5, 'text-anchor': 'middle' }, `×${worth}`),
          ),
        );
      }
    },
  };
}

/**
 * The points of both sides; `after` an action that is only foreseen.
 * @param {Record<Seat, number>} value
 * @param {number} y
 * @param {boolean} after
 */
const values = (value, y, after) =>
  s(
    'g',
    { class: after ? 'points after' : 'points', transform: `translate(0 ${y})` },
    /** @type {[Seat, number][]} */ ([
      ['white', -26],
      ['black', 2],
    ]).map(([side, x]) => [
      s('rect', { class: `pt ${side}`, x, y: -11, width: 24, height: 21, rx: 4 }),
      s('text', { class: `pt-t ${side}`, x: x + 12, y: 5.5, 'text-anchor': 'middle' }, String(value[side])),
    ]),
  );

/** @param {string} name @param {Point[]} points */
function hatching(name, points) {
  const rand = rng(`${name}h`);
  let d = '';
  for (let i = 0; i < 26; i++) {
    const p = points[(i + 3) % 24];
    const q = points[(i + 4) % 24];
    const l = Math.hypot(...p);
    const k = 1 - 11 / l;
    const k2 = 1 - (15 + rand() * 7) / l;
    if (p[0] + p[1] < 30) continue;
    for (const u of [0, 0.5]) {
      const x = p[0] + (q[0] - p[0]) * u;
      const y = p[1] + (q[1] - p[1]) * u;
      d += `M${f(x * k)} ${f(y * k)}L${f(x * k2)} ${f(y * k2)}`;
    }
  }
  return d;
}
