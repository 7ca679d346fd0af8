"""What happens in Kahuna whatever the board is: turns, rounds, the row, the end (rules K6-K13, K15)."""

from kahuna.rules.bits import SECOND, add_card, popcount, remaining, remove_card
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna_state import (
    DISCARDED,
    DUE_HANDS_BITS,
    DUE_ROW,
    NOTHING,
    PLAYED,
    Flow,
    Side,
    State,
    acted,
    over,
    with_bridges,
    with_cards,
    with_flow,
    with_points,
    without_secrets,
)
from kahuna.rules.outcome import BY_BRIDGES, BY_DRAW, BY_EARLY_END, BY_POINTS, BY_ROUND_3, NOBODY


def opens_round(state: State) -> bool:
    """Whether a freshly shuffled stack is about to open a round (K2, K10)."""
    return state.due == DUE_ROW or state.due >> DUE_HANDS_BITS == DUE_ROW


@kernel
def played(state: State, bridges: int, hand: int, known: int, enemy_bridges: int) -> State:
    """The state in mid-turn after a card play, or the end if a side has lost its last bridge (K13)."""
    flow = state.flow
    outcome = flow.outcome
    if flow.round > 1 and (bridges == 0) != (enemy_bridges == 0):
        outcome = 1 + 3 * BY_EARLY_END + (flow.seat if bridges else 1 - flow.seat)
    own = Side(bridges, hand, known, state.own.secret, state.own.points)
    enemy = with_bridges(state.enemy, enemy_bridges)
    return with_flow(state, own, enemy, acted(flow, PLAYED, outcome))


@kernel
def discarded(state: State, island: int) -> State:
    """K6: a card leaves the hand unseen, so every island's known count falls by one."""
    own = state.own
    hand, secret = remove_card(own.hand, island), add_card(own.secret, island)
    own = Side(own.bridges, hand, own.known >> SECOND, secret, own.points)
    return with_flow(state, own, state.enemy, acted(state.flow, DISCARDED, state.flow.outcome))


@kernel
def next_turn(state: State, number: int, must_take: int, last_turns: int) -> State:
    """The state with the other seat to move."""
    flow = state.flow
    flow = Flow(1 - flow.seat, number, flow.turn + 1, NOTHING, must_take, last_turns, 0, flow.outcome)
    return with_flow(state, state.enemy, state.own, flow)


@kernel
def next_round(state: State, lead: int, deck: int) -> State:
    """Scores round 1 or 2 (K9), checks for the early end (K13) and makes the pile the new stack (K10)."""
    own, enemy, flow = state.own, state.enemy, state.flow
    if lead > 0:
        own = with_points(own, flow.round)
    elif lead < 0:
        enemy = with_points(enemy, flow.round)
    if (own.bridges == 0) != (enemy.bridges == 0):
        winner = flow.seat if own.bridges else 1 - flow.seat
        return with_flow(state, own, enemy, over(flow, flow.round + 1, BY_EARLY_END, winner))
    own, enemy = without_secrets(own), without_secrets(enemy)
    shuffled = with_cards(state, own, enemy, remaining(deck, own.hand, enemy.hand), 0, DUE_ROW)
    return next_turn(shuffled, flow.round + 1, 0, 0)


@kernel
def final(state: State, lead: int) -> State:
    """The end after both last turns: round 3 scores the difference (K11), then K12 decides the winner."""
    flow = state.flow
    own, enemy = with_points(state.own, max(lead, 0)), with_points(state.enemy, max(-lead, 0))
    by, margin = BY_POINTS, own.points - enemy.points
    if margin == 0:
        by, margin = BY_ROUND_3, lead
    if margin == 0:
        by, margin = BY_BRIDGES, popcount(own.bridges) - popcount(enemy.bridges)
    winner = flow.seat if margin > 0 else 1 - flow.seat
    if margin == 0:
        by, winner = BY_DRAW, NOBODY
    return with_flow(state, own, enemy, over(flow, flow.round, by, winner))


@kernel
def handicap_bridge(state: State, link: int) -> State:
    """K15: a bridge without a card; after the last one the game begins."""
    own, flow = state.own, state.flow
    own = with_bridges(own, own.bridges | 1 << link)
    flow = Flow(flow.seat, 1, 1, NOTHING, 0, 0, flow.handicap - 1, flow.outcome)
    placed = with_flow(state, own, state.enemy, flow)
    return placed if flow.handicap else begin(placed)


@kernel
def begin(state: State) -> State:
    """The first turn, of the seat that begins (K2)."""
    flow = Flow(state.first, 1, 1, NOTHING, 0, 0, 0, state.flow.outcome)
    if state.flow.seat == state.first:
        return with_flow(state, state.own, state.enemy, flow)
    return with_flow(state, state.enemy, state.own, flow)
