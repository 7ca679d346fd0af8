/** Exahuna: hexagons, one kind of bridge, nothing hidden. */
import { boardExahuna } from '../board/board-hex.js';
import { position } from '../board/position.js';
import { hexes } from './hexes.js';

/** @type {GamePage} */
export const exahuna = {
  ...hexes,
  name: 'exahuna',
  render: boardExahuna,
  sample: position(
    {
      white:
        'a1-b2 a1=b1 a1=a2 b2-c2 a1-a2 a1-b1 b1-b2 a2-b2 b1-c1 a2-b3 b2-b3 b1=c1 c1-c2 b1-c2 c2-c3 ' +
        'b2-c3 b3-c3',
      black:
        'c5=d4 c5-d4 b4=c5 d4-e3 d3-d4 d4=e3 d3-e3 e2=e3 c4-c5 c4-d4 e2-e3 b4-c5 c4-d3 c3-d3 b4-c4 a3-b4',
    },
    { white: 'a1 a2 b1 b2 c1 c2', black: 'b4 c4 c5 d3 d4 e3' },
  ),
  rules: {
    part: 'e',
    sections: 'e.board e.move e.win e.end',
  },
  keys: [],
  islandsWord: 'islands',
  worthWins: false,
};
