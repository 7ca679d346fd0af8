/**
 * /join/{key}: an invitation; /move/{key}: one's own seat, to be taken to this device. Looking takes nothing.
 */
import { MAX_NAME_CHARS } from '../games/facts.js';
import { Refusal, takeSeat } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keep, kept } from '../lib/kept.js';
import { button } from '../lib/ui.js';
import { clothPage, linkButton, say } from './shell.js';

/** @param {HTMLElement} root @param {{ kind: string, key: string }} where */
export function open(root, where) {
  const kind = where.kind === 'join' ? 'join' : 'move';
  let name = kept('name') ?? '';
  let failed = '';
  let busy = false;

  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      keep('name', name);
      const { id } = await takeSeat(kind, where.key, name);
      location.assign(`/play/${id}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      busy = false;
      failed = error.message;
      show();
      say(failed);
    }
  };
  const show = () =>
    clothPage(
      root,
      {
        heading: t(`${kind}.heading`),
        text: [t(`${kind}.text`), t(`${kind}.once`)],
        side: kind === 'join' ? 'black' : 'white',
      },
      h(
        'form',
        { class: 'cloth-form', on: { submit: take } },
        kind === 'join'
          ? h(
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
            )
          : null,
        failed ? h('p', { class: 'failed', role: 'alert' }, failed) : null,
        h(
          'div',
          { class: 'cloth-acts' },
          button(t(`${kind}.take`), { kind: 'primary go-btn', type: 'submit', ic: 'end' }),
          linkButton('/rules', t('join.rules'), 'quiet'),
        ),
      ),
    );
  document.addEventListener('language', show);
  show();
}
