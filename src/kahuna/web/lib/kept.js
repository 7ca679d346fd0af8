/**
 * What this device remembers of its visitor: language, scheme, name, last choices. Works without storage too.
 */

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return localStorage.getItem(`kahuna.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`kahuna.${key}`, value);
  } catch {
    /* forgotten with the page */
  }
}

/** Counts one more running game: the home page reserves space for it before the games are loaded. */
export const keepOneMore = () => keep('running', String((Number(kept('running')) || 0) + 1));
