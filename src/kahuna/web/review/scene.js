/** What the board shows: a step of the game, what would have been better, or what is being tried. */

/** @typedef {import('./state.js').ReviewState} ReviewState */

/**
 * What the events of an action say it would do.
 * @param {Seat} by
 * @param {Events} events
 * @returns {Preview | null}
 */
function previewFrom(by, events) {
  const some = (/** @type {string} */ name) => events.filter(({ event }) => event === name);
  const [placed] = some('placed');
  const [removed] = some('removed');
  const [moved] = some('moved');
  const link = placed?.link ?? removed?.link ?? moved?.to;
  if (!link) return null;
  return {
    link,
    by,
    kind: placed?.kind ?? moved?.kind,
    from: moved?.link,
    removes: Boolean(removed),
    builds: Boolean(placed ?? moved),
    wins: some('won').flatMap(({ seat, island }) => (seat === by ? [island] : [])),
    falls: some('fell').map((event) => event.link),
    loses: some('lost').map(({ island }) => island),
  };
}

/** Links that an action changed. @param {Events} events */
const changed = (events) => [
  ...events.filter(({ event }) => event === 'placed').map(({ link }) => link),
  ...events.filter(({ event }) => event === 'moved').map(({ to }) => to),
];

/**
 * What is painted now.
 * @param {ReviewState} state
 * @param {{ usable: string[], removable: string[] }} offer links at which something can be tried
 * @returns {Scene}
 */
export function sceneOf({ game, at, review, pinned, exploring, trying, chosen }, { usable, removable }) {
  if (exploring) {
    const { view, events, seat } = exploring.here.found;
    const [answer] = trying?.answers ?? [];
    const by = view.to_move ?? 'white';
    const preview = answer && !chosen ? previewFrom(by, answer.events) : null;
    return { view, usable, removable, chosen, preview, last: seat ? changed(events) : [] };
  }
  const { view, events } = game.frames[at];
  const turn = pinned === null ? undefined : review?.turns[pinned];
  if (turn?.advice) return { view, preview: previewFrom(turn.seat, turn.advice.events) };
  return { view, last: changed(events) };
}
