/** What lies over the table when the game stands so: the curtain, an invitation, the result. */
import { lift } from '../lib/lists.js';

/**
 * The curtain and the cards on the board, drawn by modules that most turns do not need. Called one after the
 * other.
 * @param {Table} table
 * @param {Overlays} open what lies there; it is changed here only
 */
export async function arrange(table, open) {
  await arrangeCurtain(table, open);
  await arrangeCards(table, open);
}

/** Whether nobody's hand may be seen: same screen, between two turns. @param {Table} table */
const covered = ({ now }) =>
  now.room.same_screen && !now.seat && !now.view.result && now.room.seats.length > 0;

/** @param {Table} table @param {Overlays} open */
async function arrangeCurtain(table, open) {
  if (!covered(table) || open.curtainOf !== table.now.number) open.curtain?.close();
  if (!covered(table) || open.curtain?.open) return;
  const { drawCurtain } = await import('./curtain.js');
  if (!covered(table)) return;
  open.curtain = drawCurtain(table);
  open.curtainOf = table.now.number;
}

/** @param {Table} table @param {Overlays} open */
async function arrangeCards(table, open) {
  const host = table.parts.board.node;
  const waits = Boolean(table.now.room.links.invite) && !table.view.result;
  if (!waits) lift(host.querySelector('.invite'));
  if (!table.view.result) {
    lift(open.result?.node);
    open.result = null;
  }
  if (!table.view.result && !waits) return;
  const { gameOver, invitation } = await import('./panels.js');
  if (table.view.result) {
    open.result ??= gameOver(table, host);
    open.result.show();
  } else if (table.now.room.links.invite && !host.querySelector('.invite')) invitation(table, host);
}
