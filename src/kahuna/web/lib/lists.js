/**
 * Lists of things to press: nodes are kept while their key stays, and arrow keys move one tab stop through
 * them.
 */
import { put } from './dom.js';

/**
 * Gives a parent these children; existing ones keep their node and so the focus.
 * @param {Element} parent @param {[string, () => HTMLElement][]} wanted
 */
export function sync(parent, wanted) {
  const children = /** @type {HTMLElement[]} */ ([...parent.children]);
  const keys = new Set(wanted.map(([key]) => key));
  const focused = children.findIndex((child) => child.contains(document.activeElement));
  for (const child of children) if (!keys.has(child.dataset.key ?? '')) child.remove();
  const old = new Map(
    [...parent.children].map((child) => [/** @type {HTMLElement} */ (child).dataset.key, child]),
  );
  let at = parent.firstElementChild;
  for (const [key, make] of wanted) {
    const node = old.get(key) ?? make();
    /** @type {HTMLElement} */ (node).dataset.key = key;
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  if (focused >= 0 && !parent.contains(document.activeElement)) {
    const items = pressable(parent);
    (items[Math.min(focused, items.length - 1)] ?? say())?.focus();
  }
}

/** @returns {HTMLElement | null} where the focus goes when what had it is gone */
const say = () => document.querySelector('.say');

/** Takes a card off the board. @param {Element | null | undefined} node */
export function lift(node) {
  const had = node?.contains(document.activeElement);
  node?.remove();
  if (had) say()?.focus();
}

/** @param {Element} parent @returns {HTMLElement[]} */
const pressable = (parent) => [...parent.querySelectorAll('button')].filter((b) => !b.disabled);

/** One tab stop for all buttons in it. @param {HTMLElement} parent */
export function rove(parent) {
  const stop = () => {
    const items = pressable(parent);
    const now =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.tabIndex === 0) ??
      items.find((item) => item.ariaChecked === 'true') ??
      items[0];
    for (const item of items) put(item, 'tabindex', item === now ? 0 : -1);
  };
  parent.addEventListener('focusin', stop);
  parent.addEventListener('keydown', (event) => {
    const items = pressable(parent);
    const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
    const n = items.length;
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: n - 1,
    }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    items[(to + n) % n].focus();
  });
  return stop;
}
