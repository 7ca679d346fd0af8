"""Mining: what is looked for is found in few games, and its answer is proven."""

from itertools import count, islice

import pytest

from kahuna.learn.mine import Mined, Vein, mine
from kahuna.learn.shelf import Puzzle, read_puzzles, written
from support.puzzles import fault


def found(vein: Vein, wanted: int) -> list[Mined]:
    """The first puzzles of this vein."""
    return list(islice((puzzle for number in count() for puzzle in mine(vein, number)), wanted))


def puzzle_of(game: str, mined: Mined) -> Puzzle:
    """A mined puzzle as it is read from a file."""
    return read_puzzles(game, [written({"id": "new", **mined})])[0]


@pytest.mark.parametrize("theme", ["minus", pytest.param("chain", marks=pytest.mark.slow)])
def test_a_theme_of_special_is_found_at_a_glance_and_its_answer_proven(theme: str) -> None:
    for mined in found(Vein("exahuna-special", "test", theme=theme), 2):
        puzzle = puzzle_of("exahuna-special", mined)
        assert theme in puzzle.themes
        assert puzzle.goal.moves == 1
        assert fault(puzzle) == ""


def test_the_same_game_gives_the_same_puzzles() -> None:
    vein = Vein("exahuna-special", "test", theme="minus")
    assert mine(vein, 1) == mine(vein, 1)
