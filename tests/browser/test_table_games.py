"""Whole games at the table in a real browser: by mouse, by keyboard alone, with a finger on a phone."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, PHONE_ON_ITS_SIDE, Visitors, sideways
from support.people import Keys, Mouse, Touch
from support.sight import GAMES, Game, over, sit


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_mouse(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game, still=game != "kahuna")  # that one with all motion
    Mouse(page, seed=5).play()
    over(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    steps = int(page.get_by_role("slider", name="Step").get_attribute("max") or 0)
    assert steps > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_keyboard_alone(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game)
    Keys(page, seed=6).play()
    over(page)
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_be_focused()
    old = page.url
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(old)
    expect(page.locator(".say .tag")).to_have_text(re.compile("turn"))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_on_a_phone_with_a_finger(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game, size=PHONE_ON_ITS_SIDE if game == "exahuna" else PHONE, touch=True)
    Touch(page, seed=7).play()
    over(page)
    assert sideways(page) == 0
