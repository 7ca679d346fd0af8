"""Everything that goes over the wire, as types: the HTTP bodies and the messages of the socket (docs/protocol.md).

OpenAPI and AsyncAPI are generated from these. Actions are notation, seats are "white" and "black", and a spectator's
seat is null. Times are milliseconds. Refusals carry a `code` and `facts`; the page has the sentence in the user's
language, and `text` is the English one.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kahuna.table.games import GAMES
from kahuna.table.view import Settings

MAX_NAME_CHARS = 32
MAX_PREVIEWS = 128  # actions in one request
VERSION = 1  # of this file; a page of another version asks to be loaded again

Seat = Literal["white", "black"]
GameName = Annotated[str, Meta(max_length=64, extra_json_schema={"enum": list(GAMES)})]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
Notation = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=MAX_NAME_CHARS)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


# ------------------------------------------------------------------ parts


class Clock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="total"):
    """Minutes for the whole game, and seconds added after every turn."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    increment: Annotated[int, Meta(ge=0, le=60)] = 0


class TurnClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="turn"):
    """Hours for every turn."""

    hours: Annotated[int, Meta(ge=1, le=720)]


class Player(Struct, frozen=True):
    """Who sits on a seat."""

    kind: Literal["person", "level", "nobody"]  # nobody: the invitation is still open
    name: str = ""  # of a person, as they call themselves; of a level, its name
    here: bool = False  # whether a page of theirs is connected
    devices: int = 0  # on how many devices this seat is open


class Time(Struct, frozen=True):
    """What the clocks show: time left of both seats, and whose runs down now."""

    white: int
    black: int
    running: Seat | None


class SeatLink(Struct, frozen=True):
    """A link that takes a seat along to another device, once."""

    link: int  # its number, to revoke it
    seat: Seat
    path: str
    until: int  # milliseconds since 1970


class Links(Struct, frozen=True, omit_defaults=True):
    """Addresses (paths) that this visitor may hand on."""

    invite: str | None = None  # takes the free seat, once; only for the one who opened the game
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


# ------------------------------------------------------------------ HTTP bodies


class Open(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games: opens a game. Answer: Opened."""

    game: GameName
    against: Literal["level", "link", "screen"]
    level: Name | None = None  # with "level": one of those in GET /api/status
    seat: Seat | None = "white"  # this visitor's; null: by lot
    planning: bool = False
    handicap: Annotated[int, Meta(ge=0, le=3)] = 0
    handicap_to: Seat | None = None
    first: Seat = "white"
    clock: Clock | TurnClock | None = None
    name: Name = ""


class Opened(Struct, frozen=True):
    """The game that was opened, joined, moved to this device, or played again."""

    id: Token


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/join and POST /api/move: the secret of an invitation or of a seat. Answer: Opened."""

    key: Token
    name: Name = ""


class Summary(Struct, frozen=True):
    """One of this visitor's games, for the home page."""

    room: RoomInfo
    view: dict[str, Any] | None  # as a spectator sees it, without the log; null until both seats are taken
    your_move: bool


class Mine(Struct, frozen=True):
    """GET /api/games: this visitor's games, the last changed first."""

    running: list[Summary]
    finished: list[Summary]


class LevelInfo(Struct, frozen=True):
    """A strength to play against; the page has its words."""

    name: str
    number: int


class Status(Struct, frozen=True):
    """GET /api/status: what the page needs to know of the server."""

    version: int
    levels: list[LevelInfo]
    ready: bool  # whether our players are compiled; until then a level answers at first sight


class Frame(Struct, frozen=True):
    """A finished game after one action: the view and what the action did; the first frame has no action."""

    action: str | None
    seat: Seat | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    hands: dict[Seat, list[str]] | None = None  # with everything open, Kahuna only


class Replay(Struct, frozen=True):
    """GET /api/replay/{key}?side=white|black|open and POST /api/replay?side=…: a record, step by step."""

    game: GameName
    rules: Settings
    players: dict[Seat, str]
    levels: dict[Seat, str | None]  # the level on a seat, if one of ours played
    result: dict[str, Any] | None
    frames: list[Frame]


class Refused(Struct, frozen=True):
    """Every answer of status 400 and above."""

    code: str
    text: str
    rule: str | None = None
    facts: dict[str, str] = {}


# ------------------------------------------------------------------ socket, from the page


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Plays an action; `number` is that of the last Update seen, so that nothing is ever played twice."""

    action: Notation
    number: Number


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Takes back the last action within the turn; later, or after a card was taken, asks the opponent."""

    number: Number


class AnswerUndo(Struct, frozen=True, forbid_unknown_fields=True, tag="answer-undo"):
    """Grants or refuses what the opponent asks."""

    grant: bool
    number: Number


class Preview(Struct, frozen=True, forbid_unknown_fields=True, tag="preview"):
    """Asks what some of the legal actions would do."""

    actions: Annotated[list[Notation], Meta(max_length=MAX_PREVIEWS)]
    number: Number


class Hint(Struct, frozen=True, forbid_unknown_fields=True, tag="hint"):
    """Asks the strong player for advice; not in a clocked game against a person."""

    number: Number


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Same screen: shows the table from this seat (the curtain was lifted), null to close the curtain."""

    seat: Seat | None


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Gives the game up; on the same screen for the seat looked from."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True, tag="claim"):
    """Claims the win in a clocked game that the opponent has deserted."""


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """Wants to play again with seats swapped. Against a person both must want it."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """What this player is called."""

    name: Name


class MakeLink(Struct, frozen=True, forbid_unknown_fields=True, tag="make-link"):
    """Makes a link that takes this seat along to another device; it works once, for an hour."""


class RevokeLink(Struct, frozen=True, forbid_unknown_fields=True, tag="revoke-link"):
    """A link to one's own seat shall work no longer."""

    link: Number


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Asks for a Pong."""


FromPage = (
    Play
    | Undo
    | AnswerUndo
    | Preview
    | Hint
    | Look
    | Resign
    | Claim
    | Rematch
    | Rename
    | MakeLink
    | RevokeLink
    | Ping
)


# ------------------------------------------------------------------ socket, to the page


class Update(Struct, frozen=True, tag="update"):
    """Where the game stands for this connection. The first message, and then one after every change."""

    version: int
    number: int  # grows with every stored event
    room: RoomInfo
    seat: Seat | None  # from where `view` looks; on the same screen null until Look
    view: dict[str, Any] | None  # null until both seats are taken: no card is dealt before that
    events: list[dict[str, Any]]  # what led here from the number before; empty at first and after an undo
    history: (
        list[list[dict[str, Any]]] | None
    )  # events of every action; at first, after Look and after an undo
    can_undo: bool  # whether Undo would be heard
    undo: Seat | None  # who asks the opponent to take a turn back
    rematch: list[Seat]  # who wants to play again
    can_claim: bool
    time: Time | None
    thinking: bool  # one of our players is at work
    undo_asks: bool = False  # with can_undo: Undo would ask the opponent instead of taking back at once


class Presence(Struct, frozen=True, tag="presence"):
    """Someone came or went, or got a name; the position is unchanged."""

    room: RoomInfo
    can_claim: bool


class Previews(Struct, frozen=True, tag="previews"):
    """For each asked action what it would do to bridges and islands."""

    number: int
    events: dict[str, list[dict[str, Any]]]


class Advice(Struct, frozen=True, tag="advice"):
    """The strong player's best action with what it does, its chance to win, and the next best."""

    number: int
    action: str
    events: list[dict[str, Any]]
    value: float | None
    best: list[tuple[str, float]]


class Denied(Struct, frozen=True, tag="denied"):
    """A message was refused, and nothing changed."""

    code: str
    text: str
    rule: str | None = None
    facts: dict[str, str] = {}
    number: int | None = None  # where the game stands


class Pong(Struct, frozen=True, tag="pong"):
    """Answers a Ping."""


ToPage = Update | Presence | Previews | Advice | Denied | Pong
