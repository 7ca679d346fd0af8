/** Clocks and a head start in words. */
import { t } from '../lib/i18n.js';

/** @param {Room['clock']} clock */
export function clockWords(clock) {
  if (!clock) return t('join.no-clock');
  if (clock.kind === 'turn')
    return t('home.clock.days', { count: Math.max(1, Math.round(clock.hours / 24)) });
  const { minutes, increment } = clock;
  return increment ? t('home.clock.plus', { minutes, increment }) : t('home.clock.total', { count: minutes });
}

/** The head start as this seat sees it. @param {Record<string, any>} rules @param {Seat} seat */
export const headStart = ({ handicap, handicap_to }, seat) => {
  const whose = handicap_to === seat ? 'me' : 'them';
  return `${t('home.head')}: ${t(`home.head.${whose}`, { count: handicap })}`;
};
