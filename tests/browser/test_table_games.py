"""Games at the table in a real browser: by mouse, by keyboard alone, with a finger on a phone."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, PHONE_ON_ITS_SIDE, Visitors, sideways
from support.people import Keys, Mouse, Touch
from support.sight import GAMES, Game, over, places, sit, watch_board


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_mouse(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game, still=game != "kahuna")  # that one with all motion
    watch_board(page)
    Mouse(page, seed=5).play()
    over(page)
    assert len(places(page)) == 1, "the board jumped"
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    steps = int(page.get_by_role("slider", name="Step").get_attribute("max") or 0)
    assert steps > 30


def turns(game: Game, whole: Game) -> int:
    """One game is played to its end; of the others some turns, since by mouse they are all played to theirs."""
    return 1000 if game == whole else 6


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_by_keyboard_alone(visitors: Visitors, game: Game) -> None:
    """Kahuna to its end and on to the next game."""
    page = sit(visitors, game)
    Keys(page, seed=6).play(turns(game, "kahuna"))
    if game != "kahuna":
        return
    over(page)
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_be_focused()
    old = page.url
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(old)
    expect(page.locator(".say .tag")).to_have_text(re.compile("turn"))


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_on_a_phone_with_a_finger(visitors: Visitors, game: Game) -> None:
    """Special to its end."""
    page = sit(visitors, game, size=PHONE_ON_ITS_SIDE if game == "exahuna" else PHONE, touch=True)
    watch_board(page)
    Touch(page, seed=7).play(turns(game, "exahuna-special"))
    if game == "exahuna-special":
        over(page)
    assert len(places(page)) == 1, "the board jumped"
    assert sideways(page) == 0
