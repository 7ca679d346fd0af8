"""What a seat, or a spectator, may know of a game (K16), as plain data (docs/protocol.md).

A view is built up from public facts and the seat's own cards. Nothing is ever blanked out of a full state. Here are
its types, one a game, and what the views of all games have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypedDict, TypeGuard, TypeVar, cast

from kahuna.rules.bits import bits_of
from kahuna.rules.maps import BoardMap
from kahuna.table.seats import SEATS, Seat

if TYPE_CHECKING:
    from kahuna.table.game import Game

T = TypeVar("T")


class Settings(TypedDict):
    """The `rules` of a record or view."""

    planning: bool  # K14
    handicap: int  # K15
    handicap_to: Seat | None
    first: Seat  # K2


class Result(TypedDict):
    """Who won and why."""

    winner: Seat | None
    by: str
    points: list[int] | None  # White's and Black's, in a game that has points
    islands: list[int]


class View(TypedDict):
    """What every game's view has; each game adds its own (`KahunaView`, `ExahunaView`, `SpecialView`)."""

    game: str  # its name
    rules: Settings
    seat: Seat | None  # whose view it is; null for a spectator
    phase: Literal["handicap", "turn", "last-turn", "over"]
    turn: int  # 1 for the first turn, counting both players
    to_move: Seat | None
    control: dict[str, Seat]  # of each controlled island
    legal: list[str]  # in short notation; empty when it is not this seat's move
    log: list[str]  # every action as this seat saw it
    result: Result | None


class _OnMap(View, total=False):
    """What only a view of a game on a custom map has."""

    map: BoardMap  # islands and links


class KahunaView(_OnMap):
    """What a seat knows of a game of Kahuna."""

    round: int
    this_turn: Literal["none", "played", "discarded"]  # K3
    last_turns_left: int | None  # K11
    handicap_left: int  # K15
    bridges: dict[str, Seat]
    points: dict[Seat, int]
    hand: list[str] | None  # own cards, sorted; null for a spectator
    cards: dict[Seat, int]  # how many each holds
    taken: dict[Seat, list[str]]  # from the row and not yet played
    known: dict[Seat, list[str]]  # of these, the ones that must still be in that hand
    row: list[str | None]
    stack: int
    discards: list[str]  # face up since the last shuffle, in order
    secret: dict[Seat, int]  # how many were discarded secretly since then (K6)
    own_secret: list[str] | None
    must_take: bool  # K8
    supply: dict[Seat, int]  # bridges left


class ExahunaView(View):
    """What anybody knows of a game of Exahuna: everything."""

    bridges: dict[str, Seat]
    supply: dict[Seat, int]


class SpecialBridge(TypedDict):
    """A bridge of Exahuna Special."""

    colour: Seat
    kind: str


class SpecialView(View):
    """What anybody knows of a game of Exahuna Special: everything."""

    bridges: dict[str, SpecialBridge]
    supply: dict[Seat, dict[str, int]]  # of each kind
    values: dict[str, dict[Seat, int]]  # each island's points for both seats
    worth: dict[str, int]  # what each island counts


class Count(TypedDict):
    """What the bridges at an island of Special count for either side, and what the island is worth."""

    white: int
    black: int
    worth: int


OurView = KahunaView | ExahunaView | SpecialView  # of the games of this package; others may be registered
Bridge = Seat | SpecialBridge


def has_cards(view: View) -> TypeGuard[KahunaView]:
    """Whether it is the view of a game with cards: hands, a row, rounds and points."""
    return "hand" in view


def has_worths(view: View) -> TypeGuard[SpecialView]:
    """Whether it is the view of a game whose islands differ in worth (S7)."""
    return "worth" in view


def kahuna_view(view: View) -> KahunaView:
    """The same view, for those who need one of Kahuna; ValueError if it is of a game without cards."""
    if not has_cards(view):
        raise ValueError(f"a view of {view['game']} shows no cards, and one that does is needed here")
    return view


def special_view(view: View) -> SpecialView:
    """The same view, for those who need one of Special; ValueError if it is of another game."""
    if not has_worths(view):
        raise ValueError(f"a view of {view['game']} does not say what islands are worth")
    return view


def seat_in(view: View) -> Seat:
    """Whose view it is; ValueError for a spectator's."""
    if view["seat"] is None:
        raise ValueError("this is a spectator's view, and one of a seat is needed here")
    return view["seat"]


def bridges_in(view: View) -> Mapping[str, Bridge]:
    """The bridge on each occupied link; every game has some kind of them."""
    return cast("OurView", view)["bridges"]


def colour_of(bridge: Bridge) -> Seat:
    """Whose bridge it is."""
    return bridge if isinstance(bridge, str) else bridge["colour"]


def supply_in(view: View, seat: Seat) -> int | dict[str, int]:
    """The bridges that a seat has left, in Special of each kind."""
    return cast("OurView", view)["supply"][seat]


class Own(TypedDict):
    """What a seat's view has other than a spectator's; a game with cards adds those of the seat."""

    seat: Seat
    legal: list[str]
    log: list[str]


class OwnCards(Own):
    """What a seat's view has other than a spectator's, in Kahuna."""

    hand: list[str]
    own_secret: list[str]


class Opening(TypedDict):
    """What every game's view begins with, after its name."""

    rules: Settings
    seat: Seat | None
    phase: Literal["handicap", "turn", "last-turn", "over"]
    turn: int
    to_move: Seat | None


class Closing(TypedDict):
    """What every game's view ends with."""

    legal: list[str]
    log: list[str]
    result: Result | None


def opening(game: Game, seat: Seat | None, phase: Literal["handicap", "turn", "last-turn"]) -> Opening:
    """The settings, who looks, and whose move it is."""
    to_move = game.to_move
    return {
        "rules": game.rules.settings(),
        "seat": seat,
        "phase": phase if to_move else "over",
        "turn": game.state.turn,
        "to_move": to_move,
    }


def own(game: Game, seat: Seat) -> Own:
    """What a seat's view has other than a spectator's, in a game in which nothing is hidden."""
    return {
        "seat": seat,
        "legal": game.legal() if seat == game.to_move else [],
        "log": game.logs[SEATS.index(seat)].copy(),
    }


def closing(game: Game, seat: Seat | None) -> Closing:
    """The legal actions, the log as this seat saw it, the result."""
    return {
        "legal": game.legal() if seat is not None and seat == game.to_move else [],
        "log": list(game.logs[2 if seat is None else SEATS.index(seat)]),
        "result": game.result,
    }


def coloured(names: tuple[str, ...], sets: tuple[int, int]) -> dict[str, Seat]:
    """The colour of each link or island in White's or Black's set."""
    return _coloured(names, sets).copy()


@lru_cache(2**8)  # most actions change no bridge, and the same bridges are asked for again and again
def _coloured(names: tuple[str, ...], sets: tuple[int, int]) -> dict[str, Seat]:
    white, black = sets
    return {names[number]: SEATS[black >> number & 1] for number in bits_of(white | black)}


def sets_of(names: tuple[str, ...], colours: dict[str, Seat]) -> list[int]:
    """White's and Black's sets of links or islands, from the colour of each: the inverse of `coloured`."""
    numbers = {name: number for number, name in enumerate(names)}
    return [sum(1 << numbers[name] for name, colour in colours.items() if colour == seat) for seat in SEATS]


def seat_to_move(view: View) -> int:
    """The seat to move, 0 or 1; ValueError when the game is over."""
    if view["to_move"] is None:
        raise ValueError("the game is over: there is nothing left to imagine")
    return SEATS.index(view["to_move"])


def as_sides(pair: list[T], seat: int) -> tuple[T, T]:
    """White's and Black's values as own and enemy values of the seat to move, or the other way round."""
    return pair[seat], pair[1 - seat]
