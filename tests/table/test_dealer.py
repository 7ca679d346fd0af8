"""Seeds and shuffles: the same seed the same game, any order as likely as any other."""

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from kahuna import Game, write_record
from kahuna.table.dealer import SeededDealer
from support.some_games import ALL_RULES


@pytest.mark.parametrize("name", ALL_RULES)
def test_the_same_seed_and_actions_give_the_same_record(name: str) -> None:
    """Design: randomness is an argument; a number and its text are the same seed."""
    for seed in range(4):
        records = []
        for form in (seed, str(seed)):
            game, random = Game(ALL_RULES[name], seed=form), Random(seed)
            while not game.over:
                game.play_code(random.choice(game.codes()))
            records.append(write_record(game))
        assert records[0] == records[1]


def test_without_a_seed_every_game_is_another() -> None:
    """K2, K16: and no two seeds that were used were the same."""
    all_games = [Game() for _ in range(50)]
    assert len({str(game.decks) for game in all_games}) == 50
    assert len({game.dealer.seed for game in all_games if isinstance(game.dealer, SeededDealer)}) == 50


def test_different_seeds_and_rounds_are_different_shuffles() -> None:
    """K10: what was dealt in one round says nothing about the next."""
    cards = list(range(24))
    shuffles = [SeededDealer(seed).shuffle(round, cards) for seed in range(300) for round in (1, 2, 3)]
    assert all(sorted(order) == cards for order in shuffles)
    assert len({tuple(order) for order in shuffles}) == 900
    assert SeededDealer("5").shuffle(2, cards) == SeededDealer(5).shuffle(2, cards)
    fixed = [sum(a == b for a, b in zip(one, two, strict=True)) for one, two in pairwise(shuffles)]
    assert 0.8 < sum(fixed) / len(fixed) < 1.2, "two unrelated orders agree in one place on average"


@pytest.mark.parametrize("size", [24, 14, 5])
def test_every_order_is_as_likely_as_any_other(size: int) -> None:
    """K2, K10: each card is as often in each place, and each pair of cards as often on top (chi-square)."""
    trials = 20_000 if size < 24 else 12_000
    places = [Counter[int]() for _ in range(size)]
    tops: Counter[tuple[int, int]] = Counter()
    for seed in range(trials):
        order = SeededDealer(seed).shuffle(1 + seed % 3, list(range(size)))
        for place, card in enumerate(order):
            places[place][card] += 1
        tops[order[0], order[1]] += 1
    for counts in places:
        assert deviation(list(counts.values()), size) < 4.5
    assert deviation(list(tops.values()), size * (size - 1)) < 4.5


def deviation(counts: list[int], kinds: int) -> float:
    """How many standard deviations chi-square lies from its mean if so many kinds are equally likely."""
    expected = sum(counts) / kinds
    counts = [*counts, *[0] * (kinds - len(counts))]
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    return abs(statistic - (kinds - 1)) / sqrt(2 * (kinds - 1))
