"""The move that tempts in a puzzle: it does the most at once, but the goal is out of reach after it."""

from collections.abc import Iterator
from typing import Any, TypedDict

import numpy as np

from kahuna.learn.best_turn import BestTurn
from kahuna.learn.forced import ISLANDS_OF, Prover, Unproven
from kahuna.learn.puzzle import BUDGET, MOST_ISLANDS, Goal, forcing, reached
from kahuna.review.turns import all_turns, ending_of
from kahuna.rules import kahuna
from kahuna.rules.bits import popcount
from kahuna.table.games import spec_of
from kahuna.table.notation import write
from kahuna.table.ruleset import engine_of


class WhyMissed(TypedDict, total=False):
    """Why a move misses the goal; empty where there is nothing more to say than the goal."""

    reaches: int  # how many islands it still wins
    reply: str  # the action that refutes it
    costs: int  # of the chance to win, in per cent: a turn with this move against the best one


class Tempting(WhyMissed):
    """A move that does much at once but misses the goal."""

    action: str


def tempting(game: str, state: Any, goal: Goal, answer: list[str]) -> Tempting | None:
    """The tempting move, with how many islands it still reaches or the reply that refutes it; None if there is none."""
    others = (code for code in _by_effect(game, state) if write(game, code) not in answer)
    why = _in_turn if spec_of(game).cards else _by_force
    for code in others:
        found = why(game, state, code, goal)
        if found is not None:
            return {"action": write(game, code), **found}
    return None


def tempting_turn(state: kahuna.State, best: BestTurn) -> Tempting | None:
    """The tempting move where the best turn is asked for, with what it costs at least; None if there is none."""
    for code in _by_effect("kahuna", state):
        with_it = {way: loss for way, loss in best.losses.items() if code in way.plays}
        if not any(way.contains(best.way.built, best.way.removed) for way in with_it):
            return {"action": write("kahuna", code), "costs": round(100 * min(with_it.values()))}
    return None


def _by_effect(game: str, state: Any) -> Iterator[int]:
    """The actions that win or take away islands at once, the most first."""
    engine = engine_of(game)
    gains = []
    for code in engine.codes(engine.legal(state)):
        if spec_of(game).cards and code >= kahuna.REPLACE:
            continue
        gain = _balance(game, engine.play(state, code), state) - _balance(game, state, state)
        if gain > 0:
            gains.append((-gain, code))
    for _, code in sorted(gains):
        yield code


def _balance(game: str, state: Any, before: Any) -> int:
    """The islands of the seat that moved, minus those of the opponent."""
    if spec_of(game).cards:
        return popcount(kahuna.controlled(state.own.bridges)) - popcount(
            kahuna.controlled(state.enemy.bridges)
        )
    islands = ISLANDS_OF[game]
    return islands(state, before.seat) - islands(state, 1 - before.seat)


def _in_turn(game: str, state: Any, code: int, goal: Goal) -> WhyMissed | None:
    """How many islands can still be won after this action; None if the goal can still be reached."""
    after = engine_of(game).play(state, code)
    if after.flow.seat != state.flow.seat or after.outcome:
        return None
    turn = all_turns(after, ending_of(after))
    if turn is None:
        return None
    before = popcount(kahuna.controlled(state.own.bridges))
    gained = popcount(int(turn.islands[0])) - before
    wanted = goal._replace(islands=goal.islands - gained) if goal.kind == MOST_ISLANDS else goal
    if (wanted.islands <= 0 and goal.kind == MOST_ISLANDS) or reached(after, turn, wanted).any():
        return None
    if goal.kind != MOST_ISLANDS:
        return {}
    return {"reaches": int(np.bitwise_count(turn.islands).max()) - before}


def _by_force(game: str, state: Any, code: int, goal: Goal) -> WhyMissed | None:
    """The reply after which the goal is out of reach, or how many islands the only move wins."""
    engine, prover = engine_of(game), Prover(game, BUDGET)
    plies, islands = forcing(game, state, goal)
    after = engine.play(state, code)
    if plies == 1:
        return {"reaches": max(0, ISLANDS_OF[game](after, state.seat) - ISLANDS_OF[game](state, state.seat))}
    if after.outcome or after.seat == state.seat:
        return None
    try:
        for reply in engine.codes(engine.legal(after)):
            if not prover.forces(engine.play(after, reply), state.seat, plies - 2, islands):
                return {"reply": write(game, reply)}
    except Unproven:
        return None
    return None
