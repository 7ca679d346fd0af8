"""How a net learns from games: targets by temporal differences, gradients, and Adam."""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.network import Floats, Net, Slots, answered, chance, gathered
from kahuna.rules.bits import next_random
from kahuna.rules.jit import compiled, kernel

BY_NET, BY_SEARCH = 1, 2  # how a rival plays


class Lesson(NamedTuple):
    """How games for training are played."""

    temperature: float = 0.25  # of the choice among actions, on log odds
    stray: int = 20  # of 1,000 actions, those chosen without thinking
    trace: float = 0.9  # how far results reach back: with 1 only the game's result counts
    keep: int = 512  # of 1,024 positions, those that are learned from
    planning: int = 150  # of 1,000 games, those of the planning variant
    handicap: int = 100  # of 1,024 games, those with a handicap
    rivalry: int = 0  # whether one seat is a rival's that learns nothing: BY_NET or BY_SEARCH
    opening: int = 6  # moves at random that a game without chance begins with, at most


class Samples(NamedTuple):
    """Positions as slots, and what they were worth to the seat they are seen from."""

    slots: Slots  # position, group
    starts: Floats  # log odds that the net's answer is added to
    goals: Floats


def new_samples(size: int, active: int) -> Samples:
    """Room for this many samples."""
    return Samples(np.empty((size, active), np.int16), np.empty(size, np.float32), np.empty(size, np.float32))


@kernel
def write_samples(
    lesson: Lesson,
    samples: Samples,
    written: int,
    seen: Slots,
    starts: NDArray[np.float64],
    seats: NDArray[np.int64],
    explored: NDArray[np.int64],
    values: NDArray[np.float64],
    bests: NDArray[np.float64],
    length: int,
    seat: int,
    goal: float,
    x: int,
) -> tuple[int, int]:
    """Writes some of a game's positions of this seat, each with its goal; the new count, and the generator.

    From the last position back, the goal moves from the result towards what the net thought on the way. Before an
    action chosen at random, the goal starts again from the best action's value: a random action says nothing about
    earlier positions.
    """
    for number in range(length - 1, -1, -1):
        if seats[number] != seat:
            continue
        x = next_random(x)
        if x >> 20 & 1023 < lesson.keep and written < len(samples.goals):
            for position in range(seen.shape[1]):  # copying the row as a whole would allocate
                samples.slots[written, position] = seen[number, position]
            samples.starts[written] = starts[number]
            samples.goals[written] = goal
            written += 1
        goal = bests[number] if explored[number] else values[number] + lesson.trace * (goal - values[number])
    return written, x


class SlopeDesk(NamedTuple):
    """Working space for gradients: sums of both layers, and what is passed back to them."""

    total: Floats
    back: Floats
    middles: Floats
    backs: Floats
    awake: NDArray[np.int64]


def new_slope_desk(net: Net) -> SlopeDesk:
    """Working space that fits this net."""
    hidden, middle = net.second.shape
    return SlopeDesk(
        np.empty(hidden, net.rows.dtype),
        np.empty(hidden, net.rows.dtype),
        np.empty(middle, net.rows.dtype),
        np.empty(middle, net.rows.dtype),
        np.empty(hidden, np.int64),
    )


def slope(
    net: Net, turned: Floats, samples: Samples, order: NDArray[np.int64], into: Net, desk: SlopeDesk
) -> float:
    """Adds the loss's gradient over these samples to `into`; returns the loss (cross entropy, summed).

    `turned` is the second layer with its axes exchanged, so that both directions run along rows.
    """
    hidden, middle = len(net.bias), len(net.second_bias)
    total, back, middles, backs, awake = desk
    loss = 0.0
    for number in order:
        slots, goal = samples.slots[number], samples.goals[number]
        gathered(net, slots, total)
        answer, count = answered(net, total, middles, awake)
        guess = min(max(chance(answer + samples.starts[number]), 1e-7), 1 - 1e-7)
        loss -= goal * log(guess) + (1 - goal) * log(1 - guess)
        error = np.float32(guess - goal)
        into.last_bias[0] += error
        for j in range(hidden):
            back[j] = 0
        for k in range(middle):
            backs[k] = 0
            if middles[k] > 0:
                into.last[k] += error * middles[k]
                backs[k] = error * net.last[k]
                into.second_bias[k] += backs[k]
                row = turned[k]
                for j in range(hidden):
                    back[j] += backs[k] * row[j]
        for i in range(count):
            value, row = total[awake[i]], into.second[awake[i]]
            for k in range(middle):
                row[k] += value * backs[k]
        for j in range(hidden):
            back[j] = back[j] if total[j] > 0 else np.float32(0)
            into.bias[j] += back[j]
        for position in range(len(slots)):
            row = into.rows[slots[position]]
            for j in range(hidden):
                row[j] += back[j]
    return loss


@kernel
def _stepped(
    weights: Floats, slopes: Floats, means: Floats, squares: Floats, rate: float, scale: float
) -> None:
    """One step of Adam for an array; its gradient is used up."""
    for i in range(len(weights)):
        g = slopes[i] * np.float32(scale)
        slopes[i] = 0
        means[i] += np.float32(0.1) * (g - means[i])
        squares[i] += np.float32(0.001) * (g * g - squares[i])
        weights[i] -= np.float32(rate) * means[i] / (np.float32(sqrt(squares[i])) + np.float32(1e-8))


def adam(net: Net, slopes: Net, means: Net, squares: Net, rate: float, scale: float, step: int) -> None:
    """One step of Adam for all weights; `scale` makes the summed gradient a mean, `step` counts from 1."""
    rate *= sqrt(1 - 0.999**step) / (1 - 0.9**step)
    for row in range(len(net.rows)):
        _stepped(net.rows[row], slopes.rows[row], means.rows[row], squares.rows[row], rate, scale)
    for row in range(len(net.second)):
        _stepped(net.second[row], slopes.second[row], means.second[row], squares.second[row], rate, scale)
    _stepped(net.bias, slopes.bias, means.bias, squares.bias, rate, scale)
    _stepped(net.second_bias, slopes.second_bias, means.second_bias, squares.second_bias, rate, scale)
    _stepped(net.last, slopes.last, means.last, squares.last, rate, scale)
    _stepped(net.last_bias, slopes.last_bias, means.last_bias, squares.last_bias, rate, scale)


slope_native = compiled(slope, allocates=False)
adam_native = compiled(adam, allocates=False)
