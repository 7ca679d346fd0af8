// Plays whole games in Firefox over WebDriver BiDi, by real presses of the mouse: a second engine at the table.
//
// Reads {firefox, url, games, see} as JSON from standard input: where the browser is, the server, for each game what
// opens it, and the function of tests/support/sight.py that tells what is to be seen. Writes one line of JSON a game.
import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const { firefox, url, games, see } = JSON.parse(readFileSync(0, 'utf8'));
const MAX_PRESSES = 1000;
const PATIENCE = 10_000; // milliseconds for one thing to happen
const GO_ON = `(() => {
  const { x, y, width, height } = document.querySelector('.round-end .btn.primary').getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()`;

// Every page of the browser finishes its motion at once and asks no host but ours.
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: firefox,
  headless: true,
  protocolTimeout: 60_000,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en' },
});

/** Numbers below `n`, the same in every run. @param {number} seed */
function lots(seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
}

class Player {
  constructor(page, seed) {
    this.page = page;
    this.lot = lots(seed);
    this.presses = 0;
  }

  look() {
    return this.page.evaluate(`(${see})()`);
  }

  async press([x, y]) {
    this.presses += 1;
    if (this.presses > MAX_PRESSES) throw new Error('the game does not end');
    await this.page.mouse.click(x, y);
  }

  any(things) {
    return things[this.lot(things.length)];
  }

  /** Waits until there is something to do: the opponent has moved, the score of a round is read. */
  async ready() {
    for (const patience = Date.now() + 6 * PATIENCE; ; ) {
      const sight = await this.look();
      if (Date.now() > patience) throw new Error(`nothing happens: ${JSON.stringify(sight)}`);
      if (sight.state === 'round') await this.press(await this.page.evaluate(GO_ON));
      else if (sight.state !== 'theirs') return sight;
      else await this.page.keyboard.press('Shift'); // means nothing, and ends what is being shown
    }
  }

  async play() {
    for (let sight = await this.ready(); sight.state === 'mine'; sight = await this.ready()) {
      if (sight.row.length) await this.turnWithCards(sight);
      else await this.move(sight);
    }
  }

  /** A move of a game without cards: a kind if there are any, then a place, twice. */
  async move(sight) {
    const kinds = sight.kinds.filter((kind) => kind.can);
    if (kinds.length) await this.press(this.any(kinds).at);
    const places = Object.values((kinds.length ? await this.look() : sight).glow);
    const at = places.length ? this.any(places) : sight.acts.end.at;
    await this.press(at);
    await this.press(at);
    await this.until(sight);
  }

  /** One bridge if a card finds a link, then a card from the row or the stack; room is made for it if need be. */
  async turnWithCards(before) {
    let sight = before;
    for (const { at } of sight.hand) {
      await this.press(at);
      const places = Object.values((await this.look()).glow);
      if (!places.length) {
        await this.press(at);
        continue;
      }
      await this.press(this.any(places));
      sight = await this.until(sight);
      break;
    }
    if (sight.state === 'mine') await this.endTurn(sight);
  }

  async endTurn(sight) {
    const cards = sight.row.filter((card) => card.can);
    if (cards.length) {
      const { at } = this.any(cards);
      await this.press(at);
      await this.press(at);
    } else {
      await this.press((sight.acts.decline ?? sight.acts.end).at);
      await this.press((await this.look()).acts.end.at);
    }
    await this.until(sight);
  }

  /** What is to be seen once something has happened, or after a while: then the turn is tried once more. */
  async until(before) {
    for (const patience = Date.now() + PATIENCE; ; ) {
      const sight = await this.look();
      if (Date.now() > patience) return sight;
      if (sight.state !== before.state || sight.told !== before.told) return sight;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Opens a game as the home page does, for this browser; its id. */
async function opened(wanted) {
  const asked = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  };
  const answer = await fetch(`${url}/api/games`, asked);
  const [name, value] = answer.headers.getSetCookie()[0].split(';')[0].split('=');
  await browser.setCookie({ name, value, domain: new URL(url).hostname, path: '/' });
  return (await answer.json()).id;
}

/** Sits down at a table, plays to the end, and tells what stands there then. */
async function played(game, wanted) {
  const page = await browser.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (said) => said.type() === 'error' && wrong.push(said.text()));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${url}/`)) wrong.push(request.url());
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${url}/play/${await opened(wanted)}`);
  await page.waitForSelector('.say');
  const player = new Player(page, 7);
  const began = Date.now();
  await player.play();
  const heading = await page.$eval('.game-over h2', (node) => node.textContent);
  const told = await page.$$eval('.log li', (lines) => lines.length);
  await page.close();
  return { game, heading, told, presses: player.presses, seconds: (Date.now() - began) / 1000, wrong };
}

try {
  for (const [game, wanted] of Object.entries(games)) console.log(JSON.stringify(await played(game, wanted)));
} finally {
  await browser.close();
}
