"""A small net over sparse inputs: a table of rows that are added up, two layers, one number.

A position is `ACTIVE` slots, one in each of as many groups. The first layer is the sum of the slots' rows, so a
position that differs in a few groups from another costs only those rows (`shifted`).
"""

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules.jit import kernel

Floats = NDArray[np.float32]
Slots = NDArray[np.int16]
HIDDEN_UNITS, MIDDLE_UNITS = 128, 32
MAX_ROW = 16383  # the largest whole number in a first layer
MAX_LOG_ODDS = 30.0  # logits beyond it are as good as certain


class Net(NamedTuple):
    """The weights. All layers but the last are followed by max(0, x).

    A net that only plays has integers in its first layer (`in_integers`): half the memory, so it is read faster.
    """

    rows: Any  # slot, hidden: Floats, or int16
    bias: Any  # hidden: Floats, or int32
    second: Floats  # hidden, middle
    second_bias: Floats  # middle
    last: Floats  # middle
    last_bias: Floats  # one number


def new_net(slots: int, seed: int, hidden: int = HIDDEN_UNITS, middle: int = MIDDLE_UNITS) -> Net:
    """A net that knows nothing: small random weights."""
    random = np.random.default_rng(seed)

    def weights(*shape: int, spread: float) -> Floats:
        return (random.standard_normal(shape) * spread).astype(np.float32)

    return Net(
        weights(slots, hidden, spread=0.05),
        np.zeros(hidden, np.float32),
        weights(hidden, middle, spread=(2 / hidden) ** 0.5),
        np.zeros(middle, np.float32),
        weights(middle, spread=(1 / middle) ** 0.5),
        np.zeros(1, np.float32),
    )


def in_integers(net: Net) -> Net:
    """The same net with whole numbers in its first layer; what they are multiples of goes into the second."""
    # The difference of two rows fits into 16 bits, too, and the sum of all into 32.
    scale = np.float32(MAX_ROW / max(float(np.abs(net.rows).max()), 1e-6))
    return net._replace(
        rows=np.rint(net.rows * scale).astype(np.int16),
        bias=np.rint(net.bias * scale).astype(np.int32),
        second=net.second / scale,
    )


@kernel
def gathered(net: Net, slots: Slots, total: Any) -> None:
    """Puts the first layer's sums for these slots into `total`."""
    for j in range(len(total)):
        total[j] = net.bias[j]
    for position in range(len(slots)):
        row = net.rows[slots[position]]
        for j in range(len(total)):
            total[j] += row[j]


@kernel
def shifted(net: Net, base: Any, was: Slots, now: Slots, total: Any, changed: NDArray[np.int64]) -> None:
    """Puts the sums for the slots `now` into `total`, given `base`, those for the slots `was`.

    `changed` has room for the numbers of those that differ, which are found without a branch.
    """
    count = 0
    for position in range(len(was)):
        changed[count] = position
        count += 1 if was[position] != now[position] else 0
    for j in range(len(total)):
        total[j] = base[j]
    for i in range(count):
        gone, come = net.rows[was[changed[i]]], net.rows[now[changed[i]]]
        for j in range(len(total)):
            total[j] += come[j] - gone[j]


@kernel
def answered(net: Net, total: Any, middle: Floats, awake: NDArray[np.int64]) -> tuple[float, int]:
    """The net's answer from the first layer's sums, as log odds, and how many of the sums are above zero.

    `middle` is left with the second layer's sums, `awake` with the numbers of those above zero in the first. They
    are found without a branch, which no processor could predict.
    """
    for k in range(len(middle)):
        middle[k] = net.second_bias[k]
    count = 0
    for j in range(len(total)):
        awake[count] = j
        count += 1 if total[j] > 0 else 0
    for i in range(count):
        value, row = np.float32(total[awake[i]]), net.second[awake[i]]
        for k in range(len(middle)):
            middle[k] += value * row[k]
    answer = net.last_bias[0]
    for k in range(len(middle)):
        if middle[k] > 0:
            answer += middle[k] * net.last[k]
    return min(max(float(answer), -MAX_LOG_ODDS), MAX_LOG_ODDS), count


@kernel
def chance(log_odds: float) -> float:
    """The probability with these log odds."""
    return 1.0 / (1.0 + exp(-log_odds))
