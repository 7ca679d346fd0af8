"""Kahuna: what a seat may know (K16), and a view read back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kahuna.rules import kahuna
from kahuna.rules.bits import add_card, cards_of
from kahuna.rules.boards import KAHUNA
from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.rules.maps import map_of
from kahuna.rules.outcome import RUNNING
from kahuna.table.events import Layout
from kahuna.table.seats import SEATS, Seat
from kahuna.table.view import (
    KahunaView,
    OwnCards,
    as_sides,
    closing,
    coloured,
    opening,
    own,
    seat_to_move,
    sets_of,
)

if TYPE_CHECKING:
    from kahuna.table.game import Game

THIS_TURN: tuple[Literal["none", "played", "discarded"], ...] = ("none", "played", "discarded")


# What lies open on the table beside the state: the face-up discards since the last shuffle, in order, and for each seat
# the cards taken from the row and not yet played, sorted. A plain tuple, because almost every action makes one.
Memory = tuple[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]
NO_MEMORY: Memory = ((), ((), ()))


# Both seats and every spectator are shown the same board, before an action and after it.
@lru_cache(2**11)
def _controlled(on: KahunaRules, bridges: int) -> int:
    return on.controlled(bridges)


def sides(state: kahuna.State) -> tuple[kahuna.Side, kahuna.Side]:
    """White's side and Black's."""
    return (state.own, state.enemy) if state.flow.seat == 0 else (state.enemy, state.own)


def layout(state: kahuna.State, on: KahunaRules = OURS) -> Layout:
    """Bridges and controlled islands."""
    white, black = sides(state)
    return Layout(
        (white.bridges, black.bridges), (_controlled(on, white.bridges), _controlled(on, black.bridges))
    )


def points(state: kahuna.State) -> list[int]:
    """White's points and Black's."""
    return [side.points for side in sides(state)]


def islands(state: kahuna.State, on: KahunaRules = OURS) -> list[int]:
    """How many islands White and Black control."""
    return [held.bit_count() for held in layout(state, on).control]


def names(cards: int, islands: tuple[str, ...] = KAHUNA.islands) -> list[str]:
    """The names of these cards, sorted."""
    return [*_names(cards, islands)]


@lru_cache(2**11)
def _names(cards: int, islands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(islands[island] for island in cards_of(cards))


def _named_cards(cards: Iterable[int], islands: tuple[str, ...]) -> list[str]:
    return [islands[card] for card in cards]


def row_names(row: int, islands: tuple[str, ...] = KAHUNA.islands) -> list[str]:
    """The names in the row's slots, "" for an empty one."""
    return [islands[(row >> shift & 15) - 1] if row >> shift & 15 else "" for shift in (0, 4, 8)]


def hands(state: kahuna.State, on: KahunaRules = OURS) -> dict[Seat, list[str]]:
    """The cards in both hands."""
    white, black = sides(state)
    return {"white": names(white.hand, on.board.islands), "black": names(black.hand, on.board.islands)}


def view(game: Game, seat: Seat | None, on: KahunaRules = OURS) -> KahunaView:
    """What this seat, or a spectator, may know."""
    state: kahuna.State = game.state
    memory: Memory = game.memory
    flow, over, lies = state.flow, game.over, layout(state, on)
    islands = on.board.islands
    white, black = sides(state)
    mine = None if seat is None else white if seat == "white" else black
    discards, taken = memory
    shown: KahunaView = {
        "game": game.rules.game,
        **opening(game, seat, "handicap" if flow.handicap else "last-turn" if flow.last_turns else "turn"),
        "round": flow.round,
        "this_turn": "none" if over else THIS_TURN[flow.this_turn],
        "last_turns_left": None if over else flow.last_turns or None,
        "handicap_left": 0 if over else flow.handicap,
        "bridges": coloured(on.board.links, lies.bridges),
        "control": coloured(islands, lies.control),
        "points": {"white": white.points, "black": black.points},
        "hand": None if mine is None else names(mine.hand, islands),
        "cards": {"white": white.hand.bit_count(), "black": black.hand.bit_count()},
        "taken": {"white": _named_cards(taken[0], islands), "black": _named_cards(taken[1], islands)},
        "known": {"white": names(white.known, islands), "black": names(black.known, islands)},
        "row": [name or None for name in row_names(state.row, islands)],
        "stack": state.stack.bit_count(),
        "discards": _named_cards(discards, islands),
        "secret": {"white": white.secret.bit_count(), "black": black.secret.bit_count()},
        "own_secret": None if mine is None else names(mine.secret, islands),
        "must_take": bool(flow.must_take) and not over,
        "supply": {
            "white": kahuna.SUPPLY - white.bridges.bit_count(),
            "black": kahuna.SUPPLY - black.bridges.bit_count(),
        },
        **closing(game, seat),  # type: ignore[typeddict-item]  # `map` comes below
    }
    if on is not OURS:
        shown["map"] = map_of(on.board)
    return shown


def own_part(game: Game, seat: Seat, on: KahunaRules = OURS) -> OwnCards:
    """How a seat's view differs from a spectator's: the seat's own cards, its legal actions and its log."""
    side = sides(game.state)[SEATS.index(seat)]
    return {
        "hand": names(side.hand, on.board.islands),
        "own_secret": names(side.secret, on.board.islands),
        **own(game, seat),
    }


def card_multiset(cards: Iterable[int]) -> int:
    """These islands' cards as a multiset."""
    multiset = 0
    for card in cards:
        multiset = add_card(multiset, card)
    return multiset


def _named(cards: Iterable[str], islands: tuple[str, ...]) -> int:
    return card_multiset(islands.index(card) for card in cards)


def own_state(view: KahunaView, on: KahunaRules = OURS) -> kahuna.State:
    """The state as far as the view's seat knows it; what it does not know is empty; a stack with cards has one."""
    seat, islands = seat_to_move(view), on.board.islands
    both = []
    for name, bridges in zip(SEATS, sets_of(on.board.links, view["bridges"]), strict=True):
        known = _named(view["known"][name], islands)
        mine = name == view["seat"]
        hand = _named(view["hand"] or (), islands) if mine else known
        secret = _named(view["own_secret"] or (), islands) if mine else 0
        both.append(kahuna.Side(bridges, hand, known, secret, view["points"][name]))
    own, enemy = as_sides(both, seat)
    row = sum((islands.index(card) + 1) << 4 * slot for slot, card in enumerate(view["row"]) if card)
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
