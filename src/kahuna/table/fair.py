"""Fair cards: decks that no seat and no server can choose alone, and that anyone can check afterwards.

The dealer chooses a random secret and first shows its SHA-256, the commitment. Then each seat adds bytes of its own.
Every deck follows from the three together, so once the secret is shown after the game, anyone can work them out again.
"""

import os
import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from kahuna.table.errors import BadRecord, quoted

FAIR_BYTES = 32  # of the secret, and of what each seat adds
NOTHING_ADDED = bytes(FAIR_BYTES)  # added by a computer player's seat, and by the second seat on one screen
DECK_LABEL = b"kahuna-deck-1"


class Revealed(TypedDict):
    """What a record shows of fair cards, in hexadecimal digits."""

    commitment: str
    secret: str
    white: str
    black: str


class FairDealer(NamedTuple):
    """Shuffles by the secret and both seats' bytes alone, so taking a move back deals the same cards."""

    secret: bytes
    white: bytes = NOTHING_ADDED
    black: bytes = NOTHING_ADDED

    @property
    def commitment(self) -> str:
        """What is shown before the first card is dealt."""
        return commitment(self.secret)

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """These cards in the order that follows for this round."""
        order = list(cards)
        numbers = self._numbers(round)
        for last in range(len(order) - 1, 0, -1):
            chosen = _below(last + 1, numbers)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def _numbers(self, round: int) -> Iterator[int]:
        """An endless sequence of 32-bit numbers for this round."""
        import hmac

        begin = DECK_LABEL + self.white + self.black + bytes([round])
        counter = 0
        while True:
            digest = hmac.digest(self.secret, begin + counter.to_bytes(4, "big"), "sha256")
            yield from struct.unpack(">8I", digest)
            counter += 1

    def revealed(self) -> Revealed:
        """Everything needed to check the decks; only call this when the game is over."""
        return {
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "white": self.white.hex(),
            "black": self.black.hex(),
        }


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A uniform number below the bound: the uneven rest of 2**32 is rejected."""
    even = 2**32 // bound * bound
    return next(number for number in numbers if number < even) % bound


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return os.urandom(FAIR_BYTES)


def commitment(secret: bytes) -> str:
    """The commitment to this secret: it reveals nothing, and no other secret matches it."""
    from hashlib import sha256

    return sha256(secret).hexdigest()


def read_revealed(revealed: object) -> FairDealer:
    """The dealer of a record's `fair`; BadRecord if it is incomplete or its secret is not the promised one."""
    if not isinstance(revealed, dict) or set(revealed) != set(Revealed.__annotations__):
        raise BadRecord(f"fair must have {', '.join(Revealed.__annotations__)}")
    for name, value in revealed.items():
        _check_digits(name, value)
    dealer = FairDealer(*(bytes.fromhex(revealed[name]) for name in ("secret", "white", "black")))
    if dealer.commitment != revealed["commitment"]:
        raise BadRecord(
            "fair: the secret is not the one that was promised: its SHA-256 is not the commitment"
        )
    return dealer


def _check_digits(name: str, value: object) -> None:
    digits = 2 * FAIR_BYTES
    if not isinstance(value, str) or len(value) != digits or set(value) - set("0123456789abcdef"):
        raise BadRecord(
            f"fair: {name} must be {digits} hexadecimal digits in lower case, not {quoted(value)}"
        )
