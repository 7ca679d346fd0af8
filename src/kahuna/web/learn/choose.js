/** Which puzzle comes next, and what may be chosen: game, theme, difficulty. */
import { GAMES } from '../games/facts.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { button } from '../lib/ui.js';
import { ratingOf, solved } from './progress.js';

/** @typedef {import('./catalogue.js').Catalogue} Catalogue */
/** @typedef {import('./catalogue.js').Entry} Entry */

const NEAR = 12; // the next puzzle is chosen at random among this many that suit best
/** @type {Record<string, [number, number]>} */
const RANGES = { any: [0, 10], easy: [0, 3], middle: [4, 6], hard: [7, 10] };

/** What was chosen here before. @returns {{ game: string, theme: string, range: string }} */
export const chosen = () => ({
  game: GAMES.find((game) => game === kept('puzzle.game')) ?? GAMES[0],
  theme: kept('puzzle.theme') ?? '',
  range: kept('puzzle.range') ?? 'any',
});

/**
 * One not yet solved that suits the solver.
 * @param {Catalogue} catalogue
 * @param {string} [but] not this one
 */
export function nextPuzzle({ puzzles }, but) {
  const { game, theme, range } = chosen();
  const [low, high] = RANGES[range] ?? RANGES.any;
  const fits = puzzles[game].filter(
    ({ id, themes, difficulty }) =>
      id !== but && (!theme || themes.includes(theme)) && difficulty >= low && difficulty <= high,
  );
  const open = fits.filter(({ id }) => !solved(id));
  const rating = ratingOf(game);
  const away = (/** @type {Entry} */ { difficulty }) => Math.abs(difficulty - rating);
  const near = [...(open.length ? open : fits)].sort((a, b) => away(a) - away(b)).slice(0, NEAR);
  return near[Math.floor(Math.random() * near.length)] ?? puzzles[game][0];
}

/**
 * A sheet with what can be chosen.
 * @param {Catalogue} catalogue
 * @param {(id: string) => void} go
 */
export function openChoice(catalogue, go) {
  const pick = (
    /** @type {string} */ name,
    /** @type {[string, string][]} */ options,
    /** @type {string} */ now,
  ) =>
    h(
      'label',
      { class: 'field' },
      t(`puzzles.${name}`),
      h(
        'select',
        {
          name,
          on: {
            change: (/** @type {Event} */ { target }) => {
              keep(`puzzle.${name}`, /** @type {HTMLSelectElement} */ (target).value);
              if (name === 'game') keep('puzzle.theme', '');
              fill();
            },
          },
        },
        options.map(([value, words]) => h('option', { value, selected: value === now }, words)),
      ),
    );
  const body = h('div', { class: 'choice' });
  const fill = () => {
    const { game, theme, range } = chosen();
    const themes = [...new Set(catalogue.puzzles[game].flatMap((each) => each.themes))].sort();
    const done = catalogue.puzzles[game].filter(({ id }) => solved(id)).length;
    body.replaceChildren(
      pick(
        'game',
        GAMES.map((name) => [name, t(`game.${name}`)]),
        game,
      ),
      pick('theme', [['', t('puzzles.theme.any')], ...themes.map(named)], theme),
      pick(
        'range',
        Object.keys(RANGES).map((name) => [name, t(`puzzles.range.${name}`)]),
        range,
      ),
      h(
        'p',
        { class: 'note' },
        [
          t('puzzles.solved', { done, of: catalogue.puzzles[game].length }),
          t('puzzles.rating', { level: decimal(ratingOf(game)) }),
        ].join(t('log.join')),
      ),
      h(
        'div',
        { class: 'slip-acts' },
        button(t('puzzles.give'), { kind: 'primary', on: { click: () => go(nextPuzzle(catalogue).id) } }),
        h('a', { class: 'btn', href: '/puzzle' }, t('puzzles.today')),
      ),
    );
  };
  fill();
  sheet(t('puzzles.choose'), 'choice-sheet', body);
}

/** @param {number} value */
const decimal = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
/** @param {string} theme @returns {[string, string]} */
const named = (theme) => [theme, t(`theme.${theme}`)];
