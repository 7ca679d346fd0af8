/** What this device prefers at the table. */
import { keep, kept } from './kept.js';

/** @typedef {'sound' | 'motion' | 'remember' | 'keys' | 'tell' | 'chance'} Setting */
/** @type {Record<Setting, string>} what holds until something else is chosen */
const DEFAULTS = { sound: 'off', motion: 'on', remember: 'on', keys: 'on', tell: 'off', chance: 'off' };

/** @param {Setting} name */
export const setting = (name) => (kept(name) ?? DEFAULTS[name]) === 'on';
/** @param {Setting} name @param {boolean} on */
export const set = (name, on) => keep(name, on ? 'on' : 'off');
/** Whether things may move: if chosen here and not disabled in the system's settings. */
export const moving = () => setting('motion') && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether the window is a phone's, as the styles have it. */
export const onPhone = () =>
  matchMedia('(max-width: 760px) and (orientation: portrait), (max-height: 520px)').matches;
