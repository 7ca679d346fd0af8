"""Native forms of the sums in lanes.py, in vectors that stay in the processor's registers; imported only with Numba.

A compiler makes vector instructions of plain loops, too, but then every sum goes to memory and back with each row.
Rows whose length is no multiple of `ROW_LANES` (`COLUMN_LANES` in a second layer) are added number by number.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, errors
from numba.extending import intrinsic, overload

from kahuna.bots.nets import lanes
from kahuna.rules.bits import lowest

ROW_LANES = 64  # numbers of a row that are added up at once
COLUMN_LANES = lanes.FOLDED
WORD_TYPE = ir.IntType(64)
ZERO = ir.Constant(WORD_TYPE, 0)


class RowSpan:
    """Neighbouring numbers of a list, or columns of a matrix: `width` of them from `start` on."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any, start: Any, width: int) -> None:
        self.builder, self.start = builder, start
        self.array = context.make_array(kind)(context, builder, value)
        self.row_length = builder.extract_value(self.array.shape, kind.ndim - 1)
        element = context.get_data_type(kind.dtype)
        self.align = context.get_abi_sizeof(element)
        self.vector = ir.VectorType(element, width)

    def address(self, row: Any) -> Any:
        """Where it begins in this row."""
        begin = self.builder.add(self.builder.mul(row, self.row_length), self.start)
        return self.builder.bitcast(self.builder.gep(self.array.data, [begin]), self.vector.as_pointer())

    def load(self, row: Any = ZERO) -> Any:
        """The numbers of this row, as one vector."""
        return self.builder.load(self.address(row), align=self.align)

    def store(self, numbers: Any) -> None:
        """Writes them into a list."""
        self.builder.store(numbers, self.address(ZERO), align=self.align)


def _whole(builder: Any, array: Any, place: Any) -> Any:
    """The whole number at this place of a list."""
    number = builder.load(builder.gep(array.data, [place]))
    return number if number.type == WORD_TYPE else builder.sext(number, WORD_TYPE)


def _variable(builder: Any, value: Any) -> Any:
    """A place for a value that changes; the optimiser keeps it in registers."""
    place = cgutils.alloca_once(builder, value.type)
    builder.store(value, place)
    return place


def _spans(builder: Any, length: Any, width: int) -> Any:
    """A loop over the starts of the spans that a row of this length has."""
    return cgutils.for_range_slice(
        builder, ZERO, length, ir.Constant(WORD_TYPE, width), intp=WORD_TYPE, inc=True
    )


@contextmanager
def _set_bits(builder: Any, mask: Any) -> Iterator[Any]:
    """A loop over the numbers of the bits that are set."""
    left = _variable(builder, mask)
    test, body, end = (builder.append_basic_block(name) for name in ("bits", "bit", "bits.end"))
    builder.branch(test)
    builder.position_at_end(test)
    mask = builder.load(left)
    builder.cbranch(builder.icmp_unsigned("!=", mask, ir.Constant(mask.type, 0)), body, end)
    builder.position_at_end(body)
    builder.store(builder.and_(mask, builder.sub(mask, ir.Constant(mask.type, 1))), left)
    bit = builder.cttz(mask, ir.Constant(ir.IntType(1), 1))
    yield bit if bit.type == WORD_TYPE else builder.zext(bit, WORD_TYPE)
    builder.branch(test)
    builder.position_at_end(end)


def _is_real(kind: Any) -> bool:
    return isinstance(kind.dtype, types.Float)


@intrinsic  # type: ignore[untyped-decorator]
def _sum_rows(typing_context: Any, first: Any, rows: Any, picked: Any, total: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        picks = context.make_array(picked)(context, builder, arguments[2])
        count = builder.extract_value(picks.shape, 0)
        add = builder.fadd if _is_real(rows) else builder.add
        length = builder.extract_value(context.make_array(total)(context, builder, arguments[3]).shape, 0)
        with _spans(builder, length, ROW_LANES) as (start, _):
            source = RowSpan(context, builder, rows, arguments[1], start, ROW_LANES)
            sums = _variable(builder, RowSpan(context, builder, first, arguments[0], start, ROW_LANES).load())
            with cgutils.for_range(builder, count, intp=WORD_TYPE) as loop:
                row = source.load(_whole(builder, picks, loop.index))
                builder.store(add(builder.load(sums), row), sums)
            RowSpan(context, builder, total, arguments[3], start, ROW_LANES).store(builder.load(sums))
        return context.get_dummy_value()

    return types.void(first, rows, picked, total), generate


@intrinsic  # type: ignore[untyped-decorator]
def _differing(typing_context: Any, was: Any, now: Any, start: Any) -> Any:
    """Which of COLUMN_LANES picks differ, as bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, two = (
            RowSpan(context, builder, kind, value, arguments[2], COLUMN_LANES).load()
            for kind, value in ((was, arguments[0]), (now, arguments[1]))
        )
        mask = builder.bitcast(builder.icmp_unsigned("!=", one, two), ir.IntType(COLUMN_LANES))
        return builder.zext(mask, WORD_TYPE)

    return types.int64(was, now, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _exchange_rows(
    typing_context: Any, first: Any, rows: Any, was: Any, now: Any, places: Any, count: Any, total: Any
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        gone, come, changed = (
            context.make_array(kind)(context, builder, value)
            for kind, value in zip((was, now, places), arguments[2:5], strict=True)
        )
        add, sub = (builder.fadd, builder.fsub) if _is_real(rows) else (builder.add, builder.sub)
        length = builder.extract_value(context.make_array(total)(context, builder, arguments[6]).shape, 0)
        with _spans(builder, length, ROW_LANES) as (start, _):
            source = RowSpan(context, builder, rows, arguments[1], start, ROW_LANES)
            sums = _variable(builder, RowSpan(context, builder, first, arguments[0], start, ROW_LANES).load())
            with cgutils.for_range(builder, arguments[5], intp=WORD_TYPE) as loop:
                place = _whole(builder, changed, loop.index)
                more, less = (source.load(_whole(builder, picks, place)) for picks in (come, gone))
                builder.store(add(builder.load(sums), sub(more, less)), sums)
            RowSpan(context, builder, total, arguments[6], start, ROW_LANES).store(builder.load(sums))
        return context.get_dummy_value()

    return types.void(first, rows, was, now, places, types.int64, total), generate


@intrinsic  # type: ignore[untyped-decorator]
def _sum_weighted(typing_context: Any, first: Any, rows: Any, weights: Any, total: Any, above: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers = context.make_array(above)(context, builder, arguments[4])
        scales = context.make_array(weights)(context, builder, arguments[2])
        height = builder.extract_value(scales.shape, 0)
        length = builder.extract_value(context.make_array(total)(context, builder, arguments[3]).shape, 0)
        count = _variable(builder, ZERO)
        with _spans(builder, length, COLUMN_LANES) as (start, _):
            source = RowSpan(context, builder, rows, arguments[1], start, COLUMN_LANES)
            sums = _variable(
                builder, RowSpan(context, builder, first, arguments[0], start, COLUMN_LANES).load()
            )
            builder.store(ZERO, count)
            with _spans(builder, height, ROW_LANES) as (top, _):
                some = RowSpan(context, builder, weights, arguments[2], top, ROW_LANES).load()
                compare = builder.fcmp_ordered if _is_real(weights) else builder.icmp_signed
                awake = compare(">", some, ir.Constant(some.type, None))
                with _set_bits(builder, builder.bitcast(awake, ir.IntType(ROW_LANES))) as bit:
                    row = builder.add(top, bit)
                    builder.store(row, builder.gep(numbers.data, [builder.load(count)]))
                    builder.store(builder.add(builder.load(count), ir.Constant(WORD_TYPE, 1)), count)
                    weight = builder.load(builder.gep(scales.data, [row]))
                    if not _is_real(weights):
                        weight = builder.sitofp(weight, source.vector.element)
                    product = builder.fmul(_spread(builder, weight, source.vector), source.load(row))
                    builder.store(builder.fadd(builder.load(sums), product), sums)
            RowSpan(context, builder, total, arguments[3], start, COLUMN_LANES).store(builder.load(sums))
        return builder.load(count)

    return types.int64(first, rows, weights, total, above), generate


def _spread(builder: Any, number: Any, vector: Any) -> Any:
    """A vector of this number only."""
    nothing = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, nothing, places)


@intrinsic  # type: ignore[untyped-decorator]
def _sum_products(typing_context: Any, values: Any, weights: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        some, scales = (
            RowSpan(context, builder, kind, value, ZERO, COLUMN_LANES).load()
            for kind, value in ((values, arguments[0]), (weights, arguments[1]))
        )
        nothing = ir.Constant(some.type, None)
        above = builder.select(builder.fcmp_ordered(">", some, nothing), some, nothing)
        products, width = builder.fmul(above, scales), COLUMN_LANES
        while width > 1:
            width //= 2
            halves = (
                builder.shuffle_vector(
                    products,
                    products,
                    ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(first, first + width))),
                )
                for first in (0, width)
            )
            products = builder.fadd(*halves)
        return builder.extract_element(products, ir.Constant(ir.IntType(32), 0))

    return values.dtype(values, weights), generate


def _check(*arrays: Any, alike: tuple[Any, ...] = ()) -> None:
    """Refuses to compile what these forms would read wrongly: rows with gaps, or numbers of different kinds."""
    if any(array.layout != "C" for array in arrays):
        raise errors.TypingError("rows must lie one after the other in memory")
    if len({array.dtype for array in alike}) > 1:
        raise errors.TypingError("sums and rows must be numbers of one kind")


Native = Callable[..., Any]
INLINE = {"forceinline": True}


def _native_sum_rows(first: Any, rows: Any, picked: Any, total: Any) -> Native:
    _check(first, rows, picked, total, alike=(first, rows, total))

    def native(first: Any, rows: Any, picked: Any, total: Any) -> None:
        if len(total) % ROW_LANES == 0:
            _sum_rows(first, rows, picked, total)
            return
        for j in range(len(total)):
            total[j] = first[j]
        for place in range(len(picked)):
            row = rows[picked[place]]
            for j in range(len(total)):
                total[j] += row[j]

    return native


def _native_exchange_rows(first: Any, rows: Any, was: Any, now: Any, places: Any, total: Any) -> Native:
    _check(first, rows, was, now, places, total, alike=(first, rows, total))

    def native(first: Any, rows: Any, was: Any, now: Any, places: Any, total: Any) -> None:
        count = 0
        for start in range(0, len(was) - COLUMN_LANES + 1, COLUMN_LANES):
            differ = _differing(was, now, start)
            while differ:
                places[count] = start + lowest(differ)
                differ &= differ - 1
                count += 1
        for place in range(len(was) // COLUMN_LANES * COLUMN_LANES, len(was)):
            places[count] = place
            count += 1 if was[place] != now[place] else 0
        if len(total) % ROW_LANES == 0:
            _exchange_rows(first, rows, was, now, places, count, total)
            return
        for j in range(len(total)):
            total[j] = first[j]
        for i in range(count):
            gone, come = rows[was[places[i]]], rows[now[places[i]]]
            for j in range(len(total)):
                total[j] += come[j] - gone[j]

    return native


def _native_sum_weighted(first: Any, rows: Any, weights: Any, total: Any, above: Any) -> Native:
    _check(first, rows, weights, total, above, alike=(first, rows, total))
    kind = np.dtype(str(total.dtype)).type

    def native(first: Any, rows: Any, weights: Any, total: Any, above: Any) -> int:
        if len(weights) % ROW_LANES == 0 and len(total) % COLUMN_LANES == 0:
            return int(_sum_weighted(first, rows, weights, total, above))
        for k in range(len(total)):
            total[k] = first[k]
        count = 0
        for j in range(len(weights)):
            above[count] = j
            count += 1 if weights[j] > 0 else 0
        for i in range(count):
            weight, row = kind(weights[above[i]]), rows[above[i]]
            for k in range(len(total)):
                total[k] += weight * row[k]
        return count

    return native


def _native_sum_products(values: Any, weights: Any) -> Native:
    _check(values, weights, alike=(values, weights))
    kind = np.dtype(str(values.dtype)).type

    def native(values: Any, weights: Any) -> Any:
        if len(values) == COLUMN_LANES:
            return _sum_products(values, weights)
        total = kind(0)
        for k in range(len(values)):
            total += max(values[k], kind(0)) * weights[k]
        return total

    return native


def install() -> None:
    """Makes compiled code use these."""
    overload(lanes.sum_rows, jit_options=INLINE, strict=False)(_native_sum_rows)
    overload(lanes.exchange_rows, jit_options=INLINE, strict=False)(_native_exchange_rows)
    overload(lanes.sum_weighted, jit_options=INLINE, strict=False)(_native_sum_weighted)
    overload(lanes.sum_products, jit_options=INLINE, strict=False)(_native_sum_products)
