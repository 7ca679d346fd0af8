"""The bodies of HTTP requests and answers, as types (docs/protocol.md); OpenAPI is generated from them.

Refusals carry a `code` and `facts`; the page has the sentence in the user's language, and `text` is the English one.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kahuna.server.wire import (
    MAX_PREVIEWS,
    Clock,
    DepthName,
    Digits,
    GameName,
    Name,
    Notation,
    Number,
    Player,
    RoomInfo,
    Token,
    TurnClock,
)
from kahuna.table.events import BoardEvent, Event
from kahuna.table.seats import Seat
from kahuna.table.view import Count, Result, Settings, View

MAX_TRIED = 32  # moves of one try at a lesson or puzzle


class Open(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games: opens a game. Answer: Opened."""

    game: GameName
    against: Literal["level", "link", "screen"]
    level: Name | None = None  # with "level": one of those in GET /api/status
    seat: Seat | None = "white"  # this visitor's; null: random
    planning: bool = False
    handicap: Annotated[int, Meta(ge=0, le=3)] = 0
    handicap_to: Seat | None = None
    first: Seat = "white"
    clock: Clock | TurnClock | None = None
    name: Name = ""
    other_name: Name = ""  # with "screen": what the other player is called
    hints: bool = False  # with "link": hints for both; each sees when the other takes one
    public: bool = False  # with "link", on a public server: offered to anyone, and open to spectators
    ticket: Annotated[str, Meta(pattern="^[0-9a-f]{44}$")] | None = None  # from GET /api/ticket
    contribution: Digits | None = None  # this visitor's part in the cards; not before the ticket was seen


class Promise(Struct, frozen=True):
    """GET /api/ticket: a ticket for a game that is about to be opened, and the promise of its cards."""

    ticket: str
    commitment: Digits


class PickedMoment(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a finished game, by its replay key, or of a record."""

    at: Number  # how many actions were played before it
    key: Token | None = None
    record: dict[str, Any] | None = None  # instead of a key


class TakeUp(Open, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/take-up: a new game from a moment of another, its rules as they were. Answer: Opened.

    What this visitor's seat could not know then is dealt again.
    """

    moment: PickedMoment


class Explore(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/explore: the position after these actions, played from a moment. Answer: Explored."""

    moment: PickedMoment
    known: Seat | None = None  # the opponent's cards as this seat knew them; null: as they were
    actions: Annotated[list[Notation], Meta(max_length=200)] = []


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/try: what another action would have been worth at a moment. Answer: Tried."""

    moment: PickedMoment
    action: Notation


class Opened(Struct, frozen=True):
    """The game that was opened, joined, moved to this device, or played again."""

    id: Token


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/join and POST /api/move: the secret of an invitation or of a seat. Answer: Opened."""

    key: Token
    name: Name = ""
    contribution: Digits | None = None  # with join: this visitor's part in the cards


class Invitation(Struct, frozen=True):
    """GET /api/invitation/{key}: what an invitation says. Looking does not use it up."""

    state: Literal[
        "free", "taken", "waiting", "yours"
    ]  # waiting: your own invitation, for the other; yours: you have a seat here
    game: GameName
    rules: Settings
    host: str = ""  # who invites, as they call themselves; with "free"
    seat: Seat | None = None  # that waits for somebody; with "free"
    first: Seat | None = None  # who begins; with "free"
    clock: Clock | TurnClock | None = None
    id: Token | None = None  # the game, for a visitor with a seat in it
    commitment: Digits | None = None  # the promise of its cards; with "free"
    hints: bool = False  # whether taking the seat means agreeing to hints for both


class Reach(Struct, frozen=True):
    """GET /api/reach: whether others can reach the server where this page asked for it."""

    alone: bool  # only this machine can reach it
    network: (
        str | None
    )  # its address for others in the network, if this page used an address of this machine only


class OpenSeat(Struct, frozen=True):
    """A seat that waits for anyone; POST /api/join takes it."""

    key: Token
    game: GameName
    rules: Settings
    seat: Seat
    clock: Clock | TurnClock | None
    host: str  # as they call themselves
    created: int
    hints: bool = False  # whether taking it means agreeing to hints for both


class OpenGame(Struct, frozen=True):
    """A public game under way, to be watched."""

    path: str
    game: GameName
    players: dict[Seat, Player]
    watching: int


class Seats(Struct, frozen=True):
    """GET /api/seats: what is open to everybody, on a server where that is allowed."""

    public: bool
    seats: list[OpenSeat]
    running: list[OpenGame]


class Due(Struct, frozen=True):
    """A game against somebody in which it is this visitor's move."""

    id: Token
    game: GameName
    who: str  # against whom, as they call themselves
    since: int  # milliseconds since 1970


class Turns(Struct, frozen=True):
    """GET /api/turns: games in which others wait for this visitor."""

    due: list[Due]


class Feed(Struct, frozen=True):
    """POST and DELETE /api/feed: the path of this visitor's private feed, which is only shown in this answer."""

    path: str | None


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/qr: a text to be shown to a camera. Answer: Code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Code(Struct, frozen=True):
    """A QR code: rows of modules, 1 for dark."""

    rows: list[str]


class Verdict(Struct, frozen=True):
    """How a player did in a finished game, by its review."""

    seat: Seat
    accuracy: float | None  # share of turns with a choice that were best or good
    luck: float  # what the cards gave this seat, in games


class Summary(Struct, frozen=True):
    """One of this visitor's games, for the home page."""

    room: RoomInfo
    view: View | None  # as a spectator sees it, without the log; null until both seats are taken
    your_move: bool
    rematch: list[Seat] = []  # of a finished game: who wants a rematch
    verdict: Verdict | None = None  # of a finished game that was reviewed


class Mine(Struct, frozen=True):
    """GET /api/games: this visitor's games, the last changed first."""

    running: list[Summary]
    finished: list[Summary]


class LevelInfo(Struct, frozen=True):
    """A level to play against; the page has its name and description."""

    name: str
    number: int


class Status(Struct, frozen=True):
    """GET /api/status: what the page needs to know of the server."""

    version: int
    levels: list[LevelInfo]
    public: bool  # whether seats can be offered to anyone here
    ready: bool  # whether our players are compiled; until then a level plays simple moves
    reviews: list[DepthName] = []  # how deep finished games are reviewed here


class Frame(Struct, frozen=True):
    """A finished game after one action: the view and what the action did; the first frame has no action."""

    action: str | None
    seat: Seat | None
    events: list[Event]
    view: View
    hands: dict[Seat, list[str]] | None = None  # with everything open, Kahuna only


class Replay(Struct, frozen=True):
    """GET /api/replay/{key}?side=white|black|open and POST /api/replay?side=…: a record, step by step."""

    game: GameName
    rules: Settings
    players: dict[Seat, str]
    levels: dict[Seat, str | None]  # the level on a seat, if a computer player had it
    result: Result | None
    frames: list[Frame]


class Learn(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/learn: all moves of a learner since a lesson or puzzle began. Answer: Learned."""

    id: Name  # of a step of a lesson, as kahuna.build, or of a puzzle
    lesson: bool
    moves: Annotated[list[Notation], Meta(max_length=MAX_TRIED)] = []
    preview: Annotated[list[Notation], Meta(max_length=MAX_PREVIEWS)] = []  # actions to preview there


class Lure(Struct, frozen=True):
    """A tempting move that misses a puzzle's goal: it reaches fewer islands, has a refutation, or costs chances."""

    action: str
    reaches: int | None = None
    reply: str | None = None
    costs: int | None = None  # of the chance to win, in per cent


class PuzzleGoal(Struct, frozen=True):
    """What a puzzle asks (docs/learn.md)."""

    kind: str
    islands: int = 0
    moves: int = 0
    lose: str = ""
    tempting: Lure | None = None


class Learned(Struct, frozen=True):
    """Where the moves lead. With `preview` only seat, verdict, previews and counts."""

    seat: Seat
    verdict: Literal["open", "solved", "missed"]  # missed: to be taken back
    words: str = ""  # the key of what is said to the learner
    views: list[View] = []  # after the last move, and after the reply that a puzzle gives
    history: list[list[Event]] = []  # events of every action since it began
    answer: list[str] = []  # one way to the goal
    goal: PuzzleGoal | None = None  # of a puzzle
    previews: dict[str, list[BoardEvent]] = {}
    counts: dict[str, dict[str, Count]] = {}  # as in Previews


class Refused(Struct, frozen=True):
    """Every answer of status 400 and above."""

    code: str
    text: str
    rule: str | None = None
    facts: dict[str, str] = {}
