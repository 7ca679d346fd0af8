"""Many games of Kahuna in one array: a row a game, stepped by the rules' own kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.envs.words import Words, put
from kahuna.rules import kahuna
from kahuna.rules.bits import SECOND, below, next_random, popcount, remaining, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import Flow, Side, State
from kahuna.rules.outcome import NOBODY

# A row: own side (5), enemy side (5), stack, row, flow (8), then what deals the cards: the generator of this deal, the
# number that all deals of the game come from, and how many there have been.
STACK_COLUMN, ROW_COLUMN = 10, 11
DEAL, BASE, RESTARTS = 20, 21, 22
COLUMNS = 23
BITS = kahuna.WORD_BITS
MOST_POINTS = 1 + 2 + kahuna.ISLANDS  # K9, K11

States = NDArray[np.int64]
RuleNumbers = tuple[int, int, int, int]  # planning, handicap, the seat it goes to, the seat that begins


@kernel
def load(row: Any, settings: RuleNumbers) -> State:
    """The state in this row; between two actions no card is due."""
    planning, _, _, first = settings
    return State(
        Side(int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4])),
        Side(int(row[5]), int(row[6]), int(row[7]), int(row[8]), int(row[9])),
        int(row[STACK_COLUMN]),
        int(row[ROW_COLUMN]),
        0,
        Flow(
            int(row[12]),
            int(row[13]),
            int(row[14]),
            int(row[15]),
            int(row[16]),
            int(row[17]),
            int(row[18]),
            int(row[19]),
        ),
        first,
        planning,
    )


@kernel
def store(row: Any, state: State) -> None:
    """Writes the state into this row."""
    own, enemy, flow = state.own, state.enemy, state.flow
    row[0], row[1], row[2], row[3], row[4] = own.bridges, own.hand, own.known, own.secret, own.points
    row[5], row[6], row[7] = enemy.bridges, enemy.hand, enemy.known
    row[8], row[9], row[STACK_COLUMN], row[ROW_COLUMN] = enemy.secret, enemy.points, state.stack, state.row
    row[12], row[13], row[14], row[15] = flow.seat, flow.round, flow.turn, flow.this_turn
    row[16], row[17], row[18], row[19] = flow.must_take, flow.last_turns, flow.handicap, flow.outcome


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
    settings: RuleNumbers,
) -> None:
    """Plays an action in each game, deals what is due, and restarts games that have ended; -1 restarts one at once."""
    planning, handicap, handicap_to, first = settings
    for game in range(len(states)):
        row = states[game]
        code = int(actions[game])
        x = int(row[DEAL])
        over, margin, white = False, 0, 0
        if code >= 0:
            state = kahuna.play(load(row, settings), code)
        else:
            x = seeded(int(row[BASE]), int(row[RESTARTS]))
            state = kahuna.start(planning, handicap, handicap_to, first)
        while True:
            while state.due:
                x = next_random(x)
                state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
            if state.flow.outcome == 0:
                break
            over = True
            winner = (state.flow.outcome - 1) % 3
            white = 0 if winner == NOBODY else 1 - 2 * winner
            margin = (state.own.points - state.enemy.points) * (1 - 2 * state.flow.seat)
            row[RESTARTS] += 1
            x = seeded(int(row[BASE]), int(row[RESTARTS]))
            state = kahuna.start(planning, handicap, handicap_to, first)
        row[DEAL] = x
        store(row, state)
        done[game], margins[game], seats[game] = over, margin, state.flow.seat
        rewards[game, 0], rewards[game, 1] = white, -white
        legal = kahuna.legal(state)
        counts[game] = kahuna.count_legal(legal)
        for number in range(kahuna.LEGAL_WORDS):
            words[game, number] = legal[number]


@kernel
def _slot(row: int, slot: int) -> int:
    """A bit for the island in this slot of the row, 0 if it is empty."""
    return 1 << (row >> 4 * slot & 15) >> 1


@kernel
def _face_up(state: State) -> int:
    """The face-up discards: all cards that are nowhere else."""
    deck = kahuna.ALL_CARDS
    rest = remaining(deck, state.own.hand, state.enemy.hand)
    for elsewhere in (state.own.secret, state.enemy.secret, state.stack):
        rest = remaining(deck, remaining(deck, rest, 0), elsewhere)
    for slot in range(3):
        rest = remaining(deck, remaining(deck, rest, 0), _slot(state.row, slot))
    return rest


@kernel
def _put_cards(out: Any, at: int, cards: int) -> int:
    """Writes the first card of each island, then the second; the place after them."""
    return put(out, at, cards & kahuna.ALL_ISLANDS | cards >> SECOND << kahuna.ISLANDS, 2 * kahuna.ISLANDS)


@compiled
def observe(states: States, observations: NDArray[np.uint8], settings: RuleNumbers) -> None:
    """What the seat to move sees in each game, as observation.py lays it out."""
    for game in range(len(states)):
        out = observations[game]
        state = load(states[game], settings)
        own, enemy, flow = state.own, state.enemy, state.flow
        at = put(out, 0, own.bridges, kahuna.LINKS)
        at = put(out, at, enemy.bridges, kahuna.LINKS)
        at = put(out, at, kahuna.controlled(own.bridges), kahuna.ISLANDS)
        at = put(out, at, kahuna.controlled(enemy.bridges), kahuna.ISLANDS)
        at = _put_cards(out, at, own.hand)
        at = _put_cards(out, at, own.known)
        at = _put_cards(out, at, enemy.known)
        at = _put_cards(out, at, _face_up(state))
        at = _put_cards(out, at, own.secret)
        row = (
            _slot(state.row, 0)
            | _slot(state.row, 1) << kahuna.ISLANDS
            | _slot(state.row, 2) << 2 * kahuna.ISLANDS
        )
        at = put(out, at, row, 3 * kahuna.ISLANDS)
        at = put(out, at, (1 << popcount(enemy.hand)) - 1, kahuna.HAND_LIMIT)
        at = put(out, at, (1 << popcount(state.stack)) - 1, 2 * kahuna.ISLANDS - kahuna.ROW_SLOTS)
        at = put(out, at, (1 << popcount(enemy.secret)) - 1, 2 * kahuna.ISLANDS)
        at = put(out, at, (1 << own.points) - 1, MOST_POINTS)
        at = put(out, at, (1 << enemy.points) - 1, MOST_POINTS)
        at = put(out, at, 1 << flow.round >> 1, 3)
        at = put(out, at, 1 << flow.this_turn >> 1, 2)
        at = put(out, at, flow.must_take, 1)
        at = put(out, at, (1 << flow.last_turns) - 1, 2)
        at = put(out, at, (1 << flow.handicap) - 1, 3)
        put(out, at, 1 | flow.seat << 1 | state.planning << 2, 4)
