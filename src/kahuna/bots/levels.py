"""Eight opponents for people in every game, from one a child can beat to the strongest we have.

The weaker ones err like people: they overlook actions, see a turn or two ahead, forget which cards were taken and do
not think of removing bridges. None of them plays a bad action on purpose. What each scores against the one before is
in docs/strength.md.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from kahuna.bots.base import Bot, Choice
from kahuna.table.ruleset import Seat

TOP_MS = 400.0  # what the strongest takes for a decision where nobody says how long it may


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
        "beginner:attention=12",
    ),
    _level(
        "papai", "crab: grabs the nearest island, if it sees it", "beginner:attention=40", "greedy", "greedy"
    ),
    _level(
        "manu",
        "tern: dives for the biggest catch, and overlooks a lot",
        "greedy",
        "mcts:iterations=1,attention=26,exact=0",
        "mcts:iterations=1,attention=12,exact=0",
    ),
    _level(
        "fee",
        "octopus: eight arms, short sight, short memory",
        "ismcts:iterations=60,memory=0,removes=0,turns=4",
        "mcts:iterations=1,attention=50,exact=0",
        "mcts:iterations=1,attention=40,exact=0",
    ),
    _level(
        "honu",
        "turtle: patient, counts the cards",
        "ismcts:iterations=110",
        "mcts:iterations=2,attention=90,exact=0",
        "mcts:iterations=3,exact=0",
    ),
    _level(
        "mano",
        "shark: smells a weak bridge",
        "ismcts:iterations=250",
        "mcts:iterations=20,exact=0",
        "mcts:iterations=40,exact=0",
    ),
    _level(
        "kohola",
        "whale: plans deep",
        "ismcts:iterations=750",
        "mcts:iterations=250",
        "mcts:iterations=300",
    ),
    _level("hoku", "star: the strongest we have", "ismcts:threads=2", "mcts", "mcts"),
)
LEVELS = {level.name: level for level in _ALL}  # from the weakest to the strongest


class Opponent(Bot):
    """A level at the table: in every game that game's player."""

    native = True

    def __init__(self, level: Level, find: Callable[[str], Bot]) -> None:
        self.name = level.name
        self._level, self._find = level, find
        self._player: Bot | None = None

    def _seated(self, game: str) -> Bot:
        """The player for this game."""
        if self._player is None or game not in self._player.games:
            self.close()
            self._player = self._find(self._level.players[game])
        return self._player

    def start(self, game: str, rules: Mapping[str, Any], seat: Seat) -> None:
        """A game begins."""
        self._seated(game).start(game, rules, seat)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """What this game's player chooses, within the level's own time."""
        return self._seated(view["game"]).choose(view, random, min(time_ms or TOP_MS, TOP_MS))

    def end(self, result: Mapping[str, Any]) -> None:
        """The game is over."""
        if self._player:
            self._player.end(result)

    def close(self) -> None:
        """The player is not needed any more."""
        if self._player:
            self._player.close()
        self._player = None
