/** Parses actions into their parts; facts.js says how each game writes them. */
import { BOARDS, NOTATION } from './facts.js';

/**
 * The table's names for actions, where they differ from the names of their forms.
 * @type {Record<string, Move['kind']>}
 */
const KINDS = { 'head-start': 'start', side: 'hex', kind: 'hex', pass: 'end' };

/** Reads actions of this game. @param {string} game @returns {(action: string) => Move} */
export function reader(game) {
  const { links } = BOARDS[game];
  return (action) => {
    const form = NOTATION[game].find(({ pattern }) => pattern.test(action));
    const { card, second, to, link, piece, from } = form?.pattern.exec(action)?.groups ?? {};
    const between = links.find(({ a, b }) => (a === card && b === to) || (a === to && b === card));
    return {
      action,
      kind: KINDS[form?.name ?? ''] ?? /** @type {Move['kind']} */ (form?.name ?? 'end'),
      link: link ?? (to && between ? between.id : ''),
      cards: [card, second].filter(Boolean),
      piece: piece ?? '',
      from: from ?? '',
    };
  };
}
