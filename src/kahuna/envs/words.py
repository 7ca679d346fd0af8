"""Legal actions of many games as words of bits, and random choices of them, the same for all three games.

Action c of a game is bit c % bits of its word c // bits, where `bits` is the game's own: a word a kind or a joker in
Special, a word a group of actions in Kahuna. Every word is a non-negative int64.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules.bits import below, next_random, nth_bit, popcount, seeded
from kahuna.rules.jit import compiled, kernel

_CHOOSING = 1 << 62  # no deal has this number: random actions are independent of the cards (K16)

EIGHT = np.array([[byte >> place & 1 for place in range(8)] for byte in range(256)], np.uint8)

Words = NDArray[np.int64]
Row = NDArray[np.uint8]


def word_count(actions: int, bits: int) -> int:
    """How many words of this many bits hold this many actions."""
    return -(-actions // bits)


@kernel
def put(row: Row, at: int, bits: int, width: int) -> int:
    """Writes the lowest bits as zeros and ones from here on; returns the place after them."""
    end = at + width
    while at + 8 <= end:
        for place in range(8):
            row[at + place] = EIGHT[bits & 255, place]
        bits >>= 8
        at += 8
    for place in range(end - at):
        row[at + place] = EIGHT[bits & 255, place]
    return end


class WordKernels(NamedTuple):
    """What is done with words of one width."""

    first_illegal: Callable[[Words, NDArray[np.int64], int], int]
    expand: Callable[[Words, NDArray[np.uint8]], None]
    sample_actions: Callable[[Words, NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]], None]


@cache
def kernels_for(bits: int) -> WordKernels:
    """The kernels for words of this many bits."""

    @compiled
    def first_illegal(words: Words, actions: NDArray[np.int64], count: int) -> int:
        """The first game whose action is not legal, -1 if all are legal."""
        for game in range(len(actions)):
            code = actions[game]
            if code < 0 or code >= count or words[game, code // bits] >> code % bits & 1 == 0:
                return game
        return -1

    @compiled
    def expand(words: Words, masks: NDArray[np.uint8]) -> None:
        """The words as one byte an action, 0 or 1.

        Each word gets a slice of its own: where places begin at 0, no byte needs a check, which is three times as fast.
        """
        last = words.shape[1] - 1
        rest = masks.shape[1] - last * bits
        for game in range(len(words)):
            row = masks[game]
            for place in range(len(row)):
                row[place] = 0
            for number in range(last):
                if words[game, number]:
                    put(row[number * bits :], 0, int(words[game, number]), bits)
            put(row[last * bits :], 0, int(words[game, last]), rest)

    @compiled
    def sample_actions(
        words: Words, counts: NDArray[np.int32], generators: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> None:
        """A legal action of each game, each with the same chance."""
        for game in range(len(words)):
            x = next_random(int(generators[game]))
            generators[game] = x
            n, number = below(x, int(counts[game])), 0
            here = popcount(int(words[game, 0]))
            while n >= here:
                n -= here
                number += 1
                here = popcount(int(words[game, number]))
            actions[game] = number * bits + nth_bit(int(words[game, number]), n)

    return WordKernels(first_illegal, expand, sample_actions)


@compiled
def seed_games(seed: int, bases: NDArray[np.int64], choosing: NDArray[np.int64]) -> None:
    """For each game the number its deals come from and the generator of its random actions."""
    for game in range(len(bases)):
        bases[game] = seeded(seed, game)
        choosing[game] = seeded(int(bases[game]), _CHOOSING)
