"""Worlds: full states that a seat cannot tell from the true one, sampled from its view alone.

What the seat cannot know is which unseen cards the opponent holds, which of them he put away secretly, and which lie
in the stack. Every way to hand out the unseen cards that fits the view is equally likely: a card that is certain
stays in his hand, and one that he took from the row since the last shuffle and has not played is in his hand or
among his secret discards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import add_card, below, next_random, nth_card, popcount, remove_card
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from kahuna.rules.jit import kernel
from kahuna.rules.outcome import RUNNING
from kahuna.table.ruleset import SEATS, Seat, other
from kahuna.table.view import THIS_TURN

T = TypeVar("T")


class Knowledge(NamedTuple):
    """What a seat knows of a game of Kahuna, ready for sampling in compiled code.

    In `state` the opponent's hand holds only what is certain, his secret discards and the stack are empty.
    """

    state: kahuna.State
    mine: int  # 1 if the seat is to move, so the hidden hand is the enemy's
    unseen: int  # cards that may be in his hand, his secret discards or the stack
    held: int  # cards that are in his hand or his secret discards, not known which
    hand: int  # how many cards of his hand are not certain
    secret: int  # how many cards he has put away secretly since the last shuffle


def knowledge(view: Mapping[str, Any]) -> Knowledge:
    """What this view of Kahuna, with `seat` white or black, says."""
    seat: Seat = view["seat"]
    rival = other(seat)
    known, held = certainties(view, rival)
    unseen = Counter(dict.fromkeys(KAHUNA.islands, 2))
    visible = [view["hand"], view["own_secret"], view["discards"], view["known"][rival]]
    unseen.subtract(card for cards in visible for card in cards)
    unseen.subtract(card for card in view["row"] if card)
    uncertain = held - known
    unseen -= uncertain
    return Knowledge(
        _state(view),
        int(view["to_move"] == seat),
        _multiset(unseen.elements()),
        _multiset(uncertain.elements()),
        view["cards"][rival] - len(view["known"][rival]),
        view["secret"][rival],
    )


@kernel
def sample(facts: Knowledge, x: int) -> tuple[kahuna.State, int]:
    """A world, each with the same chance, and the generator's next state."""
    hidden = facts.state.enemy if facts.mine else facts.state.own
    unseen, held = facts.unseen, facts.held
    in_hand, in_secret = facts.hand, facts.secret
    hand, secret = hidden.hand, 0
    while held:
        x = next_random(x)
        card = nth_card(held, 0)
        held = remove_card(held, card)
        if below(x, in_hand + in_secret) < in_hand:
            hand, in_hand = add_card(hand, card), in_hand - 1
        else:
            secret, in_secret = add_card(secret, card), in_secret - 1
    for number in range(in_hand + in_secret):
        x = next_random(x)
        card = nth_card(unseen, below(x, popcount(unseen)))
        unseen = remove_card(unseen, card)
        if number < in_hand:
            hand = add_card(hand, card)
        else:
            secret = add_card(secret, card)
    state = facts.state
    rival = kahuna.Side(hidden.bridges, hand, hidden.known, secret, hidden.points)
    own, enemy = (state.own, rival) if facts.mine else (rival, state.enemy)
    return (
        kahuna.State(own, enemy, unseen, state.row, 0, state.flow, state.first, state.planning),
        x,
    )


def certainties(view: Mapping[str, Any], seat: Seat) -> tuple[Counter[str], Counter[str]]:
    """Cards certain in this seat's hand, and cards certain in its hand or its secret discards, from the log.

    A shuffle mixes the secret discards into the stack: what is held from then on is only what was known.
    """
    known: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for actor, line in turns(view):
        if line.startswith("round "):
            held = known.copy()
        elif actor != seat:
            continue
        elif line.startswith("+") and "=" in line and line[1] != "=":
            card = line.split("=")[1].split("/")[0]
            known[card] += 1
            held[card] += 1
        elif line.startswith("~"):
            known -= Counter(known.keys())
        elif ">" in line or " x" in line:
            for card in line.split(" x")[0].split(">")[0].split("+"):
                known -= Counter([card])
                held -= Counter([card])
    return known, held


def turns(view: Mapping[str, Any]) -> Iterable[tuple[Seat, str]]:
    """Each line of a Kahuna view's log with the seat that acted (the next one, for the opening of a round)."""
    rules = view["rules"]
    actor: Seat = rules["first"]
    handicap: int = rules["handicap"]
    for line in view["log"]:
        if handicap and not line.startswith("round "):
            yield rules["handicap_to"], line
            handicap = 0 if line == "-" else handicap - 1
            continue
        yield actor, line
        if line[0] in "+-":
            actor = other(actor)


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


def _multiset(cards: Iterable[str]) -> int:
    packed = 0
    for card in cards:
        packed = add_card(packed, KAHUNA.islands.index(card))
    return packed


def _state(view: Mapping[str, Any]) -> kahuna.State:
    """The state as far as the view's seat knows it; what it does not know is empty."""
    seat = _seat_to_move(view)
    sides = []
    for name, bridges in zip(SEATS, _bridges(KAHUNA, view["bridges"]), strict=True):
        known = _multiset(view["known"][name])
        mine = name == view["seat"]
        hand = _multiset(view["hand"]) if mine else known
        secret = _multiset(view["own_secret"]) if mine else 0
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
    return kahuna.State(own, enemy, 0, row, 0, flow, first, planning)
