/** Exahuna at the table. */
import { t } from '../lib/i18n.js';
import { guideHex, hexesTable, showDuel } from './hexes-table.js';
import { reader } from './moves.js';

/** @type {TableGame} */
export const exahunaTable = {
  ...hexesTable,
  name: 'exahuna',
  read: reader('exahuna'),
  tableClass: 'hexes handless',
  acts: [],
  keptPiece: () => '',
  guide: (table) => guideHex(table) ?? t('say.hex'),
  handClass: 'cards',
  handRole: 'group',
  fillHand: null,
  pressDigit: (_table, digit) => digit <= 8,
  showScore: (table, parts) => showDuel(table, parts, { tally: 'tally.hex', islands: 'islands' }),
};
