/** What levels and players are called. */
import { has, t } from './i18n.js';

/** A level's name; one without a translation keeps the server's name. @param {string} name */
export const levelName = (name) => (has(`level.${name}`) ? t(`level.${name}`) : name);

/** A player's name, or `nameless` if they have none. @param {Player} player @param {string} nameless */
export const playerName = ({ kind, name }, nameless) =>
  kind === 'level' ? levelName(name) : name || nameless;
