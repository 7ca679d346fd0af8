/** Positions written in short. */

const words = (/** @type {string} */ text) => text.split(' ').filter(Boolean);

/**
 * A position in short: bridges of both sides ("ALOA-BARI", or in Special "4:a1-a2"), then the islands each
 * controls.
 * @param {Record<Seat, string>} bridges
 * @param {Record<Seat, string>} control
 * @returns {Position}
 */
export function position(bridges, control) {
  const laid = /** @type {Record<string, any>} */ ({});
  const controllers = /** @type {Record<string, Seat>} */ ({});
  for (const seat of /** @type {Seat[]} */ (['white', 'black'])) {
    for (const name of words(bridges[seat])) {
      const [link, kind] = name.split(':').reverse();
      laid[link] = kind ? { colour: seat, kind } : seat;
    }
    for (const island of words(control[seat])) controllers[island] = seat;
  }
  return { bridges: laid, control: controllers };
}
