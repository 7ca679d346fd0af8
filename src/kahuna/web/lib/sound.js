/** Short sounds made in the browser: wood, water and a bell. Off by default. */
/** @type {AudioContext | null} */
let audio = null;

/**
 * A tone that dies away.
 * @param {number} pitch
 * @param {number} delay
 * @param {number} length
 * @param {OscillatorType} shape
 * @param {number} loud
 * @param {number} [to]
 */
function tone(pitch, delay, length, shape, loud, to) {
  audio ??= new AudioContext();
  const context = audio;
  const at = context.currentTime + delay;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, at);
  if (to) voice.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  placed: () => {
    tone(210, 0, 0.12, 'triangle', 0.3, 120);
    tone(900, 0, 0.03, 'square', 0.03);
  },
  moved: () => tone(180, 0, 0.2, 'triangle', 0.3, 260),
  removed: () => tone(150, 0, 0.25, 'sawtooth', 0.08, 60),
  won: () => {
    tone(523, 0.2, 0.5, 'sine', 0.16);
    tone(784, 0.32, 0.6, 'sine', 0.14);
  },
  fell: () => tone(320, 0.4, 0.6, 'sine', 0.12, 70),
  took: () => tone(620, 0, 0.07, 'triangle', 0.12, 880),
  discarded: () => tone(420, 0, 0.1, 'triangle', 0.1, 240),
  scored: () => {
    for (const [i, pitch] of [392, 523, 659].entries()) tone(pitch, i * 0.14, 0.6, 'sine', 0.14);
  },
  over: () => {
    for (const [i, pitch] of [392, 523, 659, 784].entries()) tone(pitch, i * 0.16, 0.9, 'sine', 0.15);
  },
};

/** @type {Record<string, () => void>} what is no event of a game */
const SIGNALS = {
  turn: () => {
    tone(659, 0, 0.35, 'sine', 0.12);
    tone(880, 0.14, 0.5, 'sine', 0.12);
  },
  second: () => tone(1100, 0, 0.05, 'square', 0.04),
};
/** Plays one of the signals. @param {string} name */
export const play = (name) => SIGNALS[name]();

/** Plays the sounds of these events. @param {Events} events */
export function hear(events) {
  for (const name of new Set(events.map(({ event }) => event))) SOUNDS[name]?.();
}
