/** Works out a finished game's decks again, in the browser; nothing is sent for it (docs/fair-cards.md). */
import { gameOf } from '../games/index.js';
import { finishedRecord } from '../lib/api.js';
import { fairDeckWrong, keepsPromise } from '../lib/fair.js';
import { t } from '../lib/i18n.js';
import { contributedTo } from '../lib/promises.js';

/**
 * What the cards of this game turn out to be, in a sentence.
 * @param {{ key: string, record: string }} of a stored game, or the text of a record
 */
export async function checkCards({ key, record: text }) {
  const record = key ? await finishedRecord(key) : JSON.parse(text);
  const { fair, decks, game, start } = record;
  if (!fair) return t('fair.none');
  if (!keepsPromise(fair)) return t('fair.secret');
  const islands = gameOf(game).board.islands.map(({ name }) => name);
  const wrong = fairDeckWrong(fair, decks, islands, start?.round);
  if (wrong) return t('fair.deck', { number: wrong });
  const mine = contributedTo(fair.commitment);
  if (!mine) return t('fair.consistent');
  return t([fair.white, fair.black].includes(mine) ? 'fair.promised' : 'fair.without-mine');
}
