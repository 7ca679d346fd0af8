/** Home while its server cannot be reached: the reviews that the service worker keeps here (worker.js). */
import { SEATS } from '../board/boards.js';
import { picture } from '../board/picture.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { playerName } from '../lib/names.js';

const REVIEWS = 'kahuna-reviews';
const SHOWN = 6;

/** @typedef {import('../messages.js').Replay} Replay */

/** The games whose reviews are kept here, by their keys; the last ones first. */
async function keptReplays() {
  /** @type {Map<string, Replay>} */
  const found = new Map();
  if (!('caches' in window) || !(await caches.has(REVIEWS))) return found;
  const cache = await caches.open(REVIEWS);
  for (const request of [...(await cache.keys())].reverse()) {
    const [, key] = /\/api\/replay\/([^/?]+)/.exec(request.url) ?? [];
    const answer = key && !found.has(key) && found.size < SHOWN ? await cache.match(request) : null;
    if (answer) found.set(key, await answer.json());
  }
  return found;
}

/** @param {[string, Replay]} kept */
function review([key, { game, players, levels, frames }]) {
  const names = SEATS.map((seat) => {
    const level = levels[seat];
    const player = level ? { kind: 'level', name: level } : { kind: 'person', name: players[seat] };
    return playerName(/** @type {Player} */ (player), t(`side.${seat}`));
  });
  const who = names.join(' – ');
  const view = frames.at(-1)?.view;
  return h(
    'li',
    {},
    view && picture({ game, view, tight: true, margin: 62 }),
    h('span', {}, h('b', {}, who), h('small', {}, t(`game.${game}`))),
    h(
      'a',
      {
        class: 'btn',
        href: `/replay/${key}`,
        'aria-label': `${t('home.review')} ${t(`game.${game}`)}: ${who}`,
      },
      t('home.review'),
    ),
  );
}

/** A list of links to them. */
export const keptReviews = async () =>
  h('ul', { class: 'done' }, [...(await keptReplays().catch(() => []))].map(review));
