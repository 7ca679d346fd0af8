/** /learn: the courses. */
import { picture } from '../board/picture.js';
import { gameOf } from '../games/index.js';
import { catalogue } from '../learn/catalogue.js';
import { lessonDone } from '../learn/progress.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { linkButton, title, topBar } from './shell.js';

/** @param {HTMLElement} root */
export async function open(root) {
  const [{ courses, puzzles }] = await Promise.all([catalogue(), speak(['lessons', 'learn'])]);
  const count = Object.values(puzzles).reduce((sum, each) => sum + each.length, 0);
  const show = () => {
    title(t('school.title'));
    root.className = 'courses';
    root.replaceChildren(
      topBar('learn'),
      h(
        'main',
        { id: 'main', tabindex: -1 },
        h('h1', {}, t('school.title')),
        h('p', { class: 'lead' }, t('school.lead')),
        h(
          'ul',
          { class: 'course-list' },
          courses.map(card),
          h(
            'li',
            { class: 'course' },
            samplePicture('kahuna'),
            h('h2', {}, t('openings.title')),
            h('p', {}, t('openings.card')),
            linkButton('/learn/first-turn', t('openings.go'), '', 'end'),
          ),
          h(
            'li',
            { class: 'course' },
            samplePicture('exahuna'),
            h('h2', {}, t('puzzles.title')),
            h('p', {}, t('puzzles.lead', { count })),
            linkButton('/puzzle', t('puzzles.today'), '', 'end'),
          ),
        ),
      ),
    );
  };
  document.addEventListener('language', show);
  show();
}

/** @param {import('../learn/catalogue.js').Course} course @param {number} number */
function card({ name, game, steps }, number) {
  const left = steps.findIndex((step) => !lessonDone(`${name}.${step}`));
  const count = steps.filter((step) => lessonDone(`${name}.${step}`)).length;
  const words = count ? 'school.on' : 'school.begin';
  const first = number === 0 && left >= 0;
  return h(
    'li',
    { class: 'course' },
    samplePicture(game),
    h('h2', {}, t(name)),
    h('p', {}, t('school.done', { done: count, of: steps.length })),
    h('progress', { max: steps.length, value: count, 'aria-hidden': 'true' }),
    linkButton(
      `/learn/${name}/${steps[Math.max(0, left)]}`,
      t(left < 0 ? 'school.again' : words),
      first ? 'primary' : '',
      'end',
    ),
  );
}

/** A game's board in the middle of a game. @param {string} game */
const samplePicture = (game) =>
  picture({ game, view: gameOf(game).sample }, { cls: 'course-picture', tag: 'div' });
