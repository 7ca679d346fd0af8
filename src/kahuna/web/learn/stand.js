/**
 * A strip in place of the guidance, used by coach and practice: it hides as soon as something is picked or
 * the table itself has something to say, so that no row of the table changes its height.
 */

/** Whether the guidance line is needed now. @param {Table} table */
const needed = ({ pick, notice, advice, parts }) =>
  pick.cards.length > 0 ||
  pick.discard ||
  pick.joker ||
  Boolean(pick.link || pick.armed || notice || advice) ||
  Boolean(parts.hand.node.querySelector('.say.has-live'));

/**
 * @param {Table} table
 * @param {HTMLElement} strip
 * @param {() => void} changed called when the guidance has changed
 */
export function makeStand(table, strip, changed) {
  const observer = new MutationObserver(changed);
  return {
    /** Puts the strip where it belongs, also after the table was rebuilt. */
    place() {
      const { node } = table.parts.hand;
      if (strip.parentNode === node) return;
      node.prepend(strip);
      observer.disconnect();
      observer.observe(/** @type {HTMLElement} */ (node.querySelector('.say')), {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    },
    /** @param {boolean} speaks whether there is anything to say */
    show(speaks) {
      const here = speaks && !needed(table);
      if (strip.hidden === !here) return;
      strip.hidden = !here;
      table.parts.hand.node.classList.toggle('spoken', here);
    },
    remove() {
      observer.disconnect();
      strip.remove();
      table.parts.hand.node.classList.remove('spoken');
    },
  };
}
