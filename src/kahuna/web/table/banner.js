/** The banner above the board. */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';

/**
 * What the player must know at once: a lost connection, a request, a deserted game. Only the most urgent.
 * @param {Table} table @param {HTMLElement} host
 */
export function showBanner(table, host) {
  const { now, line, send } = table;
  const { number, undo, seat } = now;
  const foe = seat && OTHER[seat];
  const name = foe ? table.cast.names[foe] : '';
  /** @type {[string, string, ...HTMLElement[]] | null} */
  let wanted = null;
  if (line === 'old')
    wanted = [
      'warn',
      t('line.old'),
      button(t('line.reload'), { kind: 'primary', on: { click: () => location.reload() } }),
    ];
  else if (line === 'lost') wanted = ['warn', t('line.lost')];
  else if (undo && undo === foe) {
    const answer = (/** @type {boolean} */ grant) => () => send({ type: 'answer-undo', grant, number });
    wanted = [
      'ask',
      t('undo.asks', { who: name }),
      button(t('undo.grant'), { kind: 'primary', on: { click: answer(true) } }),
      button(t('undo.refuse'), { on: { click: answer(false) } }),
    ];
  } else if (undo && undo === seat) wanted = ['', t('undo.asked', { who: name })];
  else if (now.can_claim) {
    wanted = [
      'ask',
      t('claim.can', { who: name }),
      button(t('claim'), { kind: 'primary', on: { click: () => send({ type: 'claim' }) } }),
    ];
  }
  const key = wanted ? wanted[0] + wanted[1] : '';
  if (host.dataset.shows === key) return;
  host.dataset.shows = key;
  host.replaceChildren();
  if (wanted) {
    const [cls, words, ...acts] = wanted;
    host.append(h('div', { class: `banner ${cls}` }, h('p', {}, words), ...acts));
  }
}
