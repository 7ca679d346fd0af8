/**
 * This device's part in fair cards: its own random bytes for every game, sent only after the server's promise
 * was seen, and both kept until the game is over and can be compared with what it shows (docs/fair-cards.md).
 */
import { toHex } from './hex.js';
import { keep, kept } from './kept.js';

const PLACE = 'promises';
const MOST = 60; // games remembered on this device

/**
 * What this device has added to the cards of each promise, the oldest first.
 * @returns {[string, string][]}
 */
function remembered() {
  try {
    const found = JSON.parse(kept(PLACE) || '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** New random bytes for the cards of this promise. @param {string | null | undefined} commitment */
export function contributionTo(commitment) {
  if (!commitment) return undefined;
  const contribution = toHex(crypto.getRandomValues(new Uint8Array(32)));
  keep(PLACE, JSON.stringify([...remembered(), [commitment, contribution]].slice(-MOST)));
  return contribution;
}

/** What this device has added to the cards of this promise, if it was here. @param {string} commitment */
export const contributedTo = (commitment) => remembered().find(([promise]) => promise === commitment)?.[1];
