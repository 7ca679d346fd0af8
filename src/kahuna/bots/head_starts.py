"""What a head start (K15) is worth between two levels, as `tuning/head_starts.py` measured it (docs/strength.md)."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kahuna.bots.levels import LEVELS

HEAD_STARTS_FILE = Path(__file__).with_name("head_starts.json")
HEAD_START_GAME = "kahuna"  # the only game that has one

Shares = dict[str, dict[str, list[float]]]  # weaker, stronger: with 0, 1, 2, 3 bridges for the weaker


class FairStart(NamedTuple):
    """A head start that makes a game as even as it can be."""

    bridges: int  # for the first of two levels; below 0 for the second
    share: float  # of the points that the first one then makes


@cache
def expected_shares() -> Shares:
    """What the weaker level makes of the points, as fitted to all matches."""
    found: Shares = json.loads(HEAD_STARTS_FILE.read_text("utf-8"))["fitted"]
    return found


def fair_start(one: str, two: str, expected: Shares | None = None) -> FairStart:
    """The head start that brings two levels closest to equal shares; of two as close, the larger one."""
    order = list(LEVELS)
    if order.index(one) > order.index(two):
        bridges, share = fair_start(two, one, expected)
        return FairStart(-bridges, 1 - share)
    shares = (expected or expected_shares())[one][two]
    bridges = min(range(len(shares)), key=lambda count: (abs(shares[count] - 0.5), -count))
    return FairStart(bridges, shares[bridges])


def fair_starts_file() -> bytes:
    """For any two levels the bridges for the first (below 0 for the second) and its share in per cent, for the page."""
    starts = {one: {two: fair_start(one, two) for two in LEVELS} for one in LEVELS}
    told = {
        one: {two: (bridges, round(100 * share, 1)) for two, (bridges, share) in row.items()}
        for one, row in starts.items()
    }
    return json.dumps(told, separators=(",", ":")).encode()
