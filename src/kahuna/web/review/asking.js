/** What a review asks of the server: lines that come one by one, and questions about moments. */
import { Refusal } from '../lib/api.js';
import { at } from '../lib/base.js';

/** @typedef {import('./review.js').Depth} Depth */
/** @typedef {import('./review.js').Moment} Moment */

/** @param {string} path @param {RequestInit} how */
async function asked(path, how) {
  let answer;
  try {
    answer = await fetch(at(path), {
      ...how,
      headers: how.body ? { 'content-type': 'application/json' } : {},
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal({ code: 'offline', text: 'the server cannot be reached', rule: null, facts: {} }, 0);
  }
  if (!answer.ok) throw new Refusal(await answer.json(), answer.status);
  return answer;
}

/**
 * Listens to a review until its last line; ends quietly when it is no longer wanted.
 * @param {{ key: string, record: string }} of a replay key, or a record's text
 * @param {Depth} depth
 * @param {AbortSignal} signal
 * @param {(line: import('./review.js').Line) => void} hear
 */
export async function listen({ key, record }, depth, signal, hear) {
  try {
    const answer = await (record
      ? asked(`/api/review?depth=${depth}`, { method: 'POST', body: record, signal })
      : asked(`/api/review/${encodeURIComponent(key)}?depth=${depth}`, { signal }));
    const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (done ? '' : decoder.decode(value, { stream: true }))).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line && !signal.aborted) hear(JSON.parse(line));
      if (done) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof TypeError)
      throw new Refusal({ code: 'offline', text: 'the server cannot be reached', rule: null, facts: {} }, 0);
    throw error;
  }
}

/** @param {string} path @param {Record<string, unknown>} body */
const post = async (path, body) => (await asked(path, { method: 'POST', body: JSON.stringify(body) })).json();

/**
 * @param {Moment} moment
 * @param {Seat | null} known
 * @param {readonly string[]} actions
 * @returns {Promise<import('./review.js').Explored>}
 */
export const explore = (moment, known, actions) => post('/api/explore', { moment, known, actions });
/**
 * @param {Moment} moment
 * @param {string} action
 * @returns {Promise<import('./review.js').Tried>}
 */
export const tryAction = (moment, action) => post('/api/try', { moment, action });
/** @param {Record<string, unknown>} wish @returns {Promise<{ id: string }>} */
export const takeUp = (wish) => post('/api/take-up', wish);
