/** Exahuna Special: eight kinds of bridges, islands with points and a worth. */
import { boardSpecial } from '../board/board-hex.js';
import { position } from '../board/position.js';
import { hexes } from './hexes.js';

/** @type {GamePage} */
export const special = {
  ...hexes,
  name: 'exahuna-special',
  render: boardSpecial,
  sample: position(
    {
      white:
        '4:d2-e1 4:d1-e1 valour:d1=e1 minus:c1-d1 minus:d1-d2 2:c3-d2 double:c1=d1 3:b1=c1 ' +
        'minus:b1-c1 joker:a1=b1 joker:a1-b1 joker:a1-b2 valour:c2-d1 joker:c1-c2 valour:c2-d2 ' +
        '4:b1-c2 4:b1-b2',
      black:
        '1:c5-d4 3:c5=d4 1:d4=e3 double:b4=c5 1:d4-e3 double:e2-e3 joker:c4-d4 double:c4-c5 1:b4-c4 ' +
        'valour:b4-c5 joker:e2=e3 minus:b3-c4 3:e1-e2 4:d3-d4 valour:d3-e3 valour:c4-d3 4:d3-e2 ' +
        '2:e1=e2 3:c3-c4',
    },
    { white: 'a1 b1 c1 c2 d1 d2 e1', black: 'b4 c4 c5 d3 d4 e2 e3' },
  ),
  rules: {
    part: 's',
    sections: 's.kinds s.points s.control s.joker.move s.steps s.end',
  },
  keys: [
    ['1 – 8', 'kinds'],
    ['J', 'joker'],
  ],
  islandsWord: 'replay.worth',
  worthWins: true,
};
