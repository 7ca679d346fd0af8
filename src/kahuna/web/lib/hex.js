/** Bytes as hexadecimal digits, and back. */

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits */
export function fromHex(digits) {
  const bytes = new Uint8Array(digits.length / 2);
  return bytes.map((_, place) => Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16));
}
