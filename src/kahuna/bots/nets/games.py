"""Games that a net plays by itself: to learn from, and against another net. One ply, no search.

Each game is a set of kernels (`Kernels`); the loops over them are written once and compiled for each game.
"""

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.learning import Lesson, Samples, learned
from kahuna.bots.nets.network import MAX_LOG_ODDS, Net, answered, chance, gathered, shifted
from kahuna.rules.bits import below, next_random
from kahuna.rules.jit import compiled, kernel


class Kernels(NamedTuple):
    """A game as the loops need it. States are the game's own."""

    begun: Callable[[Lesson, int], tuple[Any, int]]  # a position to begin with, and the generator's state
    # (net, state, codes, odds, starts, buffers): how many actions; written are their codes, their log odds, and the
    # log odds without the net's part
    scored: Callable[..., int]
    played: Callable[[Any, int], Any]
    dealt: Callable[[Any, int], tuple[Any, int]]  # the state when chance has answered, and the generator's
    inputs: Callable[[Any, int, Any], None]  # (state, seat, slots)
    ended: Callable[[Any], int]  # the outcome, 0 while the game runs
    mover: Callable[[Any], int]
    active: int
    most: int  # actions of a position
    longest: int  # decisions of a game


class Buffers(NamedTuple):
    """Working space for scoring positions."""

    sheet: NDArray[np.int16]  # slots of two positions
    sums: NDArray[np.float32]  # first layers of two positions
    middle: NDArray[np.float32]
    awake: NDArray[np.int64]  # which sums are above zero
    changed: NDArray[np.int64]  # which slots differ


@kernel
def new_buffers(net: Net, active: int) -> Buffers:
    """Working space that fits this net."""
    return Buffers(
        np.empty((2, active), np.int16),
        np.empty((2, len(net.bias)), np.float32),
        np.empty(len(net.second_bias), np.float32),
        np.empty(len(net.bias), np.int64),
        np.empty(active, np.int64),
    )


@kernel
def settled(outcome: int, seat: int) -> float:
    """What a finished game is worth to a seat, as log odds."""
    winner = (outcome - 1) % 3
    return MAX_LOG_ODDS if winner == seat else -MAX_LOG_ODDS if winner == 1 - seat else 0.0


Ask = Callable[[Net, Any, NDArray[np.int64], int, NDArray[np.float64], Buffers], None]


def asking(played: Any, inputs: Any, changes: Any, ended: Any, mover: Any) -> Ask:
    """The kernel that asks a net about actions of a position, given by their codes: adds log odds for the seat to move.

    Where an action ends the game the odds are what it ends with, whatever they were before.
    """

    @kernel
    def asked(
        net: Net,
        state: Any,
        codes: NDArray[np.int64],
        count: int,
        odds: NDArray[np.float64],
        buffers: Buffers,
    ) -> None:
        before, now, base, sums = buffers.sheet[0], buffers.sheet[1], buffers.sums[0], buffers.sums[1]
        seat = mover(state)
        inputs(state, seat, before)
        gathered(net, before, base)
        for i in range(count):
            after = played(state, int(codes[i]))
            if ended(after):
                odds[i] = settled(ended(after), seat)
            else:
                for position in range(len(now)):
                    now[position] = before[position]
                changes(state, after, seat, now)
                shifted(net, base, before, now, sums, buffers.changed)
                odds[i] += answered(net, sums, buffers.middle, buffers.awake)[0]

    return asked


def scoring(listed: Any, asked: Ask) -> Callable[..., int]:
    """The kernel that lists a position's actions with first odds and asks a net about them; how many there are."""

    @kernel
    def scored(
        net: Net,
        state: Any,
        codes: NDArray[np.int64],
        odds: NDArray[np.float64],
        starts: NDArray[np.float64],
        buffers: Buffers,
    ) -> int:
        count = int(listed(state, codes, starts))
        for i in range(count):
            odds[i] = starts[i]
        asked(net, state, codes, count, odds, buffers)
        return count

    return scored


@kernel
def best_of(odds: NDArray[np.float64], count: int) -> int:
    """The first entry with the best odds."""
    best = 0
    for i in range(1, count):
        if odds[i] > odds[best]:
            best = i
    return best


@kernel
def picked(odds: NDArray[np.float64], count: int, temperature: float, x: int) -> int:
    """An entry, the better the likelier: softmax at this temperature, decided by the generator's state."""
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


def teaching(game: Kernels) -> Callable[[Net, Net, Lesson, int, int, Samples], int]:
    """The compiled function that plays so many games and writes what they teach the first net.

    It plays against itself, or, if the lesson says so, against a rival that plays its best and learns nothing.
    """
    begun, scored, played, dealt, inputs, ended, mover, active, most, longest = game

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
                if lesson.rivalry and (number + seat) % 2:
                    count = scored(rival, state, codes, odds, starts, buffers)
                    state, x = dealt(played(state, int(codes[best_of(odds, count)])), x)
                    continue
                count = scored(net, state, codes, odds, starts, buffers)
                x = next_random(x)
                strayed = below(x, 1000) < lesson.stray
                x = next_random(x)
                choice = below(x, count) if strayed else picked(odds, count, lesson.temperature, x)
                after = played(state, int(codes[choice]))
                seats[length], explored[length] = seat, 1 if strayed else 0
                values[length], begins[length] = chance(odds[choice]), starts[choice]
                bests[length] = chance(odds[best_of(odds, count)])
                inputs(after, seat, seen[length])
                length += 1
                state, x = dealt(after, x)
            for seat in range(2):
                goal = chance(settled(ended(state), seat)) if ended(state) else 0.5
                written, x = learned(
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


def duelling(game: Kernels) -> Callable[[Net, Net, Lesson, int, int, NDArray[np.int64]], None]:
    """The compiled function that plays mirrored pairs between two nets and writes the first one's half points.

    The nets choose what they like best; what makes games differ is their beginning (`Kernels.begun`).
    """
    begun, scored, played, dealt, _, ended, mover, active, most, longest = game

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
                winner = (ended(state) - 1) % 3 if ended(state) else 2
                scores[pair] += 2 if winner == side else 1 if winner == 2 else 0

    return compiled(duel)
