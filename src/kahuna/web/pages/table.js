/** /play/{id}: a table to play at; /watch/{key}: one to look on. */
import { sentence } from '../lib/api.js';
import { speak } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { connect } from '../lib/net.js';
import { setting } from '../lib/settings.js';
import { makeTable } from '../table/table.js';
import { unbegun } from '../table/unbegun.js';
import { between } from '../table/words.js';
import { notFound, problem } from './shell.js';

/**
 * @param {HTMLElement} root @param {{kind: string, key: string}} where
 * @returns {Promise<() => void>} closes the table
 */
export async function open(root, { kind, key }) {
  const words = speak(['table', 'errors']); // while the socket opens
  /** @type {Table | null} */
  let table = null;
  /** @type {{ show: () => void } | null} */
  let coach = null;
  /** @type {ReturnType<typeof import('../learn/practice.js').makePractice> | null} from the first press on */
  let practice = null;
  /** @type {Awaited<ReturnType<typeof import('../table/company.js').keepCompany>> | null} */
  let company = null;
  /** @type {ReturnType<typeof import('../table/company.js').keepCompany> | null} asked for once */
  let coming = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  const practise = async () => {
    const { makePractice } = await import('../learn/practice.js');
    practice = makePractice((out) => net.send(out));
    if (table) practice.begin(table);
  };
  const loadPractice = () => {
    loading ??= practise().catch(() => {
      loading = null; // the line is gone: the next press tries again
    });
    return loading;
  };
  /** What ends counting for the voyage waits until it can be said. @param {FromPage} out */
  const send = (out) => {
    if (practice) return practice.send(out);
    if (out.type !== 'hint' && out.type !== 'undo') return net.send(out);
    loadPractice().then(() => practice && (out.type === 'hint' ? table?.hint() : table?.undo()));
    return false;
  };
  /** Signs, spectators and agreed hints, where there is anybody. */
  const greet = async () => {
    if (!table) return;
    const { room } = table.now;
    if (!coming && !room.watching && !between(room)) return;
    const here = table;
    coming ??= import('../table/company.js').then(({ keepCompany }) => keepCompany(here));
    company = await coming;
    company.show();
  };
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, loadPractice);
  const hear = async (/** @type {Message} */ message) => {
    await words;
    if (message.type === 'update') message.view ??= unbegun(message.room, message.seat);
    if (table) {
      if (practice?.hear(message)) return;
      if (message.type === 'reaction') company?.hear(message);
      else table.hear(message);
      coach?.show();
      greet();
    } else if (message.type === 'update') {
      table = makeTable(root, message, send);
      practice?.begin(table);
      greet();
      if (setting('tell') || setting('chance')) loadPractice();
      if (kept('coach') === 'on') coach = await (await import('../learn/coach.js')).startCoach(table);
    } else if (message.type === 'denied' && message.code !== 'no-such-game')
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
  const retell = () => {
    table?.build();
    company?.show();
  };
  document.addEventListener('language', retell);
  const close = () => {
    net.close();
    document.removeEventListener('language', retell);
    practice?.close();
    table?.close();
    table = null;
  };
  return close;
}
