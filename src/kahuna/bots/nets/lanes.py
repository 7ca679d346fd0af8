"""Sums of rows of numbers, the work of a net: plain here, many numbers at a time in native code (lanes_native.py).

Both add up in the same order, so they find the same numbers to the last bit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.rules.jit import with_native_forms

FOLDED = 32  # exactly so many products are added half to half, as vectors do; other lists one by one


def sum_rows(first: Any, rows: Any, picked: Any, total: Any) -> None:
    """Puts the sum of `first` and the picked rows into `total`."""
    total[:] = first
    for place in range(len(picked)):
        total += rows[picked[place]]


def exchange_rows(first: Any, rows: Any, was: Any, now: Any, places: NDArray[np.int64], total: Any) -> None:
    """Puts `first` into `total`, with the rows picked by `now` in place of those picked by `was`.

    `places` is left with the numbers of the picks that differ.
    """
    total[:] = first
    found = np.flatnonzero(was != now)
    places[: len(found)] = found
    for place in found:
        total += rows[now[place]] - rows[was[place]]


def sum_weighted(first: Any, rows: Any, weights: Any, total: Any, above: NDArray[np.int64]) -> int:
    """Puts the sum of `first` and all rows whose weight is above zero, each times its weight, into `total`.

    It returns how many these are; their numbers are put into `above`.
    """
    total[:] = first
    found = np.flatnonzero(weights > 0)
    above[: len(found)] = found
    for row in found:
        total += total.dtype.type(weights[row]) * rows[row]
    return len(found)


def sum_products(values: Any, weights: Any) -> Any:
    """The sum of all values above zero, each times its weight; 32 products are added by halves."""
    products = np.maximum(values, 0) * weights
    if len(products) == FOLDED:
        while len(products) > 1:
            products = products[: len(products) // 2] + products[len(products) // 2 :]
        return products[0]
    total = products.dtype.type(0)
    for product in products:
        total += product
    return total


def _install() -> None:
    """Called when Numba is there."""
    from kahuna.bots.nets import lanes_native

    lanes_native.install()


with_native_forms(_install)
