"""Moments of games imagined anew, and games that start from them: as the seat knew it, and good for everything."""

import json
from pathlib import Path

import pytest

from kahuna.table.game import Game
from kahuna.table.imagined import as_known, until, variation
from kahuna.table.record import read_record, write_record
from kahuna.table.ruleset import GAMES, SEATS, Rules

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = {"white": "", "black": ""}
PUBLIC = (
    "hand",
    "cards",
    "known",
    "row",
    "stack",
    "bridges",
    "discards",
    "turn",
    "round",
    "legal",
    "own_secret",
)


def played(name: str) -> Game:
    """A golden game."""
    return read_record(json.loads((GOLDEN / f"{name}.json").read_text()))


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_cannot_tell_an_imagined_moment_from_the_true_one(seat: str) -> None:
    game = played("kahuna-points-greedy")
    different = 0
    for number in range(0, len(game.steps), 9):
        before = until(game, number)
        made = Game(before.rules, seed=1, start=as_known(before, seat, number))  # type: ignore[arg-type]
        seen, truly = dict(made.view(seat)), dict(before.view(seat))  # type: ignore[arg-type]
        assert [seen[part] for part in PUBLIC] == [truly[part] for part in PUBLIC]
        different += made.spec.hands(made.state) != before.spec.hands(before.state)  # type: ignore[misc]
    assert different > 1


@pytest.mark.parametrize("name", ["kahuna-round-3", "exahuna-islands", "special-islands", "handicap-1"])
def test_a_game_from_a_moment_is_played_undone_and_recorded(name: str) -> None:
    game = played(name)
    for number in (0, len(game.steps) // 2, len(game.steps) - 2):
        before = until(game, number)
        made = Game(before.rules, seed=2, start=as_known(before, "white", 0))
        for _ in range(12):
            if made.to_move:
                made.play(made.legal()[0])
        kept = len(made.steps) // 2
        again = made.fork()
        again.rewind(kept)
        assert again.logs[0] == made.logs[0][: len(again.logs[0])]
        assert again.view("white")["log"] == again.logs[0]
        for step in made.steps[kept:]:
            again.play_code(step.code)
        assert again.logs == made.logs
        assert again.state == made.state
        record = write_record(made, NAMES, {})
        assert write_record(read_record(record), NAMES, {}) == record


def test_until_goes_back_and_refuses_what_never_was() -> None:
    game = played("kahuna-early-end")
    assert until(game, len(game.steps)).state == game.state
    assert until(game, 0).steps == []
    assert not until(game, len(game.steps) - 1).over
    for number in (-1, len(game.steps) + 1):
        with pytest.raises(ValueError, match="no moment"):
            until(game, number)


def test_a_variation_is_the_same_each_time_and_leaves_the_game_as_it_was() -> None:
    game = played("kahuna-points-random")
    for known in (None, "white", "black"):
        ways = [variation(game, 10, known, []) for _ in range(2)]
        for _ in range(40):
            if ways[0].over:
                break
            action = ways[0].legal()[-1]
            for way in ways:
                way.play(action)
        assert ways[0].state == ways[1].state
    assert game.over


def test_every_game_can_be_taken_up_where_it_stands() -> None:
    for name in GAMES:
        game = Game(Rules(name), seed=3)
        for _ in range(5):
            game.play(game.legal()[0])
        assert Game(game.rules, seed=4, start=as_known(game, "black", 5)).to_move == game.to_move
