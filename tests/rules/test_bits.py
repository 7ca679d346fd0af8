"""Bits, card multisets and random numbers, in plain Python and compiled."""

from collections import Counter
from math import prod

import pytest
from hypothesis import given, settings, strategies as st

from kahuna.rules.bits import (
    WORD,
    add_card,
    below,
    bits_of,
    cards_of,
    count_card,
    lowest,
    next_random,
    nth_bit,
    nth_card,
    popcount,
    remaining,
    remove_card,
    seeded,
)
from kahuna.rules.jit import compiled
from kahuna.rules.kahuna import ALL_CARDS

WORDS = st.integers(0, WORD)
ISLANDS = st.integers(0, 11)
HANDS = st.lists(ISLANDS, max_size=24).filter(lambda cards: max(Counter(cards).values(), default=0) <= 2)
PRIMES = {7: 2, 73: 1, 127: 1, 337: 1, 92737: 1, 649657: 1}  # of 2**63 - 1, with their powers
PERIOD = 2**63 - 1
repeatable = settings(deadline=None, derandomize=True, database=None)


def multiset(cards: list[int]) -> int:
    word = 0
    for card in cards:
        word = add_card(word, card)
    return word


@repeatable
@given(WORDS)
def test_a_word_is_the_set_of_its_bits(word: int) -> None:
    """Design: count, order and the n-th bit agree with the binary digits."""
    digits = [place for place, digit in enumerate(reversed(f"{word:b}")) if digit == "1"]
    assert bits_of(word) == digits
    assert popcount(word) == len(digits)
    assert [nth_bit(word, n) for n in range(len(digits))] == digits
    assert not word or lowest(word) == digits[0]


@repeatable
@given(HANDS, ISLANDS)
def test_a_multiset_holds_up_to_two_cards_of_an_island(cards: list[int], island: int) -> None:
    """K1: two cards for each island; adding and removing one, counting, and the n-th card."""
    hand, count = multiset(cards), cards.count(island)
    assert hand < 2**28
    assert cards_of(hand) == sorted(cards)
    assert popcount(hand) == len(cards)
    assert [count_card(hand, card) for card in range(12)] == [cards.count(card) for card in range(12)]
    assert sorted(nth_card(hand, n) for n in range(len(cards))) == sorted(cards)
    if count < 2:
        assert cards_of(add_card(hand, island)) == sorted([*cards, island])
    fewer = list(cards)
    if count:
        fewer.remove(island)
    assert cards_of(remove_card(hand, island)) == sorted(fewer)
    assert remove_card(hand, island) == multiset(fewer)


@repeatable
@given(HANDS, st.integers(0, 24))
def test_what_two_hands_leave_is_the_rest_of_the_deck(cards: list[int], cut: int) -> None:
    """K10: all 24 cards less both multisets, in the one form that a multiset has."""
    left = Counter(dict.fromkeys(range(12), 2)) - Counter(cards)
    assert remaining(ALL_CARDS, multiset(cards[:cut]), multiset(cards[cut:])) == multiset(
        sorted(left.elements())
    )


@repeatable
@given(WORDS, WORDS)
def test_the_generator_is_linear_over_its_bits(x: int, y: int) -> None:
    """Design: which is what the proof of its period stands on; and it never leaves 63 bits."""
    assert next_random(x ^ y) == next_random(x) ^ next_random(y)
    assert 0 <= next_random(x) <= WORD


def test_the_generator_runs_through_every_word_but_nought() -> None:
    """Design: as a matrix over GF(2) its order is exactly 2**63 - 1, so every state but 0 lies on one cycle."""
    assert prod(prime**power for prime, power in PRIMES.items()) == PERIOD
    assert all(prime % factor for prime in PRIMES for factor in range(2, int(prime**0.5) + 1))
    step = [next_random(1 << bit) for bit in range(63)]
    identity = [1 << bit for bit in range(63)]
    assert matrix_power(step, PERIOD) == identity
    assert all(matrix_power(step, PERIOD // prime) != identity for prime in PRIMES)


def matrix_power(matrix: list[int], exponent: int) -> list[int]:
    """The power of a matrix over GF(2), given by its columns."""
    power = [1 << bit for bit in range(63)]
    while exponent:
        if exponent & 1:
            power = [product(matrix, column) for column in power]
        matrix, exponent = [product(matrix, column) for column in matrix], exponent >> 1
    return power


def product(matrix: list[int], vector: int) -> int:
    """The matrix times a vector."""
    total = 0
    for bit in bits_of(vector):
        total ^= matrix[bit]
    return total


@repeatable
@given(WORDS, st.integers(1, 2**31 - 1))
def test_a_number_below_n_is_below_n(x: int, n: int) -> None:
    """Design: for every state, at both ends too."""
    assert 0 <= below(x, n) < n
    assert (below(0, n), below(WORD, n)) == (0, n - 1)


@pytest.mark.parametrize("n", [2, 3, 7, 12, 60, 1000])
def test_numbers_below_n_come_equally_often(n: int) -> None:
    """Design: chi-square over 60,000 numbers stays within four standard deviations of its mean."""
    x, counts, rounds = seeded(1, n), [0] * n, 60_000
    for _ in range(rounds):
        x = next_random(x)
        counts[below(x, n)] += 1
    chi = sum((count - rounds / n) ** 2 for count in counts) * n / rounds
    assert abs(chi - (n - 1)) < 4 * (2 * (n - 1)) ** 0.5


def test_seeds_and_streams_begin_far_apart() -> None:
    """K16: neighbouring seeds and streams give different states that differ in about half of their bits."""
    states = {(seed, stream): seeded(seed, stream) for seed in range(64) for stream in range(64)}
    assert len(set(states.values())) == len(states)
    assert all(0 < state <= WORD for state in states.values())
    gaps = [
        popcount(states[seed, stream] ^ states[seed + 1, stream])
        for seed in range(63)
        for stream in range(64)
    ]
    gaps += [
        popcount(states[seed, stream] ^ states[seed, stream + 1])
        for seed in range(64)
        for stream in range(63)
    ]
    assert 31 < sum(gaps) / len(gaps) < 32
    assert min(gaps) > 8


@repeatable
@given(WORDS, st.lists(WORDS, unique=True, max_size=5))
def test_different_streams_of_a_seed_never_meet_at_the_start(seed: int, streams: list[int]) -> None:
    """K16: the mixing is one to one (0 alone is replaced), so no two streams are the same."""
    assert len({seeded(seed, stream) for stream in streams}) == len(streams)


@compiled
def everything(x: int, rounds: int) -> tuple[int, int, int, int]:
    """Sums over all functions of the module, of pseudo-random arguments."""
    x = seeded(x, rounds)
    words, cards, numbers, hand = 0, 0, 0, 0
    for _ in range(rounds):
        x = next_random(x)
        words = words * 31 + popcount(x) + lowest(x) + nth_bit(x, below(x, popcount(x))) & 0xFFFFFFFF
        island = below(x, 12)
        hand = remove_card(hand, island) if x & 4096 else add_card(hand, island)
        rest = remaining(ALL_CARDS, hand, 0)
        cards = cards * 31 + count_card(hand, island) + hand + rest & 0xFFFFFFFF
        if hand:
            cards += nth_card(hand, below(x, popcount(hand)))
        numbers = (numbers ^ seeded(x, island)) & WORD
    return x, words, cards, numbers


@repeatable
@given(WORDS)
def test_plain_and_compiled_bits_agree(x: int) -> None:
    """Design: the same source gives the same numbers, native or not."""
    plain = everything.__wrapped__  # type: ignore[attr-defined]
    assert everything(x, 40) == plain(x, 40)
