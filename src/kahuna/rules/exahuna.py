"""Exahuna: states, legal actions, what an action does (rules E1-E5). Nothing is hidden and nothing is chance."""

from typing import NamedTuple

from kahuna.rules.bits import bits_of, nth_bit, popcount
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.capture import controls, swept
from kahuna.rules.jit import kernel
from kahuna.rules.outcome import BY_BRIDGES, BY_DRAW, BY_ISLANDS, NOBODY, RUNNING

LINKS = len(EXAHUNA.links)
ISLAND_COUNT = len(EXAHUNA.islands)
ALL_LINKS = (1 << LINKS) - 1
SUPPLY = 32  # E1
FIRST_END, SECOND_END, LINKS_AT, MAJORITY = (
    EXAHUNA.first_end,
    EXAHUNA.second_end,
    EXAHUNA.links_at,
    EXAHUNA.majorities(),
)

# Action codes: a link's number places a bridge there.
PASS = LINKS
ACTIONS = PASS + 1


class State(NamedTuple):
    """A game of Exahuna between two moves, seen from the seat to move."""

    own: int  # bridges
    enemy: int
    left: int  # bridges not yet placed
    enemy_left: int
    passed: int  # 1 if the last move was a pass
    seat: int  # 0 White, 1 Black
    turn: int
    outcome: int  # 0 while the game runs, else 1 + 3 * by + winner


@kernel
def start() -> State:
    """The empty board, White to move (E1)."""
    return State(0, 0, SUPPLY, SUPPLY, 0, 0, 1, RUNNING)


@kernel
def controlled(bridges: int) -> int:
    """The islands these bridges control, as bits (rules: Control)."""
    islands = 0
    for island in range(ISLAND_COUNT):
        if controls(bridges, LINKS_AT[island], MAJORITY[island]):
            islands |= 1 << island
    return islands


@kernel
def legal(state: State) -> int:
    """The legal actions as a word of bits: every free link, or a pass if nothing can be placed (E2, E4)."""
    if state.outcome != RUNNING:
        return 0
    free = ALL_LINKS & ~(state.own | state.enemy)
    return free if free and state.left else 1 << PASS


@kernel
def count_legal(actions: int) -> int:
    """How many actions this word holds."""
    return popcount(actions)


@kernel
def nth_legal(actions: int, n: int) -> int:
    """The code of the n-th legal action, in the order of the codes."""
    return nth_bit(actions, n)


@kernel
def is_legal(actions: int, code: int) -> bool:
    """Whether the action with this code is in this word."""
    return 0 <= code < ACTIONS and actions >> code & 1 == 1


def codes(actions: int) -> list[int]:
    """The codes of these actions, in order."""
    return bits_of(actions)


@kernel
def play(state: State, code: int) -> State:
    """The state after this legal action (E2-E4)."""
    if code == PASS:
        if state.passed:
            return _final(state)
        return State(
            state.enemy, state.own, state.enemy_left, state.left, 1, 1 - state.seat, state.turn + 1, 0
        )
    own = state.own | 1 << code
    a, b = FIRST_END[code], SECOND_END[code]
    fallen = swept(own, LINKS_AT[a], MAJORITY[a]) | swept(own, LINKS_AT[b], MAJORITY[b])
    enemy, left = state.enemy & ~fallen, state.left - 1
    if left + state.enemy_left == 0:
        return _final(State(own, enemy, left, state.enemy_left, 0, state.seat, state.turn, 0))
    return State(enemy, own, state.enemy_left, left, 0, 1 - state.seat, state.turn + 1, 0)


@kernel
def verdict(lead: int, bridge_lead: int, seat: int) -> int:
    """The outcome for a seat that leads by this many islands (or their worth) and bridges (E5)."""
    if lead:
        return 1 + 3 * BY_ISLANDS + (seat if lead > 0 else 1 - seat)
    if bridge_lead:
        return 1 + 3 * BY_BRIDGES + (seat if bridge_lead > 0 else 1 - seat)
    return 1 + 3 * BY_DRAW + NOBODY


@kernel
def _final(state: State) -> State:
    """The end: more islands, then more bridges on the board (E5)."""
    lead = popcount(controlled(state.own)) - popcount(controlled(state.enemy))
    outcome = verdict(lead, popcount(state.own) - popcount(state.enemy), state.seat)
    return State(
        state.own, state.enemy, state.left, state.enemy_left, state.passed, state.seat, state.turn, outcome
    )
