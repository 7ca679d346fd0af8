/** Exahuna and Special: what is said when a place is pressed on which nothing can be played. */
import { ownerOf } from '../board/boards.js';
import { t } from '../lib/i18n.js';
import { ownBridge } from '../table/answers.js';
import { linkName } from '../table/words.js';

/** @param {Table} table @param {string} link */
export function answerLink({ view, bottom, pick, cast }, link) {
  const owner = ownerOf(view.bridges[link]);
  if (pick.joker) return t(pick.to ? 'answer.joker.from' : 'answer.joker');
  if (owner === bottom) return ownBridge(link);
  if (owner) return t('answer.hex.enemy', { link: linkName(link), who: cast.names[owner] });
  if (pick.piece === null) return t('answer.kind');
  return t('answer.hex.free', { link: linkName(link) });
}
