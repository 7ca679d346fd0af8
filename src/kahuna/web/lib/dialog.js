/** Sheets over the table. */
import { at } from './base.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { button, reword } from './ui.js';

/**
 * A modal sheet with a heading; Esc, its button or a press beside it close it.
 * @param {string} title @param {string} cls @param {import('./dom.js').Children[]} children
 */
export function sheet(title, cls, ...children) {
  const id = `${cls}-title`; // one sheet may lie on another
  const dialog = h(
    'dialog',
    {
      class: `sheet-dialog ${cls}`,
      'aria-labelledby': id,
      on: {
        close: () => dialog.remove(),
        click: (/** @type {Event} */ event) => {
          if (event.target === dialog) dialog.close();
        },
      },
    },
    h(
      'div',
      { class: 'sheet-in' },
      h(
        'div',
        { class: 'sheet-head' },
        h('h2', { id }, title),
        button('', {
          ic: 'close',
          kind: 'quiet icon-only',
          'aria-label': t('close'),
          on: { click: () => dialog.close() },
        }),
      ),
      children,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A card laid on the board, not modal; the focus goes to its first button if nobody is typing.
 * @param {HTMLElement} host
 * @param {string} cls
 * @param {string} title
 * @param {import('./dom.js').Children[]} children
 */
export function layCard(host, cls, title, ...children) {
  host.querySelector('.laid')?.remove();
  const id = `laid-${cls}`;
  const node = h(
    'section',
    { class: `laid ${cls}`, role: 'dialog', 'aria-labelledby': id },
    h('h2', { id }, title),
    children,
  );
  host.append(node);
  if (document.activeElement?.localName !== 'input')
    node.querySelector('button')?.focus({ preventScroll: true });
  return node;
}

/**
 * Copies a text, also without HTTPS, where pages have no clipboard.
 * @param {string} text @param {HTMLElement} [host] where a sheet lies over the page: something on it
 */
export async function copyText(text, host = document.body) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = h('textarea', { class: 'vh', readonly: true }, text);
    host.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

/** A link to copy or share. @param {string} label @param {string} path @param {string} [base] */
export function linkRow(label, path, base = location.href) {
  const url = new URL(at(path), base).href;
  const field = h('input', {
    value: url,
    readonly: true,
    'aria-label': label,
    on: { focus: () => field.select() },
  });
  const copy = button(t('copy'), {
    ic: 'copy',
    kind: 'primary',
    'aria-live': 'polite', // says that it is copied
    on: {
      click: async () => {
        await copyText(url, row);
        reword(copy, t('copied'));
      },
    },
  });
  const share =
    'share' in navigator &&
    button(t('share'), { ic: 'share', on: { click: () => navigator.share({ url }).catch(() => {}) } });
  const row = h('div', { class: 'link-row' }, field, copy, share);
  return row;
}
