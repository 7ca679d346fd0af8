/** What the games on the board of hexagons share: one bridge a turn, no cards, White begins. */
import { islandCount } from '../board/boards.js';
import { t } from '../lib/i18n.js';
import { EXAHUNA } from './facts.js';

export const hexes = {
  board: EXAHUNA,
  hasCards: false,
  variants: false,
  /** @type {GamePage['score']} */
  score: islandCount,
  /** @type {GamePage['where']} */
  where: (view) => t('home.move', { turn: view.turn }),
  /** @type {GamePage['place']} */
  place: (view) => t('replay.turn', { turn: view.turn }),
};
