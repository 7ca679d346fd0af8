"""A net as the judge of the open games: the fitted judge looks at all actions first, the net at the best of them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.hex_graph import growing, key_exahuna, key_special
from kahuna.bots.hex_value import CODE, CODE_BITS, SURE, Ints, Weights, moves_exahuna, moves_special, packed
from kahuna.bots.nets import hex_inputs
from kahuna.bots.nets.games import Room
from kahuna.bots.nets.network import Net, answered, gathered, shifted
from kahuna.rules import exahuna, special
from kahuna.rules.jit import kernel


class Judge(NamedTuple):
    """A net, and how it is asked."""

    weights: Weights  # of the fitted judge
    net: Net
    room: Room
    trust: float  # the net's share in a score
    wide: int  # actions that it is asked about


@kernel
def first_best(moves: NDArray[np.int32], count: int, wide: int) -> int:
    """Brings so many of the best moves to the front; how many there are now."""
    for place in range(min(wide, count)):
        best = place
        for other in range(place + 1, count):
            if moves[other] > moves[best]:
                best = other
        moves[place], moves[best] = moves[best], moves[place]
    return min(wide, count)


@kernel
def mixed(judge: Judge, move: int) -> int:
    """The move with a score in which the net has its share; the first layer's sums are in the room."""
    room = judge.room
    odds = 100 * answered(judge.net, room.sums[1], room.middle, room.awake)[0]
    score = (move >> CODE_BITS) - SURE
    return packed(int(score + judge.trust * (odds - score)), move & CODE)


@kernel
def judged_moves_exahuna(judge: Judge, state: exahuna.State, moves: NDArray[np.int32], scratch: Ints) -> int:
    """Writes every action that differs, packed with its score for the seat to move; how many there are."""
    count = moves_exahuna(judge.weights, state, moves, scratch)
    near, room, lowest = first_best(moves, count, judge.wide), judge.room, 2 * SURE
    hex_inputs.exahuna_inputs(state, state.seat, room.sheet[0])
    gathered(judge.net, room.sheet[0], room.sums[0])
    for number in range(near):
        move = int(moves[number])
        after = exahuna.play(state, move & CODE)
        if not after.outcome:
            hex_inputs.exahuna_inputs(after, state.seat, room.sheet[1])
            shifted(judge.net, room.sums[0], room.sheet[0], room.sheet[1], room.sums[1])
            move = mixed(judge, move)
            moves[number] = move
        lowest = min(lowest, move >> CODE_BITS)
    for number in range(near, count):  # what the net was not asked about is not better than what it was
        move = int(moves[number])
        moves[number] = min(move >> CODE_BITS, lowest) << CODE_BITS | move & CODE
    return count


@kernel
def judged_moves_special(judge: Judge, state: special.State, moves: NDArray[np.int32], scratch: Ints) -> int:
    """The same for Special."""
    count = moves_special(judge.weights, state, moves, scratch)
    near, room, lowest = first_best(moves, count, judge.wide), judge.room, 2 * SURE
    hex_inputs.special_inputs(state, state.seat, room.sheet[0])
    gathered(judge.net, room.sheet[0], room.sums[0])
    for number in range(near):
        move = int(moves[number])
        after = special.play(state, move & CODE)
        if not after.outcome:
            hex_inputs.special_inputs(after, state.seat, room.sheet[1])
            shifted(judge.net, room.sums[0], room.sheet[0], room.sheet[1], room.sums[1])
            move = mixed(judge, move)
            moves[number] = move
        lowest = min(lowest, move >> CODE_BITS)
    for number in range(near, count):
        move = int(moves[number])
        moves[number] = min(move >> CODE_BITS, lowest) << CODE_BITS | move & CODE
    return count


grow_exahuna: Any = growing(exahuna.play, judged_moves_exahuna, key_exahuna, dear=True)
grow_special: Any = growing(special.play, judged_moves_special, key_special, dear=True)
