/** On a phone: score, log and the rest of the rail on a sheet of their own. */
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @param {Table} table */
export function openSheet({ parts: { rail } }) {
  const homes = rail.sheet.map((node) => {
    const home = document.createComment('');
    node.before(home);
    return { node, home };
  });
  const dialog = sheet(t('sheet'), 'rail-sheet', h('div', { class: 'rail' }, rail.sheet));
  dialog.addEventListener('close', () => {
    for (const { node, home } of homes) home.replaceWith(node);
  });
  rail.show();
}
