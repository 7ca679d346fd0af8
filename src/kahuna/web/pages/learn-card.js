/** What the home page says about learning to those who have begun. */
import { turtle } from '../board/pieces.js';
import { learnedWords } from '../learn/progress.js';
import { h, s } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { LEARN } from './places.js';
import { linkButton } from './shell.js';

/** The guide's emblem: our turtle in a lantern. */
const emblem = () =>
  s(
    'svg',
    { class: 'emblem', viewBox: '-24 -24 48 48', 'aria-hidden': 'true' },
    s('circle', { class: 'ring', r: 22 }),
    s('circle', { class: 'ring-2', r: 18.5 }),
    s('g', { transform: 'scale(1.35)' }, turtle()),
  );

export function learnCard() {
  return h(
    'section',
    { class: 'leaf learn', 'aria-labelledby': 'learn' },
    emblem(),
    h('h2', { id: 'learn' }, t('home.learn')),
    h('p', {}, learnedWords() || t('home.learn.about')),
    h('div', { class: 'acts' }, linkButton(LEARN, t('home.learn.go'), '', 'end')),
  );
}
