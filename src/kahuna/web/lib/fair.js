// Fair cards, worked out again in the browser; nothing is sent. The twin of kahuna/table/fair.py.

import { fromHex, toHex } from './hex.js';
import { sha256 } from './sha256.js';

const LABEL = new TextEncoder().encode('kahuna-deck-1');
const BLOCK = 64; // bytes that SHA-256 takes at a time

/**
 * What a finished game shows of its cards, in hexadecimal digits.
 * @typedef {{ commitment: string, secret: string, white: string, black: string }} Revealed
 */

/**
 * @param {Uint8Array} key at most one block long
 * @param {Uint8Array} message
 * @returns {Uint8Array} HMAC-SHA-256
 */
export function hmac(key, message) {
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  key.forEach((byte, place) => {
    inner[place] ^= byte;
    outer[place] ^= byte;
  });
  return sha256(joined(outer, sha256(joined(inner, message))));
}

/**
 * The cards of a round in the order that follows from what was revealed.
 * @template T
 * @param {Revealed} revealed
 * @param {number} round from 1
 * @param {readonly T[]} cards in the board's order
 * @returns {T[]}
 */
export function fairDeck(revealed, round, cards) {
  const order = [...cards];
  const numbers = numbersFor(revealed, round);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = numberBelow(last + 1, numbers);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/**
 * Whether the secret is the one that was promised.
 * @param {Revealed} revealed
 */
export function keepsPromise(revealed) {
  return toHex(sha256(fromHex(revealed.secret))) === revealed.commitment;
}

/**
 * The first deck that does not follow from what was revealed, counted from 1; 0 if all do.
 * @param {Revealed} revealed
 * @param {readonly (readonly string[])[]} decks names of islands
 * @param {readonly string[]} islands in the board's order
 * @param {number} [firstRound] the round of the first deck
 */
export function fairDeckWrong(revealed, decks, islands, firstRound = 1) {
  const place = new Map(islands.map((name, number) => [name, number]));
  const at = (/** @type {string} */ name) => place.get(name) ?? -1;
  const wrong = decks.findIndex((deck, number) => {
    const pile = [...deck].sort((one, two) => at(one) - at(two));
    const expected = fairDeck(revealed, firstRound + number, pile);
    return deck.some((name, card) => name !== expected[card]);
  });
  return wrong + 1;
}

/**
 * Numbers of 32 bits for a round, as many as are wanted.
 * @param {Revealed} revealed
 * @param {number} round
 * @returns {Generator<number, never>}
 */
function* numbersFor(revealed, round) {
  const key = fromHex(revealed.secret);
  const begin = joined(LABEL, fromHex(revealed.white), fromHex(revealed.black), Uint8Array.of(round));
  for (let counter = 0; ; counter++) {
    const digest = new DataView(hmac(key, joined(begin, bigEndian(counter))).buffer);
    for (let place = 0; place < digest.byteLength; place += 4) yield digest.getUint32(place);
  }
}

/**
 * A number below the bound, all equally likely: the uneven rest of 2 ** 32 is discarded.
 * @param {number} bound
 * @param {Generator<number, never>} numbers
 */
function numberBelow(bound, numbers) {
  const even = Math.floor(2 ** 32 / bound) * bound;
  let number = numbers.next().value;
  while (number >= even) number = numbers.next().value;
  return number % bound;
}

/** @param {number} number */
function bigEndian(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
