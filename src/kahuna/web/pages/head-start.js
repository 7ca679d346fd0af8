/** Which head start is fair between two strengths, and what is then expected, as measured between levels. */
import { LEVELS } from '../games/facts.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { read } from '../lib/logbook.js';
import { levelName } from '../lib/names.js';
import { button } from '../lib/ui.js';
import { choice, choose } from './choice.js';

/**
 * For my level and theirs: bridges for me (+) or them (-) that make a game as even as it can be,
 * and my games of 100 then (src/kahuna/bots/head_starts.py).
 * @typedef {Record<string, Record<string, [number, number]>>} FairStarts
 */
/** @type {Promise<FairStarts> | undefined} */
let asked;
const loadFairStarts = async () =>
  (await fetch(new URL('../games/head-starts.json', import.meta.url))).json();

const UNEVEN = 15; // of 100 games away from half

/** The strongest level of which this device's player has won half of the games; '' if there is none. */
function strengthByResults(games = read().games) {
  const holds = (/** @type {string} */ name) => {
    const met = games.filter(({ game, level }) => game === choice.game && level === name);
    return met.length > 0 && met.reduce((sum, { score }) => sum + score, 0) >= met.length / 2;
  };
  return LEVELS.findLast(holds) ?? '';
}

/** @param {string} name @param {string} label @param {string} value */
const strengths = (name, label, value) =>
  h(
    'label',
    {},
    label,
    h(
      'select',
      { name },
      ['', ...LEVELS].map((level) =>
        h('option', { value: level, selected: level === value }, level ? levelName(level) : '–'),
      ),
    ),
  );

/** @param {number} head @param {string} near @param {string} far */
const headWords = (head, near, far) =>
  head ? t(`home.head.${head > 0 ? near : far}`, { count: Math.abs(head) }) : t('home.head.none');

/**
 * Asks for two strengths and suggests a head start; one press chooses it.
 * @param {string} rival the level that is played against, '' for a person
 */
export function fairHeadStart(rival) {
  const [near, far] = choice.against === 'screen' ? ['white', 'black'] : ['me', 'them'];
  const words = h('p', { role: 'status' });
  const mine = () => choice.mine || (near === 'me' ? strengthByResults() : '');
  const theirs = () => rival || choice.theirs;
  const show = async () => {
    if (!mine() || !theirs()) return words.replaceChildren(t('fair.about'));
    asked ??= loadFairStarts();
    const [head, share] = (await asked)[mine()][theirs()];
    const uneven = Math.abs(share - 50) > UNEVEN && t('fair.uneven');
    words.replaceChildren(
      h('b', {}, headWords(head, near, far)),
      ...[
        ' · ',
        t(`fair.share.${near}`, { share: Math.min(99, Math.max(1, Math.round(share))) }),
        uneven ? ` ${uneven}` : '',
      ],
      button(t('fair.use'), { kind: 'linkish', on: { click: () => use(head) } }),
    );
  };
  const use = (/** @type {number} */ head) => {
    const field = /** @type {HTMLSelectElement | null} */ (
      box.closest('.opt-row')?.querySelector('[name="head"]')
    );
    if (!field) return;
    field.value = String(head);
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.focus();
  };
  const changed = (/** @type {Event} */ event) => {
    const { name, value } = /** @type {HTMLSelectElement} */ (event.target);
    choose({ [name]: value });
    show();
  };
  const box = h(
    'details',
    { class: 'fair', on: { change: changed, toggle: show } },
    h('summary', {}, t('fair')),
    h(
      'div',
      {},
      strengths('mine', t(`fair.${near}`), mine()),
      !rival && strengths('theirs', t(`fair.${far}`), choice.theirs),
    ),
    words,
  );
  return box;
}
