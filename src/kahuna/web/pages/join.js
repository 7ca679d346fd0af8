/**
 * /join/{key}: an invitation; /move/{key}: your own seat, to be taken to this device. Opening the page uses
 * nothing up.
 */
import { picture } from '../board/picture.js';
import { MAX_NAME_CHARS } from '../games/facts.js';
import { invitation, Refusal, takeSeat } from '../lib/api.js';
import { at } from '../lib/base.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, keepOneMore, kept } from '../lib/kept.js';
import { button, icon, stoneGlyph } from '../lib/ui.js';
import { clockWords, headStart } from './clocks.js';
import { LEARN } from './places.js';
import { backdrop, clothPage, linkButton, say, title, topBar } from './shell.js';

/** @typedef {import('../messages.js').Invitation} Invitation */

/** @param {HTMLElement} root @param {{ kind: string, key: string }} where */
export async function open(root, where) {
  const kind = where.kind === 'join' ? 'join' : 'move';
  let name = kept('name') ?? '';
  let failed = '';
  let busy = false;
  /** @type {Invitation | Refusal | null} */
  let found = kind === 'join' ? await invitation(where.key).catch((error) => error) : null;

  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      keep('name', name);
      const commitment = found && 'commitment' in found ? found.commitment : null;
      const { id } = await takeSeat(kind, where.key, name, commitment);
      keepOneMore();
      location.assign(at(`/play/${id}`));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      busy = false;
      failed = error.message;
      if (kind === 'join') found = await invitation(where.key).catch((again) => again);
      show();
      say(failed);
    }
  };
  const nameField = () =>
    h(
      'label',
      { class: 'field' },
      t('home.name'),
      h('input', {
        id: 'name',
        value: name,
        maxlength: MAX_NAME_CHARS,
        autocomplete: 'nickname',
        placeholder: t('home.name.hint'),
        on: {
          input: (/** @type {Event} */ event) => {
            name = /** @type {HTMLInputElement} */ (event.target).value;
          },
        },
      }),
    );
  const problem = () => failed && h('p', { class: 'failed', role: 'alert' }, failed);

  const move = () =>
    clothPage(
      root,
      { heading: t('move.heading'), text: [t('move.text'), t('move.once')], side: 'white' },
      h(
        'form',
        { class: 'cloth-form', on: { submit: take } },
        problem() || null,
        h(
          'div',
          { class: 'cloth-acts' },
          button(t('move.take'), { kind: 'primary go-btn', type: 'submit', ic: 'end' }),
          linkButton('/rules', t('join.rules'), 'quiet'),
        ),
      ),
    );
  /** Nothing to take here: a used link, your own, or none. @param {string} state @param {string} [id] */
  const closed = (state, id) =>
    clothPage(
      root,
      { heading: t(`join.${state}`), text: t(`join.${state}.text`), side: 'black' },
      h(
        'div',
        { class: 'cloth-acts' },
        id
          ? linkButton(`/play/${id}`, t('join.to-table'), 'primary', 'end')
          : linkButton('/', t('lost.home'), 'primary'),
      ),
    );
  const offer = (/** @type {Invitation} */ said) => {
    const seat = said.seat ?? 'black';
    const game = t(`game.${said.game}`);
    const heading = said.host ? t('join.by', { who: said.host, game }) : t('join.by-nobody', { game });
    title(heading);
    root.className = 'joining';
    root.replaceChildren(
      backdrop(),
      topBar(''),
      h(
        'main',
        { class: 'leaf joincard', id: 'main', tabindex: -1 },
        picture({ game: said.game, margin: 60, tight: true }, { cls: 'pic' }),
        h(
          'div',
          { class: 'said' },
          h('p', { class: 'eyebrow' }, t('join.heading')),
          h('h1', {}, heading),
          h('ul', { class: 'facts' }, facts(said, seat)),
          h(
            'form',
            { on: { submit: take } },
            nameField(),
            problem(),
            button(t('join.take'), { kind: 'primary go-btn', type: 'submit', ic: 'end' }),
          ),
          h(
            'p',
            { class: 'or' },
            h('a', { href: `/rules/${said.game}` }, t('join.rules')),
            h('a', { href: LEARN }, t('join.learn')),
          ),
        ),
      ),
    );
  };
  const show = () => {
    if (kind === 'move') return move();
    if (!found || found instanceof Refusal) return closed('gone');
    return found.state === 'free' ? offer(found) : closed(found.state, found.id ?? undefined);
  };
  document.addEventListener('language', show);
  show();
}

/** What to know before taking the seat. @param {Invitation} said @param {Seat} seat */
function facts({ rules, clock, first, game, hints }, seat) {
  /** @type {(sign: Node, words: string, about: string) => HTMLElement} */
  const fact = (sign, words, about) =>
    h('li', {}, sign, h('span', {}, h('b', {}, words), h('small', {}, about)));
  const begins = t(first === seat ? 'join.begin' : 'join.follow');
  const variants = [
    rules.planning && t('home.planning'),
    rules.handicap > 0 && headStart(rules, seat),
  ].filter(Boolean);
  return [
    fact(stoneGlyph(seat), t('join.side', { side: t(`side.${seat}`) }), begins),
    fact(icon('clock'), clockWords(clock), t(clock ? `join.clock.${clock.kind}` : 'join.clock.none')),
    variants.length > 0 && fact(icon('log'), variants.join(' · '), t(`game.${game}`)),
    hints && fact(icon('hint'), t('home.hints'), t('home.hints.about')),
    fact(icon('person'), t('join.free'), t('join.once')),
  ];
}
