"""Kahuna as a net plays it, on our own board or on a map."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import SearchStyle, search_on
from kahuna.bots.nets.kahuna_inputs import InputPlaces, inputs_on
from kahuna.bots.nets.scoring import Buffers, Kernels, asking, scoring
from kahuna.rules import kahuna
from kahuna.rules.bits import below, lowest, next_random, popcount
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import KahunaRules, State

SEARCH_STYLE = SearchStyle()


@kernel
def ended(state: State) -> int:
    """The outcome, 0 while the game runs."""
    return state.flow.outcome


@kernel
def mover(state: State) -> int:
    """The seat to move."""
    return state.flow.seat


class NetGame(NamedTuple):
    """Kahuna on one board, for a net that plays and for one that learns."""

    playing: Kernels
    # Discards from hands that are not full are learned too, so that a search can consider them.
    learning: Kernels


@lru_cache(64)
def net_game_on(on: KahunaRules) -> NetGame:
    """The kernels for this board."""
    legal, deal_nth, word_bits, sensible = on.legal, on.deal_nth, on.WORD_BITS, search_on(on).sensible
    places = InputPlaces(on)
    inputs, changes = inputs_on(on, places)

    @kernel
    def dealt(state: State, x: int) -> tuple[State, int]:
        """The state after all cards that are due have been dealt, and the generator's next state."""
        while state.due:
            x = next_random(x)
            state = deal_nth(state, below(x, popcount(state.stack)))
        return state, x

    def listing(
        style: SearchStyle,
    ) -> Callable[[State, NDArray[np.int64], NDArray[np.float64], Buffers], int]:
        """The kernel that writes the codes of all sensible actions, without odds; it returns how many."""

        @kernel
        def listed(
            state: State,
            codes: NDArray[np.int64],
            odds: NDArray[np.float64],
            buffers: Buffers,  # noqa: ARG001 (it needs none)
        ) -> int:
            words = sensible(state, legal(state), style)
            count = 0
            for word in range(kahuna.LEGAL_WORDS):
                bits = words[word]
                while bits:
                    codes[count], odds[count] = word * word_bits + lowest(bits), 0.0
                    bits &= bits - 1
                    count += 1
            return count

        return listed

    asked = asking(on.play, inputs, changes, ended, mover)
    listed = listing(SEARCH_STYLE)
    playing = Kernels(
        scoring(listed, asked),
        on.play,
        dealt,
        inputs,
        ended,
        mover,
        places.SLOTS,
        places.ACTIVE,
        on.ACTIONS,  # of a position, and fewer
        listed,
        places.groups(),
    )
    all_listed = listing(SEARCH_STYLE._replace(careful=0))
    learning = playing._replace(scored=scoring(all_listed, asked), listed=all_listed)
    return NetGame(playing, learning)


KERNELS, LEARNED = net_game_on(kahuna.OURS)
scored, dealt, MAX_KAHUNA_ACTIONS = KERNELS.scored, KERNELS.dealt, KERNELS.most
