/** /puzzle: the puzzle of the day; /puzzle/{id}: one of them all. */
import { islandCount, OTHER } from '../board/boards.js';
import { tableOf } from '../games/tables.js';
import { catalogue, ofTheDay } from '../learn/catalogue.js';
import { chosen, nextPuzzle, openChoice } from '../learn/choose.js';
import { answer, keysLine, makeFrame, refill, swallow } from '../learn/frame.js';
import { dateKey, lastDays, puzzleTried, solved, streak } from '../learn/progress.js';
import { openSchool } from '../learn/school.js';
import { knots, slots } from '../learn/signs.js';
import { at } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { language, list, speak, t } from '../lib/i18n.js';
import { keep } from '../lib/kept.js';
import { button } from '../lib/ui.js';
import { consequences, moveName } from '../table/words.js';
import { notFound, say, title } from './shell.js';

/** @param {HTMLElement} root @param {{ key: string }} where */
export async function open(root, { key }) {
  const [all] = await Promise.all([catalogue(), speak(['table', 'lessons', 'learn'])]);
  const { game: wished } = chosen();
  const game = key ? Object.keys(all.puzzles).find((name) => byId(all, name, key)) : wished;
  if (!game) return notFound(root);
  const today = ofTheDay(all.puzzles[game], new Date());
  const entry = key ? byId(all, game, key) : today;
  if (!entry) return notFound(root);
  if (key) keep('puzzle.game', game);
  const day = entry.id === today.id ? dateKey(new Date()) : null;
  /** @type {Asked} */
  const puzzle = { ...entry, game, day, board: null };
  const named = () =>
    puzzle.day ? t('puzzles.of', { date: dateWords() }) : t('puzzles.named', { id: puzzle.id });
  const school = await openSchool(root, { id: puzzle.id, lesson: false }, (school) =>
    plan(root, all, puzzle, named, school),
  );
  const { svg } = school.table.parts.board.rendered;
  puzzle.board = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  title(named());
  document.addEventListener('language', () => {
    title(named());
    school.table.build();
  });
  return school.close;
}

/**
 * A puzzle with its game, the date it is the puzzle of, and the board as it lies at first.
 * @typedef {import('../learn/catalogue.js').Entry &
 *   { game: string, day: string | null, board: SVGSVGElement | null }} Asked
 */
/** @param {import('../learn/catalogue.js').Catalogue} all @param {string} game @param {string} id */
const byId = (all, game, id) => all.puzzles[game].find((each) => each.id === id);
const dateWords = () =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long' }).format(new Date());

/**
 * @param {HTMLElement} root
 * @param {import('../learn/catalogue.js').Catalogue} all
 * @param {Asked} puzzle
 * @param {() => string} named
 * @param {import('../learn/school.js').School} school
 * @returns {import('../learn/school.js').Lesson}
 */
function plan(root, all, puzzle, named, school) {
  const { seat, views } = school.now;
  const goal = /** @type {NonNullable<import('../messages.js').Learned['goal']>} */ (school.now.goal);
  const first = views[0];
  const read = tableOf(first.game).read;
  const moveWords = (/** @type {string} */ action) => moveName(read(action)) || action;
  /**
   * @type {{ hints: number, showing: boolean, shown: boolean, tries: { moves: string, did: string, count:
   * string }[] }}
   */
  const state = { hints: 0, showing: false, shown: false, tries: [] };
  const go = (/** @type {string} */ id) => location.assign(at(`/puzzle/${id}`));
  const next = () => {
    keep('puzzle.game', puzzle.game);
    go(nextPuzzle(all, puzzle.id).id);
  };

  /** What is asked, in words. */
  function asked() {
    const kind = goal.kind === 'win-islands' ? `win-islands-${goal.moves}` : goal.kind;
    const facts = { who: t(`side.${OTHER[seat]}`), island: goal.lose ?? '' };
    return t(
      `puzzle.${kind}`,
      goal.islands && goal.kind !== 'win-game' ? { ...facts, count: goal.islands } : facts,
    );
  }
  /** How many islands of the goal are won: what is more than asked for does not count. */
  const won = () => {
    const more = islandCount(school.now.views.at(-1) ?? first, seat) - islandCount(first, seat);
    return Math.min(goal.islands ?? 0, Math.max(0, more));
  };
  const counts = () => Boolean(goal.islands) && goal.kind !== 'win-game';
  const reach = () => t('puzzles.count', { done: won(), of: goal.islands ?? 0 });

  /** The last days, with days in a row or, if there are none, these words. @param {string} words */
  const days = (words) => knots(lastDays(), streak() ? t('puzzles.streak', { count: streak() }) : words);

  const frame = makeFrame({
    bar: () => [
      h('span', { class: 'bar-title' }, named()),
      h('div', { class: 'bar-knots' }, days(puzzle.day ? t('puzzles.today') : named())),
      button(t('puzzles.choose'), {
        ic: 'menu',
        kind: 'quiet choose',
        on: { click: () => openChoice(all, go) },
      }),
    ],
    fill(slip) {
      const { now, moves } = school;
      const { hints, showing, shown, tries } = state;
      const key = JSON.stringify([now.verdict, hints, showing, shown, moves, tries.length]);
      refill(slip, key, () => [
        h(
          'p',
          { class: 'eyebrow' },
          t('puzzles.you', { side: t(`side.${seat}`) }),
          ' · ',
          t('puzzles.difficulty', { level: puzzle.difficulty }),
        ),
        h('h1', {}, asked()),
        counts() &&
          h('div', { class: 'goal-line' }, slots(goal.islands ?? 0, won(), seat), h('b', {}, reach())),
        h(
          'ul',
          { class: 'chips', 'aria-label': t('puzzles.themes') },
          puzzle.themes.map((theme) => h('li', {}, t(`theme.${theme}`))),
        ),
        said(),
        h('div', { class: 'slip-acts' }, acts()),
        tries.length > 0 &&
          h(
            'div',
            { class: 'tried' },
            h('h2', { class: 'eyebrow' }, t('puzzles.tried')),
            h(
              'ul',
              { class: 'tries' },
              tries.map((each) =>
                h(
                  'li',
                  {},
                  h('b', {}, each.moves),
                  h('small', {}, each.did),
                  each.count && h('i', {}, each.count),
                ),
              ),
            ),
          ),
      ]);
    },
    foot: () => [
      days(t('puzzles.today')),
      keysLine([
        ['U', 'school.key.undo'],
        ['H', 'school.key.hint'],
        ['N', 'puzzles.key.next'],
      ]),
    ],
  });

  /** What is answered now. */
  function said() {
    const { verdict, history } = school.now;
    if (state.showing) return answer('hint', h('p', {}, t('school.showing')));
    if (verdict === 'solved')
      return answer('solved', h('p', {}, t(state.shown ? 'puzzles.shown' : 'puzzles.right')), whyNot());
    if (verdict === 'missed') return answer('missed', h('p', {}, t('puzzles.missed')), h('p', {}, whyNot()));
    if (state.hints) return answer('hint', h('p', {}, hintWords()));
    if (!history.length) return answer('');
    const did = consequences(history[history.length - 1], school.table.cast).join(t('log.join'));
    return answer('', did && h('p', {}, did));
  }
  const hintWords = () => {
    const move = read(school.now.answer[0]);
    if (state.hints > 1 || !move.link)
      return t('puzzles.hint.move', { move: moveWords(school.now.answer[0]) });
    return t('hint.look', { islands: list(move.link.split(/[-=]/)) });
  };
  /** Why the tempting move is wrong. */
  function whyNot() {
    const { tempting } = goal;
    if (!tempting) return null;
    const move = moveWords(tempting.action);
    if (tempting.reply) return t('puzzles.tempting.reply', { move, reply: moveWords(tempting.reply) });
    if (tempting.reaches !== null)
      return t('puzzles.tempting.few', { move, done: tempting.reaches, of: goal.islands ?? 0 });
    if (tempting.costs !== null) return t('puzzles.tempting.costs', { move, percent: tempting.costs });
    return t('puzzles.tempting', { move });
  }

  /** What can be done now. */
  function acts() {
    const { verdict } = school.now;
    const { moves } = school;
    if (state.showing) return [];
    const over = button(t(verdict === 'solved' ? 'school.again' : 'puzzles.again'), {
      ic: 'replay',
      kind: verdict === 'missed' ? 'primary' : '',
      on: { click: again },
    });
    const share = button(t('puzzles.share'), {
      ic: 'share',
      kind: 'share',
      title: t('puzzles.share'),
      on: { click: shareIt },
    });
    if (verdict === 'solved')
      return [button(t('school.next'), { ic: 'end', kind: 'primary go', on: { click: next } }), over, share];
    return [
      (moves.length > 0 || verdict === 'missed') && over,
      verdict === 'open' &&
        state.hints < 2 &&
        button(t('school.hint'), { ic: 'hint', key: 'H', on: { click: hint } }),
      button(t('puzzles.solution'), { kind: 'quiet', on: { click: solution } }),
      share,
    ];
  }
  async function shareIt() {
    const { openShare } = await import('../learn/share.js');
    const { hand } = first;
    const { svg } = school.table.parts.board.rendered;
    openShare(puzzle.id, svg, puzzle.board ?? svg, [
      asked(),
      hand
        ? t('puzzles.hand', { side: t(`side.${seat}`), cards: list(hand) })
        : t('puzzles.you', { side: t(`side.${seat}`) }),
    ]);
  }

  const show = () => school.table.parts.rail.show();
  async function again() {
    state.shown = false;
    await school.again();
    show();
  }
  async function hint() {
    if (school.now.verdict !== 'open' || state.showing) return;
    if (school.moves.length) await school.again();
    if (state.hints < 2) state.hints++;
    await school.point();
    if (state.hints > 1) for (let i = 0; i < 2; i++) school.table.hint();
    say(hintWords());
    show();
  }
  async function solution() {
    if (!solved(puzzle.id)) puzzleTried(puzzle, { solved: false, helped: true, day: null });
    Object.assign(state, { showing: true, shown: true });
    show();
    await school.show();
    state.showing = false;
    heard();
  }
  /** After an answer of the server. */
  function heard() {
    const { now, moves, table } = school;
    if (state.showing) return show();
    if (now.verdict === 'missed') {
      state.tries.unshift({
        moves: moves.map(moveWords).join(', '),
        did: consequences(now.history.flat(), table.cast).join(t('log.join')),
        count: counts() ? reach() : '',
      });
      state.tries.length = Math.min(state.tries.length, 4);
      say(t('puzzles.missed'));
    } else if (now.verdict === 'solved') {
      if (!state.shown)
        puzzleTried(puzzle, { solved: true, helped: state.hints + state.tries.length > 0, day: puzzle.day });
      say(t(state.shown ? 'puzzles.shown' : 'puzzles.right'));
    }
    show();
  }
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(/** @type {Element} */ (event.target).closest('select, input, dialog'))) next();
  });
  swallow(root, { waits: () => school.now.verdict === 'missed', takeBack: again, hint });
  return { frame, heard, hint };
}
