/** /play/{id}: a table to play at; /watch/{key}: one to look on. */
import { sentence } from '../lib/api.js';
import { speak } from '../lib/i18n.js';
import { connect } from '../lib/net.js';
import { makeTable } from '../table/table.js';
import { unbegun } from '../table/unbegun.js';
import { notFound, problem } from './shell.js';

/**
 * @param {HTMLElement} root @param {{kind: string, key: string}} where
 * @returns {Promise<() => void>} closes the table
 */
export async function open(root, { kind, key }) {
  const words = speak(['table', 'errors']); // while the socket opens
  /** @type {Table | null} */
  let table = null;
  const hear = async (/** @type {Message} */ message) => {
    await words;
    if (message.type === 'update') message.view ??= unbegun(message.room, message.seat);
    if (table) table.hear(message);
    else if (message.type === 'update') table = makeTable(root, message, (out) => net.send(out));
    else if (message.type === 'denied' && message.code !== 'no-such-game')
      problem(root, new Error(sentence(message)));
  };
  const net = connect(
    `/ws?${kind === 'play' ? 'game' : 'watch'}=${encodeURIComponent(key)}`,
    hear,
    (line) => {
      if (line === 'gone') {
        close();
        notFound(root);
      } else table?.setLine(line);
    },
  );
  const retell = () => table?.build();
  document.addEventListener('language', retell);
  const close = () => {
    net.close();
    document.removeEventListener('language', retell);
    table?.close();
    table = null;
  };
  return close;
}
