/**
 * Calls to the server (src/kahuna/server/messages.py). What it refuses becomes a `Refusal`, whose message is
 * a sentence in the visitor's language.
 */
import { has, t } from './i18n.js';

/** @typedef {import('../messages.js').Refused} Refused */
/** @typedef {import('../messages.js').Side} Side */

/** The sentence for a refusal of the server, over HTTP or the socket. @param {Refused} refused */
export const sentence = ({ code, text, facts }) => (has(`error.${code}`) ? t(`error.${code}`, facts) : text);

/** Something the server refused, or that never reached it (`code` is then "offline"). */
export class Refusal extends Error {
  /** @param {Refused} refused @param {number} status */
  constructor(refused, status) {
    super(sentence(refused));
    this.code = refused.code;
    this.status = status;
  }
}

/** @param {string} method @param {string} path @param {BodyInit} [body] @returns {Promise<any>} */
async function call(method, path, body) {
  let answer;
  let said;
  try {
    answer = await fetch(path, { method, body, headers: body ? { 'content-type': 'application/json' } : {} });
    said = await answer.json();
  } catch {
    throw new Refusal({ code: 'offline', text: 'the server cannot be reached' }, 0);
  }
  if (!answer.ok) throw new Refusal(said, answer.status);
  return said;
}

/** @returns {Promise<import('../messages.js').Status>} */
export const status = () => call('GET', '/api/status');
/** @returns {Promise<import('../messages.js').Mine>} */
export const games = () => call('GET', '/api/games');
/** @param {import('../messages.js').Open} wanted @returns {Promise<{ id: string }>} */
export const openGame = (wanted) => call('POST', '/api/games', JSON.stringify(wanted));
/**
 * Takes the seat of an invitation, or one's own to this device.
 * @param {'join' | 'move'} kind
 * @param {string} key
 * @param {string} name
 * @returns {Promise<{ id: string }>}
 */
export const takeSeat = (kind, key, name) => call('POST', `/api/${kind}`, JSON.stringify({ key, name }));
/** @param {string} key @param {Side} side @returns {Promise<import('../messages.js').Replay>} */
export const replay = (key, side) => call('GET', `/api/replay/${encodeURIComponent(key)}?side=${side}`);
/**
 * A record from a file, step by step.
 * @param {string} record
 * @param {Side} side
 * @returns {Promise<import('../messages.js').Replay>}
 */
export const replayRecord = (record, side) => call('POST', `/api/replay?side=${side}`, record);
