"""Kahuna: states, legal actions, what an action does, what chance does (rules K1-K16).

A state is seen from the seat to move: `own` is its side, `enemy` the other. It knows nothing of the future: the
stack is a multiset, and whenever a card leaves it, `due` says where the card goes and `deal` is told which it is.

`rules_for` makes the rules for any board that `boards.check_kahuna` lets pass. Those of Kahuna's own board are made
here, and their numbers and kernels are the names of this module.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from kahuna.rules.bits import add_card, nth_card, popcount, remove_card
from kahuna.rules.boards import KAHUNA, Board
from kahuna.rules.capture import swept
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna_flow import (
    begin,
    discarded,
    final,
    handicap_bridge,
    next_round,
    next_turn,
    opens_round as opens_round,
    played,
)
from kahuna.rules.kahuna_legal import (
    NO_ACTIONS as NO_ACTIONS,
    Legal as Legal,
    count_legal as count_legal,
    legal_for,
)
from kahuna.rules.kahuna_numbers import (
    HAND_LIMIT as HAND_LIMIT,
    LEGAL_WORDS as LEGAL_WORDS,
    ROW_SLOTS as ROW_SLOTS,
    SUPPLY as SUPPLY,
    KahunaNumbers,
)
from kahuna.rules.kahuna_state import (
    DISCARDED as DISCARDED,
    DUE_HANDS,
    DUE_HANDS_BITS,
    DUE_HANDS_ENEMY_FIRST,
    DUE_ROW as DUE_ROW,
    NOTHING as NOTHING,
    PLAYED as PLAYED,
    THEN_END_TURN as THEN_END_TURN,
    TO_ENEMY_HAND as TO_ENEMY_HAND,
    TO_OWN_HAND as TO_OWN_HAND,
    Flow as Flow,
    Side as Side,
    State as State,
    with_cards,
    with_due,
    with_hand,
)
from kahuna.rules.outcome import RUNNING


class PlayKernels(NamedTuple):
    """What happens on one board."""

    start: Callable[[int, int, int, int], State]
    play: Callable[[State, int], State]
    deal: Callable[[State, int], State]
    deal_nth: Callable[[State, int], State]


def _play_for(numbers: KahunaNumbers, controlled: Callable[[int], int]) -> PlayKernels:
    """The kernels of this board."""
    links, all_cards = numbers.LINKS, numbers.ALL_CARDS
    first_end, second_end = numbers.FIRST_END, numbers.SECOND_END
    links_at, majority = numbers.LINKS_AT, numbers.MAJORITY
    at_remove, at_replace, at_discard = numbers.REMOVE, numbers.REPLACE, numbers.DISCARD
    at_row, at_stack, at_end = numbers.TAKE_ROW, numbers.TAKE_STACK, numbers.END
    at_handicap = numbers.HANDICAP

    @kernel
    def start(planning: int, handicap: int, handicap_to: int, first: int) -> State:
        """The state before the deal: three cards to the beginner, three to the other, three to the row (K2)."""
        seat = handicap_to if handicap else first
        due = DUE_ROW << DUE_HANDS_BITS | (DUE_HANDS if seat == first else DUE_HANDS_ENEMY_FIRST)
        side = Side(0, 0, 0, 0, 0)
        return State(
            side, side, all_cards, 0, due, Flow(seat, 1, 1, NOTHING, 0, 0, handicap, RUNNING), first, planning
        )

    @kernel
    def play(state: State, code: int) -> State:
        """The state after this legal action; `due` lists the cards that must be dealt next."""
        if code < at_remove:
            return place(state, code % links, code >= links)
        if code < at_replace:
            code -= at_remove
            return remove(state, code % links, code // links, False)
        if code < at_discard:
            code -= at_replace
            return remove(state, code % links, code // links, True)
        if code < at_row:
            return discarded(state, code - at_discard)
        if code < at_stack:
            return take_row(state, code - at_row)
        if code == at_stack:
            return with_due(state, THEN_END_TURN << 4 | TO_OWN_HAND)
        if code == at_end:
            return end(state)
        return handicap_bridge(state, code - at_handicap)

    @kernel
    def place(state: State, link: int, by_second: bool) -> State:
        """K4: one card, one bridge."""
        card = second_end[link] if by_second else first_end[link]
        hand, known = remove_card(state.own.hand, card), remove_card(state.own.known, card)
        return laid(state, hand, known, state.enemy.bridges, link)

    @kernel
    def remove(state: State, link: int, way: int, and_replace: bool) -> State:
        """K5: two cards remove one enemy bridge; K14b: and an own bridge takes its place."""
        one = second_end[link] if way == 2 else first_end[link]
        two = first_end[link] if way == 1 else second_end[link]
        hand = remove_card(remove_card(state.own.hand, one), two)
        known = remove_card(remove_card(state.own.known, one), two)
        enemy_bridges = state.enemy.bridges & ~(1 << link)
        if and_replace:
            return laid(state, hand, known, enemy_bridges, link)
        return played(state, state.own.bridges, hand, known, enemy_bridges)

    @kernel
    def laid(state: State, hand: int, known: int, enemy_bridges: int, link: int) -> State:
        """The state with an own bridge on this link, and the captures it causes (rules: Capture)."""
        bridges = state.own.bridges | 1 << link
        a, b = first_end[link], second_end[link]
        fallen = swept(bridges, links_at[a], majority[a]) | swept(bridges, links_at[b], majority[b])
        return played(state, bridges, hand, known, enemy_bridges & ~fallen)

    @kernel
    def take_row(state: State, slot: int) -> State:
        """K7: a card that both have seen; its slot is refilled while the stack lasts."""
        own = state.own
        card = (state.row >> 4 * slot & 15) - 1
        own = with_hand(own, add_card(own.hand, card), add_card(own.known, card))
        row = state.row & ~(15 << 4 * slot)
        if state.stack:
            return with_cards(state, own, state.enemy, state.stack, row, THEN_END_TURN << 4 | slot + 1)
        return end_after_take(with_cards(state, own, state.enemy, 0, row, 0))

    @kernel
    def end(state: State) -> State:
        """`-`: declining (K8), the end of a last turn (K11), or no more handicap bridges (K15)."""
        if state.flow.handicap:
            return begin(state)
        if state.flow.last_turns == 2:
            return next_turn(state, state.flow.round, 0, 1)
        if state.flow.last_turns == 1:
            return final(state, lead(state))
        return next_turn(state, state.flow.round, 1, 0)

    @kernel
    def end_after_take(state: State) -> State:
        """The next turn, or the end of the round if that was its last card (K9)."""
        if state.stack or state.row:
            return next_turn(state, state.flow.round, 0, 0)
        if state.flow.round == 3:
            return next_turn(state, 3, 0, 2)
        return next_round(state, lead(state), all_cards)

    @kernel
    def lead(state: State) -> int:
        """Own islands minus the enemy's."""
        return popcount(controlled(state.own.bridges)) - popcount(controlled(state.enemy.bridges))

    @kernel
    def deal(state: State, island: int) -> State:
        """The state after a card of this island has gone from the stack to where `due` says (K2, K7, K10)."""
        to, due = state.due & 15, state.due >> 4
        own, enemy, row = state.own, state.enemy, state.row
        if to == TO_OWN_HAND:
            own = with_hand(own, add_card(own.hand, island), own.known)
        elif to == TO_ENEMY_HAND:
            enemy = with_hand(enemy, add_card(enemy.hand, island), enemy.known)
        else:
            row |= (island + 1) << 4 * (to - 1)
        stack = remove_card(state.stack, island)
        if due == THEN_END_TURN:
            return end_after_take(with_cards(state, own, enemy, stack, row, 0))
        return with_cards(state, own, enemy, stack, row, due)

    @kernel
    def deal_nth(state: State, n: int) -> State:
        """Deals the n-th card on the stack: a fair deal if n is uniform."""
        return deal(state, nth_card(state.stack, n))

    return PlayKernels(start, play, deal, deal_nth)


class KahunaRules(KahunaNumbers):
    """Kahuna on one board: its numbers and its kernels."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        found = legal_for(self)
        self.links_from, self.links_to = found.links_from, found.links_to
        self.controlled, self.safe_after_loss = found.controlled, found.safe_after_loss
        self.legal, self.count_legal, self.nth_legal = found.legal, count_legal, found.nth_legal
        self.word_of, self.is_legal, self.codes = found.word_of, found.is_legal, found.codes
        done = _play_for(self, found.controlled)
        self.start, self.play, self.deal, self.deal_nth = done


@lru_cache(64)
def rules_for(board: Board) -> KahunaRules:
    """Kahuna's rules on this board."""
    return KahunaRules(board)


OURS = rules_for(KAHUNA)
LINKS, ISLANDS, ALL_LINKS, ALL_ISLANDS, ALL_CARDS = (
    OURS.LINKS,
    OURS.ISLANDS,
    OURS.ALL_LINKS,
    OURS.ALL_ISLANDS,
    OURS.ALL_CARDS,
)
FIRST_END, SECOND_END, LINKS_AT, MAJORITY = OURS.FIRST_END, OURS.SECOND_END, OURS.LINKS_AT, OURS.MAJORITY
PLACE, REMOVE, REPLACE, DISCARD = OURS.PLACE, OURS.REMOVE, OURS.REPLACE, OURS.DISCARD
TAKE_ROW, TAKE_STACK, END, HANDICAP = OURS.TAKE_ROW, OURS.TAKE_STACK, OURS.END, OURS.HANDICAP
ACTIONS, WORD_BITS = OURS.ACTIONS, OURS.WORD_BITS
links_from, links_to = OURS.links_from, OURS.links_to
controlled, safe_after_loss = OURS.controlled, OURS.safe_after_loss
legal, nth_legal, word_of, is_legal, codes = (
    OURS.legal,
    OURS.nth_legal,
    OURS.word_of,
    OURS.is_legal,
    OURS.codes,
)
start, play, deal, deal_nth = OURS.start, OURS.play, OURS.deal, OURS.deal_nth
