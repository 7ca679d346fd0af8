"""A table, and what is to be seen on it: read from the page's DOM alone, as a person would."""

import re
from typing import Any, Literal, TypedDict

from playwright.sync_api import BrowserContext, Page, expect

from support.browser import DESKTOP, Scheme, Size, Visitors

Game = Literal["kahuna", "exahuna", "exahuna-special"]
GAMES: tuple[Game, ...] = ("kahuna", "exahuna", "exahuna-special")
Spot = tuple[float, float]


class Thing(TypedDict):
    """Something to press: where it is, whether it looks as if it could be pressed, whether it is picked."""

    at: Spot
    can: bool
    on: bool
    words: str


class Sight(TypedDict):
    """What is to be seen on the table."""

    state: Literal["over", "round", "curtain", "mine", "theirs"]
    glow: dict[str, Spot]
    hand: list[Thing]
    row: list[Thing]
    kinds: list[Thing]
    acts: dict[str, Thing]
    said: str
    told: int  # lines of the log


# in the page: `state` and `told`, then the rest
STATE = """
  const all = (query) => [...document.querySelectorAll(query)], say = document.querySelector('.say');
  const state = all('dialog.curtain[open]').length ? 'curtain' : all('.game-over').length ? 'over'
    : all('.round-end').length ? 'round' : say && !say.matches('.theirs') ? 'mine' : 'theirs';
  const told = all('.log li').length;
"""
OTHER = "([was, heard]) => {" + STATE + "return state !== was || told !== heard; }"
SEE = (
    "() => {"
    + STATE
    + """
  const visible = (node) => node.checkVisibility({ visibilityProperty: true });
  const middle = (node) => {
    const r = node.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  const thing = (node) => ({ at: middle(node), can: node.ariaDisabled !== 'true' && !node.disabled,
    on: node.ariaPressed === 'true' || node.ariaChecked === 'true', words: node.innerText.trim() });
  const things = (query) => all(query).map(thing), lines = all('.links .dots');
  const spot = (hit, i) => {
    if (hit.localName === 'circle') return middle(hit);
    const line = lines[i], p = line.getPointAtLength(line.getTotalLength() / 2), m = line.getScreenCTM();
    return [m.a * p.x + m.e, m.d * p.y + m.f];
  };
  const glow = {}, acts = {};
  all('.hit').forEach((hit, i) => { if (hit.matches('.can')) glow[hit.dataset.link] = spot(hit, i); });
  for (const node of all('[data-act]').filter(visible)) acts[node.dataset.act] = thing(node);
  return { state, told, glow, acts, hand: things('.hand .cards > button.card'), row: things('.market > button'),
    kinds: things('.kind'), said: say?.innerText ?? '' };
}"""
)


def sit(
    visitors: Visitors,
    game: Game = "kahuna",
    *,
    size: Size = DESKTOP,
    scheme: Scheme = "light",
    language: str = "en",
    touch: bool = False,
    still: bool = True,
    **wanted: Any,
) -> Page:
    """Somebody new at a table just opened; against Limu unless `wanted` (see bodies.Open) says otherwise."""
    page = visitors.visit(None, size=size, scheme=scheme, language=language, touch=touch, still=still)
    return take_place(page, opened(page.context, game, **wanted))


def opened(context: BrowserContext, game: Game, **wanted: Any) -> str:
    """Opens a game as the home page does, and tells where it is."""
    asked = {"game": game, "against": "level", **wanted}
    if asked["against"] == "level":
        asked.setdefault("level", "limu")
    answer = context.request.post("/api/games", data=asked)
    assert answer.ok, answer.text()
    return f"/play/{answer.json()['id']}"


def take_place(page: Page, path: str) -> Page:
    """Goes there, and waits for the table."""
    page.goto(path)
    page.locator(".say").wait_for(state="attached")
    return page


# in the page: remembers every place and size that the board ever had
WATCH = """() => {
  window.places = new Set();
  const note = () => {
    const { x, y, width, height } = document.querySelector('.water').getBoundingClientRect();
    window.places.add([x, y, width, height].map(Math.round).join());
    requestAnimationFrame(note);
  };
  note();
}"""


def watch_board(page: Page) -> None:
    """From now on `places` tells where the board has been."""
    page.evaluate(WATCH)


def places(page: Page) -> list[str]:
    """All places and sizes of the board since it is watched."""
    found: list[str] = page.evaluate("() => [...window.places]")
    return found


# in the page: notes whatever stands at these places, each time that it is another; what goes again is kept in mind
REMEMBER = """(query) => {
  const noted = [];
  (window.remembered ??= {})[query] = noted;
  const note = () => {
    const now = [...document.querySelectorAll(query)].map((node) => node.textContent).join('\\n');
    if (now !== noted.at(-1)) noted.push(now);
  };
  new MutationObserver(note).observe(document, {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
  note();
}"""
NOTED = "([query, words]) => window.remembered[query].some((now) => new RegExp(words).test(now))"


def remember(page: Page, query: str) -> None:
    """From now on `has_shown` knows what stood there, also what was gone before anybody looked."""
    page.evaluate(REMEMBER, query)


def shown(page: Page, query: str) -> list[str]:
    """What stood there since it is remembered, one after the other; empty where nothing did."""
    noted: list[str] = page.evaluate("(query) => window.remembered[query]", query)
    return noted


def has_shown(page: Page, query: str, words: str) -> None:
    """Waits until words that match this pattern stand there or have stood there since it is remembered."""
    page.wait_for_function(NOTED, arg=[query, words])


# in the page: the middle of a link, glowing or not
SPOT = """(link) => {
  const hits = [...document.querySelectorAll('.hit')], i = hits.findIndex((hit) => hit.dataset.link === link);
  const r = hits[i].getBoundingClientRect();
  if (hits[i].localName === 'circle') return [r.x + r.width / 2, r.y + r.height / 2];
  const line = document.querySelectorAll('.links .dots')[i], m = line.getScreenCTM();
  const p = line.getPointAtLength(line.getTotalLength() / 2);
  return [m.a * p.x + m.e, m.d * p.y + m.f];
}"""


def spot(page: Page, link: str) -> Spot:
    """Where a link is, glowing or not."""
    x, y = page.evaluate(SPOT, link)
    return x, y


def over(page: Page) -> None:
    """The game has an end, and the page says so everywhere."""
    expect(page.locator(".game-over")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^(You win!|You lose|A tie)$"))).to_be_visible()
    expect(page.locator(".say .tag")).to_have_text("Game over")
    expect(page).to_have_title("Game over · Kahuna")
