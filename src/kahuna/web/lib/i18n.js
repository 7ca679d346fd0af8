/**
 * The words of the page in the visitor's language.
 *
 * Strings live in strings/{part}.{language}.json, flat: key to sentence with {blanks}. A key that ends in
 * `.one` and `.other` (and what Intl.PluralRules asks for) is chosen by the fact `count`. The parts that a
 * page needs from the start come as one file (server/joining.py). Which language is spoken first is decided
 * in early.js. When another one is chosen, `language` is dispatched on the document: every part that shows
 * words renders them again.
 */
import { keep } from './kept.js';

export const LANGUAGES = /** @type {const} */ ({
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  ja: '日本語',
});

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | number>} Facts */

/** @typedef {Record<string, string>} Strings */

const root = document.documentElement;
/** @type {Set<string>} */
const parts = new Set();
/** @typedef {Record<string, Strings>} ByPart */
/** What the page needs from the start. @type {Partial<Record<Language, Promise<ByPart>>>} */
const first = {};
/** @type {Strings} */
let strings = {};
/** @type {Language} */
let current = 'en';
let plural = new Intl.PluralRules('en');

/** @param {string} path @returns {Promise<any>} */
async function load(path) {
  const answer = await fetch(new URL(`../${path}.json`, import.meta.url));
  return answer.ok ? answer.json() : {};
}

/** The words of one part. @param {string} part @param {Language} tongue @returns {Promise<Strings>} */
async function wordsOf(part, tongue) {
  first[tongue] ??= load(`joined/${root.dataset.page}/words.${tongue}`);
  first[tongue].catch(() => delete first[tongue]); // the next call tries again
  return (await first[tongue])[part] ?? load(`strings/${part}.${tongue}`);
}

/** The language now. */
export const language = () => current;

/**
 * Loads these parts of the words, and all earlier ones again if another language is chosen, which is
 * remembered.
 * @param {string[]} wanted for example ['pages', 'table']
 * @param {Language} [chosen]
 */
export async function speak(wanted, chosen) {
  if (chosen) keep('language', chosen);
  const tongue = chosen ?? /** @type {Language} */ (root.lang);
  const changed = tongue !== current;
  const missing = changed ? [...new Set([...parts, ...wanted])] : wanted.filter((part) => !parts.has(part));
  const loaded = await Promise.all(missing.map((part) => wordsOf(part, tongue)));
  strings = Object.assign({}, changed ? {} : strings, ...loaded);
  const retell = changed && parts.size > 0;
  for (const part of missing) parts.add(part);
  current = tongue;
  plural = new Intl.PluralRules(current);
  root.lang = current;
  if (retell) document.dispatchEvent(new Event('language'));
}

/** Whether there are words for this key. @param {string} key */
export const has = (key) => key in strings;

/**
 * The sentence for this key with its blanks filled.
 * @param {string} key
 * @param {Facts} [facts]
 */
export function t(key, facts = {}) {
  const found =
    'count' in facts
      ? (strings[`${key}.${plural.select(Number(facts.count))}`] ?? strings[`${key}.other`])
      : undefined;
  const sentence = found ?? strings[key];
  if (sentence === undefined) throw new Error(`no words for ${key}`);
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ''));
}

/** A list in words: "ALOA, BARI and COCO". @param {readonly string[]} items */
export const list = (items) => new Intl.ListFormat(current, { type: 'conjunction' }).format(items);

/** A day in words, near ones as "yesterday". @param {number} time milliseconds since 1970 */
export function day(time) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const ago = Math.ceil((midnight - time) / 864e5);
  if (ago <= 1)
    return new Intl.RelativeTimeFormat(current, { numeric: 'auto' }).format(-Math.max(0, ago), 'day');
  return new Intl.DateTimeFormat(
    current,
    ago < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'short' },
  ).format(time);
}
