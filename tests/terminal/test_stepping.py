"""A record gone through by keys."""

from random import Random

import pytest

from kahuna.table.game import Game
from kahuna.table.record import write_record
from kahuna.table.ruleset import Rules
from kahuna.terminal.board import TextStyle
from kahuna.terminal.stepping import step_through

PLAIN = TextStyle(colour=False, unicode=True)


def screens(name: str, keys: list[str]) -> list[str]:
    game, random = Game(Rules(name), seed=1), Random(3)
    while not game.over:
        game.play(random.choice(game.legal()))
    shown: list[str] = []
    step_through(write_record(game), None, PLAIN, keys, shown.append)
    return shown


@pytest.mark.parametrize("name", ["kahuna", "exahuna", "exahuna-special"])
def test_keys_go_back_and_forth_by_action_and_by_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing goes beyond the ends, every screen fits, and q leaves."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    shown = screens(
        name, ["left", "right", "right", "left", "end", "right", "home", "down", "up", "q", "right"]
    )
    assert len(shown) == 10
    assert shown[0] == shown[1] == shown[7] == shown[9]
    assert shown[2] == shown[4] != shown[3]
    assert shown[5] == shown[6]
    assert "wins" in shown[5] or "tied" in shown[5]
    assert "Before the first" in shown[0]
    assert "Action 1 of" in shown[2]
    assert max(screen.count("\n") for screen in shown) < 24


def test_a_turn_of_kahuna_is_several_actions() -> None:
    """Down goes on to where the next seat is to move."""
    shown = screens("kahuna", ["down", "down"])
    assert "turn 2." in shown[1]
    assert "turn 3." in shown[2]
