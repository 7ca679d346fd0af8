/**
 * "Your turn" on every page: a badge in the title and the icon, and the browser's notifications if the
 * visitor wants them. What needs a secure page is not offered elsewhere.
 */
import { turns } from './api.js';
import { at } from './base.js';
import { t } from './i18n.js';
import { keep, kept } from './kept.js';

/** @typedef {import('../messages.js').Due} Due */

const EVERY = 30_000; // milliseconds between two looks
const DOT = '<circle cx="17" cy="-16" r="8" fill="#a3321b" stroke="#fff8e7" stroke-width="2"/>';

let words = document.title;
let count = 0;
/** @type {Set<string> | null} games already announced; null before the first look */
let told = null;
/** @type {string | null} */
let picture = null;

const show = () => {
  document.title = count ? `(${count}) ${words}` : words;
};

/** What this page is called; the number of games that wait stands before it. @param {string} now */
export function setTitle(now) {
  words = now;
  show();
}

/** Whether this page can show notifications. */
export const canNotify = () => isSecureContext && 'Notification' in window;

/** Whether the visitor has not chosen yet. */
export const undecided = () =>
  canNotify() && Notification.permission === 'default' && kept('notify') !== 'no';

/** Whether this browser notifies its visitor. */
export const notifies = () =>
  canNotify() && Notification.permission === 'granted' && kept('notify') === 'yes';

/** Whether the visitor wants it, but the browser does not allow it. */
export const blocked = () => canNotify() && Notification.permission === 'denied' && kept('notify') === 'yes';

/** Sets what the visitor wants; the browser asks them once. @param {boolean} wished */
export async function decide(wished) {
  keep('notify', wished ? 'yes' : 'no');
  if (wished) await Notification.requestPermission();
}

/** The icon with a dot while somebody waits. */
async function paintIcon() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (!link) return;
  link.dataset.plain ??= link.href;
  if (count && !picture) picture = await (await fetch(link.dataset.plain)).text();
  link.href =
    count && picture
      ? `data:image/svg+xml,${encodeURIComponent(picture.replace('</svg>', `${DOT}</svg>`))}`
      : link.dataset.plain;
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** The games that wait for this visitor now. @param {Due[]} due */
export function heed(due) {
  const now = new Set(due.map(({ id, since }) => `${id} ${since}`));
  if (told && notifies())
    for (const { id, since, who } of due) if (!told.has(`${id} ${since}`) && document.hidden) notify(id, who);
  told = now;
  if (due.length === count) return;
  count = due.length;
  show();
  paintIcon().catch(() => {});
}

/**
 * Uses the service worker if there is one: phones do not let a page notify.
 * @param {string} id @param {string} who
 */
async function notify(id, who) {
  const data = at(`/play/${id}`);
  const told = { body: t('turns.due', { who: who || 'Kahuna' }), tag: id, data };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification('Kahuna', told);
  const shown = new Notification('Kahuna', told);
  shown.onclick = () => {
    window.focus();
    location.assign(data);
  };
}

/** Looks once; nothing before the page watches. */
let look = async () => {};

/** Whether anybody could be waiting for this visitor, so that asking is worthwhile. @param {boolean} there */
export function expect(there) {
  const news = there && kept('awaited') !== 'yes';
  keep('awaited', there ? 'yes' : 'no');
  if (news) look();
}

/**
 * Looks now and then. What waits already when the page opens is known from the first look on: only later
 * turns are news.
 * @param {() => boolean} knows whether the page knows anyway
 */
export function watchTurns(knows) {
  look = async () => {
    if (knows() || kept('awaited') !== 'yes') return;
    const found = await turns().catch(() => null);
    if (found) heed(found.due);
  };
  look();
  setInterval(look, EVERY);
}
