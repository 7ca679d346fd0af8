"""Helpers for English sentences."""

from collections.abc import Iterable


def listed(things: Iterable[str]) -> str:
    """`a`, `a and b`, or `a, b and c`; "" for an empty list."""
    names = list(things)
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
