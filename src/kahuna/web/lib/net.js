/**
 * The socket to a room: connects again by itself, sooner when the network comes back, and notices a dead
 * line.
 */

const SILENCE = 25_000;
const PATIENCE = 8_000; // milliseconds until a ping, and until it must be answered

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
  let closed = false;
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
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const now = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = now;
    now.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      listen();
      if (tries >= 0 && message.type === 'update') {
        tries = -1;
        tell('open');
      }
      hear(message);
    };
    now.onclose = ({ code }) => {
      clearTimeout(pulse);
      if (closed || now !== socket) return;
      if (code === 4404) return tell('gone');
      if (tries < 0) tries = 0;
      tell('lost');
      timer = setTimeout(open, Math.min(8000, 250 * 1.7 ** tries++) * (0.8 + Math.random() * 0.4));
    };
    listen();
  };
  /** Whether it went out. @param {Record<string, unknown>} message */
  const send = (message) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
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
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      socket?.close();
    },
  };
}
