/**
 * How a player learns that it is their turn: notifications, offered once and in context, and a private feed.
 */
import { endFeed, makeFeed } from '../lib/api.js';
import { linkRow, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { blocked, canNotify, decide, notifies, undecided } from '../lib/turns.js';
import { button } from '../lib/ui.js';

/**
 * The line under the games with people: the question, or how to change the answer; and the feed.
 * @returns {HTMLElement}
 */
export function tellLine() {
  const line = h('p', { class: 'tell' });
  const answer = async (/** @type {boolean} */ wished) => {
    await decide(wished);
    show();
  };
  const question = () => [
    t('tell.ask'),
    ' ',
    button(t('tell.yes'), { on: { click: () => answer(true) } }),
    button(t('tell.no'), { kind: 'quiet', on: { click: () => answer(false) } }),
  ];
  const change = () =>
    button(t(notifies() ? 'tell.off' : 'tell.on'), {
      kind: 'linkish',
      on: { click: () => answer(!notifies()) },
    });
  const wish = () => {
    if (undecided()) return question();
    if (blocked()) return [h('span', {}, t('tell.blocked'))];
    if (!isSecureContext) return [h('span', {}, t('tell.insecure'))];
    return canNotify() ? [change()] : [];
  };
  const show = () =>
    line.replaceChildren(...wish(), button(t('tell.feed'), { kind: 'linkish', on: { click: openFeed } }));
  show();
  return line;
}

/** The feed's link: made here, shown here, ended here. */
function openFeed() {
  const host = h('div', { class: 'seat-links' });
  const failed = h('p', { class: 'failed', role: 'alert' });
  const attempt = (/** @type {() => Promise<{ path: string | null }>} */ ask) => async () => {
    try {
      keep('feed', (await ask()).path ?? '');
      show();
    } catch (error) {
      failed.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const show = () => {
    const path = kept('feed');
    host.replaceChildren(
      ...(path ? [linkRow(t('tell.feed'), path)] : []),
      h('p', { class: 'note' }, t('tell.feed.about')),
      h(
        'div',
        { class: 'menu-acts' },
        button(t('tell.feed.make'), { on: { click: attempt(makeFeed) } }),
        path && button(t('tell.feed.end'), { kind: 'quiet', on: { click: attempt(endFeed) } }),
      ),
      failed,
    );
  };
  show();
  sheet(t('tell.feed'), 'feed', host);
}
