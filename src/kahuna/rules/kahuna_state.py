"""A state of Kahuna, and the small functions that name what changes in one.

Fields are listed by position here and in `start` alone (docs/architecture.md says why there is no `_replace`).
"""

from typing import NamedTuple

from kahuna.rules.jit import kernel

# What the player to move has done this turn (K3).
NOTHING, PLAYED, DISCARDED = 0, 1, 2

# Where cards from the stack go next, four bits each, the next one lowest; 1-3 are the row's slots.
TO_OWN_HAND, TO_ENEMY_HAND, THEN_END_TURN = 4, 5, 6


def _due(*places: int) -> int:
    """The cards that go to these places, in this order."""
    return sum(place << 4 * number for number, place in enumerate(places))


DUE_ROW = _due(1, 2, 3)
DUE_HANDS = _due(*3 * [TO_OWN_HAND], *3 * [TO_ENEMY_HAND])  # three cards each (K2), own first
DUE_HANDS_ENEMY_FIRST = _due(*3 * [TO_ENEMY_HAND], *3 * [TO_OWN_HAND])
DUE_HANDS_BITS = 4 * 6


class Side(NamedTuple):
    """What belongs to one player."""

    bridges: int  # links
    hand: int  # cards
    known: int  # cards of the hand that the other player can be certain of
    secret: int  # cards discarded secretly since the last shuffle (K6)
    points: int


class Flow(NamedTuple):
    """Whose move it is and where in the game we are."""

    seat: int  # 0 White, 1 Black
    round: int
    turn: int  # 1 for the first turn, counting both players
    this_turn: int
    must_take: int  # 1 if the opponent has just declined (K8)
    last_turns: int  # turns left after round 3's last card (K11), 0 before it
    handicap: int  # bridges that may still be placed before the first turn (K15)
    outcome: int  # 0 while the game runs, else 1 + 3 * by + winner


class State(NamedTuple):
    """A game of Kahuna between two steps; a step is an action or one card dealt."""

    own: Side
    enemy: Side
    stack: int  # cards
    row: int  # island + 1 in four bits a slot, 0 for an empty slot
    due: int
    flow: Flow
    first: int  # the seat that begins
    planning: int  # 1 in the variant of K14

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.flow.seat

    @property
    def turn(self) -> int:
        """1 for the first turn, counting both players."""
        return self.flow.turn

    @property
    def outcome(self) -> int:
        """0 while the game runs."""
        return self.flow.outcome


@kernel
def with_cards(state: State, own: Side, enemy: Side, stack: int, row: int, due: int) -> State:
    """The same turn with other cards, and where cards of the stack go next."""
    return State(own, enemy, stack, row, due, state.flow, state.first, state.planning)


@kernel
def with_due(state: State, due: int) -> State:
    """The state with other cards to be dealt next."""
    return State(state.own, state.enemy, state.stack, state.row, due, state.flow, state.first, state.planning)


@kernel
def with_flow(state: State, own: Side, enemy: Side, flow: Flow) -> State:
    """The state with other sides and another flow."""
    return State(own, enemy, state.stack, state.row, state.due, flow, state.first, state.planning)


@kernel
def with_bridges(side: Side, bridges: int) -> Side:
    """The side with these bridges."""
    return Side(bridges, side.hand, side.known, side.secret, side.points)


@kernel
def with_hand(side: Side, hand: int, known: int) -> Side:
    """The side with this hand, of which these cards are known."""
    return Side(side.bridges, hand, known, side.secret, side.points)


@kernel
def with_points(side: Side, points: int) -> Side:
    """The side with this many points more."""
    return Side(side.bridges, side.hand, side.known, side.secret, side.points + points)


@kernel
def without_secrets(side: Side) -> Side:
    """The side after its secret discards were shuffled into the stack (K10)."""
    return Side(side.bridges, side.hand, side.known, 0, side.points)


@kernel
def acted(flow: Flow, this_turn: int, outcome: int) -> Flow:
    """The same turn after a card play or a discard."""
    return Flow(
        flow.seat, flow.round, flow.turn, this_turn, flow.must_take, flow.last_turns, flow.handicap, outcome
    )


@kernel
def over(flow: Flow, number: int, by: int, winner: int) -> Flow:
    """The end, in this round."""
    return Flow(flow.seat, number, flow.turn, NOTHING, 0, 0, 0, 1 + 3 * by + winner)
