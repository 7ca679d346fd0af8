"""Games at the table in a real browser: by mouse, by keyboard alone, with a finger on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, PHONE_ON_ITS_SIDE, Visitors, sideways
from support.people import Keys, Mouse, Touch
from support.sight import GAMES, Game, over, places, sit, watch_board


# Who follows the coach plays a whole game of Kahuna by mouse every day; Special is played to its end with a finger.
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "exahuna")) for game in GAMES]
)
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


EVERYTHING = 1000  # turns
# One game of each way is played to its end; of the others some turns every day, and all of them by `make slow`.
SOME = 6


def whole_or_some(whole: Game) -> list[Any]:
    """Games with the turns to play: the daily ones, then the rest as slow tests."""
    return [
        *(pytest.param(game, EVERYTHING if game == whole else SOME, id=game) for game in GAMES),
        *(
            pytest.param(game, EVERYTHING, id=f"{game}-whole", marks=pytest.mark.slow)
            for game in GAMES
            if game != whole
        ),
    ]


@pytest.mark.parametrize(("game", "turns"), whole_or_some("exahuna"))
def test_games_are_played_by_keyboard_alone(visitors: Visitors, game: Game, turns: int) -> None:
    """Whole ones to their end and on to the next game."""
    page = sit(visitors, game)
    Keys(page, seed=6).play(turns)
    if turns == SOME:
        return
    over(page)
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_be_focused()
    old = page.url
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(old)
    expect(page.locator(".say .tag")).to_have_text(re.compile("turn"))


@pytest.mark.parametrize(("game", "turns"), whole_or_some("exahuna-special"))
def test_games_are_played_on_a_phone_with_a_finger(visitors: Visitors, game: Game, turns: int) -> None:
    page = sit(visitors, game, size=PHONE_ON_ITS_SIDE if game == "exahuna" else PHONE, touch=True)
    watch_board(page)
    Touch(page, seed=7).play(turns)
    if turns != SOME:
        over(page)
    assert len(places(page)) == 1, "the board jumped"
    assert sideways(page) == 0
