/** Exahuna Special at the table. */
import { OTHER } from '../board/boards.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sync } from '../lib/lists.js';
import { kindGlyph } from '../lib/ui.js';
import { kindName, who } from '../table/words.js';
import { KINDS } from './facts.js';
import { guideHex, hexesTable, showDuel } from './hexes-table.js';

/** @type {TableGame} */
export const specialTable = {
  ...hexesTable,
  name: 'exahuna-special',
  tableClass: 'hexes',
  acts: ['joker'],
  keptPiece: (view, seat, { piece }) => (piece && view.supply[seat][piece] ? piece : null),
  guide(table) {
    const { piece } = table.pick;
    const common = guideHex(table);
    if (common !== null) return common;
    return piece ? t('say.kind', { kind: kindName(piece), effect: t(`effect.${piece}`) }) : t('say.special');
  },
  handClass: 'kinds cards',
  handRole: 'radiogroup',
  fillHand,
  pressDigit({ view, bottom, parts }, digit) {
    if (digit > KINDS.length) return false;
    const node = /** @type {HTMLElement | undefined} */ (parts.hand.cards.children[digit - 1]);
    if (view.supply[bottom][KINDS[digit - 1]]) node?.click();
    return true;
  },
  makeTheirs,
  showScore: (table, parts) => showDuel(table, parts, { tally: 'tally.worth', islands: 'worth' }),
};

/** The kinds that are left, to choose from. @param {Table} table @param {HTMLElement} host */
function fillHand(table, host) {
  const { view, pick, mine, bottom } = table;
  const supply = view.supply[bottom];
  put(host, 'aria-label', t('kinds'));
  const choose = (/** @type {string} */ piece) => () =>
    table.choose({ piece, joker: false, to: null, link: table.pick.joker ? null : table.pick.link });
  const make = (/** @type {string} */ kind) => () =>
    h(
      'button',
      { class: 'kind', type: 'button', role: 'radio', on: { click: choose(kind) } },
      kindGlyph(kind, bottom),
      h('b', { class: 'only-desktop' }, kindName(kind)),
      h('span'),
    );
  sync(
    host,
    KINDS.map((kind) => [kind, make(kind)]),
  );
  for (const node of /** @type {HTMLButtonElement[]} */ ([...host.children])) {
    const kind = node.dataset.key ?? '';
    const left = t('kinds.left', { count: supply[kind] });
    put(node, 'aria-checked', String(pick.piece === kind && !pick.joker));
    put(node, 'aria-label', `${kindName(kind)}, ${t(`effect.${kind}`)}, ${left}`);
    node.title = t(`effect.${kind}`);
    node.disabled = !supply[kind] || !mine;
    const count = /** @type {HTMLElement} */ (node.lastElementChild);
    count.textContent = left;
    count.dataset.left = `×\u2009${supply[kind]}`;
  }
}

/** What the opponent has left, and what the signs on the board mean. @param {Table} table */
function makeTheirs(table) {
  const node = h('section', { class: 'theirs' });
  const show = () => {
    const foe = OTHER[table.bottom];
    const supply = table.view.supply[foe];
    const items = KINDS.map((kind) => {
      const name = h('span', { class: 'kind-name' }, `${kindName(kind)} `);
      const count = h('b', {}, `×\u2009${supply[kind]}`);
      return h('li', {}, kindGlyph(kind, foe), h('span', {}, name, count));
    });
    node.replaceChildren(
      h('h2', { class: 'eyebrow' }, t('theirs', { who: who(table.cast, foe) })),
      h('ul', { class: 'legend' }, items),
      h('p', { class: 'market-note full' }, t('legend')),
    );
  };
  return { node, show };
}
