"""Games that start from a position: written and read back, replayed, taken back, and refused where none can be."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kahuna.bots.registry import find_bot
from kahuna.table.errors import BadRecord
from kahuna.table.game import Game
from kahuna.table.position import position_of
from kahuna.table.record import dump_record, load_record, read_record, resume_record, write_record
from kahuna.table.ruleset import SEATS, Rules

GAMES = [Rules(), Rules(planning=True, first="black"), Rules("exahuna"), Rules("exahuna-special")]
EVERY_GAME = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.game} {rules.first}")


def after(rules: Rules, actions: int, seed: int = 1) -> Game:
    """A game after so many random actions, or as many as it has."""
    game, random = Game(rules, seed=seed), Random(seed)
    for _ in range(actions):
        if game.to_move is None:
            break
        game.play(random.choice(game.legal()))
    return game


def same(one: Any, other: Any) -> bool:
    """Whether two views differ in their logs alone."""
    return {**one, "log": []} == {**other, "log": []}


@EVERY_GAME
@pytest.mark.parametrize("actions", [0, 7, 30, 55])
def test_a_game_that_starts_elsewhere_looks_the_same_to_every_seat(rules: Rules, actions: int) -> None:
    game = after(rules, actions)
    again = Game(rules, seed=2, start=position_of(game))
    for seat in (*SEATS, None):
        assert same(again.view(seat), game.view(seat))
    assert again.view("white")["log"][0].startswith(f"from turn {game.state.turn}")


@EVERY_GAME
def test_its_record_is_read_back_byte_for_byte(rules: Rules) -> None:
    game = Game(rules, seed=3, start=position_of(after(rules, 20)))
    random = Random(4)
    while game.to_move is not None:
        game.play(random.choice(game.legal()))
    record = write_record(game, {"white": "a", "black": "b"})
    assert (record["version"], list(record).index("start")) == (2, 5)
    text = dump_record(record)
    again = read_record(load_record(text))
    assert dump_record(write_record(again, {"white": "a", "black": "b"})) == text
    assert [again.view(seat) for seat in SEATS] == [game.view(seat) for seat in SEATS]


@EVERY_GAME
def test_a_game_from_the_beginning_is_still_written_in_version_1(rules: Rules) -> None:
    record = write_record(after(rules, 9))
    assert record["version"] == 1
    assert "start" not in record


def test_an_action_from_a_position_can_be_taken_back_but_not_the_position() -> None:
    game = Game(start=position_of(after(Rules(), 12)), seed=1)
    assert not game.can_undo()
    before = game.view("white")
    plays = [action for action in game.legal() if ">" in action or action.startswith("~")]
    game.play(plays[0])
    game.undo()
    assert game.view("white") == before


def test_a_saved_game_from_a_position_goes_on_into_later_rounds() -> None:
    game = Game(start=position_of(after(Rules(), 12)), seed=1)
    game.play(game.legal()[-1])
    again = resume_record(load_record(dump_record(write_record(game))))
    random = Random(1)
    while again.to_move is not None:
        again.play(random.choice(again.legal()))
    assert again.result


@EVERY_GAME
@pytest.mark.parametrize("spec", ["greedy", "beginner"])
def test_players_play_on_from_a_position(rules: Rules, spec: str) -> None:
    game, bot = Game(rules, seed=3, start=position_of(after(rules, 20))), find_bot(spec, rules.game)
    for _ in range(10):
        if (seat := game.to_move) is not None:
            game.play(bot.choose(game.view(seat), Random(1)).action)


def test_a_game_that_is_over_leaves_no_position() -> None:
    game = after(Rules(), 10)
    game.end("resign", "white")
    with pytest.raises(ValueError, match="over"):
        position_of(game)


def record_with(rules: Rules, change: Callable[[Any], Any], actions: int = 20) -> Any:
    """The record of a game that starts from a position, its start changed."""
    record = json.loads(
        dump_record(write_record(Game(rules, seed=1, start=position_of(after(rules, actions)))))
    )
    change(record["start"])
    return record


def put(**values: Any) -> Callable[[Any], Any]:
    """A change that sets these keys."""
    return lambda start: start.update(values)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put(hand=["ALOA", "ALOA", "ALOA"]), "ALOA is there"),
        (put(hand=["ALOA"] * 6), "ALOA is there"),
        (put(hand=["ATLANTIS"]), "is no island"),
        (put(bridges={"ALOA-LALE": "white"}), "there is no link 'ALOA-LALE'"),
        (put(bridges={"ALOA-BARI": "red"}), "must be white or black"),
        (put(control={"ALOA": "white"}), "control should be"),
        (put(row=["ALOA", None, None]), "gap"),
        (put(points={"white": 3, "black": 0}), "nobody can have 3:0 points in round 1 (K9)"),
        (put(turn=2, to_move="white"), "is not white's"),
        (put(last_turns_left=1), "last turns come in round 3"),
        (put(round=4), "round must be a number from 1 to 3"),
        (put(stack=3), "stack should be"),
        (put(known={"white": ["LALE", "LALE"], "black": ["LALE", "LALE"]}), "LALE"),
        (put(surprise=1), "'surprise' is not part of a position"),
        (lambda start: start.pop("opponent_hand"), "'opponent_hand' is missing"),
        (lambda start: start.pop("control"), '"control" is missing'),
        (put(seat="spectator"), "seat should be"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(change: Callable[[Any], Any], reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(record_with(Rules(), change))
    assert reason in str(refused.value)
    assert str(refused.value).startswith("start: ")
    assert "\n" not in str(refused.value)


def test_more_bridges_than_there_are_are_refused() -> None:
    every = dict.fromkeys(Game().spec.board.links, "white")
    with pytest.raises(BadRecord, match=r"white has 27 bridges, and there are 25 \(K1\)"):
        read_record(record_with(Rules(), put(bridges=every)))


def test_a_player_without_a_bridge_in_round_2_has_lost_already() -> None:
    with pytest.raises(BadRecord, match=r"so the game is over \(K13\)"):
        read_record(record_with(Rules(), put(round=2, bridges={"ALOA-BARI": "white"})))


@pytest.mark.parametrize(
    ("game", "change", "reason"),
    [
        ("exahuna", put(supply={"white": 30, "black": 2}), "bridges"),
        ("exahuna", put(supply={"white": 33, "black": 33}), "bridges on the board"),
        ("exahuna", put(bridges={"a1-e3": "white"}), "there is no link"),
        ("exahuna-special", put(bridges={"a1-a2": {"colour": "white", "kind": "magic"}}), "has no kind"),
        ("exahuna-special", put(bridges={"a1-a2": "white"}), "must be white or black"),
        ("exahuna-special", put(worth={}), "worth should be"),
    ],
)
def test_impossible_positions_of_the_open_games_are_refused(
    game: str, change: Callable[[Any], Any], reason: str
) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_record(record_with(Rules(game), change))


def test_a_start_in_a_record_of_version_1_is_refused() -> None:
    record = record_with(Rules(), lambda start: None)
    record["version"] = 1
    with pytest.raises(BadRecord, match='"start" belongs to version 2'):
        read_record(record)


def test_a_deck_that_is_not_the_rest_of_the_cards_is_refused() -> None:
    record = record_with(Rules(), lambda start: None)
    record["decks"][0] = record["decks"][0][1:]
    with pytest.raises(BadRecord, match="not a permutation"):
        read_record(record)
