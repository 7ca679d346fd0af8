"""Bits, card multisets and random numbers, the same in plain Python and compiled.

A word is a non-negative int below 2**63, so that Python's unbounded ints and native 64-bit ones agree. A card
multiset has one bit per card: bit c is the first card of island c, bit c + 16 the second; the second is
never there without the first. This holds for every board, since a slot of the row has four bits and so counts
up to 15 islands.
"""

from kahuna.rules.jit import kernel, with_native_forms

SECOND = 16  # how many bits the second card of an island stands above the first
FIRSTS = (1 << SECOND) - 1
WORD = (1 << 63) - 1


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Index of the lowest bit that is set; the word must not be 0."""
    return (word & -word).bit_length() - 1


def _install() -> None:
    """Called when Numba is there."""
    from kahuna.rules import intrinsics

    intrinsics.install()


with_native_forms(_install)


def bits_of(word: int) -> list[int]:
    """The indices of all set bits, in order; found from the top, which is fastest for wide words."""
    bits = []
    while word:
        top = word.bit_length() - 1
        bits.append(top)
        word ^= 1 << top
    bits.reverse()
    return bits


def cards_of(cards: int) -> list[int]:
    """The islands of all cards of a multiset, sorted."""
    return sorted(bit % SECOND for bit in bits_of(cards))


@kernel
def nth_bit(word: int, n: int) -> int:
    """Index of the set bit that has n set bits below it."""
    for _ in range(n):
        word &= word - 1
    return lowest(word)


@kernel
def add_card(cards: int, island: int) -> int:
    """The multiset with one more card of this island; at most two exist (K1)."""
    first = 1 << island
    return cards | (first << SECOND if cards & first else first)


@kernel
def remove_card(cards: int, island: int) -> int:
    """The multiset with one card fewer of this island, or unchanged if it has none."""
    second = 1 << (island + SECOND)
    return cards & ~(second if cards & second else 1 << island)


@kernel
def count_card(cards: int, island: int) -> int:
    """How many cards of this island are in the multiset."""
    return (cards >> island & 1) + (cards >> (island + SECOND) & 1)


@kernel
def nth_card(cards: int, n: int) -> int:
    """The island of the n-th card; every card counts once, so an island with two cards is twice as likely."""
    return nth_bit(cards, n) % SECOND


@kernel
def remaining(deck: int, some: int, others: int) -> int:
    """All cards of the deck, which has two of each island, that are in neither multiset."""
    both = some | others | ((some & others & FIRSTS) << SECOND)
    free = deck & ~both
    return free >> SECOND | (free & FIRSTS) << SECOND


@kernel
def next_random(x: int) -> int:
    """The next state of the generator: an xorshift over 63 bits with period 2**63 - 1; never 0."""
    x ^= x << 8 & WORD
    x ^= x >> 17
    x ^= x << 26 & WORD
    return x


@kernel
def below(x: int, n: int) -> int:
    """A number from 0 to n - 1 made from the generator's state; n must be below 2**31."""
    return (x >> 31) * n >> 32


@kernel
def _mixed(x: int) -> int:
    """The word with every bit spread over all others, one to one; no product reaches 2**63.

    Numba tells LLVM that signed arithmetic never overflows, so a product that did would be undefined.
    """
    high, low = x >> 32, x & 0xFFFFFFFF
    for _ in range(4):
        high ^= low * 0x45D9F3B1 >> 16 & 0x7FFFFFFF
        low ^= high * 0xB5297A4D >> 15 & 0xFFFFFFFF
    return high << 32 | low


@kernel
def seeded(seed: int, stream: int) -> int:
    """A generator's first state; different seeds and streams (both words) are far apart."""
    x = _mixed(_mixed(seed) ^ stream)
    return x if x else 1
