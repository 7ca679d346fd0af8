"""Dealers decide chance: the order of each round's cards, which only the dealer knows."""

import os
import struct
from collections.abc import Sequence
from typing import Protocol

NUMBERS_A_BLOCK = 8  # of 64 bits, in a digest of BLAKE2b


class Dealer(Protocol):
    """Puts a round's cards in order."""

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """These cards (islands, sorted) in dealing order for this round."""
        ...


class SeededDealer:
    """Shuffles by a seed: the same seed gives the same order for the same cards, on every machine.

    Fisher-Yates with 64-bit numbers from BLAKE2b over seed and round, so dealt cards reveal nothing about
    later ones. Without a seed, one that cannot be guessed is used.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = os.urandom(32).hex() if seed is None else str(seed)

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """These cards in an order that depends on the seed and the round alone."""
        from hashlib import blake2b

        order = list(cards)
        blocks = (
            blake2b(f"{self.seed}/{round}/{block}".encode(), person=b"kahuna deck").digest()
            for block in range(-(-len(order) // NUMBERS_A_BLOCK))
        )
        numbers = [number for block in blocks for number in struct.unpack(f"<{NUMBERS_A_BLOCK}Q", block)]
        for last in range(len(order) - 1, 0, -1):
            chosen = numbers[last] % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order
