/** Exahuna Special at the table. */
import { OTHER } from '../board/boards.js';
import { h, put } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sync } from '../lib/lists.js';
import { disc, kindGlyph } from '../lib/ui.js';
import { kindName } from '../table/words.js';
import { KINDS } from './facts.js';
import { guideHex, hexesTable, showDuel } from './hexes-table.js';
import { reader } from './moves.js';

/** @type {TableGame} */
export const specialTable = {
  ...hexesTable,
  name: 'exahuna-special',
  read: reader('exahuna-special'),
  tableClass: 'hexes special',
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
  pressDigit(table, digit) {
    if (digit > KINDS.length) return false;
    chooseKind(table, KINDS[digit - 1]);
    return true;
  },
  async lookClosely(table, host, seen) {
    const { showGlass } = await import('../table/glass.js');
    if (host.checkVisibility()) showGlass(table, host, seen);
  },
  showScore(table, parts) {
    showDuel(table, parts, { tally: 'tally.worth', islands: 'worth' });
    parts.full.append(h('p', { class: 'tally' }, t('legend')));
  },
};

/** A kind was pressed. @param {Table} table @param {string} piece */
function chooseKind(table, piece) {
  const { view, bottom, mine, pick } = table;
  if (!mine) return table.warn(t('why.turn'));
  if (!view.supply[bottom][piece]) return table.warn(t('why.kind', { kind: kindName(piece) }));
  table.choose({ piece, joker: false, to: null, link: pick.joker ? null : pick.link });
}

/**
 * The kinds that are left, to choose from, and what the opponent has of them.
 * @param {Table} table
 * @param {HTMLElement} host
 */
function fillHand(table, host) {
  const { view, pick, mine, bottom, cast } = table;
  const foe = OTHER[bottom];
  put(host, 'aria-label', t('kinds'));
  const make = (/** @type {string} */ kind) => () =>
    h(
      'button',
      { class: 'kind', type: 'button', role: 'radio', on: { click: () => chooseKind(table, kind) } },
      h('span', { class: 'own' }, kindGlyph(kind, bottom), h('b', { class: 'n' })),
      h('span', { class: 'kind-name' }, kindName(kind)),
      h('span', { class: 'their' }, disc(foe), h('span', { class: 'm' })),
    );
  sync(
    host,
    KINDS.map((kind) => [`${kind} ${bottom}`, make(kind)]),
  );
  for (const [i, node] of /** @type {HTMLButtonElement[]} */ ([...host.children]).entries()) {
    const kind = KINDS[i];
    const [own, theirs] = [view.supply[bottom][kind], view.supply[foe][kind]];
    const left = t('kinds.left', { count: own });
    const has = t('kinds.theirs', { who: cast.names[foe], count: theirs });
    put(node, 'aria-checked', String(pick.piece === kind && !pick.joker));
    put(node, 'aria-label', `${kindName(kind)}, ${t(`effect.${kind}`)}, ${left}, ${has}`);
    node.title = t(`effect.${kind}`);
    put(node, 'aria-disabled', own && mine ? null : 'true');
    const write = (/** @type {string} */ query, /** @type {number} */ count) => {
      /** @type {HTMLElement} */ (node.querySelector(query)).textContent = `×${count}`;
    };
    write('.n', own);
    write('.m', theirs);
  }
}
