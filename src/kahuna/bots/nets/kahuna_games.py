"""Kahuna as a net plays it."""

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import SearchStyle, sensible
from kahuna.bots.nets.kahuna_inputs import ACTIVE, SLOTS, changes, inputs
from kahuna.bots.nets.scoring import Kernels, asking, scoring
from kahuna.rules import kahuna
from kahuna.rules.bits import below, lowest, next_random, popcount
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import State

SEARCH_STYLE = SearchStyle()
MAX_KAHUNA_ACTIONS = 260  # actions of a position


@kernel
def dealt(state: State, x: int) -> tuple[State, int]:
    """The state when chance has dealt all cards that are due, and the generator's next state."""
    while state.due:
        x = next_random(x)
        state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
    return state, x


@kernel
def listed(state: State, codes: NDArray[np.int64], odds: NDArray[np.float64]) -> int:
    """Writes the codes of all sensible actions, and no odds; how many there are."""
    words = sensible(state, kahuna.legal(state), SEARCH_STYLE)
    count = 0
    for word in range(5):
        bits = words[word]
        while bits:
            codes[count], odds[count] = word * kahuna.WORD_BITS + lowest(bits), 0.0
            bits &= bits - 1
            count += 1
    return count


@kernel
def ended(state: State) -> int:
    """The outcome, 0 while the game runs."""
    return state.flow.outcome


@kernel
def mover(state: State) -> int:
    """The seat to move."""
    return state.flow.seat


scored = scoring(listed, asking(kahuna.play, inputs, changes, ended, mover))
KERNELS = Kernels(scored, kahuna.play, dealt, inputs, ended, mover, SLOTS, ACTIVE, MAX_KAHUNA_ACTIONS)
