"""What a room of the house keeps for each game, under the game's name: players, kernels, pictures.

A game need not have a sister everywhere; whoever asks for one that is missing is told which games have it.
"""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


class NoSister(ValueError):
    """This game has nothing of the kind; says which games do."""


class Sisters(dict[str, T]):
    """Things of one kind by the name of their game; `what` they are is said where one is missing."""

    def __init__(self, what: str, things: Mapping[str, T]) -> None:
        super().__init__(things)
        self.what = what

    def __missing__(self, game: str) -> T:
        raise NoSister(f"there is no {self.what} for {game}, only for {', '.join(self)}")
