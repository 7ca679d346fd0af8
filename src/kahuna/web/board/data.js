/**
 * Both boards as data, the same as src/kahuna/rules/boards.toml. `at` is on a 1000 x 760 canvas, north up.
 */

/** @param {string} id @returns {Link} */
const link = (id) => {
  const rim = id.includes('=');
  const [a, b] = id.split(rim ? '=' : '-');
  return { id, a, b, rim };
};
/** @param {string} text */
const words = (text) => text.trim().split(/\s+/);
/** @param {Record<string, [number, number]>} places @returns {Island[]} */
const islands = (places) => Object.entries(places).map(([name, at]) => ({ name, at }));

/** @type {Board} */
export const KAHUNA = {
  id: 'kahuna',
  islands: islands({
    ALOA: [164, 132],
    BARI: [523, 156],
    COCO: [888, 238],
    DUDA: [256, 263],
    ELAI: [390, 348],
    FAAA: [674, 265],
    GOLA: [782, 365],
    HUNA: [206, 446],
    IFFI: [508, 505],
    JOJO: [675, 464],
    KAHU: [801, 567],
    LALE: [454, 662],
  }),
  links: words(`
    ALOA-BARI ALOA-DUDA ALOA-HUNA BARI-COCO BARI-DUDA BARI-ELAI BARI-FAAA COCO-FAAA COCO-GOLA COCO-KAHU DUDA-ELAI
    DUDA-HUNA ELAI-FAAA ELAI-HUNA ELAI-IFFI ELAI-JOJO FAAA-GOLA FAAA-JOJO GOLA-JOJO GOLA-KAHU HUNA-IFFI HUNA-LALE
    IFFI-JOJO IFFI-KAHU IFFI-LALE JOJO-KAHU KAHU-LALE`).map(link),
};

/** @type {Board} */
export const EXAHUNA = {
  id: 'exahuna',
  islands: islands({
    a1: [330, 86],
    a2: [500, 86],
    a3: [670, 86],
    b1: [245, 233],
    b2: [415, 233],
    b3: [585, 233],
    b4: [755, 233],
    c1: [160, 380],
    c2: [330, 380],
    c3: [500, 380],
    c4: [670, 380],
    c5: [840, 380],
    d1: [245, 527],
    d2: [415, 527],
    d3: [585, 527],
    d4: [755, 527],
    e1: [330, 674],
    e2: [500, 674],
    e3: [670, 674],
  }),
  links: words(`
    a1-a2 a1-b1 a1-b2 a2-a3 a2-b2 a2-b3 a3-b3 a3-b4 b1-b2 b1-c1 b1-c2 b2-b3 b2-c2 b2-c3 b3-b4 b3-c3 b3-c4 b4-c4 b4-c5
    c1-c2 c1-d1 c2-c3 c2-d1 c2-d2 c3-c4 c3-d2 c3-d3 c4-c5 c4-d3 c4-d4 c5-d4 d1-d2 d1-e1 d2-d3 d2-e1 d2-e2 d3-d4 d3-e2
    d3-e3 d4-e3 e1-e2 e2-e3 a1=a2 a1=b1 a2=a3 a3=b4 b1=c1 b4=c5 c1=d1 c5=d4 d1=e1 d4=e3 e1=e2 e2=e3`).map(
    link,
  ),
};

/** The board of a game. @param {string} game */
export const boardOf = (game) => (game === 'kahuna' ? KAHUNA : EXAHUNA);
/** @param {Board} board @param {string} name */
export const linksOf = (board, name) => board.links.filter((l) => l.a === name || l.b === name);
/** @param {Board} board @param {string} name */
export const degree = (board, name) => linksOf(board, name).length;
/** Whose bridge it is. @param {Bridge | undefined} bridge */
export const ownerOf = (bridge) => (typeof bridge === 'object' ? bridge.colour : bridge);
/** @type {Record<Seat, Seat>} */
export const OTHER = { white: 'black', black: 'white' };
/** @type {Seat[]} */
export const SEATS = ['white', 'black'];
