/** The games at the table: the larger half of what differs from game to game, which only the table loads. */
import { exahunaTable } from './exahuna-table.js';
import { kahunaTable } from './kahuna-table.js';
import { specialTable } from './special-table.js';

/** @type {Record<string, TableGame>} */
const TABLES = Object.fromEntries([kahunaTable, exahunaTable, specialTable].map((game) => [game.name, game]));

/** A game at the table, by name. @param {string} name @returns {TableGame} */
export const tableOf = (name) => TABLES[name];
