"""Registries of what a part of the program keeps for each game: players, kernels, pictures.

A game need not have an entry everywhere; asking for a missing one names the games that have it. What can be
made for a custom map is made when it is first asked for.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")

MAP_MARK = "@"  # in the name of a game on a custom map, after the game's own name


def family_of(game: str) -> str:
    """The game itself, whatever map it is played on."""
    return game.partition(MAP_MARK)[0]


class NoSister(ValueError):
    """This game has no entry of this kind; the message names the games that do."""


class Sisters(dict[str, T]):
    """Things of one kind by the name of their game; `what` names the kind in the error for a missing one."""

    def __init__(self, what: str, things: Mapping[str, T], on_map: Callable[[str], T] | None = None) -> None:
        super().__init__(things)
        self.what = what
        self.on_map = on_map  # makes one for a game on a map
        self._made: dict[str, T] = {}  # for maps, which are none of the games that are listed

    def __missing__(self, game: str) -> T:
        if self.on_map and MAP_MARK in game:
            if game not in self._made:
                self._made[game] = self.on_map(game)
            return self._made[game]
        if MAP_MARK in game:
            raise NoSister(
                f"there is no {self.what} for a map of one's own, only for the boards of {', '.join(self)}"
            )
        raise NoSister(f"there is no {self.what} for {game}, only for {', '.join(self)}")
