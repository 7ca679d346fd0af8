"""Native forms of `popcount` and `lowest`; imported only together with Numba."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from kahuna.rules import bits


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def install() -> None:
    """Makes compiled code use the processor's own instructions."""

    def popcount(word: int) -> Callable[[int], int]:
        def native(word: int) -> int:
            return int(_ctpop(word))

        return native

    def lowest(word: int) -> Callable[[int], int]:
        def native(word: int) -> int:
            return int(_cttz(word))

        return native

    overload(bits.popcount, strict=False)(popcount)
    overload(bits.lowest, strict=False)(lowest)
