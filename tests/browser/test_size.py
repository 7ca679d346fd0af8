"""What crosses the wire until a page can be used, measured by a browser at a real server.

Bytes are those of the compressed contents; a header of some 370 bytes comes with each.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from support.browser import LANGUAGES, RUNS, Server

MOST = {"home": 70_000, "table": 110_000}
FEW_FILES = 12  # of a page: style, code, words, icons
GAMES = ("kahuna", "exahuna", "exahuna-special")


class Load(NamedTuple):
    """What opening a page asked of the network."""

    bytes: int  # of contents, compressed
    paths: list[str]
    wire: int = 0  # with headers

    @property
    def files(self) -> list[str]:
        """Those of the page itself, without what the server is asked about games."""
        return [path for path in self.paths if path.startswith("/web/")]


class House:
    """A server, and visitors who count what they load."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[BrowserContext] = []

    def visitor(self, language: str = "en", seats_of: BrowserContext | None = None) -> BrowserContext:
        """Somebody whose browser has never been here, but may have the seats of another."""
        seats = seats_of.storage_state() if seats_of else None
        context = self.browser.new_context(base_url=self.server.url, locale=language, storage_state=seats)
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        return context

    def load(self, context: BrowserContext, path: str, shows: str) -> Load:
        """Opens a page until it shows this, and tells what that took."""
        page = context.new_page()
        line = context.new_cdp_session(page)
        asked: dict[str, str] = {}
        weight: dict[str, float] = {}
        content: Counter[str] = Counter()

        def sent(event: dict[str, Any]) -> None:
            asked[event["requestId"]] = event["request"]["url"].removeprefix(self.server.url)

        def cached(event: dict[str, Any]) -> None:
            asked.pop(event["requestId"], None)

        def finished(event: dict[str, Any]) -> None:
            weight[event["requestId"]] = event["encodedDataLength"]

        def received(event: dict[str, Any]) -> None:
            content[event["requestId"]] += event["encodedDataLength"]

        line.on("Network.dataReceived", received)
        line.on("Network.requestWillBeSent", sent)
        line.on("Network.requestServedFromCache", cached)
        line.on("Network.loadingFinished", finished)
        line.send("Network.enable")
        page.goto(path)
        page.locator(shows).first.wait_for()
        page.wait_for_load_state("networkidle")
        known = [number for number in asked if weight.get(number, 0) > 0]
        page.close()
        return Load(
            sum(content[number] for number in known),
            [asked[number] for number in known],
            int(sum(weight[number] for number in known)),
        )

    def table(self, context: BrowserContext, game: str) -> str:
        """The address of a new table of this game; against Manu, for a first game against Limu is coached."""
        page: Page = context.new_page()
        page.goto("/")
        page.get_by_role("radio", name="Manu").check()
        page.locator(f"input[name=game][value={game}]").check()
        page.locator(".go-btn").click()
        page.wait_for_url("**/play/*")
        path = page.url.removeprefix(self.server.url)
        page.close()
        return path


@pytest.fixture
def house(browser: Browser, server: Server) -> Iterator[House]:
    """A server, and a browser in which nobody stays behind."""
    made = House(browser, server)
    yield made
    for context in made.contexts:
        context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_is_small_in_every_language(house: House, language: str) -> None:
    load = house.load(house.visitor(language), "/", ".go-btn")
    assert load.bytes <= MOST["home"]
    assert len(load.files) <= FEW_FILES, load.files


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_small_for_a_browser_that_was_never_here(house: House, game: str) -> None:
    host = house.visitor()
    path = house.table(host, game)
    load = house.load(house.visitor(seats_of=host), path, ".table .board")
    assert load.bytes <= MOST["table"]
    assert len(load.files) <= FEW_FILES, load.files


@pytest.mark.parametrize(
    ("path", "shows"), [("/", ".go-btn"), ("/rules", ".article h1"), ("/replay", "#file")]
)
def test_a_second_visit_loads_nothing_of_the_page_but_its_document(
    house: House, path: str, shows: str
) -> None:
    visitor = house.visitor()
    first = house.load(visitor, path, shows)
    assert len(first.files) > 4
    assert house.load(visitor, path, shows).files == []


def test_a_document_names_all_that_its_page_loads_so_that_only_words_come_later(house: House) -> None:
    visitor = house.visitor()
    path = house.table(visitor, "kahuna")
    for where in ("/", path, "/rules", "/replay"):
        document = house.visitor().request.get(where).text()
        fresh = house.visitor(seats_of=visitor if where == path else None)
        later = [each for each in house.load(fresh, where, RUNS).files if f'"{each}"' not in document]
        assert all("/words." in each for each in later), later
