"""The fitted numbers of hex_weights.toml, spread over all stages of a game."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kahuna.bots.hex_value import BRIDGE_COUNTS, LEADS, Ints, Weights

STAGES = 65  # 0 to 64 bridges yet to place
FINE = {"exahuna": 1, "exahuna-special": LEADS}  # how many leads in points are told apart
WEIGHTS_FILE = Path(__file__).with_name("hex_weights.toml")


@cache
def fitted_weights(game: str) -> Weights:
    """The weights of exahuna or exahuna-special."""
    with WEIGHTS_FILE.open("rb") as file:
        table = tomllib.load(file)[game]
    return weights_by_stage(table)


def weights_by_stage(table: dict[str, Any]) -> Weights:
    """Weights at every stage, straight lines between those at the knots."""
    knots = table["knots"]

    def stages(rows: Any) -> Ints:
        columns = np.array(rows, float).reshape(len(knots), -1).T
        lines = [np.interp(range(STAGES), knots, column) for column in columns]
        return np.ascontiguousarray(np.rint(np.array(lines).T)).astype(np.int64)

    islands = np.stack([stages(table["inner"]), stages(table["corner"])], 1)
    return Weights(islands, stages(table["own"]), stages(table["enemy"]), stages(table["seat"]))


@cache
def plain(game: str) -> Weights:
    """Islands first, then bridges, as greedy counts: for the weaker players."""
    fine = FINE[game]
    islands = np.zeros((STAGES, 2, BRIDGE_COUNTS, BRIDGE_COUNTS, fine), np.int64)
    for corner, majority in enumerate((4, 3)):
        for own in range(BRIDGE_COUNTS):
            for enemy in range(BRIDGE_COUNTS - own):
                for lead in range(fine):
                    ahead = lead - 4 if fine > 1 else 0
                    sign = int(in_control(own, majority, ahead)) - int(in_control(enemy, majority, -ahead))
                    islands[:, corner, own, enemy, lead] = 60 * sign + 5 * (own - enemy)
    kinds = np.zeros((STAGES, 8), np.int64)
    return Weights(islands.reshape(STAGES, 2, -1), kinds, kinds, np.zeros((STAGES, 2), np.int64))


def in_control(bridges: int, majority: int, ahead: int) -> bool:
    """Whether this many bridges control an island; three of six do with points ahead (S5)."""
    return bridges >= majority or (bridges == 3 and ahead > 0)
