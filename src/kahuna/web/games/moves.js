/** Actions as the page reads them. */

/** An action of which nothing else is known yet. @param {string} action @returns {Move} */
export const blankMove = (action) => ({ action, kind: 'end', link: '', cards: [], piece: '', from: '' });
