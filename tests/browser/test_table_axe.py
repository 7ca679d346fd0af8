"""axe-core finds nothing wrong with the table, whatever happens there: by day and by night, large and small."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.browser import DESKTOP, PHONE, Scheme, Visitors, resize
from support.friends import join, resign
from support.people import Mouse
from support.sight import GAMES, Game, sit, take_place

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LIGHT_DAILY = ("light", pytest.param("dark", marks=pytest.mark.slow))
Look = Callable[[Page], None]


def look_twice(page: Page, look: Look) -> None:
    """On a desktop and on a phone."""
    for size in (PHONE, DESKTOP):
        resize(page, size)
        look(page)


@pytest.mark.parametrize("scheme", LIGHT_DAILY)
def test_axe_finds_nothing_in_a_game_of_two_and_its_spectator(
    visitors: Visitors, look: Look, scheme: Scheme
) -> None:
    page = sit(visitors, against="link", scheme=scheme, name="Kai", clock={"kind": "total", "minutes": 30})
    expect(page.locator(".invite")).to_be_visible()
    look_twice(page, look)  # waiting for a friend
    friend = join(visitors, page, scheme=scheme)
    person = Mouse(page)
    person.card(person.see(), 0)
    page.mouse.move(*sorted(person.see()["glow"].items())[0][1])
    look_twice(page, look)  # own turn, a card picked, a preview
    look_twice(friend, look)  # the opponent's turn
    page.get_by_role("button", name="Menu").click()
    look_twice(page, look)
    watch = page.get_by_label("Link for spectators").input_value()
    page.keyboard.press("Escape")
    watcher = take_place(visitors.visit(None, scheme=scheme), watch)
    look_twice(watcher, look)
    resign(page)
    expect(page.locator(".game-over")).to_be_visible()
    look_twice(page, look)


@pytest.mark.parametrize("scheme", LIGHT_DAILY)
def test_axe_finds_nothing_at_one_screen_on_the_sheets_and_with_a_hint(
    visitors: Visitors, look: Look, scheme: Scheme
) -> None:
    page = sit(visitors, against="screen", scheme=scheme)
    page.locator("dialog.curtain").wait_for()
    look_twice(page, look)
    page.locator("dialog.curtain .btn.primary").click()
    expect(page.locator(".hand .card")).to_have_count(3)
    page.keyboard.press("r")
    look(page)  # about to take
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.keyboard.press("1")
    look(page)  # about to discard
    page.keyboard.press("Escape")
    page.locator("#note").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator(".say.warn")).to_be_visible()
    look_twice(page, look)
    for name in ("Board as text", "Keys"):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
        look(page)
        page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_be_visible(timeout=60_000)
    look_twice(page, look)
    resize(page, PHONE)
    page.get_by_role("button", name="Log and score").click()
    look(page)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("game", GAMES[1:])
def test_axe_finds_nothing_on_the_hexagon_boards(
    visitors: Visitors, look: Look, game: Game, scheme: Scheme
) -> None:
    page = sit(visitors, game, scheme=scheme)
    person = Mouse(page)
    person.play(turns=2)
    sight = person.wait()
    if game == "exahuna-special":
        person.kind(sight, 1)
    person.link(person.see())
    look_twice(page, look)
