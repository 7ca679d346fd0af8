"""Exahuna and Special as a net plays them."""

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets import hex_inputs
from kahuna.bots.nets.games import Kernels, Room, duelling, settled, teaching
from kahuna.bots.nets.learning import Lesson
from kahuna.bots.nets.network import Net, answered, gathered, shifted
from kahuna.bots.nets.subjects import Subject
from kahuna.rules import exahuna, special
from kahuna.rules.bits import below, next_random
from kahuna.rules.jit import kernel

MOST_SPECIAL = 1024  # 432 places and, with all jokers on the board, some hundred moves


@kernel
def judged_exahuna(
    net: Net, state: exahuna.State, codes: NDArray[np.int64], odds: NDArray[np.float64], room: Room
) -> int:
    """How many actions there are; their codes, and their log odds for the seat to move."""
    legal = exahuna.legal(state)
    count = exahuna.count_legal(legal)
    before, now, base, sums = room.sheet[0], room.sheet[1], room.sums[0], room.sums[1]
    hex_inputs.exahuna_inputs(state, state.seat, before)
    gathered(net, before, base)
    for i in range(count):
        code = exahuna.nth_legal(legal, i)
        codes[i] = code
        after = exahuna.play(state, code)
        if after.outcome:
            odds[i] = settled(after.outcome, state.seat)
        else:
            hex_inputs.exahuna_inputs(after, state.seat, now)
            shifted(net, base, before, now, sums)
            odds[i] = answered(net, sums, room.middle, room.awake)[0]
    return count


@kernel
def judged_special(
    net: Net, state: special.State, codes: NDArray[np.int64], odds: NDArray[np.float64], room: Room
) -> int:
    """How many actions there are; their codes, and their log odds for the seat to move."""
    legal = special.legal(state)
    count = min(special.count_legal(legal), len(codes))
    before, now, base, sums = room.sheet[0], room.sheet[1], room.sums[0], room.sums[1]
    hex_inputs.special_inputs(state, state.seat, before)
    gathered(net, before, base)
    for i in range(count):
        code = special.nth_legal(legal, i)
        codes[i] = code
        after = special.play(state, code)
        if after.outcome:
            odds[i] = settled(after.outcome, state.seat)
        else:
            hex_inputs.special_inputs(after, state.seat, now)
            shifted(net, base, before, now, sums)
            odds[i] = answered(net, sums, room.middle, room.awake)[0]
    return count


@kernel
def begun_exahuna(lesson: Lesson, x: int) -> tuple[exahuna.State, int]:
    """A game after a few moves at random, for no two games should be the same, and the generator's state."""
    x = next_random(x)
    state = exahuna.start()
    for _ in range(below(x, lesson.opening + 1)):
        x = next_random(x)
        legal = exahuna.legal(state)
        state = exahuna.play(state, exahuna.nth_legal(legal, below(x, exahuna.count_legal(legal))))
    return state, x


@kernel
def begun_special(lesson: Lesson, x: int) -> tuple[special.State, int]:
    """A game after a few moves at random, for no two games should be the same, and the generator's state."""
    x = next_random(x)
    state = special.start()
    for _ in range(below(x, lesson.opening + 1)):
        x = next_random(x)
        legal = special.legal(state)
        state = special.play(state, special.nth_legal(legal, below(x, special.count_legal(legal))))
    return state, x


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


EXAHUNA = Kernels(
    begun_exahuna, judged_exahuna, exahuna.play, dealt, hex_inputs.exahuna_inputs, ended, mover,
    hex_inputs.EXAHUNA_ACTIVE, exahuna.ACTIONS, 128,
)  # fmt: skip
SPECIAL = Kernels(
    begun_special, judged_special, special.play, dealt, hex_inputs.special_inputs, ended, mover,
    hex_inputs.SPECIAL_ACTIVE, MOST_SPECIAL, 400,
)  # fmt: skip
_SUBJECTS = {
    "exahuna": Subject(hex_inputs.EXAHUNA_SLOTS, EXAHUNA, teaching(EXAHUNA), duelling(EXAHUNA)),
    "exahuna-special": Subject(hex_inputs.SPECIAL_SLOTS, SPECIAL, teaching(SPECIAL), duelling(SPECIAL)),
}


def subject_of(game: str) -> Subject:
    """One of these two games."""
    return _SUBJECTS[game]
