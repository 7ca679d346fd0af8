/**
 * Motion of an action on a board. Order tells the cause: a bridge is removed or laid, the island is won
 * (ripple, stone turns up), the enemy's bridges drift away from it, and only then do lost islands turn.
 * Seekable; finish() ends it at once.
 */

/** @typedef {{delay: number, duration: number, easing?: string}} When */

const EASE = 'cubic-bezier(.2,.7,.2,1)';
const LAY = 240;
const SWEEP = 620;

/**
 * Animates what `events` did; the board has been painted with what they led to, `before` is the position they
 * found.
 * @param {RenderedBoard} board
 * @param {Events} events
 * @param {Position} before
 */
export function enact(board, events, before) {
  const { above, at, middle } = board;
  const css = getComputedStyle(document.documentElement);
  /** @type {Animation[]} */
  const list = [];
  const run = (
    /** @type {Element | null} */ node,
    /** @type {Keyframe[]} */ frames,
    /** @type {When} */ when,
  ) => {
    if (node) list.push(node.animate(frames, { fill: 'both', easing: EASE, ...when }));
  };
  const of = (/** @type {string} */ name) => events.filter(({ event }) => event === name);
  const wins = of('won');

  /** A bridge drifts off and is gone. @param {string} link @param {number} delay @param {number} turn */
  const drift = (link, delay, turn) => {
    const piece = above.appendChild(board.spare(link, before.bridges[link]));
    const [x, y] = middle(link);
    const far = (/** @type {Point} */ [px, py]) => Math.hypot(px - x, py - y);
    const [fx, fy] = wins.map(({ island }) => at[island]).sort((a, b) => far(a) - far(b))[0] ?? [x, y - 1];
    const l = Math.hypot(x - fx, y - fy) || 1;
    const dx = (x - fx) / l;
    const dy = (y - fy) / l;
    const to = (/** @type {number} */ k, /** @type {number} */ sink) =>
      `translate(${dx * k}px, ${dy * k + sink}px)`;
    run(
      piece.firstElementChild,
      [
        { opacity: 1, transform: 'none' },
        { opacity: 1, transform: `${to(34, 22)} rotate(${turn * 0.6}deg)`, offset: 0.5 },
        { opacity: 0, transform: `${to(96, 64)} rotate(${turn}deg) scale(.86)` },
      ],
      { delay, duration: SWEEP, easing: 'cubic-bezier(.4,0,.7,.6)' },
    );
  };
  const colour = (/** @type {string} */ name, /** @type {string | undefined} */ side) =>
    css.getPropertyValue(`--land${side ? `-${side}` : ''}${name}`).trim();
  /**
   * An island goes from one side, or nobody, to another; its name makes room for the stone.
   * @param {string} island @param {string | undefined} from @param {string | undefined} to @param {When} when
   */
  const turn = (island, from, to, when) => {
    const node = board.island(island);
    const stoneComes = to ? -board.rise : board.rise;
    const rise = from && to ? 0 : stoneComes;
    run(
      node.querySelector('.land'),
      [from, to].map((side) => ({ fill: colour('', side) })),
      when,
    );
    run(
      node.querySelector('.name'),
      [from, to].map((side, i) => ({
        fill: colour('-text', side),
        stroke: colour('', side),
        transform: i ? 'none' : `translateY(${rise}px)`,
      })),
      when,
    );
  };

  let start = 0;
  for (const { link } of of('removed')) {
    drift(link, 0, -14);
    start = 300;
  }
  for (const { link } of of('placed')) {
    run(
      board.bridge(link),
      [
        { opacity: 0, transform: 'translateY(-14px) scale(1.15)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: start, duration: LAY },
    );
  }
  for (const { link, to } of of('moved')) {
    const [x, y] = middle(link);
    const [tx, ty] = middle(to);
    drift(to, 0, 14);
    run(board.bridge(to), [{ transform: `translate(${x - tx}px, ${y - ty}px)` }, { transform: 'none' }], {
      delay: 120,
      duration: 420,
    });
    start = 300;
  }
  for (const { island, seat } of wins) {
    for (const k of [0, 150]) {
      const ring = above.appendChild(board.ripple(island));
      run(
        ring.firstElementChild,
        [
          { opacity: 0, transform: 'scale(.9)' },
          { opacity: 0.95, offset: 0.25 },
          { opacity: 0, transform: 'scale(1.55)' },
        ],
        { delay: start + 200 + k, duration: 640, easing: 'ease-out' },
      );
    }
    const node = board.island(island);
    const when = { delay: start + 200, duration: 380 };
    turn(island, before.control[island], seat, when);
    run(
      node.querySelector('.stone'),
      [{ transform: 'scaleX(0) rotate(-40deg)' }, { transform: 'none' }],
      when,
    );
  }
  for (const [i, { link }] of of('fell').entries()) drift(link, start + 380 + i * 60, i % 2 ? 16 : -14);
  for (const { island, seat } of of('lost')) {
    const node = board.island(island);
    const when = { delay: start + (of('fell').length ? 900 : 300), duration: 300 };
    if (!wins.some((won) => won.island === island)) turn(island, seat, undefined, when);
    const ghost = board.stone(seat);
    ghost.classList.add('leaving');
    node.append(ghost);
    run(
      ghost.firstElementChild,
      [
        { transform: 'none', opacity: 1 },
        { transform: 'scaleX(0) rotate(40deg)', opacity: 0.6 },
      ],
      when,
    );
  }

  const finish = () => {
    for (const animation of list) animation.cancel();
    above.replaceChildren();
    for (const ghost of board.svg.querySelectorAll('.leaving')) ghost.remove();
  };
  return {
    seek: (/** @type {number} */ time) =>
      list.forEach((a) => {
        a.pause();
        a.currentTime = time;
      }),
    finish,
    done: Promise.allSettled(list.map(({ finished }) => finished)).then(finish),
    busy: list.length > 0,
  };
}

/**
 * A copy of a node flies from one place to another.
 * @param {Element} node
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {boolean} [fades] whether it vanishes there
 */
export function fly(node, from, to, fades = false) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.removeAttribute('aria-pressed');
  copy.inert = true;
  copy.classList.add('flying');
  Object.assign(copy.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(copy);
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const by = `translate(${dx}px, ${dy}px) scale(${fades ? 0.5 : to.width / from.width})`;
  const animation = copy.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: by, opacity: fades ? 0.1 : 1 },
    ],
    { duration: 320, easing: EASE },
  );
  animation.finished.catch(() => {}).then(() => copy.remove());
  return animation;
}
