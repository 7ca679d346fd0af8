/** HTML and SVG elements without innerHTML, as a strict content security policy requires. */
import { at } from './base.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Child | Children[]} Children */
/**
 * Attributes; `on` takes listeners, `vars` custom properties. Nothing is set for null, undefined and false.
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @template {Element} T
 * @param {T} node @param {Attributes | null} attributes @param {Children[]} children @returns {T}
 */
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'on')
      for (const [name, listener] of Object.entries(value)) node.addEventListener(name, listener);
    else if (key === 'vars') {
      const { style } = /** @type {HTMLElement} */ (/** @type {unknown} */ (node));
      for (const [name, v] of Object.entries(value)) style.setProperty(`--${name}`, v);
    } else if (key === 'href') node.setAttribute(key, at(String(value)));
    else node.setAttribute(key, value === true ? '' : value);
  }
  return add(node, ...children);
}

/**
 * Appends children, skipping null and false.
 * @template {Element} T
 * @param {T} node @param {Children[]} children
 */
export function add(node, ...children) {
  for (const child of /** @type {Child[]} */ (/** @type {any[]} */ (children).flat(Infinity))) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/**
 * An HTML element.
 * @template {string} K
 * @param {K} tag @param {Attributes | null} [attributes] @param {Children[]} children
 * @returns {K extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[K] : HTMLElement}
 */
export const h = (tag, attributes = null, ...children) =>
  /** @type {any} */ (fill(document.createElement(tag), attributes, children));

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes | null} [attributes] @param {Children[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const s = (tag, attributes = null, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * The first element for this selector, which must be there.
 * @param {string} selector @param {ParentNode} [root] @returns {HTMLElement}
 */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Sets or removes an attribute only where it changes.
 * @param {Element} node @param {string} name @param {string | number | boolean | null | undefined} value
 */
export function put(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value))
    node.setAttribute(name, value === true ? '' : String(value));
}
