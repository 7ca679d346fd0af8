"""What there is to learn: for each game the inputs of its net and the games it learns from."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.games import Kernels
from kahuna.bots.nets.learning import Lesson, Samples
from kahuna.bots.nets.network import Net


class Subject(NamedTuple):
    """A game as a net learns it."""

    slots: int
    kernels: Kernels
    teach: Callable[[Net, Net, Lesson, int, int, Samples], int]
    duel: Callable[[Net, Net, Lesson, int, int, NDArray[np.int64]], None]
    keep: int = 512  # of 1,024 positions, those that are learned from
    passes: int = 1  # how often, on average
    symmetries: Callable[[], NDArray[np.int16]] | None = None  # for each one the slot that every slot becomes


def subject_of(game: str) -> Subject:
    """The subject for this game; what it needs is imported now."""
    if game == "kahuna":
        from kahuna.bots.nets import kahuna_games, kahuna_inputs

        return Subject(kahuna_inputs.SLOTS, kahuna_games.KERNELS, kahuna_games.teach, kahuna_games.duel)
    from kahuna.bots.nets import hex_games

    return hex_games.subject_of(game)
