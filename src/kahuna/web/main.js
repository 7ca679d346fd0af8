/**
 * The shell: which page an address shows. Every page is a module with `open(root, where)`; it fills `root`,
 * sets `root.className`, and shows its words again when the document says `language` (another one was
 * chosen). Words of `pages` and `errors` are there for every page; a page loads its own with `speak`.
 */
import { speak } from './lib/i18n.js';
import { dress, notFound, problem } from './pages/shell.js';

/** @typedef {{ kind: string, key: string }} Where */
/** @typedef {(root: HTMLElement, where: Where) => unknown} Open */

/** @type {Record<string, () => Promise<{ open: Open }>>} */
const PAGES = {
  '': () => import('./pages/home.js'),
  play: () => import('./table/table.js'),
  watch: () => import('./table/table.js'),
  join: () => import('./pages/join.js'),
  move: () => import('./pages/join.js'),
  replay: () => import('./pages/replay.js'),
  rules: () => import('./pages/rules.js'),
};
const NEEDS_KEY = ['play', 'watch', 'join', 'move'];

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  const [kind = '', key = '', ...rest] = location.pathname.split('/').slice(1);
  const page =
    Object.hasOwn(PAGES, kind) && !rest.length && (key || !NEEDS_KEY.includes(kind)) ? PAGES[kind] : null;
  const ready = Promise.all([
    speak(['pages', 'errors']),
    dress(kind === 'play' || kind === 'watch' ? 'table' : 'pages'),
  ]);
  if (!page) {
    await ready;
    return notFound(root);
  }
  try {
    const [{ open }] = await Promise.all([page(), ready]);
    await open(root, { kind, key });
  } catch (error) {
    problem(root, error);
    throw error;
  }
}

addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
}); // come back by the back button: as it is now
start();
