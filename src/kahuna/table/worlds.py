"""Worlds: full states that a seat cannot tell from the true one, sampled from its view alone.

What the seat cannot know is which unseen cards are in the opponent's hand, which of them they discarded secretly, and
which lie in the stack. Every way to hand out these cards that fits all that the seat has seen (clues.py) is equally
likely.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import add_card, below, next_random, nth_card, popcount, remove_card
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from kahuna.rules.jit import kernel
from kahuna.rules.outcome import RUNNING
from kahuna.table.clues import Case, cases, certain, tokens, unseen
from kahuna.table.ruleset import SEATS, other
from kahuna.table.view import THIS_TURN

T = TypeVar("T")


class Knowledge(NamedTuple):
    """What a seat knows of a game of Kahuna, ready for sampling in compiled code.

    In `state` the opponent's hand has only what is certain, and their secret discards are empty.
    """

    state: kahuna.State
    mine: int  # 1 if the seat is to move, so the hidden hand is the enemy's
    cases: NDArray[np.int64]  # a row each: LIMIT, HAND, SECRET, HIDDEN, HIDDEN_SECRET, UNSEEN


LIMIT = 0  # a random number below it, and not below the row before, chooses the case
HAND, SECRET = 1, 2  # the opponent's cards as far as they are named
HIDDEN, HIDDEN_SECRET = 3, 4  # how many more they have and have discarded
UNSEEN = 5  # the cards these are among, and the stack
SCALE = 1 << 30


def knowledge(view: Mapping[str, Any]) -> Knowledge:
    """What this view of Kahuna, with `seat` white or black, says."""
    state = own_state(view)
    found = cases(view)
    total, running = sum(found.values()), 0
    rows = []
    for case, weight in found.items():
        running += weight
        hand, secret = packed(tokens(case.hand)), packed(tokens(case.away))
        limit = running * SCALE // total
        rows.append((limit, hand, secret, case.hidden, case.hidden_away, packed(unseen(view, case))))
    return Knowledge(state, int(view["to_move"] == view["seat"]), np.array(rows, np.int64))


def simple_knowledge(view: Mapping[str, Any]) -> Knowledge:
    """Only what is certain, as the view says it, without working out what the log tells beyond that."""
    return _one_case(view, own_state(view), certain(view))


def forgetful_knowledge(view: Mapping[str, Any]) -> Knowledge:
    """What somebody knows who looks at the table now and remembers nothing of what the opponent took."""
    rival = other(view["seat"])
    state = own_state(view)
    if view["to_move"] == view["seat"]:
        state = state._replace(enemy=state.enemy._replace(hand=0, known=0))
    else:
        state = state._replace(own=state.own._replace(hand=0, known=0))
    return _one_case(view, state, Case(0, view["cards"][rival], 0, view["secret"][rival], 0))


def _one_case(view: Mapping[str, Any], state: kahuna.State, case: Case) -> Knowledge:
    hand, rest = packed(tokens(case.hand)), packed(unseen(view, case))
    row = (SCALE, hand, 0, case.hidden, case.hidden_away, rest)
    return Knowledge(state, int(view["to_move"] == view["seat"]), np.array([row], np.int64))


@kernel
def sample(facts: Knowledge, x: int) -> tuple[kahuna.State, int]:
    """A world, each with the same chance, and the generator's next state."""
    row = 0
    if len(facts.cases) > 1:
        x = next_random(x)
        while facts.cases[row, LIMIT] <= below(x, SCALE):
            row += 1
    hand, secret = int(facts.cases[row, HAND]), int(facts.cases[row, SECRET])
    in_hand, in_secret = int(facts.cases[row, HIDDEN]), int(facts.cases[row, HIDDEN_SECRET])
    stack = int(facts.cases[row, UNSEEN])
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


def position(view: Mapping[str, Any]) -> exahuna.State | special.State:
    """The state of a running game of Exahuna or Special, in which nothing is hidden."""
    seat = _seat_to_move(view)
    passed = int(view["log"][-1:] == ["-"])
    colours, supply = view["bridges"], [view["supply"][name] for name in SEATS]
    if view["game"] == "exahuna":
        own, enemy = _by_seat(_bridges(EXAHUNA, colours), seat)
        left, enemy_left = _by_seat(supply, seat)
        return exahuna.State(own, enemy, left, enemy_left, passed, seat, view["turn"], RUNNING)
    kinds = special.Kinds(0, 0, 0)
    for link, bridge in view["bridges"].items():
        kinds = special.with_kind(kinds, EXAHUNA.links.index(link), special.KINDS.index(bridge["kind"]))
    own, enemy = _by_seat(_bridges(EXAHUNA, {link: b["colour"] for link, b in colours.items()}), seat)
    packed = [sum(count[kind] << 3 * i for i, kind in enumerate(special.KINDS)) for count in supply]
    left, enemy_left = _by_seat(packed, seat)
    return special.State(own, enemy, kinds, left, enemy_left, passed, seat, view["turn"], RUNNING)


def _seat_to_move(view: Mapping[str, Any]) -> int:
    if view["to_move"] is None:
        raise ValueError("the game is over: there is nothing left to imagine")
    return SEATS.index(view["to_move"])


def _by_seat(pair: list[T], seat: int) -> tuple[T, T]:
    """White's and Black's values as own and enemy of the seat to move."""
    return pair[seat], pair[1 - seat]


def _bridges(board: Board, colours: Mapping[str, str]) -> list[int]:
    """White's and Black's bridges as links."""
    numbers = {link: number for number, link in enumerate(board.links)}
    return [sum(1 << numbers[link] for link, colour in colours.items() if colour == seat) for seat in SEATS]


def packed(cards: Iterable[int]) -> int:
    """These islands' cards as a multiset."""
    multiset = 0
    for card in cards:
        multiset = add_card(multiset, card)
    return multiset


def _named(cards: Iterable[str]) -> int:
    return packed(KAHUNA.islands.index(card) for card in cards)


def own_state(view: Mapping[str, Any]) -> kahuna.State:
    """The state as far as the view's seat knows it; what it does not know is empty, a stack with cards has one."""
    seat = _seat_to_move(view)
    sides = []
    for name, bridges in zip(SEATS, _bridges(KAHUNA, view["bridges"]), strict=True):
        known = _named(view["known"][name])
        mine = name == view["seat"]
        hand = _named(view["hand"]) if mine else known
        secret = _named(view["own_secret"]) if mine else 0
        sides.append(kahuna.Side(bridges, hand, known, secret, view["points"][name]))
    own, enemy = _by_seat(sides, seat)
    row = sum((KAHUNA.islands.index(card) + 1) << 4 * slot for slot, card in enumerate(view["row"]) if card)
    flow = kahuna.Flow(
        seat,
        view["round"],
        view["turn"],
        THIS_TURN.index(view["this_turn"]),
        int(view["must_take"]),
        view["last_turns_left"] or 0,
        view["handicap_left"],
        RUNNING,
    )
    first, planning = SEATS.index(view["rules"]["first"]), int(view["rules"]["planning"])
    return kahuna.State(own, enemy, int(view["stack"] > 0), row, 0, flow, first, planning)
