/** The progress of a review, and the choice of a deeper one. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { button } from '../lib/ui.js';

/** @typedef {import('./state.js').ReviewState} ReviewState */

/**
 * @param {ReviewState} state
 * @param {{ deeper: (depth: import('./review.js').Depth) => void, cancel: () => void }} acts
 */
export function progressPart(state, { deeper, cancel }) {
  const { review, working, judged, turns, depths, problem } = state;
  if (working)
    return h(
      'div',
      { class: 'working' },
      h('label', { for: 'judged' }, t(`depth.${working}.working`)),
      h('progress', { id: 'judged', max: Math.max(1, turns), value: judged }),
      h('span', { class: 'n', 'aria-hidden': 'true' }, turns ? `${judged}/${turns}` : ''),
      button('', {
        ic: 'close',
        kind: 'quiet icon-only',
        'aria-label': t('depth.cancel'),
        title: t('depth.cancel'),
        on: { click: cancel },
      }),
    );
  const next = depths[depths.indexOf(review?.depth ?? 'quick') + (review?.complete ? 1 : 0)];
  return h(
    'div',
    { class: 'working' },
    problem ? h('p', { class: 'problem', role: 'status' }, problem) : null,
    review?.complete ? h('span', {}, t(`depth.${review.depth}`)) : null,
    next
      ? button(t(review?.complete ? 'depth.deeper' : 'depth.again'), {
          kind: 'small',
          on: { click: () => deeper(next) },
        })
      : null,
  );
}
