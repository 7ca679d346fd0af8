/** /learn/{course}/{step}: one board with one thing to do. */
import { catalogue } from '../learn/catalogue.js';
import { answer, buoys, keysLine, makeFrame, refill, swallow } from '../learn/frame.js';
import { finishLesson, lessonDone } from '../learn/progress.js';
import { openSchool } from '../learn/school.js';
import { openGame, Refusal } from '../lib/api.js';
import { at, BASE } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { keep } from '../lib/kept.js';
import { button } from '../lib/ui.js';
import { tell } from '../table/words.js';
import { linkButton, notFound, say, title } from './shell.js';

/** @param {HTMLElement} root */
export async function open(root) {
  const [, , courseName, id] = location.pathname.slice(BASE.length).split('/').map(decodeURIComponent);
  const [{ courses }] = await Promise.all([catalogue(), speak(['table', 'lessons', 'learn'])]);
  const course = courses.find(({ name }) => name === courseName);
  const place = course?.steps.indexOf(id) ?? -1;
  if (!course || place < 0) return notFound(root);
  const step = `${course.name}.${id}`;

  const school = await openSchool(root, { id: step, lesson: true }, (school) =>
    plan(root, course, place, school),
  );
  const tell = () => title(t(course.name));
  document.addEventListener('language', () => {
    tell();
    school.table.build();
  });
  tell();
  return school.close;
}

/**
 * @param {HTMLElement} root
 * @param {import('../learn/catalogue.js').Course} course
 * @param {number} place the step
 * @param {import('../learn/school.js').School} school
 * @returns {import('../learn/school.js').Lesson}
 */
function plan(root, course, place, school) {
  const step = `${course.name}.${course.steps[place]}`;
  const path = (/** @type {number} */ i) => `/learn/${course.name}/${course.steps[i]}`;
  const next = place + 1 < course.steps.length;
  /**
   * How far the learner is: hints asked for, wrong moves, whether the answer was shown, and why no game could
   * be opened at the end.
   */
  const state = { hints: 0, missed: 0, showing: false, shown: false, refused: '' };

  const frame = makeFrame({
    bar: () => [
      h('a', { class: 'bar-title', href: '/learn' }, t(course.name)),
      buoys(
        course.steps.map((name, i) => {
          const done = lessonDone(`${course.name}.${name}`);
          return {
            href: path(i),
            done,
            here: i === place,
            label: t(done ? 'school.buoy.done' : 'school.buoy', { step: i + 1 }),
          };
        }),
      ),
    ],
    fill(slip) {
      const { now, moves } = school;
      const { hints, showing, shown, refused } = state;
      const { verdict } = now;
      const key = JSON.stringify([now.words, verdict, hints, showing, shown, refused, moves.length]);
      refill(slip, key, () => [
        h('p', { class: 'eyebrow' }, t('school.step', { step: place + 1, of: course.steps.length })),
        h('h1', {}, t(step)),
        said(verdict, now.words),
        h('div', { class: 'slip-acts' }, acts(verdict)),
      ]);
    },
    foot: () => [
      keysLine([
        ['1–5', 'school.key.card'],
        ['←→', 'school.key.link'],
        ['↵', 'school.key.build'],
        ['U', 'school.key.undo'],
        ['H', 'school.key.hint'],
      ]),
    ],
  });

  /** What is answered now. @param {string} verdict @param {string} words */
  function said(verdict, words) {
    if (state.showing) return answer('hint', h('p', {}, t('school.showing')));
    if (verdict === 'solved') {
      const { table, now } = school;
      const lines = tell(now.history.at(-1) ?? [], table.cast).map(({ text }) => h('li', {}, text));
      return answer(
        'solved',
        h('p', {}, t(words)),
        h('ul', { class: 'chain' }, lines),
        state.shown && h('p', { class: 'note' }, t('school.shown')),
        state.refused && h('p', { role: 'alert' }, state.refused),
      );
    }
    if (verdict === 'missed') return answer('missed', h('p', {}, t(words)));
    if (state.hints) return answer('hint', h('p', {}, t(`${step}.hint`)));
    return answer('', words && h('p', {}, t(words)));
  }

  /** What can be done now. @param {string} verdict */
  function acts(verdict) {
    if (state.showing) return [];
    if (verdict === 'solved')
      return [
        next ? linkButton(path(place + 1), t('school.next'), 'primary go', 'end') : playButton(),
        button(t(state.shown ? 'school.myself' : 'school.again'), { ic: 'replay', on: { click: again } }),
      ];
    const show = button(t('school.show'), { ic: 'play', on: { click: showIt } });
    if (verdict === 'missed')
      return [
        button(t('school.back'), {
          ic: 'undo',
          kind: 'primary',
          key: '↵',
          on: { click: () => school.takeBack() },
        }),
        state.missed > 1 && show,
      ];
    return [
      state.hints ? show : button(t('school.hint'), { ic: 'hint', key: 'H', on: { click: hint } }),
      next && linkButton(path(place + 1), t('school.skip'), 'quiet'),
    ];
  }
  const playButton = () => button(t('school.play'), { ic: 'end', kind: 'primary go', on: { click: play } });
  async function play() {
    keep('coach', 'on');
    const handicap = course.name === 'head-start' ? 2 : 0;
    try {
      const { id } = await openGame({
        game: course.game,
        against: 'level',
        level: 'limu',
        seat: 'white',
        planning: course.name === 'planning',
        handicap,
        handicap_to: handicap ? 'white' : null,
        first: 'white',
        clock: null,
        name: '',
      });
      location.assign(at(`/play/${id}`));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      state.refused = error.message;
      show();
    }
  }

  function show() {
    school.table.parts.rail.show();
  }
  async function again() {
    Object.assign(state, { hints: 0, missed: 0, shown: false });
    await school.again();
    show();
  }
  function hint() {
    if (school.now.verdict !== 'open' || state.showing) return;
    if (state.hints++) return showIt();
    school.point();
    say(t(`${step}.hint`));
    show();
  }
  async function showIt() {
    Object.assign(state, { showing: true, shown: true });
    show();
    await school.show();
    state.showing = false;
    heard();
  }
  function finish() {
    finishLesson(step);
    if (course.steps.every((name) => lessonDone(`${course.name}.${name}`))) finishLesson(course.name);
  }
  /** After an answer of the server. */
  function heard() {
    const { verdict, words } = school.now;
    if (state.showing) return show();
    if (verdict === 'missed') {
      state.missed++;
      if (state.missed > 1) state.hints = 1;
    }
    if (verdict === 'solved' && !state.shown) finish();
    if (words) say(t(words));
    show();
    if (verdict === 'open' && state.missed > 1) school.point();
  }

  swallow(root, { waits: () => school.now.verdict === 'missed', takeBack: () => school.takeBack(), hint });
  return { frame, heard, hint };
}
