"""A net as the judge of the open games: the fitted judge scores all actions, then the net the best of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.hex_graph import growing, key_exahuna, key_special
from kahuna.bots.hex_value import (
    CODE_BITS,
    CODE_MASK,
    SURE,
    Ints,
    Weights,
    best_first,
    moves_exahuna,
    moves_special,
    packed_move,
)
from kahuna.bots.hex_weights import fitted_weights
from kahuna.bots.nets.hex_games import KERNELS, ask_exahuna, ask_special, fitted_odds
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.scoring import Ask, Buffers, new_buffers
from kahuna.rules import exahuna, special
from kahuna.rules.jit import kernel


class Judge(NamedTuple):
    """A net, and how it is asked."""

    weights: Weights  # of the fitted judge
    net: Net
    trust: float  # the net's share in a score
    wide: int  # actions that it is asked about
    buffers: Buffers
    codes: NDArray[np.int64]
    odds: NDArray[np.float64]


def new_judge(game: str, net: Net, trust: float, wide: int) -> Judge:
    """The judge of this game with this net."""
    buffers = new_buffers(net, KERNELS[game].active)
    return Judge(
        fitted_weights(game), net, trust, wide, buffers, np.empty(wide, np.int64), np.empty(wide, np.float64)
    )


def moving(moves_of: Any, asked: Ask, corrects: bool) -> Callable[[Judge, Any, NDArray[np.int32], Ints], int]:
    """The kernel that writes every distinct action, packed with its score; it returns how many there are.

    `corrects`: the net says what is to be added to the fitted judge's odds, not what the odds are.
    """
    share = 1.0 if corrects else 0.0

    @kernel
    def moves(judge: Judge, state: Any, found: NDArray[np.int32], scratch: Ints) -> int:
        count = int(moves_of(judge.weights, state, found, scratch))
        near = best_first(found, count, judge.wide)
        for number in range(near):
            judge.codes[number] = found[number] & CODE_MASK
            judge.odds[number] = share * fitted_odds(found[number])
        asked(judge.net, state, judge.codes, near, judge.odds, judge.buffers)
        lowest = 2 * SURE
        for number in range(near):
            code, score = int(found[number]) & CODE_MASK, (int(found[number]) >> CODE_BITS) - SURE
            if abs(score) < SURE:
                found[number] = packed_move(
                    int(score + judge.trust * (100 * judge.odds[number] - score)), code
                )
            lowest = min(lowest, int(found[number]) >> CODE_BITS)
        for number in range(near, count):  # no action may rank above those the net was asked about
            code, score = int(found[number]) & CODE_MASK, int(found[number]) >> CODE_BITS
            found[number] = min(score, lowest) << CODE_BITS | code
        return count

    return moves


moves_exahuna_judged = moving(moves_exahuna, ask_exahuna, corrects=False)
moves_special_judged = moving(moves_special, ask_special, corrects=True)
grow_exahuna = growing(exahuna.play, moves_exahuna_judged, key_exahuna, dear=True)
grow_special = growing(special.play, moves_special_judged, key_special, dear=True)
GROWERS = {"exahuna": grow_exahuna, "exahuna-special": grow_special}
