"""Many games of Exahuna in one array: a row a game, stepped by the rules' own kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.envs.words import Words, put
from kahuna.rules import exahuna
from kahuna.rules.bits import popcount
from kahuna.rules.exahuna import State
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.outcome import NOBODY

COLUMNS = 8  # the state's own fields
BITS = exahuna.LINKS

States = NDArray[np.int64]


@kernel
def load(row: Any) -> State:
    """The state in this row."""
    return State(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), int(row[6]), int(row[7])
    )


@kernel
def store(row: Any, state: State) -> None:
    """Writes the state into this row."""
    row[0], row[1], row[2], row[3] = state.own, state.enemy, state.left, state.enemy_left
    row[4], row[5], row[6], row[7] = state.passed, state.seat, state.turn, state.outcome


@compiled
def step(
    states: States,
    actions: NDArray[np.int64],
    words: Words,
    counts: NDArray[np.int32],
    seats: NDArray[np.int8],
    rewards: NDArray[np.float32],
    margins: NDArray[np.int32],
    done: NDArray[np.bool_],
) -> None:
    """Plays an action in each game and restarts games that have ended; -1 restarts one at once."""
    for game in range(len(states)):
        row = states[game]
        code = int(actions[game])
        over, margin, white = False, 0, 0
        state = exahuna.play(load(row), code) if code >= 0 else exahuna.start()
        if state.outcome:
            over = True
            winner = (state.outcome - 1) % 3
            white = 0 if winner == NOBODY else 1 - 2 * winner
            lead = popcount(exahuna.controlled(state.own)) - popcount(exahuna.controlled(state.enemy))
            margin = lead * (1 - 2 * state.seat)
            state = exahuna.start()
        store(row, state)
        done[game], margins[game], seats[game] = over, margin, state.seat
        rewards[game, 0], rewards[game, 1] = white, -white
        legal = exahuna.legal(state)
        counts[game] = exahuna.count_legal(legal)
        words[game, 0], words[game, 1] = legal & exahuna.ALL_LINKS, legal >> BITS


@compiled
def observe(states: States, observations: NDArray[np.uint8]) -> None:
    """What the seat to move sees in each game, as observation.py lays it out."""
    for game in range(len(states)):
        out = observations[game]
        state = load(states[game])
        at = put(out, 0, state.own, exahuna.LINKS)
        at = put(out, at, state.enemy, exahuna.LINKS)
        at = put(out, at, exahuna.controlled(state.own), exahuna.ISLAND_COUNT)
        at = put(out, at, exahuna.controlled(state.enemy), exahuna.ISLAND_COUNT)
        at = put(out, at, (1 << state.left) - 1, exahuna.SUPPLY)
        at = put(out, at, (1 << state.enemy_left) - 1, exahuna.SUPPLY)
        put(out, at, state.passed | 1 << 1 | state.seat << 2, 4)
