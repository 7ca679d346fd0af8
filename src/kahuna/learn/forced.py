"""What can be forced in Exahuna and Special, by exact search: no judge, no guess, every reply tried (E1-E5, S1-S7).

A goal is either the game itself or a number of islands after a number of moves. A search that would take too many
steps reports that it does not know; then there is no proof.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import exahuna, special
from kahuna.rules.bits import popcount
from kahuna.rules.jit import compiled, kernel

Codes = NDArray[np.int64]

TO_THE_END = 0  # instead of a number of islands: the goal is to win the game
DEEPEST = 24  # plies
UNKNOWN = -1
FIELDS = 11


@kernel
def _exahuna_pack(rows: Any, depth: int, state: exahuna.State) -> None:
    rows[depth, 0], rows[depth, 1] = state.own, state.enemy
    rows[depth, 2], rows[depth, 3], rows[depth, 4] = state.left, state.enemy_left, state.passed
    rows[depth, 5], rows[depth, 6], rows[depth, 7] = state.seat, state.turn, state.outcome


@kernel
def _exahuna_unpack(rows: Any, depth: int) -> exahuna.State:
    return exahuna.State(
        rows[depth, 0], rows[depth, 1], rows[depth, 2], rows[depth, 3],
        rows[depth, 4], rows[depth, 5], rows[depth, 6], rows[depth, 7],
    )  # fmt: skip


@kernel
def exahuna_islands(state: exahuna.State, seat: int) -> int:
    """How many islands this seat controls."""
    return popcount(exahuna.controlled(state.own if state.seat == seat else state.enemy))


@kernel
def _special_pack(rows: Any, depth: int, state: special.State) -> None:
    rows[depth, 0], rows[depth, 1] = state.own, state.enemy
    rows[depth, 2], rows[depth, 3], rows[depth, 4] = state.supply, state.enemy_supply, state.passed
    rows[depth, 5], rows[depth, 6], rows[depth, 7] = state.seat, state.turn, state.outcome
    rows[depth, 8], rows[depth, 9], rows[depth, 10] = state.kinds.low, state.kinds.middle, state.kinds.high


@kernel
def _special_unpack(rows: Any, depth: int) -> special.State:
    kinds = special.Kinds(rows[depth, 8], rows[depth, 9], rows[depth, 10])
    return special.State(
        rows[depth, 0], rows[depth, 1], kinds, rows[depth, 2], rows[depth, 3],
        rows[depth, 4], rows[depth, 5], rows[depth, 6], rows[depth, 7],
    )  # fmt: skip


@kernel
def special_islands(state: special.State, seat: int) -> int:
    """How many islands this seat controls."""
    if state.seat == seat:
        return popcount(special.controlled(state.own, state.enemy, state.kinds))
    return popcount(special.controlled(state.enemy, state.own, state.kinds))


Search = Callable[[Any, int, int, int, int, Codes], tuple[int, int]]
Glance = Callable[[Any], tuple[int, int, int]]


def _forced(rules: Any, pack: Any, unpack: Any, islands_of: Any) -> Search:
    """The search for one game."""
    legal, count_legal, nth_legal = rules.legal, rules.count_legal, rules.nth_legal
    is_legal, play = rules.is_legal, rules.play

    def forced(
        state: Any, seat: int, plies: int, islands: int, budget: int, killers: Codes
    ) -> tuple[int, int]:
        """1 if this seat can force its goal within these plies, 0 if not, -1 if unknown; and the number of steps
        taken.

        The goal is that many islands when the plies are played, or with TO_THE_END the game. At every ply the action
        that last decided there is tried first.
        """
        rows = np.zeros((DEEPEST + 1, FIELDS), np.int64)
        upcoming = np.zeros(DEEPEST + 1, np.int64)  # -1: the killer; else the number of the next action
        tried = np.zeros(DEEPEST + 1, np.int64)
        pack(rows, 0, state)
        upcoming[0] = -1
        depth, steps, answer = 0, 0, UNKNOWN
        while True:
            here = unpack(rows, depth)
            done = UNKNOWN
            if answer != UNKNOWN:  # a child has answered
                if answer == (1 if here.seat == seat else 0):
                    done = answer
                answer = UNKNOWN
            elif here.outcome:
                done = 1 if islands_of(here, seat) >= islands else 0
                if islands == TO_THE_END:
                    done = 1 if (here.outcome - 1) % 3 == seat else 0
            elif depth == plies:
                done = 1 if islands_of(here, seat) >= islands else 0
            if done == UNKNOWN:
                words = legal(here)
                code = -1
                if upcoming[depth] < 0:
                    upcoming[depth] = 0
                    if is_legal(words, killers[depth]):
                        code = killers[depth]
                if code < 0 and upcoming[depth] < count_legal(words):
                    code = nth_legal(words, upcoming[depth])
                    upcoming[depth] += 1
                if code < 0:
                    done = 0 if here.seat == seat else 1
                else:
                    steps += 1
                    if steps > budget or depth == DEEPEST:
                        return UNKNOWN, steps
                    tried[depth] = code
                    depth += 1
                    pack(rows, depth, play(here, code))
                    upcoming[depth] = -1
                    continue
            if depth == 0:
                return done, steps
            depth -= 1
            answer = done
            if done == (1 if unpack(rows, depth).seat == seat else 0):
                killers[depth] = tried[depth]

    return compiled(forced)


def _best_move(rules: Any, islands_of: Any) -> Glance:
    """What one move does, for one game."""
    legal, count_legal, nth_legal, play = rules.legal, rules.count_legal, rules.nth_legal, rules.play

    def best_move(state: Any) -> tuple[int, int, int]:
        """How many islands the best move adds at once, how many moves add as many, and the first of these."""
        words = legal(state)
        most, moves, first = -1, 0, -1
        for number in range(count_legal(words)):
            code = nth_legal(words, number)
            islands = islands_of(play(state, code), state.seat)
            if islands > most:
                most, moves, first = islands, 0, code
            if islands == most:
                moves += 1
        return most - islands_of(state, state.seat), moves, first

    return compiled(best_move)


SEARCHES: dict[str, Search] = {
    "exahuna": _forced(exahuna, _exahuna_pack, _exahuna_unpack, exahuna_islands),
    "exahuna-special": _forced(special, _special_pack, _special_unpack, special_islands),
}
BEST_MOVES: dict[str, Glance] = {
    "exahuna": _best_move(exahuna, exahuna_islands),
    "exahuna-special": _best_move(special, special_islands),
}
ISLANDS_OF: dict[str, Callable[[Any, int], int]] = {
    "exahuna": exahuna_islands,
    "exahuna-special": special_islands,
}


class Unproven(Exception):
    """The search was not finished."""


class Prover:
    """Answers what can be forced in one game, and counts its steps."""

    def __init__(self, game: str, budget: int) -> None:
        self._search = SEARCHES[game]
        self._killers = np.zeros(DEEPEST + 1, np.int64)
        self._budget = budget
        self.steps = 0

    def forces(self, state: Any, seat: int, plies: int, islands: int) -> bool:
        """Whether this seat can force this many islands after these plies, or the win; Unproven if unknown."""
        answer, steps = self._search(state, seat, plies, islands, self._budget, self._killers)
        self.steps += steps
        if answer == UNKNOWN:
            raise Unproven
        return answer == 1
