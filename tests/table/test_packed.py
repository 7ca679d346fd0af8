"""A packed list: the same as a list to whoever uses it, and small."""

import gc
import tracemalloc
from random import Random

import pytest
from hypothesis import given, strategies as some

from kahuna import Game, Rules
from kahuna.table.packed import PackedList, pack_past
from kahuna.table.ruleset import GAMES


@given(some.lists(some.integers(-60, 60), max_size=60))
def test_a_packed_list_is_the_same_as_a_list(changes: list[int]) -> None:
    """A number of at least 0 adds that many items, one below takes all from that place on away."""
    plain: list[int] = []
    packed: PackedList[int] = PackedList(int)
    for number, change in enumerate(changes):
        if change == 0 and plain:
            assert packed.pop() == plain.pop()
        elif change < 0:
            del plain[change:], packed[change:]
        else:
            for item in range(change):
                plain.append(1000 * number + item)
                packed.append(1000 * number + item)
        assert packed == plain
        assert len(packed) == len(plain)
        assert [packed[-place] for place in range(1, len(plain) + 1)] == plain[::-1]
        assert packed[change:] == plain[change:]
    for place in (len(plain), -len(plain) - 1):
        with pytest.raises(IndexError):
            packed[place]


def test_only_the_end_of_a_packed_list_can_be_taken_away() -> None:
    packed = PackedList(int, range(30))
    with pytest.raises(ValueError, match="only the end"):
        del packed[3:5]
    assert list(packed) == list(range(30))


def finished(game: str, seed: int, packed: bool) -> Game:
    """A game of random actions."""
    played, random = Game(Rules(game), seed=seed), Random(seed)
    if packed:
        pack_past(played)
    while not played.over:
        played.play_code(random.choice(played.codes()))
    return played


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_a_packed_past_says_the_same_of_it(game: str) -> None:
    plain, packed = finished(game, 1, False), finished(game, 1, True)
    for seat in ("white", "black", None):
        for number in range(len(plain.steps)):
            assert packed.events(seat, number) == plain.events(seat, number)
    for kept in range(len(plain.steps) - 1, -1, -7):
        for one in (plain, packed):
            one.rewind(kept)
        assert packed.moments == plain.moments
        assert packed.view("white") == plain.view("white")
        assert packed.before_last_turn("white") == plain.before_last_turn("white")


def bytes_of_a_game(game: str, packed: bool) -> float:
    """What a finished game takes, by Python's own count."""
    finished(game, 0, packed).view(None)  # what is remembered for all games
    gc.collect()
    tracemalloc.start()
    try:
        games = [finished(game, seed, packed) for seed in range(1, 6)]
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / len(games)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_with_a_packed_past_takes_little_memory(game: str) -> None:
    """With plain lists they are 101 kB in Kahuna, 24 and 40 in the others; packed 26, 8 and 14."""
    packed = bytes_of_a_game(game, True)
    assert packed < 32_000
    assert packed < bytes_of_a_game(game, False) / 2
