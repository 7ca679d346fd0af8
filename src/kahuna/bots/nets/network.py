"""A small net over sparse inputs: a table of rows that are added up, two layers, one number.

A position is `ACTIVE` slots, one in each of as many groups. The first layer is the sum of the slots' rows, so a
position that differs in a few groups from another costs only those rows (`shifted`).
"""

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.lanes import exchange_rows, sum_products, sum_rows, sum_weighted
from kahuna.rules.jit import kernel

Floats = NDArray[np.float32]
Slots = NDArray[np.int16]
# Groups of slots: the first slot, the one after the last, and how many of them every position has.
Groups = tuple[tuple[int, int, int], ...]
HIDDEN_UNITS, MIDDLE_UNITS = 128, 32
MAX_SUM = 32767  # the largest sum in a first layer of whole numbers
CACHE_LINE = 64  # bytes
MAX_LOG_ODDS = 30.0  # logits beyond it are as good as certain


class Net(NamedTuple):
    """The weights. All layers but the last are followed by max(0, x).

    A net that only plays has integers in its first layer (`in_integers`): half the memory, so it is read faster.
    """

    rows: Any  # slot, hidden: Floats, or int16
    bias: Any  # hidden: Floats, or int16
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


def in_integers(net: Net, groups: Groups) -> Net:
    """The same net with whole numbers in its first layer; what they are multiples of goes into the second.

    No sum is beyond 16 bits, even if every slot of a group had the group's largest row.
    """
    worst = np.abs(net.bias)
    for first, end, count in groups:
        worst = worst + count * np.abs(net.rows[first:end]).max(0)
    rounded = 1 + sum(count for _, _, count in groups)  # each of them by a half at most
    scale = np.float32(MAX_SUM - rounded) / np.maximum(worst, 1e-6)
    return net._replace(
        rows=aligned(np.rint(net.rows * scale).astype(np.int16)),
        bias=np.rint(net.bias * scale).astype(np.int16),
        second=aligned(net.second / scale[:, None]),
    )


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """A copy that begins with a line of the processor's cache, so that fewer lines are read for each row."""
    space = np.empty(array.nbytes + CACHE_LINE, np.uint8)
    start = -space.ctypes.data % CACHE_LINE
    copy = space[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


@kernel
def gathered(net: Net, slots: Slots, total: Any) -> None:
    """Puts the first layer's sums for these slots into `total`."""
    sum_rows(net.bias, net.rows, slots, total)


@kernel
def shifted(net: Net, base: Any, was: Slots, now: Slots, total: Any, changed: NDArray[np.int64]) -> None:
    """Puts the sums for the slots `now` into `total`, given `base`, those for the slots `was`.

    `changed` has room for the numbers of those that differ.
    """
    exchange_rows(base, net.rows, was, now, changed, total)


@kernel
def answered(net: Net, total: Any, middle: Floats, awake: NDArray[np.int64]) -> tuple[float, int]:
    """The net's answer from the first layer's sums, as log odds, and how many of the sums are above zero.

    `middle` is left with the second layer's sums, `awake` with the numbers of those above zero in the first.
    """
    count = sum_weighted(net.second_bias, net.second, total, middle, awake)
    answer = net.last_bias[0] + sum_products(middle, net.last)
    return min(max(float(answer), -MAX_LOG_ODDS), MAX_LOG_ODDS), count


@kernel
def chance(log_odds: float) -> float:
    """The probability with these log odds."""
    return 1.0 / (1.0 + exp(-log_odds))
