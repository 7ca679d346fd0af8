/** What lies over the table in certain states of the game: the curtain, an invitation, the result. */
import { lift } from '../lib/lists.js';

/**
 * The curtain and the cards on the board, rendered by modules that most turns do not need. Called one after
 * the other.
 * @param {Table} table
 */
export async function arrange(table) {
  await arrangeCurtain(table);
  await arrangeCards(table);
}

/** Whether nobody's hand may be seen: same screen, between two turns. @param {Table} table */
const covered = ({ now }) =>
  now.room.same_screen && !now.seat && !now.view.result && now.room.seats.length > 0;

/** @param {Table} table */
async function arrangeCurtain(table) {
  const { curtain, curtainOf } = table.laid;
  if (!covered(table) || curtainOf !== table.now.number) curtain?.close();
  if (!covered(table) || curtain?.open) return;
  const { makeCurtain } = await import('./curtain.js');
  if (covered(table)) table.lay({ curtain: makeCurtain(table), curtainOf: table.now.number });
}

/** @param {Table} table */
async function arrangeCards(table) {
  const host = table.parts.board.node;
  const waits = Boolean(table.now.room.links.invite) && !table.view.result;
  if (!waits) lift(host.querySelector('.invite'));
  if (!table.view.result) {
    lift(table.laid.result?.node);
    table.lay({ result: null });
  }
  if (!table.view.result && !waits) return;
  if (table.view.result) {
    const { gameOver } = await import('./panels.js');
    if (!table.view.result) return;
    if (!table.laid.result) table.lay({ result: gameOver(table, host) });
    table.laid.result?.show();
    return;
  }
  const { invitation } = await import('./invitation.js');
  if (table.now.room.links.invite && !host.querySelector('.invite')) invitation(table, host);
}
