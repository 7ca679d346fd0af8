"""The account: where a result came from, summed step by step so that the parts add up (docs/review.md)."""

from collections.abc import Mapping
from math import fsum
from typing import Any, NamedTuple

from kahuna.review.assessors import Assessor
from kahuna.review.data import Account, ReviewedStep
from kahuna.table.game import Game
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS


class Values(NamedTuple):
    """White's chances along a game, all cards seen."""

    start: float  # before the first deal
    opening: float  # after it
    acted: tuple[float, ...]  # after each action, before its cards
    dealt: tuple[float, ...]  # after these
    result: float  # of a running game the last of these


def values_of(assessor: Assessor, game: Game) -> Values:
    """White's chances along this game."""
    states = [moment.state for moment in game.moments]
    dealt = [assessor.white(state) for state in states]
    acted = []
    for number, step in enumerate(game.steps):
        awaiting = game.engine.play(states[number], step.code)
        same = awaiting == states[number + 1]
        acted.append(dealt[number + 1] if same else assessor.white(awaiting))
    result = dealt[-1]
    if game.result:
        result = {"white": 1.0, "black": 0.0, None: 0.5}[game.result["winner"]]
    start = assessor.start(game.rules) if game.start is None else dealt[0]
    return Values(start, dealt[0], tuple(acted), tuple(dealt[1:]), result)


def reviewed_steps(game: Game, values: Values, losses: Mapping[int, float]) -> list[ReviewedStep]:
    """Every action with what it and its cards changed; `losses` are those of decisions, by number of the action."""
    steps = []
    before = values.opening
    for number, step in enumerate(game.steps):
        acted, dealt = values.acted[number], values.dealt[number]
        steps.append(
            ReviewedStep(
                number=number,
                seat=SEATS[step.seat],
                action=write(game.rules.game, step.code),
                white=dealt,
                play=acted - before,
                cards=dealt - acted,
                hidden=acted - before - for_white(step.seat, -losses.get(number, 0.0)),
            )
        )
        before = dealt
    return steps


def for_white(seat: int, gain: float) -> float:
    """What a seat's gain is to White."""
    return gain if seat == 0 else -gain


def account_of(game: Game, values: Values, losses: Mapping[int, float]) -> Account:
    """The parts of the result, each the sum of its own steps.

    A seat that resigns, runs out of time or commits a fault gives away what was left; that counts as its play.
    """
    steps = reviewed_steps(game, values, losses)
    played: dict[Any, list[float]] = {seat: [] for seat in SEATS}
    for number, loss in losses.items():
        seat = game.steps[number].seat
        played[SEATS[seat]].append(for_white(seat, -loss))
    if game.result and not game.state.outcome:
        loser = "black" if game.result["winner"] == "white" else "white"
        last = values.dealt[-1] if values.dealt else values.opening
        played[loser].append(values.result - last)
    return Account(
        start=values.start,
        cards=fsum([values.opening - values.start, *(step.cards for step in steps)]),
        white=fsum(played["white"]),
        black=fsum(played["black"]),
        hidden=fsum(step.hidden for step in steps),
        result=values.result,
    )


def luck_of(assessor: Assessor, game: Game) -> float:
    """The luck of the cards for White: the first deal and every card since."""
    states = [moment.state for moment in game.moments]
    gains = [assessor.white(states[0]) - assessor.start(game.rules)] if game.start is None else []
    for number, step in enumerate(game.steps):
        awaiting = game.engine.play(states[number], step.code)
        if awaiting != states[number + 1]:
            gains.append(assessor.white(states[number + 1]) - assessor.white(awaiting))
    return fsum(gains)
