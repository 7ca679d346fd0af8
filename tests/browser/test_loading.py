"""What a page shows and asks for while its code is still on its way."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from support.browser import LAPTOP, PHONE, RUNS, SMALL_LAPTOP, Size, Visitors, held
from support.sight import sit

PLACE = (
    "one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"
)


@contextmanager
def code_held(page: Page) -> Iterator[None]:
    """Until the end of this the code of a page does not come."""
    with held(page, "**/all.js"), page.expect_request("**/all.js"):
        yield


@pytest.mark.parametrize("size", [LAPTOP, SMALL_LAPTOP, PHONE])
def test_home_shows_its_name_before_its_code_is_there_and_it_stays_in_its_place(
    visitors: Visitors, size: Size
) -> None:
    page = visitors.visit(None, size=size)
    name = page.locator(".brand")
    with code_held(page):
        with (
            page.expect_request("**/home/words.en.json"),
            page.expect_request("**/api/games"),
            page.expect_request("**/api/status"),
        ):
            page.goto("/", wait_until="commit")
        expect(name).to_be_visible()
        before = name.evaluate(PLACE)
    page.locator(RUNS).first.wait_for()
    assert name.evaluate(PLACE) == before


def test_what_is_asked_for_early_is_not_asked_for_again(visitors: Visitors) -> None:
    page = visitors.visit(None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.locator(".go-btn").wait_for()
    page.wait_for_load_state("networkidle")
    for path in ("/words.en.json", "/api/games"):
        assert len([url for url in asked if url.endswith(path)]) == 1, asked


def test_words_come_in_the_language_chosen_before_not_in_that_of_the_browser(visitors: Visitors) -> None:
    page = visitors.visit(language="es-MX")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".go-btn").wait_for()
    assert [url.rsplit("/", 1)[1] for url in asked if "/words." in url] == ["words.de.json"]


def test_a_table_is_told_the_game_before_its_code_is_there_by_the_one_socket_that_it_keeps(
    visitors: Visitors,
) -> None:
    page = sit(visitors, "kahuna")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    with code_held(page):
        page.reload(wait_until="commit")
        page.wait_for_function("() => globalThis.early?.heard.length > 0")
    expect(page.locator(".table .board")).to_be_visible()
    assert page.evaluate("globalThis.early") is None
    assert len(sockets) == 1


def test_a_table_that_is_not_there_says_so_though_the_socket_was_closed_before_the_code_came(
    visitors: Visitors,
) -> None:
    page = visitors.visit(None)
    with code_held(page):
        page.goto(f"/play/{'A' * 22}", wait_until="commit")
        page.wait_for_function("() => globalThis.early?.heard.some(({ type }) => type === 'close')")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
