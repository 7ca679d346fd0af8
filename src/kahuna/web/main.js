/**
 * The shell: opens the page that the document names (src/kahuna/server/site.py). Every page is a module with
 * `open(root, where)`; it fills `root`, sets `root.className`, and shows its words again when the document
 * says `language` (another one was chosen). Words of `pages` and `errors` are there for every page; a page
 * loads its own with `speak`.
 */
import { BASE } from './lib/base.js';
import { language, speak } from './lib/i18n.js';
import { watchTurns } from './lib/turns.js';
import { notFound, problem } from './pages/shell.js';

/**
 * Where a page was opened, as "/play/{key}" or "/rules".
 * @typedef {{ kind: string, key: string }} Where
 */
/** @typedef {(root: HTMLElement, where: Where) => unknown} Open */

/** @type {Record<string, () => Promise<{ open: Open }>>} */
const PAGES = {
  home: () => import('./pages/home.js'),
  table: () => import('./pages/table.js'),
  join: () => import('./pages/join.js'),
  replay: () => import('./pages/replay.js'),
  rules: () => import('./pages/rules.js'),
  courses: () => import('./pages/courses.js'),
  learn: () => import('./pages/learn.js'),
  openings: () => import('./pages/openings.js'),
  puzzle: () => import('./pages/puzzle.js'),
};

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  const page = PAGES[document.documentElement.dataset.page ?? ''];
  const words = speak(['pages', 'errors']);
  if (!page) {
    await words;
    return notFound(root);
  }
  try {
    const [{ open }] = await Promise.all([page(), words]);
    const [kind = '', key = ''] = location.pathname.slice(BASE.length).split('/').slice(1);
    await open(root, { kind, key });
    watchTurns(() => document.documentElement.dataset.page === 'home' && !document.hidden);
    keepHere();
  } catch (error) {
    problem(root, error);
    throw error;
  }
}

/** The page stays on the device; only a secure address allows that. */
async function keepHere() {
  if (!isSecureContext || !navigator.serviceWorker) return;
  const { pathname } = new URL('.', import.meta.url); // today's files
  const rules = `${pathname}joined/rules/words.${language()}.json`; // also kept for first-time visitors
  await navigator.serviceWorker.register(`${BASE}/worker.js`).catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage([rules, ...loaded].filter((path) => path.startsWith(pathname)));
}

// A visitor who returns by the back button sees the page as it is now.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
start();
