"""Positions whose best action is certain: what wins at once is worth exactly 1, and what lets it go is a blunder."""

import pytest

from kahuna.learn.puzzle import END_EARLY, LAST_TURN as LAST_TURN_WINS
from kahuna.learn.shelf import puzzles_of
from kahuna.review.assessors import assessor_of
from kahuna.review.certain import certain_chance
from kahuna.review.data import Decision
from kahuna.review.decisions import DEPTHS, DecisionAsked, judge
from kahuna.review.labels import BLUNDER, FORCED, careful_label
from kahuna.review.review import labelled
from kahuna.review.walk import walk
from kahuna.rules import kahuna
from kahuna.table.game import Game
from support.positions import kahuna_at, table_at, won_at_once

# White's last turn (K11): a second bridge at ALOA wins the island, the third round and with it the tie of points (K12).
LAST_TURN = kahuna_at(
    white="ALOA-BARI",
    black="GOLA-JOJO GOLA-KAHU",
    white_hand="ALOA LALE KAHU",
    black_hand="ELAI",
    row=". . .",
    stack="",
    points=(0, 1),
    round=3,
    last_turns=1,
)
# The same as `won_at_once`, but Black is far ahead and has the very last turn: only the early end wins (K13).
EARLY_END = won_at_once()._replace(
    row=0,
    stack=0,
    own=won_at_once().own._replace(points=0),
    enemy=won_at_once().enemy._replace(points=9),
    flow=won_at_once().flow._replace(round=3, last_turns=2),
)
# Black has no bridge as round 1 ends: who takes its last card wins as round 2 begins (K13).
WINNING_TAKE = kahuna_at(
    white="ALOA-BARI", white_hand="LALE", black_hand="ELAI ELAI FAAA", row=". IFFI .", stack=""
)
# Black has declined, White has no card to play: nothing is left but the last card of the row (K8).
FORCED_TAKE = kahuna_at(white="ALOA-BARI", black="GOLA-JOJO", row=". IFFI .", stack="", must_take=True)


def judged(game: Game, action: str) -> Decision:
    """What an action of the seat to move is worth, quickly."""
    assert game.to_move
    asked = DecisionAsked(len(game.steps), game.view(game.to_move), action)
    return judge(assessor_of("kahuna"), asked, DEPTHS["quick"], "0")


@pytest.mark.parametrize(
    ("state", "wins"), [(LAST_TURN, "ALOA>DUDA"), (EARLY_END, "BARI>DUDA"), (WINNING_TAKE, "+2")]
)
def test_what_wins_at_once_is_best_and_worth_exactly_one(state: kahuna.State, wins: str) -> None:
    game = table_at(state)
    decision = judged(game, wins)
    assert (decision.loss, decision.uncertainty) == (0.0, 0.0)
    assert (decision.chance, decision.played_chance) == (1.0, 1.0)
    assert decision.options[0].chance == 1.0


@pytest.mark.parametrize("state", [LAST_TURN, EARLY_END])
def test_not_taking_a_win_that_is_there_is_a_blunder(state: kahuna.State) -> None:
    decision = judged(table_at(state), "-")
    assert decision.chance == 1.0
    assert decision.played_chance < 0.1
    assert careful_label(decision.loss, decision.uncertainty) == BLUNDER


def test_what_leaves_the_win_for_the_same_turn_loses_exactly_nothing() -> None:
    for state, action in ((LAST_TURN, "KAHU>LALE"), (EARLY_END, "LALE>HUNA")):
        decision = judged(table_at(state), action)
        assert (decision.loss, decision.uncertainty, decision.played_chance) == (0.0, 0.0, 1.0)


def test_a_last_turn_that_cannot_be_won_is_lost_whatever_is_played() -> None:
    lost = LAST_TURN._replace(enemy=LAST_TURN.enemy._replace(points=9))
    assert certain_chance(lost) == 0.0
    assert judged(table_at(lost), "-").loss == 0.0


def test_what_is_not_decided_within_the_turn_is_not_certain() -> None:
    assert certain_chance(EARLY_END._replace(own=EARLY_END.own._replace(hand=0))) is None
    assert certain_chance(LAST_TURN._replace(flow=LAST_TURN.flow._replace(last_turns=2))) is None


def test_a_take_without_another_choice_is_forced() -> None:
    game = table_at(FORCED_TAKE)
    assert game.legal() == ["+2"]
    game.play("+2")
    turn = next(one for one in walk(game) if one.first == len(game.steps) - 1)
    assert labelled(turn, []).label == FORCED


def test_the_proven_answers_of_puzzles_are_best_turns() -> None:
    chosen = [puzzle for puzzle in puzzles_of("kahuna") if puzzle.goal.kind in (LAST_TURN_WINS, END_EARLY)]
    assert len(chosen) > 10
    for puzzle in chosen:
        game = puzzle.begin()
        decision = judged(game, puzzle.answer[0])
        assert (decision.loss, decision.played_chance) == (0.0, 1.0), puzzle.id
