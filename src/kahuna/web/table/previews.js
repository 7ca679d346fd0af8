/** What actions would do: asked of the server for what is picked, and kept while the position lasts. */
import { MAX_PREVIEWS } from '../games/facts.js';

/**
 * Asks about those of these actions that were not asked about yet.
 * @param {import('./state.js').TableState} state
 * @param {string[]} actions
 * @param {(message: FromPage) => boolean} send
 */
export function askPreviews({ asked, now }, actions, send) {
  const missing = actions.filter((action) => !asked.has(action)).slice(0, MAX_PREVIEWS);
  if (missing.length && send({ type: 'preview', actions: missing, number: now.number }))
    for (const action of missing) asked.add(action);
}
