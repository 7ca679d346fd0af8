/** Both clocks, running by themselves between updates. */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { setting } from '../lib/settings.js';
import { icon } from '../lib/ui.js';

const SHORT = 10_000; // milliseconds: below this, tenths are shown and each second ticks

/**
 * Time left as it is read: hours only where there are some, tenths in the last seconds.
 * @param {number} ms
 */
function timeText(ms) {
  if (ms < SHORT) return (Math.max(0, ms) / 1000).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return t('clock.days', { count: Math.floor(hours / 24) });
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * @param {Table} table
 * @param {Record<'top' | 'near', HTMLElement>} nodes
 */
export function runClocks(table, nodes) {
  const show = () => {
    const { time } = table.now;
    if (time !== table.ticking.time) table.tick(time);
    for (const [node, seat] of /** @type {[HTMLElement, Seat][]} */ ([
      [nodes.top, OTHER[table.bottom]],
      [nodes.near, table.bottom],
    ])) {
      node.hidden = !time;
      if (time) showOne(table, node, seat, time);
    }
  };
  show();
  const timer = setInterval(show, 100);
  return { show, stop: () => clearInterval(timer) };
}

/** @param {Table} table @param {HTMLElement} node @param {Seat} seat @param {Time} time */
function showOne(table, node, seat, time) {
  const runs = time.running === seat && !table.view.result;
  const left = time[seat] - (runs ? performance.now() - table.ticking.since : 0);
  const words = timeText(left);
  if (node.dataset.words !== words) {
    const second = Math.ceil(left / 1000);
    if (runs && table.mine && left > 0 && left < SHORT && node.dataset.second !== String(second))
      tickLoudly();
    node.dataset.second = String(second);
    node.dataset.words = words;
    node.replaceChildren(
      icon('clock'),
      h('span', { class: 'vh' }, t('clock.of', { who: table.cast.names[seat] })),
      words,
    );
  }
  node.classList.toggle('runs', runs);
  node.classList.toggle('late', left < 30_000);
}

/** The tick of each of the last seconds, if sound is on. */
function tickLoudly() {
  if (setting('sound')) import('../lib/sound.js').then(({ play }) => play('second'));
}
