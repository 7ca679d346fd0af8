/** What home offers everybody beside a game: learning for newcomers, and the puzzle of the day. */
import { picture } from '../board/picture.js';
import { GAME_NAMES, gameOf } from '../games/index.js';
import { lastDays, streak } from '../learn/progress.js';
import { h } from '../lib/dom.js';
import { language, t } from '../lib/i18n.js';
import { FIRST_LESSON, PUZZLE } from './places.js';
import { linkButton } from './shell.js';

export function puzzleCard() {
  const today = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long' }).format();
  const [game] = GAME_NAMES;
  return h(
    'section',
    { class: 'leaf puzzle', 'aria-labelledby': 'puzzle' },
    h('div', { class: 'head' }, h('h2', { id: 'puzzle' }, t('home.puzzle')), h('small', {}, today)),
    picture({ game, view: gameOf(game).sample, margin: 58 }, { cls: 'pic thumb' }),
    h('p', { class: 'serif' }, daysWords()),
    linkButton(PUZZLE, t('home.puzzle.go'), '', 'end'),
  );
}

/** How many days in a row have their puzzle solved, and whether today has. */
function daysWords() {
  const count = streak();
  if (!count) return t('home.puzzle.about');
  return t(lastDays().at(-1) ? 'home.puzzle.done' : 'home.puzzle.open', { count });
}

/** For first-time visitors: learning is the largest thing on the page. */
export function hero() {
  const [game] = GAME_NAMES;
  const { board, sample } = gameOf(game);
  const crop = board.islands.slice(0, 8).map(({ name }) => name);
  return h(
    'section',
    { class: 'leaf welcome', 'aria-labelledby': 'welcome' },
    h(
      'div',
      { class: 'words' },
      h('p', { class: 'eyebrow' }, t('home.hero.eyebrow')),
      h('h2', { id: 'welcome' }, t('home.hero')),
      h('p', { class: 'lead' }, t('home.hero.lead')),
      linkButton(FIRST_LESSON, t('home.hero.go'), 'primary', 'end'),
    ),
    picture({ game, view: sample, crop, cropAspect: 1.3 }, { cls: 'pic' }),
  );
}
