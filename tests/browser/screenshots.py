"""Every page at every size, day and night, as pictures in build/screenshots: `make screenshots`, then look at them.

    python tests/browser/screenshots.py [FILTER] [--language de]

FILTER keeps those whose name has it, for example "home-phone" or "dark".
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page

from support.browser import (
    DESKTOP,
    LANGUAGES,
    ROOT,
    RUNS,
    SIZES,
    Scheme,
    Server,
    Visitors,
    launched,
    missing_browser,
    resize,
    sideways,
)
from support.people import Mouse
from support.sight import Game, opened, take_place

OUT = ROOT / "build/screenshots"
GOLDEN = ROOT / "tests/golden"
KEY = "A" * 22  # of nothing: looking takes nothing
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# in the page: returns when everything has its place and nothing moves, or after five seconds: what is out of sight
# may never come to its end
STILL = """async () => {
  const still = async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
  await Promise.race([still(), new Promise((late) => setTimeout(late, 5000))]);
}"""


def at(path: str) -> Callable[[Page], None]:
    """Goes there."""

    def go(page: Page) -> None:
        page.goto(path)

    return go


def replay(record: str, step: int) -> Callable[[Page], None]:
    """A record at one of its steps."""

    def go(page: Page) -> None:
        page.goto("/replay")
        page.locator("#file").set_input_files(GOLDEN / record)
        page.locator(".scrub").fill(str(step))

    return go


def play(game: str, against: str = "level") -> Callable[[Page], None]:
    """A table just opened."""

    def go(page: Page) -> None:
        page.goto("/")
        page.locator(f"input[name=game][value={game}]").check()
        page.locator(f"input[name=against][value={against}]").check()
        page.locator(".go-btn").click()
        page.wait_for_url("**/play/*")

    return go


def midst(game: Game) -> Callable[[Page], None]:
    """A table after some turns, with a preview where there is one."""

    def go(page: Page) -> None:
        take_place(page, opened(page.context, game))
        person = Mouse(page, seed=4)
        person.play(turns=9)
        sight = person.wait()
        for i in range(len(sight["hand"])):
            person.card(sight, i)
            if person.see()["glow"]:
                break
            person.card(sight, i)
        page.keyboard.press("b")

    return go


PAGES: dict[str, Callable[[Page], None]] = {
    "home": at("/"),
    "join": at(f"/join/{KEY}"),
    "move": at(f"/move/{KEY}"),
    "lost": at("/rules/none"),
    "load": at("/replay"),
    "replay-kahuna": replay("kahuna-points-greedy.json", 43),
    "replay-exahuna": replay("exahuna-islands.json", 36),
    "replay-special": replay("special-islands.json", 40),
    "rules-kahuna": at("/rules"),
    "rules-exahuna": at("/rules/exahuna"),
    "rules-special": at("/rules/exahuna-special"),
    "play-kahuna": play("kahuna"),
    "play-exahuna": play("exahuna"),
    "play-special": play("exahuna-special"),
    "midst-kahuna": midst("kahuna"),
    "midst-exahuna": midst("exahuna"),
    "midst-special": midst("exahuna-special"),
    "play-invite": play("kahuna", "link"),
    "play-screen": play("kahuna", "screen"),
    "home-with-games": at("/"),
}


def main() -> int:
    """Takes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filter", nargs="?", default="")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    wanted = parser.parse_args()
    if why := missing_browser():
        print(why, file=sys.stderr)  # noqa: T201
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, launched() as browser:
        server = Server(Path(folder) / "store.db")
        server.start()
        try:
            people = Visitors(browser, server)
            people.expect("404")  # an invitation that there is not
            for scheme in SCHEMES:
                page = people.visit(None, scheme=scheme, language=wanted.language)
                for name, go in PAGES.items():
                    names = {size: f"{name}-{size}-{scheme}" for size in SIZES}
                    if any(wanted.filter in each for each in names.values()):
                        resize(page, DESKTOP)
                        go(page)
                        _take(page, {size: each for size, each in names.items() if wanted.filter in each})
            people.close()
        finally:
            server.stop()
    return 0


def _take(page: Page, names: dict[str, str]) -> None:
    """One page at these sizes; pages that scroll are taken whole."""
    page.locator(RUNS).first.wait_for(state="attached")
    for size, name in names.items():
        resize(page, SIZES[size])
        page.wait_for_load_state("networkidle")
        page.evaluate(STILL)
        whole = page.evaluate("document.documentElement.scrollHeight") < 8000
        page.screenshot(path=OUT / f"{name}.png", full_page=whole)
        if (wide := sideways(page)) > 0:
            print(f"{name} scrolls sideways by {wide} pixels")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
