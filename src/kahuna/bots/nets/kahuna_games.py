"""Kahuna as a net plays it."""

from collections.abc import Callable

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
MAX_KAHUNA_ACTIONS = kahuna.ACTIONS  # of a position, and fewer


@kernel
def dealt(state: State, x: int) -> tuple[State, int]:
    """The state when chance has dealt all cards that are due, and the generator's next state."""
    while state.due:
        x = next_random(x)
        state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
    return state, x


def listing(style: SearchStyle) -> Callable[[State, NDArray[np.int64], NDArray[np.float64]], int]:
    """The kernel that writes the codes of all actions sensible in this style, and no odds; how many there are."""

    @kernel
    def listed(state: State, codes: NDArray[np.int64], odds: NDArray[np.float64]) -> int:
        words = sensible(state, kahuna.legal(state), style)
        count = 0
        for word in range(kahuna.LEGAL_WORDS):
            bits = words[word]
            while bits:
                codes[count], odds[count] = word * kahuna.WORD_BITS + lowest(bits), 0.0
                bits &= bits - 1
                count += 1
        return count

    return listed


@kernel
def ended(state: State) -> int:
    """The outcome, 0 while the game runs."""
    return state.flow.outcome


@kernel
def mover(state: State) -> int:
    """The seat to move."""
    return state.flow.seat


asked = asking(kahuna.play, inputs, changes, ended, mover)
scored = scoring(listing(SEARCH_STYLE), asked)
KERNELS = Kernels(scored, kahuna.play, dealt, inputs, ended, mover, SLOTS, ACTIVE, MAX_KAHUNA_ACTIONS)
# Discards of less than a full hand are learned about, so that a search may think of them.
LEARNED = KERNELS._replace(scored=scoring(listing(SEARCH_STYLE._replace(careful=0)), asked))
