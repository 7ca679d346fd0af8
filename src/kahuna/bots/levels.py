"""Eight opponents for people in every game, from one that a child can beat to the strongest player.

The weaker ones err like people: they overlook actions, look only at the board right after their own, forget which cards
were taken and do not think of removing bridges. None of them plays a bad action on purpose. What each scores against
the one before is in docs/strength.md.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from kahuna.bots.base import Bot, ByGame, Choice
from kahuna.table.view import View

# How long the strongest level thinks unless a time is given. In Kahuna it always uses all of it, since a shorter
# time would reveal something about its hand (K16); in the open games a clear choice takes less.
TOP_MS = {"kahuna": 400.0, "exahuna": 1000.0, "exahuna-special": 1000.0}


class Level(NamedTuple):
    """A named strength: a creature and its player for each game."""

    name: str
    about: str
    players: dict[str, str]  # game to spec


def _level(name: str, about: str, kahuna: str, exahuna: str, special: str) -> Level:
    return Level(name, about, {"kahuna": kahuna, "exahuna": exahuna, "exahuna-special": special})


_ALL = (
    _level(
        "limu",
        "seaweed: drifts, and overlooks most of what it could do",
        "beginner:attention=12,removes=0",
        "beginner:attention=12",
        "beginner:attention=8",
    ),
    _level(
        "papai", "crab: grabs the nearest island, if it sees it", "beginner:attention=40", "greedy", "greedy"
    ),
    _level(
        "manu",
        "tern: dives for the biggest catch, and overlooks a lot",
        "greedy",
        "net:attention=24",
        "net:attention=9",
    ),
    _level(
        "fee",
        "octopus: eight arms, short sight, short memory",
        "net:attention=35,memory=0",
        "net:attention=37",
        "net:attention=17",
    ),
    _level(
        "honu",
        "turtle: patient, counts the cards",
        "net:attention=48",
        "net:attention=52",
        "net:attention=30",
    ),
    _level(
        "mano",
        "shark: smells a weak bridge",
        "net:attention=72",
        "net:attention=74",
        "net:attention=60",
    ),
    _level(
        "kohola",
        "whale: plans deep",
        "champion:iterations=20",
        "champion:iterations=4",
        "champion:iterations=8",
    ),
    _level("hoku", "star: the strongest we have", "champion:threads=2,early=0", "champion", "champion"),
)
LEVELS = {level.name: level for level in _ALL}  # from the weakest to the strongest
ADVISER = "hoku"  # gives hints, on the page and in the terminal


class Opponent(ByGame):
    """A level at the table: in every game that game's player, within the level's own time."""

    def __init__(self, level: Level, find: Callable[[str], Bot]) -> None:
        super().__init__(level.name, lambda game: find(level.players[game]), level.players.keys())

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """What this game's player chooses."""
        most = TOP_MS[view["game"]]
        return super().choose(view, random, min(time_ms or most, most))
