/** What this device remembers of finished games, as a table; to be saved, or erased. */

import { GAMES, LEVELS } from '../games/facts.js';
import { learnedWords } from '../learn/progress.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { blank, erase, exported, read, rows } from '../lib/logbook.js';
import { levelName } from '../lib/names.js';
import { askingButton } from '../lib/ui.js';

/** @param {() => void} erased */
export function openStatistics(erased) {
  const order = (/** @type {{ game: string, level: string }} */ { game, level }) =>
    GAMES.indexOf(game) * 100 + LEVELS.indexOf(level);
  const found = rows(read().games).sort((a, b) => order(a) - order(b));
  const learned = learnedWords();
  const text = URL.createObjectURL(new Blob([exported()], { type: 'application/json' }));
  const forget = askingButton(t('stats.erase'), t('stats.erase.sure'), () => {
    erase();
    dialog.close();
    erased();
  });
  const dialog = sheet(
    t('stats'),
    'statistics',
    found.length ? table(found) : h('p', {}, t('stats.none')),
    learned !== '' && h('p', {}, learned),
    h('p', { class: 'note' }, t('stats.about')),
    h(
      'div',
      { class: 'menu-acts' },
      h('a', { class: 'btn', href: text, download: 'kahuna-logbook.json' }, t('stats.save')),
      !blank() && forget,
    ),
  );
  dialog.addEventListener('close', () => URL.revokeObjectURL(text));
}

/** @param {import('../lib/logbook.js').Row[]} found */
const table = (found) =>
  h(
    'div',
    { class: 'scrolls', role: 'region', tabindex: 0, 'aria-label': t('stats') },
    h(
      'table',
      { class: 'text-board' },
      h('caption', { class: 'vh' }, t('stats')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['stats.game', 'stats.level', 'stats.played', 'stats.won', 'stats.margin', 'stats.streak'].map(
            (key) => h('th', { scope: 'col' }, t(key)),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        found.map(({ game, level, played, won, margin, streak }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, t(`game.${game}`)),
            h('td', {}, level ? levelName(level) : t('stats.people')),
            [played, won, margin > 0 ? `+${margin}` : margin, streak].map((n) => h('td', {}, String(n))),
          ),
        ),
      ),
    ),
  );
