/**
 * The docked preview, at the top of the rail: what the action that is pointed at would do. It keeps its
 * height, and shows the opponent's last turn while nothing is pointed at.
 */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { offersSound, soundButtons } from './sound-offer.js';
import { lastTurn } from './timeline.js';
import { tell } from './words.js';

/** @typedef {{ title: string, lines: [string, string][] }} Told */

/** @param {Table} table */
export function makeDock(table) {
  const eyebrow = h('h2', { class: 'eyebrow' });
  const title = h('h3', {});
  const lines = h('ul', {});
  const acts = h('div', { class: 'dock-acts' });
  const node = h('section', { class: 'dock', id: 'dock' }, eyebrow, title, lines, acts);
  /**
   * @param {string} words
   * @param {string} heading
   * @param {[string, string][]} told
   * @param {HTMLElement[]} [buttons]
   */
  const fill = (words, heading, told, buttons = []) => {
    if (acts.childElementCount !== buttons.length) acts.replaceChildren(...buttons);
    eyebrow.textContent = words;
    title.textContent = heading;
    title.hidden = !heading;
    lines.replaceChildren(...told.map(([sign, line]) => h('li', { class: sign || undefined }, line)));
  };
  return {
    node,
    /** @param {Told | null} told */
    show(told) {
      node.classList.toggle('shows', Boolean(told));
      if (told) return fill(t('dock.then'), told.title, told.lines);
      if (offersSound(table)) return fill(t('sound.ask'), '', [], soundButtons(table));
      const last = lastDeeds(table);
      if (last.lines.length) fill(t('dock.last', { who: last.who }), '', last.lines);
      else fill(t('dock.then'), '', [['', t(`dock.how.${table.view.game}`)]]);
    },
  };
}

/**
 * What the other side, or for a spectator whoever moved, did in their last turn.
 * @param {Table} table
 * @returns {{ who: string, lines: [string, string][] }}
 */
function lastDeeds({ history, now, cast }) {
  const [start, end] = lastTurn(history, now.seat && OTHER[now.seat]);
  const told = history
    .slice(start, end)
    .flatMap((events) => tell(events, cast))
    .filter(({ seat }) => seat);
  const who = told[0]?.seat ? cast.names[told[0].seat] : '';
  return { who, lines: told.map(({ text }) => ['', text]) };
}
