"""Exahuna and Special as a net plays them."""

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.hex_value import (
    CODE_BITS,
    CODE_MASK,
    SURE,
    best_first,
    moves_special,
    without_twins,
)
from kahuna.bots.hex_weights import fitted_weights
from kahuna.bots.nets import hex_inputs
from kahuna.bots.nets.scoring import Buffers, Kernels, asking, scoring
from kahuna.rules import exahuna, special
from kahuna.rules.bits import lowest
from kahuna.rules.jit import kernel

SHORTLIST = 24  # actions of Special that the net is asked about, of up to 432 and more
JUDGE = fitted_weights("exahuna-special")  # makes the shortlist; the net corrects its scores


@kernel
def all_of_exahuna(
    state: exahuna.State,
    codes: NDArray[np.int64],
    odds: NDArray[np.float64],
    buffers: Buffers,  # noqa: ARG001 (it needs none)
) -> int:
    """Writes the codes of all distinct actions, and no odds; returns how many there are."""
    actions = without_twins(exahuna.legal(state))
    count = 0
    while actions:
        codes[count], odds[count] = lowest(actions), 0.0
        actions &= actions - 1
        count += 1
    return count


@kernel
def fitted_odds(move: int) -> float:
    """The log odds that the fitted judge gives a move."""
    return ((int(move) >> CODE_BITS) - SURE) / 100


@kernel
def shortlist(
    state: special.State, codes: NDArray[np.int64], odds: NDArray[np.float64], buffers: Buffers
) -> int:
    """Writes codes and odds of the actions that the fitted judge likes best, the best first; returns how many."""
    moves = buffers.moves
    listed = moves_special(JUDGE, state, moves, buffers.scratch)
    count = best_first(moves, listed, SHORTLIST)
    for place in range(count):
        codes[place], odds[place] = moves[place] & CODE_MASK, fitted_odds(moves[place])
    return count


@kernel
def dealt(state: exahuna.State, x: int) -> tuple[exahuna.State, int]:
    """Nothing is chance in these games."""
    return state, x


@kernel
def ended(state: exahuna.State) -> int:
    """The outcome, 0 while the game runs."""
    return state.outcome


@kernel
def mover(state: exahuna.State) -> int:
    """The seat to move."""
    return state.seat


ask_exahuna = asking(exahuna.play, hex_inputs.exahuna_inputs, hex_inputs.exahuna_changes, ended, mover)
ask_special = asking(special.play, hex_inputs.special_inputs, hex_inputs.special_changes, ended, mover)
EXAHUNA_KERNELS = Kernels(
    scoring(all_of_exahuna, ask_exahuna), exahuna.play, dealt, hex_inputs.exahuna_inputs, ended, mover,
    hex_inputs.EXAHUNA_SLOTS, hex_inputs.EXAHUNA_ACTIVE, exahuna.ACTIONS, all_of_exahuna,
    hex_inputs.EXAHUNA_GROUPS,
)  # fmt: skip
SPECIAL_KERNELS = Kernels(
    scoring(shortlist, ask_special), special.play, dealt, hex_inputs.special_inputs, ended, mover,
    hex_inputs.SPECIAL_SLOTS, hex_inputs.SPECIAL_ACTIVE, SHORTLIST, shortlist, hex_inputs.SPECIAL_GROUPS,
)  # fmt: skip
KERNELS = {"exahuna": EXAHUNA_KERNELS, "exahuna-special": SPECIAL_KERNELS}
