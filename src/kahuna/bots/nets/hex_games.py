"""Exahuna and Special as a net plays them."""

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.hex_graph import MOST_MOVES
from kahuna.bots.hex_value import CODE, SCRATCH, moves_special, without_twins
from kahuna.bots.hex_weights import fitted
from kahuna.bots.nets import hex_inputs
from kahuna.bots.nets.games import Kernels, Room, duelling, settled, teaching
from kahuna.bots.nets.hex_symmetry import slot_maps
from kahuna.bots.nets.learning import Lesson
from kahuna.bots.nets.network import Net, answered, gathered, shifted
from kahuna.bots.nets.subjects import Subject
from kahuna.rules import exahuna, special
from kahuna.rules.bits import below, lowest, next_random
from kahuna.rules.jit import kernel

SHORTLIST = 32  # actions of Special that the net is asked about, of up to 432 and more
JUDGE = fitted("exahuna-special")  # draws up the list


@kernel
def judged_exahuna(
    net: Net, state: exahuna.State, codes: NDArray[np.int64], odds: NDArray[np.float64], room: Room
) -> int:
    """How many actions there are that differ; their codes, and their log odds for the seat to move."""
    before, now, base, sums = room.sheet[0], room.sheet[1], room.sums[0], room.sums[1]
    hex_inputs.exahuna_inputs(state, state.seat, before)
    gathered(net, before, base)
    actions = without_twins(exahuna.legal(state))
    count = 0
    while actions:
        code = lowest(actions)
        actions &= actions - 1
        after = exahuna.play(state, code)
        if after.outcome:
            odds[count] = settled(after.outcome, state.seat)
        else:
            hex_inputs.exahuna_inputs(after, state.seat, now)
            shifted(net, base, before, now, sums)
            odds[count] = answered(net, sums, room.middle, room.awake)[0]
        codes[count] = code
        count += 1
    return count


@kernel
def shortlist(state: special.State, codes: NDArray[np.int64]) -> int:
    """Writes the codes of the actions that the fitted judge likes best, the best first; how many there are."""
    moves = np.empty(MOST_MOVES, np.int32)
    listed = moves_special(JUDGE, state, moves, np.empty(SCRATCH, np.int64))
    count = 0
    for number in range(listed):
        move = int(moves[number])
        if count == SHORTLIST and move < codes[count - 1]:
            continue
        place = count if count < SHORTLIST else count - 1
        while place and codes[place - 1] < move:
            codes[place] = codes[place - 1]
            place -= 1
        codes[place] = move
        count = min(count + 1, SHORTLIST)
    for place in range(count):
        codes[place] &= CODE
    return count


@kernel
def judged_special(
    net: Net, state: special.State, codes: NDArray[np.int64], odds: NDArray[np.float64], room: Room
) -> int:
    """How many actions are worth a thought; their codes, and their log odds for the seat to move."""
    before, now, base, sums = room.sheet[0], room.sheet[1], room.sums[0], room.sums[1]
    hex_inputs.special_inputs(state, state.seat, before)
    gathered(net, before, base)
    count = shortlist(state, codes)
    for i in range(count):
        after = special.play(state, int(codes[i]))
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
    hex_inputs.SPECIAL_ACTIVE, SHORTLIST, 400,
)  # fmt: skip
KEEP, PASSES = 1024, 3  # games are dear here, and steps of learning are not

_SUBJECTS = {
    "exahuna": Subject(
        hex_inputs.EXAHUNA_SLOTS,
        EXAHUNA,
        teaching(EXAHUNA),
        duelling(EXAHUNA),
        KEEP,
        PASSES,
        lambda: slot_maps(special=False),
    ),
    "exahuna-special": Subject(
        hex_inputs.SPECIAL_SLOTS,
        SPECIAL,
        teaching(SPECIAL),
        duelling(SPECIAL),
        KEEP,
        PASSES,
        lambda: slot_maps(special=True),
    ),
}


def subject_of(game: str) -> Subject:
    """One of these two games."""
    return _SUBJECTS[game]
