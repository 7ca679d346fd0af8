/** Clocks in words. */
import { t } from '../lib/i18n.js';

/** @param {Room['clock']} clock */
export function clockWords(clock) {
  if (!clock) return t('join.no-clock');
  if (clock.kind === 'turn')
    return t('home.clock.days', { count: Math.max(1, Math.round(clock.hours / 24)) });
  const { minutes, increment } = clock;
  return increment ? t('home.clock.plus', { minutes, increment }) : t('home.clock.total', { count: minutes });
}
