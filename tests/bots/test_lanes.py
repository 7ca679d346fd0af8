"""Sums in vectors: native code finds what plain code finds, to the last bit."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kahuna.bots.nets.lanes import exchange_rows, sum_products, sum_rows, sum_weighted
from kahuna.rules.jit import compiled, disabled

SLOTS = 50
KINDS: tuple[type[np.generic], ...] = (np.int16, np.float32)


def native_sums(first: Any, rows: Any, picked: Any, total: Any) -> None:
    sum_rows(first, rows, picked, total)


def native_exchange(first: Any, rows: Any, was: Any, now: Any, places: Any, total: Any) -> None:
    exchange_rows(first, rows, was, now, places, total)


def native_weighted(first: Any, rows: Any, weights: Any, total: Any, above: Any) -> int:
    return sum_weighted(first, rows, weights, total, above)


def native_products(values: Any, weights: Any) -> Any:
    return sum_products(values, weights)


sums = compiled(native_sums, allocates=False)
exchange = compiled(native_exchange, allocates=False)
weighted = compiled(native_weighted, allocates=False)
products = compiled(native_products, allocates=False)


def numbers(random: np.random.Generator, kind: type[np.generic], *shape: int) -> NDArray[Any]:
    drawn = random.standard_normal(shape) * (300 if kind is np.int16 else 1)
    return drawn.astype(kind)


@pytest.mark.skipif(disabled(), reason="plain Python reads any array")
def test_rows_with_gaps_and_numbers_of_two_kinds_are_refused() -> None:
    rows, picked = np.zeros((4, 128), np.int16), np.zeros(3, np.int16)
    first, total = np.zeros(64, np.int16), np.zeros(64, np.int16)
    with pytest.raises(Exception, match="one after the other"):
        sums(first, rows[:, ::2], picked, total)
    with pytest.raises(Exception, match="of one kind"):
        sums(first, np.zeros((4, 64), np.int16), picked, np.zeros(64, np.float32))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [64, 128, 256, 8, 100])
def test_rows_are_added_up_and_exchanged_alike(kind: type[np.generic], width: int) -> None:
    random = np.random.default_rng(width)
    rows, first = numbers(random, kind, SLOTS, width), numbers(random, kind, width)
    for length in (1, 31, 32, 33, 96, 132):
        was = random.integers(0, SLOTS, length).astype(np.int16)
        now = np.where(random.random(length) < 0.2, random.integers(0, SLOTS, length), was).astype(np.int16)
        plain, native = np.empty(width, kind), np.empty(width, kind)
        sum_rows(first, rows, was, plain)
        sums(first, rows, was, native)
        assert plain.tobytes() == native.tobytes()
        places, base = np.empty(length, np.int64), plain.copy()
        exchange_rows(base, rows, was, now, places, plain)
        exchange(base, rows, was, now, places, native)
        assert plain.tobytes() == native.tobytes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("height", "width"), [(128, 32), (64, 64), (256, 32), (16, 8), (128, 20), (40, 32)])
def test_rows_are_weighted_alike(kind: type[np.generic], height: int, width: int) -> None:
    random = np.random.default_rng(height)
    rows, first = numbers(random, np.float32, height, width), numbers(random, np.float32, width)
    for share in (0.0, 0.3, 1.0):
        weights = np.abs(numbers(random, kind, height)) + kind(1)
        weights = np.where(random.random(height) < share, weights, -weights).astype(kind)
        plain, native = np.empty(width, np.float32), np.empty(width, np.float32)
        above, above_native = np.zeros(height, np.int64), np.zeros(height, np.int64)
        count = sum_weighted(first, rows, weights, plain, above)
        assert count == weighted(first, rows, weights, native, above_native) == (weights > 0).sum()
        assert above[:count].tolist() == above_native[:count].tolist() == np.flatnonzero(weights > 0).tolist()
        assert plain.tobytes() == native.tobytes()


@pytest.mark.parametrize("width", [32, 8, 20, 64])
def test_products_are_added_up_alike(width: int) -> None:
    random = np.random.default_rng(width)
    for _ in range(20):
        values, weights = numbers(random, np.float32, width), numbers(random, np.float32, width)
        found = sum_products(values, weights)
        assert float(found) == float(products(values, weights))
        assert float(found) == pytest.approx(float(np.maximum(values, 0) @ weights), abs=1e-5)
