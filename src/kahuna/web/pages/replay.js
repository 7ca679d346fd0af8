/**
 * /replay/{key}: a finished game and what it was worth; /replay: the same for a record from a file, chosen or
 * dropped.
 */
import { showMap } from '../board/archipelago.js';
import { Refusal, replay, replayRecord } from '../lib/api.js';
import { at } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { icon } from '../lib/ui.js';
import { openReview } from '../review/page.js';
import { clothPage, say } from './shell.js';

/** @typedef {import('../messages.js').Side} Side */

const BIGGEST = 2_000_000;

/** @param {HTMLElement} root @param {{ key: string }} where */
export async function open(root, { key }) {
  let record = '';
  let failed = '';
  let side = /** @type {Side} */ ('open');
  /** @type {import('../review/page.js').ReviewPage | null} */
  let page = null;

  const fail = (/** @type {string} */ words) => {
    failed = words;
    if (page) say(words);
    else ask();
  };
  /** The game as this side saw it; its review is kept. */
  const refresh = async () => {
    try {
      const game = await (record ? replayRecord(record, side) : replay(key, side));
      showMap(mapOf(game));
      const before = page?.state;
      const choosing = document.activeElement?.matches('[name=as]');
      page?.close();
      const at = before?.at ?? (Number(location.hash.slice(1)) || 0);
      page = openReview(root, game, { key: record ? '' : key, record, side, at }, (as) => {
        side = as;
        refresh();
      });
      if (before) page.take(before);
      else page.begin();
      if (choosing) /** @type {HTMLElement} */ (root.querySelector('[name=as]:checked')).focus();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(error.message);
    }
  };
  /** @param {File | null | undefined} file */
  const read = async (file) => {
    if (!file) return;
    const text = file.size < BIGGEST ? (await file.text()).trim() : '';
    // The first of several, one a line, as selfplay writes them.
    const found = [text, text.split('\n')[0]].find(parses);
    if (!found) return fail(t('replay.not-a-record'));
    page?.close();
    page = null;
    record = found;
    history.replaceState(null, '', at('/replay'));
    await refresh();
  };
  const ask = () => {
    const input = h('input', {
      type: 'file',
      accept: '.json,.jsonl,application/json',
      class: 'vh',
      id: 'file',
      on: { change: () => read(input.files?.[0]) },
    });
    clothPage(
      root,
      { heading: t('replay.load.heading'), text: t('replay.load.text') },
      failed ? h('p', { class: 'failed', role: 'alert' }, failed) : null,
      h(
        'div',
        { class: 'cloth-acts' },
        input,
        h(
          'label',
          { class: 'btn primary go-btn', for: 'file' },
          icon('end'),
          h('span', {}, t('replay.load.pick')),
        ),
      ),
    );
  };
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    read(event.dataTransfer?.files[0]);
  });
  addEventListener('keydown', (event) => page?.key(event));
  document.addEventListener('language', () => (page ? page.rebuild() : ask()));
  await speak(['table', 'review']);
  if (key) await refresh();
  else ask();
}

/** The map of a game that is not played on our own board. @param {import('../messages.js').Replay} game */
const mapOf = ({ frames }) => frames[0].view.map;

/** @param {string} text */
function parses(text) {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}
