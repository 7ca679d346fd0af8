"""Worlds of Kahuna: full states that a seat cannot tell from the true one, sampled from its view alone.

What the seat cannot know is which unseen cards are in the opponent's hand, which of them they discarded secretly, and
which lie in the stack. Every way to hand out these cards that fits all that the seat has seen (kahuna_clues.py) is
equally likely.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import kahuna
from kahuna.rules.bits import (
    SECOND,
    add_card,
    below,
    count_card,
    next_random,
    nth_card,
    popcount,
    remove_card,
)
from kahuna.rules.jit import kernel
from kahuna.table.games import spec_of
from kahuna.table.games.kahuna_clues import Case, cases, certain, tokens, unseen
from kahuna.table.games.kahuna_view import card_multiset
from kahuna.table.seats import other
from kahuna.table.view import KahunaView, seat_in


class Knowledge(NamedTuple):
    """What a seat knows of a game of Kahuna, ready for sampling in compiled code.

    In `state` the opponent's hand has only what is certain, and their secret discards are empty.
    """

    state: kahuna.State
    mine: int  # 1 if the seat is to move, so the hidden hand is the enemy's
    cases: NDArray[np.int64]  # a row each; its columns are named below


LIMIT_COLUMN = 0  # a random number below it, but not below the previous row's, chooses this case
HAND_COLUMN, SECRET_COLUMN = 1, 2  # the opponent's cards as far as they are named
HIDDEN_COLUMN, HIDDEN_SECRET_COLUMN = 3, 4  # how many more they have and have discarded
UNSEEN_COLUMN = 5  # the cards these are among, and the stack
SCALE = 1 << 30


def knowledge(view: KahunaView) -> Knowledge:
    """What this view of Kahuna, with `seat` white or black, says."""
    state = _own_state(view)
    found = cases(view)
    total, running = sum(found.values()), 0
    rows = []
    for case, weight in found.items():
        running += weight
        hand, secret = card_multiset(tokens(case.hand)), card_multiset(tokens(case.away))
        limit = running * SCALE // total
        rows.append((limit, hand, secret, case.hidden, case.hidden_away, card_multiset(unseen(view, case))))
    return Knowledge(state, int(view["to_move"] == view["seat"]), np.array(rows, np.int64))


def _own_state(view: KahunaView) -> kahuna.State:
    """The state as far as the view's seat knows it."""
    state: kahuna.State = spec_of(view["game"]).position(view)
    return state


def simple_knowledge(view: KahunaView) -> Knowledge:
    """Only what is certain, as the view says it, without working out what the log tells beyond that."""
    return _one_case(view, _own_state(view), certain(view))


def forgetful_knowledge(view: KahunaView) -> Knowledge:
    """What a player knows who looks at the table now and does not remember what the opponent took."""
    rival = other(seat_in(view))
    state = _own_state(view)
    if view["to_move"] == view["seat"]:
        state = state._replace(enemy=state.enemy._replace(hand=0, known=0))
    else:
        state = state._replace(own=state.own._replace(hand=0, known=0))
    return _one_case(view, state, Case(0, view["cards"][rival], 0, view["secret"][rival], 0))


def _one_case(view: KahunaView, state: kahuna.State, case: Case) -> Knowledge:
    hand, rest = card_multiset(tokens(case.hand)), card_multiset(unseen(view, case))
    row = (SCALE, hand, 0, case.hidden, case.hidden_away, rest)
    return Knowledge(state, int(view["to_move"] == view["seat"]), np.array([row], np.int64))


@kernel
def known_to_mover(state: kahuna.State) -> Knowledge:
    """What the seat to move is certain of in a state, the same as `simple_knowledge` of its view."""
    rival, unseen_cards = state.enemy, state.stack
    for island in range(SECOND):
        hidden = count_card(rival.hand, island) + count_card(rival.secret, island)
        for _ in range(hidden - count_card(rival.known, island)):
            unseen_cards = add_card(unseen_cards, island)
    cases = np.empty((1, UNSEEN_COLUMN + 1), np.int64)
    cases[0, LIMIT_COLUMN], cases[0, HAND_COLUMN], cases[0, SECRET_COLUMN] = SCALE, rival.known, 0
    cases[0, HIDDEN_COLUMN] = popcount(rival.hand) - popcount(rival.known)
    cases[0, HIDDEN_SECRET_COLUMN], cases[0, UNSEEN_COLUMN] = popcount(rival.secret), unseen_cards
    enemy = kahuna.Side(rival.bridges, rival.known, rival.known, 0, rival.points)
    stack = 1 if state.stack else 0
    own = kahuna.State(state.own, enemy, stack, state.row, 0, state.flow, state.first, state.planning)
    return Knowledge(own, 1, cases)


@kernel
def sample_world(facts: Knowledge, x: int) -> tuple[kahuna.State, int]:
    """A world, all equally likely, and the generator's next state."""
    row = 0
    if len(facts.cases) > 1:
        x = next_random(x)
        while facts.cases[row, LIMIT_COLUMN] <= below(x, SCALE):
            row += 1
    hand, secret = int(facts.cases[row, HAND_COLUMN]), int(facts.cases[row, SECRET_COLUMN])
    in_hand, in_secret = int(facts.cases[row, HIDDEN_COLUMN]), int(facts.cases[row, HIDDEN_SECRET_COLUMN])
    stack = int(facts.cases[row, UNSEEN_COLUMN])
    for number in range(in_hand + in_secret):
        x = next_random(x)
        card = nth_card(stack, below(x, popcount(stack)))
        stack = remove_card(stack, card)
        if number < in_hand:
            hand = add_card(hand, card)
        else:
            secret = add_card(secret, card)
    state = facts.state
    hidden = state.enemy if facts.mine else state.own
    rival = kahuna.Side(hidden.bridges, hand, hidden.known, secret, hidden.points)
    own, enemy = (state.own, rival) if facts.mine else (rival, state.enemy)
    return kahuna.State(own, enemy, stack, state.row, 0, state.flow, state.first, state.planning), x
