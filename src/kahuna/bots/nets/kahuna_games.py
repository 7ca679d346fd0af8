"""Kahuna as a net plays it."""

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import Style, sensible
from kahuna.bots.nets.games import Kernels, Room, duelling, settled, teaching
from kahuna.bots.nets.kahuna_inputs import ACTIVE, inputs
from kahuna.bots.nets.learning import Lesson
from kahuna.bots.nets.network import Net, answered, gathered, shifted
from kahuna.rules import kahuna
from kahuna.rules.bits import below, lowest, next_random, popcount
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import State

STYLE = Style()
MOST = 260  # actions of a position


@kernel
def dealt(state: State, x: int) -> tuple[State, int]:
    """The state when chance has dealt all cards that are due, and the generator's next state."""
    while state.due:
        x = next_random(x)
        state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
    return state, x


@kernel
def judged(net: Net, state: State, codes: NDArray[np.int64], odds: NDArray[np.float64], room: Room) -> int:
    """How many sensible actions there are; their codes, and their log odds for the seat to move."""
    seat = state.flow.seat
    words = sensible(state, kahuna.legal(state), STYLE)
    before, now, base, sums = room.sheet[0], room.sheet[1], room.sums[0], room.sums[1]
    inputs(state, seat, before)
    gathered(net, before, base)
    count = 0
    for word in range(5):
        bits = words[word]
        while bits:
            code = word * kahuna.WORD_BITS + lowest(bits)
            bits &= bits - 1
            after = kahuna.play(state, code)
            if after.flow.outcome:
                odds[count] = settled(after.flow.outcome, seat)
            else:
                inputs(after, seat, now)
                shifted(net, base, before, now, sums)
                odds[count] = answered(net, sums, room.middle, room.awake)[0]
            codes[count] = code
            count += 1
    return count


@kernel
def begun(lesson: Lesson, x: int) -> tuple[State, int]:
    """A freshly dealt game, sometimes of the planning variant, sometimes with a handicap, and the generator."""
    x = next_random(x)
    planning = 1 if below(x, 1000) < lesson.planning else 0
    x = next_random(x)
    handicap = 1 + below(x, 3) if x & 1023 < lesson.handicap else 0
    x = next_random(x)
    state = kahuna.start(planning, handicap, x >> 20 & 1, x >> 30 & 1)
    return dealt(state, x)


@kernel
def ended(state: State) -> int:
    """The outcome, 0 while the game runs."""
    return state.flow.outcome


@kernel
def mover(state: State) -> int:
    """The seat to move."""
    return state.flow.seat


KERNELS = Kernels(begun, judged, kahuna.play, dealt, inputs, ended, mover, ACTIVE, MOST, 400)
teach = teaching(KERNELS)
duel = duelling(KERNELS)
