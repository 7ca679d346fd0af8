/** Where the server stands on its host: "" for the root, "/kahuna" behind a proxy (docs/hosting.md). */
export const BASE = document.documentElement.dataset.base ?? '';

/**
 * A path of the server as an address of its host. Others are left alone, and so is one that has been here
 * before.
 * @param {string} path
 */
export const at = (path) =>
  BASE && path.startsWith('/') && !path.startsWith('//') && !`${path}/`.startsWith(`${BASE}/`)
    ? BASE + path
    : path;
