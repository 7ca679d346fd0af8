"""What a seat, or a spectator, may know of a game (K16), as plain data (docs/protocol.md).

A view is built up from public facts and the seat's own cards. Nothing is ever blanked out of a full state. Here are
its types, one a game, and what the views of all games have in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from kahuna.rules.bits import bits_of
from kahuna.table.seats import SEATS, Seat

if TYPE_CHECKING:
    from kahuna.table.game import Game


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


class CommonView(TypedDict):
    """What every game's view has beside `game`, its name."""

    rules: Settings
    seat: Seat | None  # whose view it is; null for a spectator
    phase: Literal["handicap", "turn", "last-turn", "over"]
    turn: int  # 1 for the first turn, counting both players
    to_move: Seat | None
    control: dict[str, Seat]  # of each controlled island
    legal: list[str]  # in short notation; empty when it is not this seat's move
    log: list[str]  # every action as this seat saw it
    result: Result | None


class KahunaView(CommonView):
    """What a seat knows of a game of Kahuna."""

    game: Literal["kahuna"]
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
    secret: dict[Seat, int]  # how many were put away secretly since then (K6)
    own_secret: list[str] | None
    must_take: bool  # K8
    supply: dict[Seat, int]  # bridges left


class ExahunaView(CommonView):
    """What anybody knows of a game of Exahuna: everything."""

    game: Literal["exahuna"]
    bridges: dict[str, Seat]
    supply: dict[Seat, int]


class SpecialBridge(TypedDict):
    """A bridge of Exahuna Special."""

    colour: Seat
    kind: str


class SpecialView(CommonView):
    """What anybody knows of a game of Exahuna Special: everything."""

    game: Literal["exahuna-special"]
    bridges: dict[str, SpecialBridge]
    supply: dict[Seat, dict[str, int]]  # of each kind
    values: dict[str, dict[Seat, int]]  # each island's points for both seats
    worth: dict[str, int]  # what each island counts


View = KahunaView | ExahunaView | SpecialView


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
    return {
        "rules": game.rules.settings(),
        "seat": seat,
        "phase": "over" if game.over else phase,
        "turn": game.state.turn,
        "to_move": game.to_move,
    }


def closing(game: Game, seat: Seat | None) -> Closing:
    """The legal actions, the log as this seat saw it, the result."""
    return {
        "legal": game.legal() if seat is not None and seat == game.to_move else [],
        "log": list(game.logs[2 if seat is None else SEATS.index(seat)]),
        "result": game.result,
    }


def coloured(names: tuple[str, ...], sets: tuple[int, int]) -> dict[str, Seat]:
    """Of each link or island in White's set or Black's the colour."""
    white, black = sets
    return {names[number]: SEATS[black >> number & 1] for number in bits_of(white | black)}


def sets_of(names: tuple[str, ...], colours: dict[str, Seat]) -> list[int]:
    """White's set of links or islands and Black's, from the colour of each: `coloured` the other way round."""
    numbers = {name: number for number, name in enumerate(names)}
    return [sum(1 << numbers[name] for name, colour in colours.items() if colour == seat) for seat in SEATS]


def seat_to_move(view: Any) -> int:
    """The seat to move, 0 or 1; ValueError when the game is over."""
    if view["to_move"] is None:
        raise ValueError("the game is over: there is nothing left to imagine")
    return SEATS.index(view["to_move"])


def as_sides(pair: list[Any], seat: int) -> tuple[Any, Any]:
    """White's and Black's values as own and enemy of the seat to move; or the other way round."""
    return pair[seat], pair[1 - seat]
