"""Fixtures for tests in a real browser.

    def test_something(visitors: Visitors) -> None:
        page = visitors.visit("/")                                     # somebody new, on a desktop, by day, in English
        other = visitors.visit("/", size=PHONE, touch=True)            # somebody else, on a phone
        page.get_by_role("button", name="Start game").click()

Every test fails by itself on an error on the console of any of its pages, and on any request to another host; what it
provokes on purpose it names before with `visitors.expect("404")`. `server` is shared by the tests of a process; a test
that kills it takes `own_server` and `own_visitors`. `look(page)` fails on what axe-core finds.

Without Chromium these tests are skipped, and say so; with KAHUNA_NEEDS_BROWSER=1 they fail. The browser lives until
tests of another folder come: Playwright keeps an event loop running in its thread, which these must not meet.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import AXE, Server, Visitors, absent, axe, launched, missing_browser

expect.set_options(timeout=30_000)  # other tests may keep this machine busy


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of this process."""
    yield from running(tmp_path_factory.mktemp("server") / "store.db")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone, to be killed and started again."""
    yield from running(tmp_path / "store.db")


def running(store: Path, *more: str) -> Iterator[Server]:
    """A server, ended afterwards."""
    if why := missing_browser():
        absent(why)
    made = Server(store, *more)
    made.start()
    yield made
    made.stop()


_running = ExitStack()  # ends the browser
_browsers: list[Browser] = []  # the one of this process


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Chromium, the same for all tests of this folder in a row."""
    if why := missing_browser():
        absent(why)
    if not _browsers:
        _browsers.append(_running.enter_context(launched()))
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Ends the browser after the last test of this folder."""
    yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        _browsers.clear()
        _running.close()


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """People who come to the shared server."""
    made = Visitors(browser, server)
    yield made
    made.close()


@pytest.fixture
def own_visitors(browser: Browser, own_server: Server) -> Iterator[Visitors]:
    """People who come to this test's own server."""
    made = Visitors(browser, own_server)
    yield made
    made.close()


@pytest.fixture
def look() -> Callable[[Page], None]:
    """Fails on what axe-core finds wrong on a page."""
    if not AXE.exists():
        absent(f"no axe-core at {AXE}: run `npm ci` (or `make web-check`)")

    def found_nothing(page: Page) -> None:
        found = axe(page)
        assert not found, "\n".join(found)

    return found_nothing
