"""Puzzles: what is asked, and the proof that there is one answer.

Kahuna's are decided within the turn: every way to play the cards is tried (review/turns.py), and the answer is the one
set of links, built and removed, that every way to the goal contains. Exahuna's and Special's are forced: an exact
search (learn/forced.py) shows that one move, and no other, reaches the goal against every reply. Only the best turn of
Kahuna is judged instead, with a clear margin (learn/best_turn.py).
"""

from typing import Any, NamedTuple

import numpy as np

from kahuna.learn.forced import DEEPEST, ISLANDS_OF, TO_THE_END, Prover, Unproven
from kahuna.review.turns import TurnOutcomes, all_turns, ending_of
from kahuna.rules import kahuna
from kahuna.rules.bits import popcount
from kahuna.rules.boards import KAHUNA
from kahuna.table.games import spec_of
from kahuna.table.notation import write
from kahuna.table.ruleset import engine_of
from kahuna.table.sisters import Sisters

MOST_ISLANDS, MAKE_LOSE, WIN_ROUND, END_EARLY, LAST_TURN = (
    "most-islands",
    "make-lose",
    "win-round",
    "end-early",
    "last-turn",
)
BEST_TURN = "best-turn"  # judged by the review, the only one that is not proven
WIN_ISLANDS, WIN_GAME = "win-islands", "win-game"
PUZZLE_GOALS = Sisters(
    "kind of puzzle",
    {
        "kahuna": (MOST_ISLANDS, MAKE_LOSE, WIN_ROUND, END_EARLY, LAST_TURN, BEST_TURN),
        "exahuna": (WIN_ISLANDS, WIN_GAME),
        "exahuna-special": (WIN_ISLANDS, WIN_GAME),
    },
)
BUDGET = 3_000_000  # steps of one search


class Goal(NamedTuple):
    """What is to be reached."""

    kind: str
    islands: int = 0  # how many are to be won
    moves: int = 0  # within this many of the solver's moves
    lose: str = ""  # the island that the opponent is to lose

    def document(self) -> dict[str, str | int]:
        """As it is written, without the kind."""
        return {key: value for key, value in self._asdict().items() if value and key != "kind"}


class Proof(NamedTuple):
    """The one answer, and what it took to prove or, for a best turn, to judge it."""

    answer: list[str]
    built: int  # links; for the forced ones the first action's code
    removed: int
    steps: int  # outcomes or steps of the search


def reached(state: kahuna.State, turn: TurnOutcomes, goal: Goal) -> Any:
    """For each outcome of the turn whether it reaches the goal."""
    gained = np.bitwise_count(turn.islands).astype(np.int64) - popcount(int(turn.islands[0]))
    match goal.kind:
        case "most-islands":
            return gained >= goal.islands
        case "make-lose":
            return turn.enemy_islands >> KAHUNA.islands.index(goal.lose) & 1 == 0
        case "win-round":
            return turn.scored > 0
        case _:
            return (turn.result > 0) & ((turn.result - 1) % 3 == state.flow.seat)


def proof_in_turn(state: kahuna.State, goal: Goal, turn: TurnOutcomes | None = None) -> Proof | None:
    """The one answer within this turn; None if there is none, more than one, or too much to try."""
    turn = turn or all_turns(state, ending_of(state))
    if turn is None:
        return None
    there = reached(state, turn, goal)
    if not there.any() or there[0]:
        return None
    if goal.kind == MOST_ISLANDS and reached(state, turn, goal._replace(islands=goal.islands + 1)).any():
        return None
    built = turn.own & ~state.own.bridges
    all_built = int(np.bitwise_and.reduce(built[there]))
    all_removed = int(np.bitwise_and.reduce(turn.removed[there]))
    answers = np.flatnonzero(there & (built == all_built) & (turn.removed == all_removed))
    if not len(answers):
        return None
    answer = [write("kahuna", code) for code in turn.plays(int(answers[0]))]
    return Proof(answer, all_built, all_removed, len(turn.own))


def forcing(game: str, state: Any, goal: Goal) -> tuple[int, int]:
    """How many plies the goal has and how many islands it asks for, or TO_THE_END."""
    if goal.kind == WIN_GAME:
        return DEEPEST, TO_THE_END
    return 2 * goal.moves - 1, ISLANDS_OF[game](state, state.seat) + goal.islands


def proof_by_force(game: str, state: Any, goal: Goal) -> Proof | None:
    """The one move that forces the goal, and a line of play; None if there is none, more than one, or no proof."""
    prover, engine = Prover(game, BUDGET), engine_of(game)
    plies, islands = forcing(game, state, goal)
    found: list[int] = []
    try:
        for code in engine.codes(engine.legal(state)):
            if prover.forces(engine.play(state, code), state.seat, plies - 1, islands):
                found.append(code)
            if len(found) > 1:
                return None
        if not found:
            return None
        steps = prover.steps
        line = _line(game, prover, state, found[0], plies, islands)
    except Unproven:
        return None
    return Proof([write(game, code) for code in line], found[0], 0, steps)


def _line(game: str, prover: Prover, state: Any, code: int, plies: int, islands: int) -> list[int]:
    """This move, then the replies that leave the fewest good moves, each answered by the first of these."""
    engine, seat, line = engine_of(game), state.seat, [code]
    state = engine.play(state, code)
    plies -= 1
    while plies > 0 and not state.outcome:
        if state.seat != seat:
            choices = [
                (len(_good(game, prover, engine.play(state, reply), seat, plies - 1, islands)), reply)
                for reply in engine.codes(engine.legal(state))
            ]
            code = min(choices)[1]
        else:
            code = _good(game, prover, state, seat, plies, islands)[0]
        line.append(code)
        state = engine.play(state, code)
        plies -= 1
    return line


def _good(game: str, prover: Prover, state: Any, seat: int, plies: int, islands: int) -> list[int]:
    """The actions of this seat that keep the goal in reach; a huge number if it has no move."""
    engine = engine_of(game)
    if state.outcome or state.seat != seat:
        return [0] * 10_000
    return [
        code
        for code in engine.codes(engine.legal(state))
        if prover.forces(engine.play(state, code), seat, plies - 1, islands)
    ]


def prove(game: str, state: Any, goal: Goal) -> Proof | None:
    """The one answer to this puzzle, proven, or None."""
    return proof_in_turn(state, goal) if spec_of(game).cards else proof_by_force(game, state, goal)
