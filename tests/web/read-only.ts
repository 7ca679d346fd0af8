/**
 * What the type check must refuse: whoever is handed a table or a review reads its state, down to the last
 * value, and changes nothing. A line here that were allowed would fail `make check`.
 */
import type { ReviewState } from '../../src/kahuna/web/review/state.js';
import type { Table } from '../../src/kahuna/web/types.js';

export function tamperWithTable(table: Table) {
  // @ts-expect-error
  table.pending = false;
  // @ts-expect-error
  table.pick.link = null;
  // @ts-expect-error
  table.pick.cards.push(1);
  // @ts-expect-error
  table.previews.set('', []);
  // @ts-expect-error
  table.asked.add('');
  // @ts-expect-error
  table.queue.shift();
  // @ts-expect-error
  table.history[0].pop();
  // @ts-expect-error
  table.laid.result = null;
  // @ts-expect-error
  table.view.legal.sort();
}

export function tamperWithReview(state: ReviewState) {
  // @ts-expect-error
  state.at = 0;
  // @ts-expect-error
  state.names.white = '';
  // @ts-expect-error
  state.review?.turns.pop();
  // @ts-expect-error
  state.exploring?.here.next.push();
}
