/** Where the server stands on its host: "" for the root, "/kahuna" behind a proxy (docs/hosting.md). */
export const BASE = document.documentElement.dataset.base ?? '';

/**
 * A path of the server as an address of its host. Other addresses, and paths that already have the base, are
 * returned unchanged.
 * @param {string} path
 */
export const at = (path) =>
  BASE && path.startsWith('/') && !path.startsWith('//') && !`${path}/`.startsWith(`${BASE}/`)
    ? BASE + path
    : path;
