"""What a review must know about each game: how to search a decision, and what a full state is worth.

Each game's own module registers under its name and is imported when it is needed.
"""

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from kahuna.table.ruleset import Rules
from kahuna.table.sisters import Sisters
from kahuna.table.view import View

MODULES = Sisters(
    "review",
    {
        "kahuna": "kahuna.review.kahuna",
        "exahuna": "kahuna.review.exahuna",
        "exahuna-special": "kahuna.review.exahuna",
    },
)


class KnownPosition(Protocol):
    """A decision as its seat knew it, made from the seat's view alone."""

    def choices(self, iterations: int, seed: int) -> list[tuple[int, float]]:
        """Codes of the best few actions with the seat's chances, the preferred first."""
        ...

    def chance(self, code: int, iterations: int, seed: int) -> float:
        """The seat's chance after this action; with the same seed, every action is measured in the same worlds."""
        ...

    def same(self, one: int, other: int) -> bool:
        """Whether two actions lead to the same place."""
        ...


class Assessor(Protocol):
    """A game as reviews see it."""

    hidden_means: str  # "cards" or "later", as in Review
    net: str  # check sum of the net that judges full states

    def position(self, view: View) -> KnownPosition:
        """The decision of the seat to move, whose view this is."""
        ...

    def start(self, rules: Rules) -> float:
        """White's chance before the first deal."""
        ...

    def white(self, state: Any) -> float:
        """White's chance in a full state; where cards are due, the exact mean over all cards that can come."""
        ...


@cache
def assessor_of(game: str) -> Assessor:
    """The assessor of this game."""
    found: Assessor = import_module(MODULES[game]).assessor(game)
    return found
