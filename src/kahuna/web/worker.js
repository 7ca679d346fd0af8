/**
 * The service worker: keeps the page on the device, so that it opens without the server and says that it is
 * offline. The server sets `self.MARK`, the name of today’s files, before this text; yesterday's files go
 * when it changes. Games are never kept here: only the page itself, the rules, and reviews that were looked
 * at.
 */
const { MARK } = /** @type {any} */ (self);
const PAGE = `kahuna-${MARK}`;
/** Where the server stands on its host: '' for the root. */
const BASE = new URL('.', location.href).pathname.slice(0, -1);
const REVIEWS = 'kahuna-reviews';
const MAX_REVIEWS = 60;
const KEPT = /^\/(rules|replay|learn|puzzle)?(\/|$)/;

const scope = /** @type {any} */ (self);

/** Puts what a document names into the cache. @param {string} path */
async function keepPage(path) {
  const answer = await fetch(BASE + path);
  if (!answer.ok) return;
  const cache = await caches.open(PAGE);
  await cache.put(BASE + path, answer.clone());
  const named = (await answer.text()).matchAll(/"([\w./-]*\/web\/[^"]+)"/g);
  await Promise.all([...named].map(([, file]) => keepFile(cache, file)));
}

/** @param {Cache} cache @param {string} path */
async function keepFile(cache, path) {
  if (await cache.match(path)) return;
  const answer = await fetch(path);
  if (answer.ok) await cache.put(path, answer);
}

scope.addEventListener('install', (/** @type {any} */ event) => {
  scope.skipWaiting();
  event.waitUntil(Promise.all([keepPage('/'), keepPage('/rules')]));
});

scope.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => ![PAGE, REVIEWS].includes(name)).map((n) => caches.delete(n)));
      await scope.clients.claim();
    }),
  );
});

// A page reports what it loaded before the worker started: its words, for example.
scope.addEventListener('message', (/** @type {any} */ event) => {
  const files = /** @type {string[]} */ (event.data).filter((path) =>
    path.startsWith(`${BASE}/web/${MARK}/`),
  );
  event.waitUntil(caches.open(PAGE).then((cache) => Promise.all(files.map((file) => keepFile(cache, file)))));
});

/** From the cache, else from the server. @param {Request} request */
async function file(request) {
  const cache = await caches.open(PAGE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith(`${BASE}/web/${MARK}/`))
    cache.put(request, answer.clone());
  return answer;
}

/** The current page, else the cached one; the same page serves every key in its address. */
async function page(/** @type {Request} */ request) {
  const pathname = new URL(request.url).pathname.slice(BASE.length);
  const name = `${BASE}/${pathname.split('/')[1]}`;
  const cache = await caches.open(PAGE);
  try {
    const answer = await fetch(request);
    if (answer.ok && KEPT.test(pathname)) cache.put(name, answer.clone());
    return answer;
  } catch (error) {
    const known = (await cache.match(name)) ?? (await cache.match(`${BASE}/`));
    if (known) return known;
    throw error;
  }
}

/** A review that was looked at before stays. @param {Request} request */
async function review(request) {
  const cache = await caches.open(REVIEWS);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      const old = (await cache.keys()).slice(0, -MAX_REVIEWS);
      await Promise.all(old.map((each) => cache.delete(each)));
    }
    return answer;
  } catch (error) {
    const known = await cache.match(request);
    if (known) return known;
    throw error;
  }
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname: whole } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !whole.startsWith(`${BASE}/`)) return;
  const pathname = whole.slice(BASE.length);
  if (pathname.startsWith('/web/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
  else if (/^\/api\/(replay|review)\//.test(pathname)) event.respondWith(review(request));
});

// "Your turn" was pressed: the table opens, in a page that is open already if there is one.
scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const go = async () => {
    const [open] = await scope.clients.matchAll({ type: 'window' });
    if (!open) return scope.clients.openWindow(event.notification.data);
    await open.focus();
    await open.navigate(event.notification.data);
  };
  event.waitUntil(go());
});
