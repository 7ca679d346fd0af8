/**
 * Before the first paint, while the code of the page is still on its way:
 * - day or night, as chosen here before or as the system has it. Style sheets look at `data-scheme` of the
 *   root element, which is always "day" or "night";
 * - the language, chosen likewise (`lang` of the root element), and its words are asked for;
 * - the socket of a table is opened. `lib/net.js` takes it over with the messages received until then.
 */
{
  const root = document.documentElement;
  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(`kahuna.${name}`);
    } catch {
      return null; // no storage: use the system's setting
    }
  };

  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset.scheme = kept('scheme') ?? (system.matches ? 'night' : 'day');
  };
  system.addEventListener('change', apply);
  addEventListener('storage', apply); // another tab chose
  apply();

  const languages = ['en', 'de', 'it', 'es', 'ja'];
  const wanted = [kept('language') ?? '', ...navigator.languages].map(
    (tag) => tag.toLowerCase().split('-')[0],
  );
  root.lang = wanted.find((language) => languages.includes(language)) ?? 'en';
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = new URL(`joined/${root.dataset.page}/words.${root.lang}.json`, src).href;
  document.head.append(link);

  if (root.dataset.page === 'table') {
    const base = root.dataset.base ?? '';
    const [kind, key] = location.pathname.slice(base.length).split('/').slice(1);
    const asked = new URLSearchParams({ [kind === 'play' ? 'game' : 'watch']: key });
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${base}/ws?${asked}`);
    globalThis.early = { socket, heard: [] };
    const hear = (/** @type {Event} */ event) => globalThis.early?.heard.push(event);
    Object.assign(socket, { onmessage: hear, onclose: hear });
  }
}
