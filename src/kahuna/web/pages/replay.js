/**
 * /replay/{key}: a finished game, step by step; /replay: the same for a record from a file, chosen or
 * dropped.
 */

import { makeBoard } from '../board/board.js';
import { enact } from '../board/motion.js';
import { gameOf } from '../games/index.js';
import { Refusal, replay, replayRecord } from '../lib/api.js';
import { h, s } from '../lib/dom.js';
import { speak, t } from '../lib/i18n.js';
import { moving } from '../lib/settings.js';
import { button, icon, stoneGlyph } from '../lib/ui.js';
import { graph, panel, sentences, who } from './replay-parts.js';
import { clothPage, languagePicker, say, schemeButton, title } from './shell.js';

/** @typedef {import('../messages.js').Replay} Replay */
/** @typedef {import('../messages.js').Side} Side */

const PACE = 1100; // milliseconds for a step while playing
const BIGGEST = 2_000_000;

/** @param {HTMLElement} root @param {{ key: string }} where */
export async function open(root, { key }) {
  let record = '';
  let failed = '';
  let side = /** @type {Side} */ ('open');
  /** @type {Viewer | null} */
  let viewer = null;

  const show = () => (viewer ? viewer.show() : ask());
  const fail = (/** @type {string} */ words) => {
    failed = words;
    if (viewer) say(words);
    else ask();
  };
  const refresh = async () => {
    try {
      const game = await (record ? replayRecord(record, side) : replay(key, side));
      viewer?.stop();
      viewer = new Viewer(root, game, {
        key: record ? '' : key,
        record,
        side,
        at: viewer?.at ?? (Number(location.hash.slice(1)) || 0),
        seen: (as) => {
          side = as;
          refresh();
        },
      });
      const choosing = document.activeElement?.matches('[name=as]');
      show();
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
    viewer?.stop();
    viewer = null;
    record = found;
    history.replaceState(null, '', '/replay');
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
  addEventListener('keydown', (event) => viewer?.press(event));
  document.addEventListener('language', show);
  await speak(['table']);
  if (key) await refresh();
  else ask();
}

/** @param {string} text */
function parses(text) {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}

/** A game on the screen, at one of its steps. */
class Viewer {
  /**
   * @param {HTMLElement} root @param {Replay} game
   * @param {{ key: string, record: string, side: Side, at: number, seen: (side: Side) => void }} options
   */
  constructor(root, game, options) {
    this.root = root;
    this.game = game;
    this.options = options;
    this.last = game.frames.length - 1;
    this.at = Math.max(0, Math.min(this.last, options.at));
    this.timer = 0;
    this.noting = 0;
    /** @type {ReturnType<typeof enact> | null} */
    this.motion = null;
  }

  stop() {
    clearTimeout(this.noting);
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** Everything, in the language now. */
  show() {
    const { game, options, root } = this;
    title(`${who(game, 'white')} – ${who(game, 'black')}`);
    root.className = 'review';
    const main = h('main', { class: 'chart', id: 'main', tabindex: -1, 'aria-label': t('replay.chart') });
    this.line = h('p', { class: 'tl-line' });
    this.range = h('input', {
      class: 'scrub',
      type: 'range',
      min: 0,
      max: this.last,
      value: this.at,
      'aria-label': t('replay.step'),
      on: {
        input: () => {
          this.stop();
          this.go(Number(this.range?.value));
        },
      },
    });
    this.graph = graph(game);
    this.toggle = button('', { ic: 'play', kind: 'icon-only primary', on: { click: () => this.play() } });
    const act = (/** @type {string} */ ic, /** @type {string} */ name, /** @type {() => void} */ click) =>
      button('', { ic, kind: 'icon-only', 'aria-label': t(name), title: t(name), on: { click } });
    const step = (/** @type {() => number} */ to) => () => {
      this.stop();
      this.go(to());
    };
    this.panel = panel(game, (at) => {
      this.stop();
      this.go(at);
    });
    root.replaceChildren(
      h(
        'header',
        { class: 'top' },
        h('a', { class: 'brand', href: '/', 'aria-label': 'Kahuna' }, stoneGlyph('white')),
        h(
          'div',
          { class: 'who' },
          h(
            'div',
            {},
            h('b', {}, t('replay.of', { white: who(game, 'white'), black: who(game, 'black') })),
            h('small', {}, [t(`game.${game.game}`), outcome(game)].filter(Boolean).join(' · ')),
          ),
        ),
        h(
          'fieldset',
          { class: 'seg view-as' },
          h('legend', { class: 'vh' }, t('replay.seen')),
          /** @type {Side[]} */ (['white', 'black', 'open']).map((as) =>
            h(
              'label',
              { class: 'pick segm' },
              h('input', {
                type: 'radio',
                name: 'as',
                value: as,
                checked: as === options.side,
                on: { change: () => options.seen(as) },
              }),
              h('span', { class: 'pick-in' }, t(as === 'open' ? 'replay.open' : `side.${as}`)),
            ),
          ),
        ),
      ),
      main,
      h(
        'section',
        { class: 'timeline', 'aria-label': t('replay.timeline') },
        this.line,
        h('div', { class: 'graph' }, this.graph.svg, this.graph.rounds),
        this.range,
        h(
          'div',
          { class: 'tl-ctl' },
          act(
            'first',
            'replay.first',
            step(() => 0),
          ),
          act(
            'prev',
            'replay.back',
            step(() => this.at - 1),
          ),
          this.toggle,
          act(
            'next',
            'replay.next',
            step(() => this.at + 1),
          ),
          act(
            'last',
            'replay.last',
            step(() => this.last),
          ),
          h('span', { class: 'spacer' }),
          options.key
            ? button(t('share'), { ic: 'share', 'aria-label': t('share'), on: { click: () => this.share() } })
            : null,
          h(
            'a',
            {
              class: 'btn',
              'aria-label': t('replay.record.about'),
              download: 'kahuna-record.json',
              ...this.recordLink(),
            },
            icon('down'),
            h('span', {}, t('over.record')),
          ),
        ),
      ),
      h(
        'aside',
        { class: 'rail', 'aria-label': t('over.replay') },
        h('div', { class: 'head' }, h('h1', {}, t('over.replay')), languagePicker(), schemeButton()),
        ...this.panel.parts,
        h('p', { class: 'keys' }, t('replay.keys')),
      ),
    );
    this.board = makeBoard(main, game.game, { still: true });
    this.sized?.disconnect();
    this.sized = new ResizeObserver(() => {
      this.board = makeBoard(main, game.game, { still: true });
      this.paint();
    });
    this.sized.observe(main);
    this.go(this.at);
  }

  /** This page at this step. */
  link() {
    return location.pathname + (this.at ? `#${this.at}` : '');
  }

  recordLink() {
    const { key, record } = this.options;
    return {
      href: key
        ? `/api/record/${key}`
        : URL.createObjectURL(new Blob([record], { type: 'application/json' })),
    };
  }

  paint() {
    const { view, events } = this.game.frames[this.at];
    const last = [
      ...events.filter(({ event }) => event === 'placed').map(({ link }) => link),
      ...events.filter(({ event }) => event === 'moved').map(({ to }) => to),
    ];
    this.board?.paint({ view, last });
  }

  /** Shows this step. @param {number} at */
  go(at) {
    const { game } = this;
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, at));
    const { events } = game.frames[this.at];
    const { view } = game.frames[Math.max(0, this.at - 1)];
    const words = sentences(game, this.at);
    if (this.at === this.last) this.stop();
    this.motion?.finish();
    this.paint();
    if (this.board && this.at === before + 1 && moving())
      this.motion = enact(this.board, events, game.frames[before].view);
    this.graph?.mark(this.at);
    this.panel?.mark(this.at);
    const place = gameOf(game.game).place(view);
    this.line?.replaceChildren(h('b', {}, place), ` · ${words}`);
    if (this.range) {
      this.range.value = String(this.at);
      this.range.setAttribute(
        'aria-valuetext',
        `${t('replay.at', { step: this.at, of: this.last })}. ${words}`,
      );
    }
    if (document.activeElement !== this.range) say(words);
    this.dress();
    clearTimeout(this.noting); // browsers count how often an address changes
    this.noting = setTimeout(() => history.replaceState(null, '', this.link()), 300);
  }

  /** The play button as it is now. */
  dress() {
    const words = t(this.timer ? 'replay.pause' : 'replay.play');
    this.toggle?.setAttribute('aria-label', words);
    this.toggle?.replaceChildren(
      this.timer
        ? s(
            'svg',
            { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
            s('path', { d: 'M8 5v14M16 5v14' }),
          )
        : icon('play'),
    );
  }

  play() {
    if (this.timer) this.stop();
    else {
      if (this.at === this.last) this.go(0);
      this.timer = setInterval(() => this.go(this.at + 1), PACE);
    }
    this.dress();
  }

  /** The step where the turn before or after begins. @param {number} way */
  turn(way) {
    const { frames } = this.game;
    let at = this.at + way;
    while (at > 0 && at < this.last && frames[at].view.turn === frames[at - 1].view.turn) at += way;
    return at;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { tagName, type } = /** @type {HTMLInputElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      tagName === 'SELECT' ||
      type === 'radio' ||
      type === 'range'
    )
      return;
    if (event.key === ' ' && ['BUTTON', 'A', 'SUMMARY'].includes(tagName)) return;
    const to = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.last,
      PageUp: this.turn(-1),
      PageDown: this.turn(1),
    }[event.key];
    if (event.key === ' ') this.play();
    else if (to === undefined) return;
    else {
      this.stop();
      this.go(to);
    }
    event.preventDefault();
  }

  async share() {
    const url = new URL(this.link(), location.href).href;
    try {
      if (navigator.share) return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      this.line?.replaceChildren(t('copied'));
      say(t('copied'));
    } catch {
      /* the visitor thought better of it */
    }
  }
}

/** @param {Replay} game */
function outcome(game) {
  if (!game.result) return '';
  const { winner, points, islands } = game.result;
  const score = (points ?? islands).join(' : ');
  return winner ? t('replay.won', { who: who(game, winner), score }) : t('replay.draw', { score });
}
