"""Many games of Exahuna Special in one array: a row a game, stepped by the rules' own kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.envs.words import Words, put
from kahuna.rules import exahuna, special
from kahuna.rules.bits import lowest
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.outcome import NOBODY
from kahuna.rules.special import Kinds, Legal, State

COLUMNS = 11  # the state's own fields
BITS = exahuna.LINKS

States = NDArray[np.int64]


@kernel
def load(row: Any) -> State:
    """The state in this row."""
    kinds = Kinds(int(row[2]), int(row[3]), int(row[4]))
    return State(
        int(row[0]),
        int(row[1]),
        kinds,
        int(row[5]),
        int(row[6]),
        int(row[7]),
        int(row[8]),
        int(row[9]),
        int(row[10]),
    )


@kernel
def store(row: Any, state: State) -> None:
    """Writes the state into this row."""
    row[0], row[1] = state.own, state.enemy
    row[2], row[3], row[4] = state.kinds.low, state.kinds.middle, state.kinds.high
    row[5], row[6], row[7] = state.supply, state.enemy_supply, state.passed
    row[8], row[9], row[10] = state.seat, state.turn, state.outcome


@kernel
def write_words(words: Any, legal: Legal) -> None:
    """A word of links for each kind to place, a word of sources for each joker's link, the pass."""
    words[:] = 0
    for kind in range(len(special.KINDS)):
        words[kind] = legal.free if legal.kinds >> kind & 1 else 0
    jokers = legal.jokers
    while jokers:
        joker = lowest(jokers)
        jokers &= jokers - 1
        words[len(special.KINDS) + joker] = legal.bridges & ~(1 << joker)
    words[len(special.KINDS) + exahuna.LINKS] = legal.may_pass


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
        state = special.play(load(row), code) if code >= 0 else special.start()
        if state.outcome:
            over = True
            winner = (state.outcome - 1) % 3
            white = 0 if winner == NOBODY else 1 - 2 * winner
            kinds = state.kinds
            lead = special.total_worth(kinds, special.controlled(state.own, state.enemy, kinds))
            lead -= special.total_worth(kinds, special.controlled(state.enemy, state.own, kinds))
            margin = lead * (1 - 2 * state.seat)
            state = special.start()
        store(row, state)
        done[game], margins[game], seats[game] = over, margin, state.seat
        rewards[game, 0], rewards[game, 1] = white, -white
        legal = special.legal(state)
        counts[game] = special.count_legal(legal)
        write_words(words[game], legal)


@kernel
def _supply(supply: int) -> int:
    """Four bits a kind, as many of them set as bridges of the kind are left."""
    bits = 0
    for kind in range(8):
        bits |= ((1 << (supply >> 3 * kind & 7)) - 1) << 4 * kind
    return bits


@compiled
def observe(states: States, observations: NDArray[np.uint8]) -> None:
    """What the seat to move sees in each game, as observation.py lays it out."""
    for game in range(len(states)):
        out = observations[game]
        state = load(states[game])
        at = 0
        for side in (state.own, state.enemy):
            for kind in range(8):
                at = put(out, at, side & special.of_kind(state.kinds, kind), exahuna.LINKS)
        at = put(out, at, special.controlled(state.own, state.enemy, state.kinds), exahuna.ISLAND_COUNT)
        at = put(out, at, special.controlled(state.enemy, state.own, state.kinds), exahuna.ISLAND_COUNT)
        at = put(out, at, _supply(state.supply), 32)
        at = put(out, at, _supply(state.enemy_supply), 32)
        put(out, at, state.passed | 1 << 1 | state.seat << 2, 4)
