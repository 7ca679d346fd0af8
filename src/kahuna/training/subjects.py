"""What can be learned: for each game, its net's kernels and the games it learns from."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.kahuna_games import net_game_on
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.scoring import Kernels, kernels_of
from kahuna.rules import exahuna, special
from kahuna.table.knowledge import rules_of
from kahuna.table.sisters import Sisters
from kahuna.training.hex_symmetry import slot_maps
from kahuna.training.learning import Lesson
from kahuna.training.openings import beginning_kahuna, beginning_open
from kahuna.training.practice import FirstPositions, Teach, duelling, teaching


class Subject(NamedTuple):
    """A game as a net learns it."""

    kernels: Kernels
    teach: Teach
    duel: Callable[[Net, Net, Lesson, int, int, NDArray[np.int64]], None]
    begun: FirstPositions
    longest: int  # decisions of a game
    keep: int = 512  # of 1,024 positions, those that are learned from
    passes: int = 1  # how often, on average
    symmetries: Callable[[], NDArray[np.int16]] | None = None  # of each the slot that every slot becomes


def _kahuna(game: str) -> Subject:
    on, longest = rules_of(game), 400
    playing, learning = net_game_on(on)
    begun = beginning_kahuna(on)
    return Subject(
        playing,
        teaching(learning, begun, longest),
        duelling(playing, begun, longest),
        begun,
        longest,
        keep=1024,  # a position costs far less to learn from than to reach
    )


def _open(rules: Any, longest: int, special: bool) -> Callable[[str], Subject]:
    """The subject of a game in which nothing is chance."""

    def subject(game: str) -> Subject:
        kernels, begun = kernels_of(game), beginning_open(rules)
        return Subject(
            kernels,
            teaching(kernels, begun, longest),
            duelling(kernels, begun, longest),
            begun,
            longest,
            keep=1024,  # games are expensive here,
            passes=3,  # and steps of learning are not
            symmetries=lambda: slot_maps(special=special),
        )

    return subject


SUBJECTS: Sisters[Callable[[str], Subject]] = Sisters(
    "training",
    {
        "kahuna": _kahuna,
        "exahuna": _open(exahuna, 128, special=False),
        "exahuna-special": _open(special, 400, special=True),
    },
    lambda _: _kahuna,
)


@cache
def subject_of(game: str) -> Subject:
    """The subject for this game."""
    return SUBJECTS[game](game)
