/**
 * The socket to a room: reconnects by itself, sooner when the network comes back, and notices a dead
 * connection.
 */
import { at } from './base.js';

const SILENCE = 25_000;
const PATIENCE = 8_000; // milliseconds until a ping, and until it must be answered
const MENDING = 1_500; // milliseconds that a lost connection has to come back before the player is told

/** The socket that early.js has opened for this page; only the first caller gets it. */
function takeEarly() {
  const { early } = globalThis;
  globalThis.early = undefined;
  return early;
}

/**
 * @param {string} path
 * @param {(message: Message) => void} hear
 * @param {(state: 'open' | 'lost' | 'gone') => void} tell gone: the server says there is nothing here
 */
export function connect(path, hear, tell) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let timer = 0;
  let pulse = 0;
  let losing = 0; // a timer, negative when it has run
  let closed = false;
  /** The action sent since the server's last message. @type {FromPage | null} */
  let unanswered = null;
  const listen = () => {
    clearTimeout(pulse);
    pulse = setTimeout(() => {
      send({ type: 'ping' });
      pulse = setTimeout(() => socket?.close(), PATIENCE);
    }, SILENCE);
  };
  const open = () => {
    clearTimeout(timer);
    if (closed || (socket && socket.readyState < WebSocket.CLOSING)) return;
    const early = takeEarly();
    const now = early?.socket ?? new WebSocket(location.origin.replace('http', 'ws') + at(path));
    socket = now;
    now.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      listen();
      const again = unanswered;
      if (message.type === 'update' || message.type === 'denied') unanswered = null;
      if (tries >= 0 && message.type === 'update') {
        tries = -1;
        clearTimeout(losing);
        losing = 0;
        tell('open');
        // The number says whether it was played: another server may have done it, and only its answer was
        // lost.
        if (again && 'number' in again && again.number === message.number) send(again);
      }
      hear(message);
    };
    now.onclose = ({ code }) => {
      clearTimeout(pulse);
      if (closed || now !== socket) return;
      if (code === 4404) return tell('gone');
      if (tries < 0) tries = 0;
      losing ||= setTimeout(() => {
        losing = -1;
        unanswered = null;
        tell('lost');
      }, MENDING);
      timer = setTimeout(open, Math.min(8000, 250 * 1.7 ** tries++) * (0.8 + Math.random() * 0.4));
    };
    queueMicrotask(() => {
      for (const event of early?.heard ?? []) now.dispatchEvent(event);
    });
    listen();
  };
  /** Whether it was sent, or will be once a lost connection is back. @param {FromPage} message */
  const send = (message) => {
    const open = socket?.readyState === WebSocket.OPEN;
    if (message.type === 'play') unanswered = message;
    if (open) socket?.send(JSON.stringify(message));
    return open || (message.type === 'play' && losing > 0);
  };
  const wake = () => {
    if (!document.hidden) open();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  open();
  return {
    send,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(pulse);
      clearTimeout(losing);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      socket?.close();
    },
  };
}
