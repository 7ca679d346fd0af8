"""Eight opponents for people, from one a child can beat to the strongest we have, in every game.

The weaker ones err like people: they overlook actions, see only a turn or two ahead, forget what was taken and never
think of removals. None of them plays a bad action on purpose.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from kahuna.bots.base import Bot, Choice
from kahuna.table.ruleset import Seat

TOP_MS = 400.0  # what the strongest takes for a decision


class Level(NamedTuple):
    """A named strength: one player for each game."""

    name: str
    about: str
    players: dict[str, Callable[[], Bot]]


class Opponent(Bot):
    """A level at the table: plays every game with that game's player."""

    def __init__(self, level: Level) -> None:
        self.name = level.name
        self.level = level
        self.player: Bot | None = None

    def start(self, game: str, rules: Mapping[str, Any], seat: Seat) -> None:
        """Sits down with the player for this game."""
        self.player = self.level.players[game]()
        self.player.start(game, rules, seat)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """What the player for this game chooses; a level has its own time."""
        if self.player is None:
            self.start(view["game"], view["rules"], view["seat"])
        assert self.player is not None
        return self.player.choose(view, random, TOP_MS)
