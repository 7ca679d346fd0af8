/**
 * The chance bar: how likely each side is to win, beside the board. Only against our players and on one
 * screen. It lies over the board's edge, so that nothing moves when it comes or goes.
 */
import { OTHER } from '../board/boards.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';

/** Loads the style of the bar, which most visitors never need. */
function dress() {
  const { pathname } = new URL('../styles/chance.css', import.meta.url);
  if (document.querySelector('link[href$="/styles/chance.css"]')) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = pathname;
  document.head.append(link);
}

/**
 * @param {Table} table
 * @param {() => void} asked what happens when somebody wants to see it in a game that counts
 */
export function makeChanceBar(table, asked) {
  dress();
  const share = h('span', { class: 'chance-share' });
  const words = h('b');
  const bar = h(
    'div',
    { class: 'chance-bar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100, hidden: true },
    share,
    words,
  );
  const ask = button(t('chance.show'), { kind: 'chance-ask', on: { click: asked } });
  return {
    /**
     * Shows White's chance, a button that asks for it, or nothing.
     * @param {'bar' | 'ask' | ''} what
     * @param {number | null} white
     */
    show(what, white) {
      const frame = table.parts.board.node;
      const wanted = { bar, ask, '': null }[what];
      for (const node of [bar, ask])
        if (node !== wanted) node.remove();
        else if (node.parentNode !== frame) frame.append(node);
      if (what !== 'bar') return;
      bar.hidden = white === null;
      if (white === null) return;
      const near = table.bottom === 'white' ? white : 1 - white;
      const told = Math.round(near * 100);
      const { names } = table.cast;
      share.style.height = `${told}%`;
      words.textContent = `${told} %`;
      words.style.bottom = `${Math.min(92, Math.max(8, told))}%`;
      bar.dataset.near = table.bottom;
      const value = {
        near: names[table.bottom],
        far: names[OTHER[table.bottom]],
        count: told,
        rest: 100 - told,
      };
      bar.setAttribute('aria-label', t('chance'));
      bar.setAttribute('aria-valuenow', String(told));
      bar.setAttribute('aria-valuetext', t('chance.value', value));
      bar.title = t('chance.value', value);
    },
  };
}
