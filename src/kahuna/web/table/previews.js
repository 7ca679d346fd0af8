/** What actions would do: asked of the server for what is picked, and kept while the position lasts. */

/** @param {(message: Record<string, unknown>) => boolean} send */
export function makePreviews(send) {
  /** @type {Map<string, GameEvent[]>} */
  const known = new Map();
  /** @type {Set<string>} */
  const asked = new Set();
  return {
    get: (/** @type {string} */ action) => known.get(action),
    /** @param {string[]} actions @param {number} number */
    ask(actions, number) {
      const missing = actions.filter((action) => !asked.has(action)).slice(0, 128);
      if (missing.length && send({ type: 'preview', actions: missing, number }))
        for (const action of missing) asked.add(action);
    },
    hear(/** @type {Previews} */ { events }) {
      for (const [action, found] of Object.entries(events)) if (asked.has(action)) known.set(action, found);
    },
    clear() {
      known.clear();
      asked.clear();
    },
  };
}
