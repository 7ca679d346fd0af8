/** Facts of the rules and of the server. Written by `make types`: change them there, not here. */

/** @type {Board} */
export const KAHUNA = {
  islands: [
    { name: 'ALOA', at: [164, 132] },
    { name: 'BARI', at: [523, 156] },
    { name: 'COCO', at: [888, 238] },
    { name: 'DUDA', at: [256, 263] },
    { name: 'ELAI', at: [390, 348] },
    { name: 'FAAA', at: [674, 265] },
    { name: 'GOLA', at: [782, 365] },
    { name: 'HUNA', at: [206, 446] },
    { name: 'IFFI', at: [508, 505] },
    { name: 'JOJO', at: [675, 464] },
    { name: 'KAHU', at: [801, 567] },
    { name: 'LALE', at: [454, 662] },
  ],
  links: [
    { id: 'ALOA-BARI', a: 'ALOA', b: 'BARI', rim: false },
    { id: 'ALOA-DUDA', a: 'ALOA', b: 'DUDA', rim: false },
    { id: 'ALOA-HUNA', a: 'ALOA', b: 'HUNA', rim: false },
    { id: 'BARI-COCO', a: 'BARI', b: 'COCO', rim: false },
    { id: 'BARI-DUDA', a: 'BARI', b: 'DUDA', rim: false },
    { id: 'BARI-ELAI', a: 'BARI', b: 'ELAI', rim: false },
    { id: 'BARI-FAAA', a: 'BARI', b: 'FAAA', rim: false },
    { id: 'COCO-FAAA', a: 'COCO', b: 'FAAA', rim: false },
    { id: 'COCO-GOLA', a: 'COCO', b: 'GOLA', rim: false },
    { id: 'COCO-KAHU', a: 'COCO', b: 'KAHU', rim: false },
    { id: 'DUDA-ELAI', a: 'DUDA', b: 'ELAI', rim: false },
    { id: 'DUDA-HUNA', a: 'DUDA', b: 'HUNA', rim: false },
    { id: 'ELAI-FAAA', a: 'ELAI', b: 'FAAA', rim: false },
    { id: 'ELAI-HUNA', a: 'ELAI', b: 'HUNA', rim: false },
    { id: 'ELAI-IFFI', a: 'ELAI', b: 'IFFI', rim: false },
    { id: 'ELAI-JOJO', a: 'ELAI', b: 'JOJO', rim: false },
    { id: 'FAAA-GOLA', a: 'FAAA', b: 'GOLA', rim: false },
    { id: 'FAAA-JOJO', a: 'FAAA', b: 'JOJO', rim: false },
    { id: 'GOLA-JOJO', a: 'GOLA', b: 'JOJO', rim: false },
    { id: 'GOLA-KAHU', a: 'GOLA', b: 'KAHU', rim: false },
    { id: 'HUNA-IFFI', a: 'HUNA', b: 'IFFI', rim: false },
    { id: 'HUNA-LALE', a: 'HUNA', b: 'LALE', rim: false },
    { id: 'IFFI-JOJO', a: 'IFFI', b: 'JOJO', rim: false },
    { id: 'IFFI-KAHU', a: 'IFFI', b: 'KAHU', rim: false },
    { id: 'IFFI-LALE', a: 'IFFI', b: 'LALE', rim: false },
    { id: 'JOJO-KAHU', a: 'JOJO', b: 'KAHU', rim: false },
    { id: 'KAHU-LALE', a: 'KAHU', b: 'LALE', rim: false },
  ],
};

/** @type {Board} */
export const EXAHUNA = {
  islands: [
    { name: 'a1', at: [330, 86] },
    { name: 'a2', at: [500, 86] },
    { name: 'a3', at: [670, 86] },
    { name: 'b1', at: [245, 233] },
    { name: 'b2', at: [415, 233] },
    { name: 'b3', at: [585, 233] },
    { name: 'b4', at: [755, 233] },
    { name: 'c1', at: [160, 380] },
    { name: 'c2', at: [330, 380] },
    { name: 'c3', at: [500, 380] },
    { name: 'c4', at: [670, 380] },
    { name: 'c5', at: [840, 380] },
    { name: 'd1', at: [245, 527] },
    { name: 'd2', at: [415, 527] },
    { name: 'd3', at: [585, 527] },
    { name: 'd4', at: [755, 527] },
    { name: 'e1', at: [330, 674] },
    { name: 'e2', at: [500, 674] },
    { name: 'e3', at: [670, 674] },
  ],
  links: [
    { id: 'a1-a2', a: 'a1', b: 'a2', rim: false },
    { id: 'a1-b1', a: 'a1', b: 'b1', rim: false },
    { id: 'a1-b2', a: 'a1', b: 'b2', rim: false },
    { id: 'a2-a3', a: 'a2', b: 'a3', rim: false },
    { id: 'a2-b2', a: 'a2', b: 'b2', rim: false },
    { id: 'a2-b3', a: 'a2', b: 'b3', rim: false },
    { id: 'a3-b3', a: 'a3', b: 'b3', rim: false },
    { id: 'a3-b4', a: 'a3', b: 'b4', rim: false },
    { id: 'b1-b2', a: 'b1', b: 'b2', rim: false },
    { id: 'b1-c1', a: 'b1', b: 'c1', rim: false },
    { id: 'b1-c2', a: 'b1', b: 'c2', rim: false },
    { id: 'b2-b3', a: 'b2', b: 'b3', rim: false },
    { id: 'b2-c2', a: 'b2', b: 'c2', rim: false },
    { id: 'b2-c3', a: 'b2', b: 'c3', rim: false },
    { id: 'b3-b4', a: 'b3', b: 'b4', rim: false },
    { id: 'b3-c3', a: 'b3', b: 'c3', rim: false },
    { id: 'b3-c4', a: 'b3', b: 'c4', rim: false },
    { id: 'b4-c4', a: 'b4', b: 'c4', rim: false },
    { id: 'b4-c5', a: 'b4', b: 'c5', rim: false },
    { id: 'c1-c2', a: 'c1', b: 'c2', rim: false },
    { id: 'c1-d1', a: 'c1', b: 'd1', rim: false },
    { id: 'c2-c3', a: 'c2', b: 'c3', rim: false },
    { id: 'c2-d1', a: 'c2', b: 'd1', rim: false },
    { id: 'c2-d2', a: 'c2', b: 'd2', rim: false },
    { id: 'c3-c4', a: 'c3', b: 'c4', rim: false },
    { id: 'c3-d2', a: 'c3', b: 'd2', rim: false },
    { id: 'c3-d3', a: 'c3', b: 'd3', rim: false },
    { id: 'c4-c5', a: 'c4', b: 'c5', rim: false },
    { id: 'c4-d3', a: 'c4', b: 'd3', rim: false },
    { id: 'c4-d4', a: 'c4', b: 'd4', rim: false },
    { id: 'c5-d4', a: 'c5', b: 'd4', rim: false },
    { id: 'd1-d2', a: 'd1', b: 'd2', rim: false },
    { id: 'd1-e1', a: 'd1', b: 'e1', rim: false },
    { id: 'd2-d3', a: 'd2', b: 'd3', rim: false },
    { id: 'd2-e1', a: 'd2', b: 'e1', rim: false },
    { id: 'd2-e2', a: 'd2', b: 'e2', rim: false },
    { id: 'd3-d4', a: 'd3', b: 'd4', rim: false },
    { id: 'd3-e2', a: 'd3', b: 'e2', rim: false },
    { id: 'd3-e3', a: 'd3', b: 'e3', rim: false },
    { id: 'd4-e3', a: 'd4', b: 'e3', rim: false },
    { id: 'e1-e2', a: 'e1', b: 'e2', rim: false },
    { id: 'e2-e3', a: 'e2', b: 'e3', rim: false },
    { id: 'a1=a2', a: 'a1', b: 'a2', rim: true },
    { id: 'a1=b1', a: 'a1', b: 'b1', rim: true },
    { id: 'a2=a3', a: 'a2', b: 'a3', rim: true },
    { id: 'a3=b4', a: 'a3', b: 'b4', rim: true },
    { id: 'b1=c1', a: 'b1', b: 'c1', rim: true },
    { id: 'b4=c5', a: 'b4', b: 'c5', rim: true },
    { id: 'c1=d1', a: 'c1', b: 'd1', rim: true },
    { id: 'c5=d4', a: 'c5', b: 'd4', rim: true },
    { id: 'd1=e1', a: 'd1', b: 'e1', rim: true },
    { id: 'd4=e3', a: 'd4', b: 'e3', rim: true },
    { id: 'e1=e2', a: 'e1', b: 'e2', rim: true },
    { id: 'e2=e3', a: 'e2', b: 'e3', rim: true },
  ],
};

/** Of the messages between page and server. */
export const VERSION = 1;

/** Cards in a hand (K7). */
export const HAND_LIMIT = 5;

/** Cards of each island (K1). */
export const CARDS_AN_ISLAND = 2;

/** Rounds of a game with cards (K10). */
export const ROUNDS = 3;

/** Bridges of a head start (K15). */
export const MAX_HANDICAP = 3;

/** Characters of a player's name. */
export const MAX_NAME_CHARS = 32;

/** Actions in one request for previews. */
export const MAX_PREVIEWS = 128;

/** Our players, from the weakest to the strongest. */
export const LEVELS = ['limu', 'papai', 'manu', 'fee', 'honu', 'mano', 'kohola', 'hoku'];

/** The kinds of Special's bridges (S2). */
export const KINDS = ['1', '2', '3', '4', 'minus', 'joker', 'valour', 'double'];

/** The games, in the order in which they are offered. */
export const GAMES = ['kahuna', 'exahuna', 'exahuna-special'];

/** The names of turns by their least loss, the greatest first. @type {[string, number][]} */
export const LABELS = [
  ['blunder', 0.18],
  ['mistake', 0.08],
  ['slip', 0.03],
  ['good', 0.01],
  ['best', 0],
];

/**
 * The bridges that each side begins with: a number, or one for each kind.
 * @type {Record<string, number | Record<string, number>>}
 */
export const SUPPLIES = {
  kahuna: 25,
  exahuna: 32,
  'exahuna-special': {'1': 4, '2': 4, '3': 4, '4': 4, 'minus': 4, 'joker': 4, 'valour': 4, 'double': 4},
};

/**
 * How actions are written: of each game the forms; the named groups are the parts of an action.
 * @type {Record<string, { name: string, pattern: RegExp, examples: string[] }[]>}
 */
export const NOTATION = {
  kahuna: [
    {
      name: 'place',
      pattern: /^(?<card>\w+)>(?<to>\w+)$/,
      examples: ['HUNA>ELAI'],
    },
    {
      name: 'remove',
      pattern: /^(?<card>\w+)\+(?<second>\w+) x (?<link>\w+-\w+)$/,
      examples: ['HUNA+HUNA x ELAI-HUNA'],
    },
    {
      name: 'replace',
      pattern: /^(?<card>\w+)\+(?<second>\w+) xx (?<link>\w+-\w+)$/,
      examples: ['ELAI+HUNA xx ELAI-HUNA'],
    },
    {
      name: 'discard',
      pattern: /^~(?<card>\w+)$/,
      examples: ['~BARI'],
    },
    {
      name: 'take',
      pattern: /^\+\d?$/,
      examples: ['+2', '+'],
    },
    {
      name: 'end',
      pattern: /^-$/,
      examples: ['-'],
    },
    {
      name: 'head-start',
      pattern: /^=(?<link>\w+-\w+)$/,
      examples: ['=ELAI-HUNA'],
    },
  ],
  exahuna: [
    {
      name: 'side',
      pattern: /^(?<link>\w+[-=]\w+)$/,
      examples: ['a1-a2', 'a1=a2'],
    },
    {
      name: 'pass',
      pattern: /^-$/,
      examples: ['-'],
    },
  ],
  'exahuna-special': [
    {
      name: 'kind',
      pattern: /^(?<piece>\w+):(?<link>\w+[-=]\w+)$/,
      examples: ['3:a1-a2'],
    },
    {
      name: 'joker',
      pattern: /^(?<from>\w+[-=]\w+)>(?<link>\w+[-=]\w+)$/,
      examples: ['b2-b3>a1-a2'],
    },
    {
      name: 'pass',
      pattern: /^-$/,
      examples: ['-'],
    },
  ],
};

/** The board of each game. @type {Record<string, Board>} */
export const BOARDS = {
  kahuna: KAHUNA,
  exahuna: EXAHUNA,
  'exahuna-special': EXAHUNA,
};
