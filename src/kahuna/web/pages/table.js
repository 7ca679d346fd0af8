/** /play/{id}: a table to play at; /watch/{key}: one to watch. */
import { sentence } from '../lib/api.js';
import { speak } from '../lib/i18n.js';
import { kept } from '../lib/kept.js';
import { connect } from '../lib/net.js';
import { setting } from '../lib/settings.js';
import { expect } from '../lib/turns.js';
import { makeTable } from '../table/table.js';
import { unbegun } from '../table/unbegun.js';
import { between } from '../table/words.js';
import { notFound, problem } from './shell.js';

/** @typedef {ReturnType<typeof import('../learn/practice.js').makePractice>} Practice */
/** @typedef {Awaited<ReturnType<typeof import('../table/company.js').keepCompany>>} Company */
/**
 * Who is at the page of a table.
 * @typedef {object} Present
 * @property {Table | null} table From the first update on.
 * @property {{ show: () => void } | null} coach In a first game.
 * @property {Practice | null} practice From the first press on.
 * @property {Promise<void> | null} loading While practice is being loaded, and when it has been.
 * @property {Company | null} company Where there is anybody.
 * @property {Promise<Company> | null} coming The same, asked for once.
 */

/**
 * @param {HTMLElement} root @param {{kind: string, key: string}} where
 * @returns {Promise<() => void>} closes the table
 */
export async function open(root, { kind, key }) {
  const words = speak(['table', 'errors']); // while the socket opens
  /** @type {Present} */
  const here = { table: null, coach: null, practice: null, loading: null, company: null, coming: null };
  const practise = async () => {
    const { makePractice } = await import('../learn/practice.js');
    here.practice = makePractice((out) => net.send(out));
    if (here.table) here.practice.begin(here.table);
  };
  const loadPractice = () => {
    here.loading ??= practise().catch(() => {
      here.loading = null; // the line is gone: the next press tries again
    });
    return here.loading;
  };
  /** Holds back what stops the game counting, until that is said. @param {FromPage} out */
  const send = (out) => {
    if (here.practice) return here.practice.send(out);
    if (out.type !== 'hint' && out.type !== 'undo') return net.send(out);
    loadPractice().then(() => here.practice && here.table?.[out.type]());
    return false;
  };
  /** Reactions, spectators and agreed hints, if anybody else is there. */
  const greet = async () => {
    const { table } = here;
    if (!table) return;
    const { room } = table.now;
    if (!here.coming && !room.watching && !between(room)) return;
    here.coming ??= import('../table/company.js').then(({ keepCompany }) => keepCompany(table));
    here.company = await here.coming;
    here.company.show();
  };
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, loadPractice);
  const hear = async (/** @type {Message} */ message) => {
    await words;
    if (message.type === 'update') message.view ??= unbegun(message.room, message.seat);
    if (here.table) {
      if (here.practice?.hear(message)) return;
      if (message.type === 'reaction') here.company?.hear(message);
      else here.table.hear(message);
      here.coach?.show();
      greet();
    } else if (message.type === 'update') {
      here.table = makeTable(root, message, send);
      if (message.seat && between(message.room)) expect(true);
      here.practice?.begin(here.table);
      greet();
      if (setting('tell') || setting('chance')) loadPractice();
      if (kept('coach') === 'on')
        here.coach = await (await import('../learn/coach.js')).startCoach(here.table);
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
      } else here.table?.setLine(line);
    },
  );
  const retell = () => {
    here.table?.build();
    here.company?.show();
  };
  document.addEventListener('language', retell);
  const close = () => {
    net.close();
    document.removeEventListener('language', retell);
    here.practice?.close();
    here.table?.close();
    here.table = null;
  };
  return close;
}
