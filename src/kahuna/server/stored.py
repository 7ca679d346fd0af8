"""What is kept of a game: events that recreate the room, one after the other, hidden cards included.

They never leave the server. `at` is the time of day in milliseconds since 1970.
"""

import msgspec
from msgspec import Struct

from kahuna.server.wire import Clock, TurnClock
from kahuna.table.position import Position
from kahuna.table.seats import Seat
from kahuna.table.view import Settings


class Began(Struct, frozen=True, tag="began", omit_defaults=True):
    """A game was opened. The seed decides every card."""

    at: int
    game: str
    rules: Settings
    seed: str
    opener: str = ""  # visitor; who is shown the invitation
    levels: dict[Seat, str] = {}  # seats that our own players hold
    clock: Clock | TurnClock | None = None
    same_screen: bool = False
    # Whether nothing is dealt before both seats are taken; older games were dealt at once.
    waits: bool = False
    # Whether the seed is the secret of fair cards, to which both seats add; in older games it decides alone.
    fair: bool = False
    start: Position | None = None  # the position that it starts from, with all hidden cards
    public: bool = False  # whether anyone may take the seat, and the game is listed for spectators
    hints: bool = False  # whether two people on two screens have agreed to hints


class Sat(Struct, frozen=True, tag="sat", omit_defaults=True):
    """A visitor holds a seat from now on; a seat may be held by several, its owner's devices."""

    at: int
    seat: Seat
    visitor: str
    name: str = ""
    link: int = 0  # the number of the event that made the link by which they came, 0 without one
    contribution: str = ""  # what the first on a seat adds to the cards, in hexadecimal digits


class Linked(Struct, frozen=True, tag="linked"):
    """A link was made that takes this seat to another device, once; this event's number identifies it."""

    at: int
    seat: Seat


class Unlinked(Struct, frozen=True, tag="unlinked"):
    """The link that this event made is no longer valid."""

    at: int
    link: int


class Played(Struct, frozen=True, tag="played"):
    """An action."""

    at: int
    seat: Seat
    action: str


class Undone(Struct, frozen=True, tag="undone"):
    """All but the first `kept` actions are taken back."""

    at: int
    kept: int


class Asked(Struct, frozen=True, tag="asked"):
    """A seat asks the opponent to take its last turn back."""

    at: int
    seat: Seat


class Declined(Struct, frozen=True, tag="declined"):
    """The opponent does not want that."""

    at: int


class Ended(Struct, frozen=True, tag="ended"):
    """The game was ended from outside its rules."""

    at: int
    by: str
    winner: Seat


class Wished(Struct, frozen=True, tag="wished", omit_defaults=True):
    """A seat wants to play again."""

    at: int
    seat: Seat
    visitor: str = ""  # which of the seat's devices said so
    contribution: str = ""  # what this seat adds to the next game's cards


class Followed(Struct, frozen=True, tag="followed"):
    """Another game, with seats swapped, follows this one."""

    at: int
    game: str


class Hinted(Struct, frozen=True, tag="hinted"):
    """A seat took a hint in a game between people; its text is not stored."""

    at: int
    seat: Seat


class Renamed(Struct, frozen=True, tag="renamed"):
    """The person on a seat has another name now."""

    at: int
    seat: Seat
    name: str


Stored = (
    Began
    | Sat
    | Played
    | Undone
    | Asked
    | Declined
    | Ended
    | Wished
    | Followed
    | Hinted
    | Renamed
    | Linked
    | Unlinked
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Stored)


def pack(event: Stored) -> bytes:
    """The event as it lies in the store."""
    return _encoder.encode(event)


def unpack(body: bytes) -> Stored:
    """The event that was packed so."""
    event: Stored = _decoder.decode(body)
    return event
