"""What the HTTP bodies and the messages of the socket have in common: names, seats, clocks, a room as it is shown.

Actions are notation, seats are "white" and "black", and a spectator's seat is null. Times are milliseconds.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kahuna.table.games import GAMES
from kahuna.table.seats import Seat
from kahuna.table.view import Settings

MAX_NAME_CHARS = 32
MAX_PREVIEWS = 128  # actions in one request
PROTOCOL_VERSION = 1  # of this protocol; a page of another version asks to be reloaded

GameName = Annotated[str, Meta(max_length=64, extra_json_schema={"enum": list(GAMES)})]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
Notation = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=MAX_NAME_CHARS)]
Sign = Literal["hello", "bravo", "wow", "ouch", "hm", "thanks"]  # a reaction without words
DepthName = Literal["quick", "normal", "deep"]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes, for fair cards (docs/fair-cards.md)


class Clock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="total"):
    """Minutes for the whole game, and seconds added after every turn."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    increment: Annotated[int, Meta(ge=0, le=60)] = 0


class TurnClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="turn"):
    """Hours for every turn."""

    hours: Annotated[int, Meta(ge=1, le=720)]


class Player(Struct, frozen=True):
    """Who sits on a seat."""

    kind: Literal["person", "level", "nobody"]  # nobody: the seat is still free
    name: str = ""  # of a person, the chosen name; of a level, its name
    here: bool = False  # whether a page of theirs is connected
    devices: int = 0  # on how many devices this seat is open


class Time(Struct, frozen=True):
    """What the clocks show: time left of both seats, and whose runs down now."""

    white: int
    black: int
    running: Seat | None


class SeatLink(Struct, frozen=True):
    """A link that opens a seat on another device, once."""

    link: int  # its number, to revoke it
    seat: Seat
    path: str
    until: int  # milliseconds since 1970


class Links(Struct, frozen=True, omit_defaults=True):
    """Addresses (paths) that this visitor may share."""

    invite: str | None = None  # takes the free seat, once; only shown to the player who opened the game
    watch: str | None = None  # shows what is public
    seats: list[SeatLink] = []  # to this visitor's own seats, not yet used, revoked or expired
    replay: str | None = None  # of a finished game: shows everything
    next: str | None = None  # for a spectator: shows the game that followed


class RoomInfo(Struct, frozen=True):
    """A game apart from its position."""

    id: Token
    game: GameName
    rules: Settings
    players: dict[Seat, Player]
    seats: list[Seat]  # those that belong to this visitor: none, one, or both on the same screen
    clock: Clock | TurnClock | None
    same_screen: bool
    created: int  # milliseconds since 1970
    changed: int
    links: Links
    rematch: Token | None = None  # the game that followed this one, for its players
    watching: int = 0  # how many spectators are here
    commitment: Digits | None = None  # the promise of this game's cards
    next_commitment: Digits | None = None  # of a finished game: the promise of the next one's
    from_position: bool = False  # whether it started from a moment of another game
    public: bool = False  # whether anyone may take the free seat, and watch
    hints: dict[Seat, int] | None = None  # between people who agreed to hints: how many each has taken
