/**
 * Calls to the server (src/kahuna/server/bodies.py). What it refuses becomes a `Refusal`, whose message is
 * a sentence in the visitor's language.
 */
import { at } from './base.js';
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
    answer = await fetch(at(path), {
      method,
      body,
      headers: body ? { 'content-type': 'application/json' } : {},
    });
    said = await answer.json();
  } catch {
    throw new Refusal({ code: 'offline', text: 'the server cannot be reached', rule: null, facts: {} }, 0);
  }
  if (!answer.ok) throw new Refusal(said, answer.status);
  return said;
}

/** @returns {Promise<import('../messages.js').Status>} */
export const status = () => call('GET', '/api/status');
/** @returns {Promise<import('../messages.js').Mine>} */
export const games = () => call('GET', '/api/games');
/**
 * Gives a running game up, or takes another off the list.
 * @param {string} id
 * @returns {Promise<import('../messages.js').Mine>} what is left
 */
export const leaveGame = (id) => call('DELETE', `/api/games/${encodeURIComponent(id)}`);
/**
 * Opens a game. The server promises its cards first; only then does this device add its own part to them.
 * @param {import('../messages.js').Open} wanted
 * @returns {Promise<{ id: string }>}
 */
export async function openGame(wanted) {
  const { ticket, commitment } = await call('GET', '/api/ticket');
  const contribution = await contributionTo(commitment);
  return call('POST', '/api/games', JSON.stringify({ ...wanted, ticket, contribution }));
}
/** @param {string} key @returns {Promise<import('../messages.js').Invitation>} */
export const invitation = (key) => call('GET', `/api/invitation/${encodeURIComponent(key)}`);
/** @returns {Promise<{ due: import('../messages.js').Due[] }>} */
export const turns = () => call('GET', '/api/turns');
/** A new private feed; an older one ends. @returns {Promise<{ path: string | null }>} */
export const makeFeed = () => call('POST', '/api/feed');
/** @returns {Promise<{ path: string | null }>} */
export const endFeed = () => call('DELETE', '/api/feed');
/** @returns {Promise<import('../messages.js').Seats>} */
export const seats = () => call('GET', '/api/seats');
/** @returns {Promise<{ alone: boolean, network: string | null }>} */
export const reach = () => call('GET', '/api/reach');
/**
 * A text for a camera: rows of modules, 1 for dark.
 * @param {string} text
 * @returns {Promise<{ rows: string[] }>}
 */
export const qr = (text) => call('POST', '/api/qr', JSON.stringify({ text }));
/**
 * Takes the seat of an invitation, or opens your own on this device.
 * @param {'join' | 'move'} kind
 * @param {string} key
 * @param {string} name
 * @param {string | null} [commitment] the promise of the cards, to which this device then adds its part
 * @returns {Promise<{ id: string }>}
 */
export async function takeSeat(kind, key, name, commitment) {
  const contribution = await contributionTo(commitment);
  return call('POST', `/api/${kind}`, JSON.stringify({ key, name, contribution }));
}

/** This device's part in promised cards; needed only to take a seat. @param {string | null} [commitment] */
const contributionTo = async (commitment) => (await import('./promises.js')).contributionTo(commitment);

/** @param {string} key @param {Side} side @returns {Promise<import('../messages.js').Replay>} */
export const replay = (key, side) => call('GET', `/api/replay/${encodeURIComponent(key)}?side=${side}`);
/** The record of a finished game. @param {string} key */
export const finishedRecord = (key) => call('GET', `/api/record/${encodeURIComponent(key)}`);
/**
 * A record from a file, step by step.
 * @param {string} record
 * @param {Side} side
 * @returns {Promise<import('../messages.js').Replay>}
 */
export const replayRecord = (record, side) => call('POST', `/api/replay?side=${side}`, record);
/**
 * What moves in a lesson or puzzle lead to.
 * @param {import('../messages.js').Learn} wanted
 * @returns {Promise<import('../messages.js').Learned>}
 */
export const learn = (wanted) => call('POST', '/api/learn', JSON.stringify(wanted));
