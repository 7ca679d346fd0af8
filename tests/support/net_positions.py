"""Positions as nets see them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from kahuna.bots.nets.scoring import kernels_of
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules


def positions(game: str, seed: int, count: int) -> Iterator[tuple[Game, Any]]:
    """Positions of random games with the state that is true."""
    random = Random(seed)
    rules = Rules(game, planning=seed % 2 == 1) if game == "kahuna" else Rules(game)
    while count:
        table = Game(rules, seed=random.random().hex())
        while not table.over and count:
            if random.random() < 0.1:
                count -= 1
                yield table, table.state
            table.play_code(random.choice(table.codes()))


def slots_of(game: str, state: Any, seat: int) -> np.ndarray:
    kernels = kernels_of(game)
    slots = np.empty(kernels.active, np.int16)
    kernels.inputs(state, seat, slots)
    return slots
