"""Decisions: one search chooses, others measure, and what is spent depends on what the seat knew."""

from collections.abc import Callable
from typing import Any

import pytest

from kahuna import Game
from kahuna.review.assessors import KnownPosition
from kahuna.review.decisions import DecisionAsked, Depth, Seeds, difference, judge
from kahuna.table.ruleset import Rules

DEPTH = Depth(choosing=10, batch=5, batches=2, most=6)


class Scripted:
    """A position whose searches answer what the test says, and remember what they were asked."""

    def __init__(self, best: int, chance: Callable[[int, int], float]) -> None:
        self.best, self._chance = best, chance
        self.measured: list[tuple[int, int, int]] = []

    def choices(self, iterations: int, seed: int) -> list[tuple[int, float]]:
        return [(self.best, 0.9)]

    def chance(self, code: int, iterations: int, seed: int) -> float:
        self.measured.append((code, iterations, seed))
        return self._chance(code, len(self.measured))

    def same(self, one: int, other: int) -> bool:
        return one == other


class ScriptedAssessor:
    """A game of one scripted position."""

    hidden_means, net = "cards", ""

    def __init__(self, position: Scripted) -> None:
        self._position = position

    def position(self, view: Any) -> KnownPosition:
        return self._position

    def start(self, rules: Rules) -> float:
        return 0.5

    def white(self, state: Any) -> float:
        return 0.5


def asked(played: str = "+1", later: tuple[str, ...] = ()) -> DecisionAsked:
    return DecisionAsked(0, Game(seed=1).view("white"), played, later)


TAKE_1, TAKE_2 = 228, 229


def test_what_is_best_loses_exactly_nothing_and_is_not_measured() -> None:
    position = Scripted(TAKE_1, lambda code, n: 0.1)
    decision = judge(ScriptedAssessor(position), asked("+1"), DEPTH, "0")
    assert (decision.loss, decision.uncertainty, decision.chance) == (0.0, 0.0, 0.9)
    assert position.measured == []


def test_another_order_of_the_same_turn_loses_nothing() -> None:
    decision = judge(
        ScriptedAssessor(Scripted(TAKE_2, lambda code, n: 0.1)), asked("+1", ("+2",)), DEPTH, "0"
    )
    assert decision.loss == 0.0


def test_both_actions_are_measured_equally_long_over_the_same_worlds() -> None:
    position = Scripted(TAKE_2, lambda code, n: 0.6 if code == TAKE_2 else 0.5 + 0.001 * (n % 4))
    decision = judge(ScriptedAssessor(position), asked(), DEPTH, "0")
    assert decision.loss == pytest.approx(0.1, abs=0.002)
    assert decision.played_chance == pytest.approx(0.5, abs=0.002)
    best = [entry[1:] for entry in position.measured if entry[0] == TAKE_2]
    played = [entry[1:] for entry in position.measured if entry[0] == TAKE_1]
    assert best == played
    assert len(set(best)) == len(best) == 2


def test_a_better_action_than_the_chosen_one_counts_as_a_gain() -> None:
    position = Scripted(TAKE_2, lambda code, n: 0.4 if code == TAKE_2 else 0.5)
    assert judge(ScriptedAssessor(position), asked(), DEPTH, "0").loss == pytest.approx(-0.1)


def test_more_is_spent_where_the_label_is_not_decided() -> None:
    close = Scripted(TAKE_2, lambda code, n: 0.5 + (0.07 + 0.02 * (n % 4 == 1) if code == TAKE_2 else 0.0))
    clear = Scripted(TAKE_2, lambda code, n: 0.5 + (0.125 + 0.002 * (n % 4 == 1) if code == TAKE_2 else 0.0))
    for position, count in ((close, DEPTH.most), (clear, DEPTH.batches)):
        decision = judge(ScriptedAssessor(position), asked(), DEPTH, "0")
        assert len(position.measured) == 2 * count
        assert decision.effort == DEPTH.choosing + 2 * DEPTH.batch * count


def test_where_nothing_is_left_to_chance_one_longer_search_says_how_uncertain_the_loss_is() -> None:
    class Sure(Scripted):
        """Every search of the same length answers the same; a longer one finds the played action worse."""

        def chance(self, code: int, iterations: int, seed: int) -> float:
            super().chance(code, iterations, seed)
            return 0.6 if code == TAKE_2 else 0.5 if iterations == DEPTH.batch else 0.3

    position = Sure(TAKE_2, lambda code, n: 0.0)
    decision = judge(ScriptedAssessor(position), asked(), DEPTH, "0")
    assert decision.played_chance == 0.3
    assert decision.loss == pytest.approx(0.3)
    assert decision.uncertainty == pytest.approx(0.1)
    lengths = [iterations for code, iterations, _ in position.measured if code == TAKE_1]
    assert lengths == [DEPTH.batch, DEPTH.batch, DEPTH.batch * DEPTH.batches]
    assert decision.effort == DEPTH.choosing + 2 * sum(lengths)


def test_what_is_exact_has_no_uncertainty() -> None:
    position = Scripted(TAKE_2, lambda code, n: float(code == TAKE_2))
    decision = judge(ScriptedAssessor(position), asked(), DEPTH, "0")
    assert (decision.loss, decision.uncertainty) == (1.0, 0.0)


def test_the_difference_of_pairs_has_the_error_of_their_mean() -> None:
    middle, error = difference([(0.6, 0.5), (0.7, 0.5), (0.8, 0.5)])
    assert middle == pytest.approx(0.2)
    assert error == pytest.approx(0.1 / 3**0.5)


def test_seeds_follow_from_the_view_and_the_given_seed() -> None:
    view, other = Game(seed=1).view("white"), Game(seed=2).view("white")
    numbers = {
        Seeds(view, "0").number("choosing", 0),
        Seeds(view, "0").number("measuring", 0),
        Seeds(view, "0").number("measuring", 1),
        Seeds(view, "1").number("measuring", 1),
        Seeds(other, "0").number("choosing", 0),
    }
    assert len(numbers) == 5
    assert Seeds(view, "0").number("choosing", 0) == Seeds(view.copy(), "0").number("choosing", 0)
