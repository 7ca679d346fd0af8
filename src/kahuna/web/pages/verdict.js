/** What a review says of a finished game, in a few words: for lists of games. */
import { t } from '../lib/i18n.js';

const LEAST_LUCK = 3; // the least per cent worth mentioning

const RECENT = 10; // how many games the average accuracy covers

/**
 * How accurate the last reviewed games were on average, 0 to 1; null if there are none.
 * @param {{ verdict?: import('../messages.js').Verdict | null }[]} games the last changed first
 */
export function accuracyOf(games) {
  const found = games.map(({ verdict }) => verdict?.accuracy ?? null).filter((share) => share !== null);
  const last = found.slice(0, RECENT);
  return last.length ? last.reduce((sum, share) => sum + share, 0) / last.length : null;
}

/**
 * "92 % accurate, lucky +8"; nothing where the game was not reviewed.
 * @param {import('../messages.js').Verdict | null | undefined} verdict
 */
export function verdictWords(verdict) {
  if (!verdict || verdict.accuracy === null) return '';
  const luck = Math.round(100 * verdict.luck);
  const words = [t('verdict.accurate', { share: `${Math.round(100 * verdict.accuracy)}\u00a0%` })];
  if (Math.abs(luck) >= LEAST_LUCK)
    words.push(
      t(luck > 0 ? 'verdict.lucky' : 'verdict.unlucky', { luck: `${luck > 0 ? '+' : '−'}${Math.abs(luck)}` }),
    );
  return words.join(', ');
}
