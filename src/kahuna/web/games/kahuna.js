/** Kahuna: cards in the hand and in a row, three rounds, two cards to remove a bridge. */
import { archipelago } from '../board/archipelago.js';
import { boardKahuna } from '../board/board-kahuna.js';
import { position } from '../board/position.js';
import { t } from '../lib/i18n.js';

/** @type {GamePage} */
export const kahuna = {
  name: 'kahuna',
  get board() {
    return archipelago();
  },
  render: boardKahuna,
  sample: position(
    {
      white: 'BARI-ELAI DUDA-ELAI ELAI-HUNA HUNA-IFFI IFFI-LALE DUDA-HUNA ALOA-DUDA COCO-FAAA COCO-GOLA',
      black: 'ALOA-HUNA ALOA-BARI BARI-FAAA FAAA-JOJO IFFI-JOJO JOJO-KAHU COCO-KAHU GOLA-KAHU IFFI-KAHU',
    },
    { white: 'DUDA HUNA', black: 'ALOA JOJO KAHU' },
  ),
  hasCards: true,
  variants: true,
  rules: {
    part: 'k',
    sections:
      'k.setup k.turn k.build k.win k.remove k.discard k.take k.round k.last k.early k.planning ' +
      'k.head k.know k.example',
  },
  keys: [
    ['1 – 5', 'hand'],
    ['Q W E R', 'row'],
    ['T', 'take'],
    ['D', 'end'],
    ['X', 'discard'],
  ],
  islandsWord: 'islands',
  worthWins: false,
  score: (view, seat) => view.points[seat],
  where: (view) => t('home.round', { round: view.round }),
  place: (view) => `${t('replay.round', { round: view.round })} · ${t('replay.turn', { turn: view.turn })}`,
};
