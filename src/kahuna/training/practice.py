"""Games that nets play for learning, and against each other: one ply, no search.

The loops are written once and compiled for each game.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import Kernels, best_of, new_buffers, settled
from kahuna.rules.bits import below, next_random
from kahuna.rules.jit import compiled, kernel
from kahuna.training.learning import Lesson, Samples, write_samples

FirstPositions = Callable[
    [Lesson, int], tuple[Any, int]
]  # a position to begin with, and the generator's state


@kernel
def picked(odds: NDArray[np.float64], count: int, temperature: float, x: int) -> int:
    """A random entry, better ones more likely: softmax at this temperature, decided by the generator's state."""
    best = odds[best_of(odds, count)]
    total = 0.0
    for i in range(count):
        total += exp((odds[i] - best) / temperature)
    left = total * (below(x, 1 << 30) / (1 << 30))
    for i in range(count):
        left -= exp((odds[i] - best) / temperature)
        if left < 0:
            return i
    return count - 1


def teaching(
    game: Kernels, begun: FirstPositions, longest: int
) -> Callable[[Net, Net, Lesson, int, int, Samples], int]:
    """The compiled function that plays this many games and writes what they teach the first net.

    It plays against itself, or, if the lesson says so, against a rival that plays its best and learns nothing.
    """
    scored, played, dealt, inputs, ended, mover, _, active, most = game

    def teach(net: Net, rival: Net, lesson: Lesson, games: int, x: int, samples: Samples) -> int:
        codes, odds, starts = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(most, np.float64)
        buffers = new_buffers(net, active)
        seen = np.empty((longest, active), np.int16)
        seats, explored = np.empty(longest, np.int64), np.empty(longest, np.int64)
        values, bests = np.empty(longest, np.float64), np.empty(longest, np.float64)
        begins = np.empty(longest, np.float64)
        written = 0
        for number in range(games):
            state, x = begun(lesson, x)
            length, moves = 0, 0
            while ended(state) == 0 and moves < longest:
                moves += 1
                seat = mover(state)
                rivals = lesson.rivalry != 0 and (number + seat) % 2 != 0
                # Kernels are inlined wherever they are called, so each is called in one place.
                count = scored(rival if rivals else net, state, codes, odds, starts, buffers)
                best = choice = best_of(odds, count)
                if not rivals:
                    x = next_random(x)
                    strayed = below(x, 1000) < lesson.stray
                    x = next_random(x)
                    choice = below(x, count) if strayed else picked(odds, count, lesson.temperature, x)
                after = played(state, int(codes[choice]))
                if not rivals:
                    seats[length], explored[length] = seat, 1 if strayed else 0
                    values[length], begins[length] = chance(odds[choice]), starts[choice]
                    bests[length] = chance(odds[best])
                    inputs(after, seat, seen[length])
                    length += 1
                state, x = dealt(after, x)
            outcome = ended(state)
            for seat in range(2):
                goal = chance(settled(outcome, seat)) if outcome else 0.5
                written, x = write_samples(
                    lesson,
                    samples,
                    written,
                    seen,
                    begins,
                    seats,
                    explored,
                    values,
                    bests,
                    length,
                    seat,
                    goal,
                    x,
                )
        return written

    return compiled(teach)


def duelling(
    game: Kernels, begun: FirstPositions, longest: int
) -> Callable[[Net, Net, Lesson, int, int, NDArray[np.int64]], None]:
    """The compiled function that plays mirrored pairs between two nets and writes the first one's half points.

    The nets choose their best actions; games differ only in how they begin.
    """
    scored, played, dealt, _, ended, mover, _, active, most = game

    def duel(one: Net, two: Net, lesson: Lesson, pairs: int, x: int, scores: NDArray[np.int64]) -> None:
        codes, odds, starts = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(most, np.float64)
        buffers = new_buffers(one, active)
        for pair in range(pairs):
            x = next_random(x)
            scores[pair] = 0
            for side in range(2):
                state, y = begun(lesson, x)
                length = 0
                while ended(state) == 0 and length < longest:
                    count = scored(one if mover(state) == side else two, state, codes, odds, starts, buffers)
                    state, y = dealt(played(state, int(codes[best_of(odds, count)])), y)
                    length += 1
                outcome = ended(state)
                winner = (outcome - 1) % 3 if outcome else 2
                scores[pair] += 2 if winner == side else 1 if winner == 2 else 0

    return compiled(duel)
