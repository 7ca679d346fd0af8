/** Puts a tip where it hides least. */
import { s } from '../lib/dom.js';

/**
 * What the tip talks about weighs most, and nearer to the link is better; a hairline leads from the tip to
 * it.
 * @param {HTMLElement} tip
 * @param {DrawnBoard} board
 * @param {HTMLElement} host
 * @param {string} link
 * @param {Set<string>} hot
 */
export function placeTip(tip, board, host, link, hot) {
  host.querySelector('.leader')?.remove();
  const m = board.svg.getScreenCTM();
  const r = host.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  if (!m || !width) return;
  const px = (/** @type {Point} */ [x, y]) => [m.a * x + m.e - r.left, m.d * y + m.f - r.top];
  const [ax, ay] = px(board.middle(link));
  const points = board.points(hot).map(([p, weight, pad]) => [...px(p), weight, pad * m.a + 6]);
  const solid = [...document.querySelectorAll('.top > *, .say, .cards > *, .acts > *')].map((node) =>
    node.getBoundingClientRect(),
  );
  const hand = document.querySelector('.hand')?.getBoundingClientRect();
  const low = (hand?.bottom ?? r.bottom) - r.top; // there is water beside the hand
  let best = [Infinity, 10, 10];
  for (let x = 10; x + width < r.width - 10; x += 14) {
    for (let y = 10; y + height < low - 6; y += 14) {
      let cost = Math.hypot(Math.max(x - ax, 0, ax - x - width), Math.max(y - ay, 0, ay - y - height)) / 13;
      for (const [qx, qy, weight, pad] of points)
        if (qx > x - pad && qx < x + width + pad && qy > y - pad && qy < y + height + pad) cost += weight;
      const box = {
        left: r.left + x - 8,
        right: r.left + x + width + 8,
        top: r.top + y - 8,
        bottom: r.top + y + height + 8,
      };
      if (
        solid.some(
          (q) =>
            q.width && q.right > box.left && q.left < box.right && q.bottom > box.top && q.top < box.bottom,
        )
      )
        cost += 200;
      if (cost < best[0]) best = [cost, x, y];
    }
  }
  const [, x, y] = best;
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
  const cx = Math.max(x, Math.min(ax, x + width));
  const cy = Math.max(y, Math.min(ay, y + height));
  const far = Math.hypot(ax - cx, ay - cy);
  if (far > 20 && far < 140) {
    const k = 18 / far;
    const d = `M${ax + (cx - ax) * k} ${ay + (cy - ay) * k}L${cx} ${cy}`;
    tip.before(s('svg', { class: 'leader', 'aria-hidden': 'true' }, s('path', { d })));
  }
}
