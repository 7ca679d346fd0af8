"""Games that start from a position instead of the empty board (rules: Record, version 2).

A position is the mover's view without `log` and `legal`, plus what only the opponent knows: `opponent_hand` and
`opponent_secret`. The stack is whatever lies nowhere else; its order is the first of the record's decks. A position
does not say whether the last move was a pass, so such a game assumes that it was not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from kahuna.rules.boards import Board
from kahuna.table.errors import BadRecord, quoted
from kahuna.table.seats import SEATS, Seat, other
from kahuna.table.view import View, kahuna_view

if TYPE_CHECKING:
    from kahuna.table.game import Game
    from kahuna.table.ruleset import Rules

LEFT_OUT = ("log", "legal")
MAX_TURN = 100_000
Position = dict[str, Any]  # of any game; input from outside is checked by `begin`


class Begun(NamedTuple):
    """What a game that starts from a position begins with."""

    state: Any
    memory: Any  # what the table remembers beside the state (Spec.memory)
    line: str  # in all logs


def position_of(game: Game) -> Position:
    """Where this running game stands, with all hidden cards: what another game can start from."""
    seat: Seat | None = game.to_move
    if seat is None:
        raise ValueError("a game that is over leaves no position to start from")
    position: Position = {key: value for key, value in game.view(seat).items() if key not in LEFT_OUT}
    if game.spec.hidden:
        rival = kahuna_view(game.view(other(seat)))
        position |= {"opponent_hand": rival["hand"], "opponent_secret": rival["own_secret"]}
    return position


def from_position(view: View) -> bool:
    """Whether this is a view of a game that started from a position."""
    return bool(view["log"]) and view["log"][0].startswith("from turn ")


def begun(rules: Rules, position: Any, begin: Callable[[Rules, Mapping[str, Any]], Begun] | None) -> Begun:
    """What a game that starts here begins with; BadRecord says in one line why no game can.

    Only what cannot be worked out is read: a view's `control`, `cards` and the like are for the reader to compare.
    """
    if begin is None:
        raise BadRecord(f"start: {rules.game} cannot start from a position")
    if not isinstance(position, Mapping):
        raise BadRecord('"start" must be an object')
    try:
        return begin(rules, position)
    except KeyError as error:
        raise fail(f"{quoted(error.args[0])} is missing") from None


def fail(reason: str) -> BadRecord:
    """The error for a position that no game can start from."""
    return BadRecord(f"start: {reason}")


def whole_at(position: Mapping[str, Any], key: str, least: int, most: int) -> int:
    """A number in these bounds."""
    value = position[key]
    if type(value) is not int or not least <= value <= most:
        raise fail(f"{key} must be a number from {least} to {most}, not {quoted(value)}")
    return int(value)


def seat_and_turn(rules: Rules, position: Mapping[str, Any]) -> tuple[int, int]:
    """The seat to move and the turn, which must match: turns alternate (K3, E1)."""
    if position["to_move"] not in SEATS:
        raise fail(f"to_move must be 'white' or 'black', not {quoted(position['to_move'])}")
    seat = SEATS.index(position["to_move"])
    turn = whole_at(position, "turn", 1, MAX_TURN)
    if position.get("handicap_left"):
        return seat, turn
    if (turn % 2 == 1) != (seat == SEATS.index(rules.first)):
        raise fail(f"turn {turn} is not {SEATS[seat]}'s, since {rules.first} begins (K3, E1)")
    return seat, turn


def list_at(position: Mapping[str, Any], key: str) -> list[Any]:
    """A list."""
    value = position[key]
    if not isinstance(value, list):
        raise fail(f"{key} must be a list, not {quoted(value)}")
    return value


def by_seat(position: Mapping[str, Any], key: str) -> dict[str, Any]:
    """An object with White's and Black's."""
    both = position[key]
    if not isinstance(both, Mapping) or set(both) != set(SEATS):
        raise fail(f"{key} must have white and black")
    return dict(both)


def bridges_of(board: Board, position: Mapping[str, Any], colour: Callable[[Any], Any]) -> list[int]:
    """White's bridges and Black's, as links; one link holds one bridge, since it is written once."""
    found = [0, 0]
    if not isinstance(position["bridges"], Mapping):
        raise fail("bridges must be an object of links")
    for link, bridge in position["bridges"].items():
        if link not in board.links:
            raise fail(f"there is no link {quoted(link)}")
        if colour(bridge) not in SEATS:
            raise fail(f"the bridge on {link} must be white or black, not {quoted(bridge)}")
        found[SEATS.index(colour(bridge))] |= 1 << board.links.index(link)
    return found
