"""Players in the terminal that nobody has to wait for."""

import threading
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from kahuna.bots.base import Bot, Choice
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
from kahuna.terminal import patience
from kahuna.terminal.patience import Awaking, seated


class Sleeper(Bot):
    """A player whose first decision takes until it is woken."""

    name = "sleeper"
    native = True

    def __init__(self) -> None:
        self.alarm = threading.Event()
        self.failing = False

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        self.alarm.wait(60)
        if self.failing:
            raise OSError("no net")
        return Choice(view["legal"][-1], 0.25)


class Quick(Bot):
    """Its stand-in."""

    name = "quick"

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        return Choice(view["legal"][0], 0.5)


@pytest.fixture
def sleeper(monkeypatch: pytest.MonkeyPatch) -> Sleeper:
    found = Sleeper()
    monkeypatch.setattr(patience, "find_bot", lambda *_: found)
    monkeypatch.setattr(patience, "stand_in", lambda *_: Quick())
    return found


VIEW = Game(Rules("exahuna")).view("white")


def test_a_stand_in_plays_until_the_player_is_awake(sleeper: Sleeper) -> None:
    bot = Awaking("sleeper", "exahuna", grace=0.01)
    assert bot.choose(VIEW, Random(1)).value == 0.5
    assert bot.asleep
    assert bot.choose(VIEW, Random(1)).value == 0.5
    sleeper.alarm.set()
    assert bot._first
    bot._first.join()
    assert not bot.asleep
    assert bot.choose(VIEW, Random(1)).value == 0.25


def test_who_is_awake_in_time_answers_itself(sleeper: Sleeper) -> None:
    sleeper.alarm.set()
    assert Awaking("sleeper", "exahuna").choose(VIEW, Random(1)).value == 0.25


def test_what_fails_in_the_background_fails_aloud(sleeper: Sleeper) -> None:
    sleeper.alarm.set()
    sleeper.failing = True
    with pytest.raises(OSError, match="no net"):
        Awaking("sleeper", "exahuna").choose(VIEW, Random(1))


def test_only_people_are_impatient(sleeper: Sleeper) -> None:
    assert seated("sleeper", "exahuna", impatient=False) is sleeper
    assert isinstance(seated("sleeper", "exahuna", impatient=True), Awaking)
