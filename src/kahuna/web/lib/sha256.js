// SHA-256 (FIPS 180-4). The browser's own is missing on plain http, for example in a club's network.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const CONSTANTS = firstPrimes(64).map((prime) => fractionOf(prime, 3));

/** The same of the square roots of the first eight: where every digest begins. */
const BEGINNING = firstPrimes(8).map((prime) => fractionOf(prime, 2));

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const words = new DataView(padded(message).buffer);
  const state = Uint32Array.from(BEGINNING);
  for (let block = 0; block < words.byteLength; block += 64) addBlock(state, schedule(words, block));
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, place) => {
    view.setUint32(4 * place, word);
  });
  return digest;
}

/**
 * The message with a one bit, zeros, and its length in bits, in whole blocks.
 * @param {Uint8Array} message
 */
function padded(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const whole = new Uint8Array(64 * blocks);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(whole.length - 4, message.length * 8);
  return whole;
}

/**
 * The 64 words that mix a block into the state.
 * @param {DataView} words
 * @param {number} block
 */
function schedule(words, block) {
  const schedule = new Uint32Array(64);
  for (let i = 0; i < 16; i++) schedule[i] = words.getUint32(block + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = schedule[i - 15];
    const late = schedule[i - 2];
    const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16] + small0 + schedule[i - 7] + small1;
  }
  return schedule;
}

/**
 * @param {Uint32Array} state changed
 * @param {Uint32Array} schedule
 */
function addBlock(state, schedule) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + CONSTANTS[i] + schedule[i]) >>> 0;
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (big0 + majority) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

/**
 * @param {number} word
 * @param {number} bits
 */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

/**
 * The first 32 bits of the fractional part of a number's root, exactly.
 * @param {number} number
 * @param {number} degree
 */
function fractionOf(number, degree) {
  const scaled = BigInt(number) << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}
