"""The table: undo, ends from outside, seats, views."""

import copy
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

from kahuna import Game, IllegalAction, Rules
from kahuna.table.game import UNFINISHED
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, other
from kahuna.table.view import bridges_in, has_cards
from support.lockstep import VIEWERS
from support.some_games import ALL_RULES, everything, games

every_game = pytest.mark.parametrize("name", ALL_RULES)


@every_game
def test_what_was_played_in_this_turn_can_be_taken_back_and_nothing_else(name: str) -> None:
    """K3, K15: plays, discards and handicap bridges, one by one; never a take, a turn, the end or the deal."""
    undone: Counter[str] = Counter()
    for game, choose in games(name, 12):
        before: list[str] = []
        random = Random(1)
        while not game.over:
            now, moment, action = everything(game), game.moments[-1].state, write(game.rules.game, choose())
            game.play(action)
            same_turn = (moment.seat, moment.turn) == (game.state.seat, game.state.turn) and not game.over
            if same_turn and game.rules.game == "kahuna" and moment.flow.handicap:
                same_turn = bool(game.state.flow.handicap)
            before = [*before, now] if same_turn else []
            assert game.can_undo() == bool(before)
            if random.random() < 0.15:
                for state in reversed(before):
                    undone[action[0] if action[0] in "~=" else "played"] += 1
                    game.undo()
                    assert everything(game) == state
                before = []
                with pytest.raises(ValueError, match="nothing to undo"):
                    game.undo()
        assert not game.can_undo()
    if ALL_RULES[name].game == "kahuna":
        assert min(undone["~"], undone["played"]) > 5
        assert undone["="] > 0 or not ALL_RULES[name].handicap
    else:
        assert not undone


def test_taking_back_does_not_change_what_will_be_dealt() -> None:
    """K16: the stack lies as it lay, so nobody learns or changes anything by undoing."""
    one, two = Game(Rules(), seed=4), Game(Rules(), seed=4)
    place = next(action for action in two.legal() if ">" in action)
    discard = next(action for action in two.legal() if action[0] == "~")
    for action in (place, discard):
        two.play(action)
        two.undo()
    for game in (one, two):
        for action in ("+", "+1", "+2", "+"):
            game.play(action)
    assert everything(one) == everything(two)


def test_a_turn_begun_again_may_go_the_other_way() -> None:
    """K3: after the discard is taken back, cards may be played, and the reverse."""
    game = Game(Rules(), seed=4)
    place = next(action for action in game.legal() if ">" in action)
    game.play(f"~{place.split('>')[0]}")
    assert place not in game.legal()
    game.undo()
    game.play(place)
    assert not any(action[0] == "~" for action in game.legal())
    game.undo()
    assert any(action[0] == "~" for action in game.legal())


@every_game
@pytest.mark.parametrize("by", UNFINISHED)
def test_a_running_game_can_be_ended_from_outside(name: str, by: str) -> None:
    """Design: it is over at once, for good, with points and islands as they stand."""
    for number, (game, choose) in enumerate(games(name, 4)):
        while len(game.steps) < 6 * number:
            game.play_code(choose())
        view = game.view(None)
        winner = SEATS[number % 2]
        game.end(by, winner)
        assert game.over
        assert game.to_move is None
        assert (game.legal(), game.codes(), game.can_undo()) == ([], [], False)
        owners = list(view["control"].values())
        result = game.result
        assert result is not None
        assert (result["winner"], result["by"]) == (winner, by)
        assert result["points"] == (list(view["points"].values()) if has_cards(view) else None)
        if name != "exahuna-special":
            assert result["islands"] == [owners.count("white"), owners.count("black")]
        for seat in VIEWERS:
            after = game.view(seat)
            assert (after["phase"], after["to_move"], after["legal"]) == ("over", None, [])
            assert after["result"] == result
            assert bridges_in(after) == bridges_in(view)
        if game.steps:
            assert game.events(None)[-1] == {"event": "over", "result": result}
        with pytest.raises(IllegalAction, match="the game is over"):
            game.play("-")
        with pytest.raises(IllegalAction, match="the game is over"):
            game.preview("-")
        with pytest.raises(ValueError, match="over"):
            game.end(by, winner)


@pytest.mark.parametrize("by", ["points", "draw", "", "Resign", "boredom"])
def test_a_game_is_not_ended_from_outside_by_a_way_of_the_rules(by: str) -> None:
    """Design: only resign, time, illegal and crash."""
    game = Game(Rules(), seed=1)
    with pytest.raises(ValueError, match="resign, time, illegal, crash"):
        game.end(by, "white")
    assert not game.over


@pytest.mark.parametrize("winner", [None, "", "red", "White"])
def test_somebody_wins_a_game_that_is_ended_from_outside(winner: Any) -> None:
    """Design: white or black, as a record demands it."""
    game = Game(Rules(), seed=1)
    with pytest.raises(ValueError, match="white"):
        game.end("resign", winner)
    assert not game.over


@every_game
def test_a_seat_plays_only_when_it_is_its_move(name: str) -> None:
    """K3, E1: the other seat is refused and told whose move it is; without a seat anybody may move the pieces."""
    for game, choose in games(name, 2):
        for _ in range(30):
            seat, action = game.to_move, write(game.rules.game, choose())
            assert seat is not None
            before = everything(game)
            with pytest.raises(IllegalAction, match=f"it is {seat}'s move"):
                game.play(action, other(seat))
            assert everything(game) == before
            game.play(action, seat if len(game.steps) % 2 else None)
            assert SEATS[game.steps[-1].seat] == seat
            if game.over:
                break


@every_game
def test_codes_and_texts_are_two_names_of_the_same_actions(name: str) -> None:
    """Design: in the same order; a code out of range is no action at all."""
    game = Game(ALL_RULES[name], seed=2)
    assert [write(game.rules.game, code) for code in game.codes()] == game.legal()
    assert game.codes() == sorted(game.codes())
    for code in (-1, game.engine.ACTIONS, 10**20):
        with pytest.raises(ValueError, match="action codes of"):
            game.play_code(code)
    assert not game.steps


def test_a_view_is_a_copy_and_asks_for_a_seat_that_exists() -> None:
    """Design: nothing that is done to a view reaches the game."""
    game = Game(Rules(), seed=3)
    game.play("+1")
    before = everything(game)
    for seat in VIEWERS:
        view = game.view(seat)
        for value in view.values():
            if isinstance(value, dict | list):
                value.clear()
    assert everything(game) == before
    with pytest.raises(ValueError, match="a seat is"):
        game.view("red")  # type: ignore[arg-type]


def test_games_and_refusals_can_be_copied_and_sent_to_other_processes() -> None:
    """Design: workers are processes."""
    game = Game(seed=1)
    other = copy.deepcopy(game)
    other.play("+")
    assert not game.steps
    assert pickle.loads(pickle.dumps(other)).view("white") == other.view("white")
    with pytest.raises(IllegalAction) as refused:
        game.play("=ELAI-HUNA")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.reason, again.facts) == (
        str(refused.value),
        refused.value.reason,
        refused.value.facts,
    )
