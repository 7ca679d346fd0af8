"""The messages of the socket, from the page and to it, as types (docs/protocol.md); AsyncAPI is generated from them."""

from typing import Annotated

from msgspec import Meta, Struct

from kahuna.server.wire import MAX_PREVIEWS, Digits, Name, Notation, Number, RoomInfo, Sign, Time
from kahuna.table.events import BoardEvent, Event
from kahuna.table.seats import Seat
from kahuna.table.view import Count, View

# ------------------------------------------------------------------ from the page


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Plays an action; `number` is that of the last Update seen, so that nothing is ever played twice."""

    action: Notation
    number: Number


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Takes back the last action within the turn; later, or after a card was taken, asks the opponent."""

    number: Number


class AnswerUndo(Struct, frozen=True, forbid_unknown_fields=True, tag="answer-undo"):
    """Grants or refuses the opponent's undo request."""

    grant: bool
    number: Number


class Preview(Struct, frozen=True, forbid_unknown_fields=True, tag="preview"):
    """Asks what some of the legal actions would do."""

    actions: Annotated[list[Notation], Meta(max_length=MAX_PREVIEWS)]
    number: Number


class Recall(Struct, frozen=True, forbid_unknown_fields=True, tag="recall"):
    """Asks what bridges counted after this many actions, in Exahuna Special."""

    actions: Number


class Hint(Struct, frozen=True, forbid_unknown_fields=True, tag="hint"):
    """Asks the strongest player for advice; between people only if they agreed to hints."""

    number: Number


class AskChance(Struct, frozen=True, forbid_unknown_fields=True, tag="chance"):
    """Asks for White's chance to win; only against computer players, at the page's own move, and on one screen."""

    number: Number


class React(Struct, frozen=True, forbid_unknown_fields=True, tag="react"):
    """Shows the opponent a wordless sign; only between people on two screens."""

    sign: Sign


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Same screen: shows the table from this seat (the curtain was lifted), null to close the curtain."""

    seat: Seat | None


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Resigns; on the same screen for the seat that is shown."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True, tag="claim"):
    """Claims the win in a clocked game that the opponent has deserted."""


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """Wants to play again with seats swapped. Against a person both must want it."""

    contribution: Digits | None = None  # this player's part in the next game's cards


class Rename(Struct, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """Sets this player's name."""

    name: Name


class MakeLink(Struct, frozen=True, forbid_unknown_fields=True, tag="make-link"):
    """Makes a link that opens this seat on another device; it works once, for an hour."""


class RevokeLink(Struct, frozen=True, forbid_unknown_fields=True, tag="revoke-link"):
    """Revokes a link to your own seat."""

    link: Number


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Asks for a Pong."""


FromPage = (
    Play
    | Undo
    | AnswerUndo
    | Preview
    | Hint
    | AskChance
    | Recall
    | React
    | Look
    | Resign
    | Claim
    | Rematch
    | Rename
    | MakeLink
    | RevokeLink
    | Ping
)


# ------------------------------------------------------------------ to the page


class Update(Struct, frozen=True, tag="update"):
    """Where the game stands for this connection. The first message, and then one after every change."""

    version: int
    number: int  # grows with every stored event
    room: RoomInfo
    seat: Seat | None  # the seat of `view`; on the same screen null until Look
    view: View | None  # null until both seats are taken: no card is dealt before that
    events: list[Event]  # events since the previous Update; empty at first and after an undo
    history: list[list[Event]] | None  # events of every action; only at first, after Look and after an undo
    can_undo: bool  # whether Undo is possible
    undo: Seat | None  # the seat that has asked to take a turn back
    rematch: list[Seat]  # who wants to play again
    can_claim: bool
    time: Time | None
    thinking: bool  # a computer player is thinking
    undo_asks: bool = False  # with can_undo: Undo would ask the opponent instead of taking back at once


class Presence(Struct, frozen=True, tag="presence"):
    """Someone came or went, or got a name; the position is unchanged."""

    room: RoomInfo
    can_claim: bool


class Previews(Struct, frozen=True, tag="previews"):
    """What each requested action would do to bridges and islands.

    `counts`, in Exahuna Special: what bridges would then count at the islands where that changes, and their worth.
    """

    number: int
    events: dict[str, list[BoardEvent]]
    counts: dict[str, dict[str, Count]] = {}


class Recalled(Struct, frozen=True, tag="recalled"):
    """What bridges counted at each island after this many actions, and its worth; empty in other games."""

    actions: int
    counts: dict[str, Count]


class Advice(Struct, frozen=True, tag="advice"):
    """The strongest player's best action with its effects, its chance to win, and the next best actions."""

    number: int
    action: str
    events: list[BoardEvent]
    value: float | None
    best: list[tuple[str, float]]


class ChanceTold(Struct, frozen=True, tag="chance"):
    """White's chance to win before the next action: as the page's own seat knows the game; on one screen as
    everybody does.

    Against our players also the best few actions with the chances of the seat to move.
    """

    number: int
    white: float
    best: list[tuple[str, float]]


class Denied(Struct, frozen=True, tag="denied"):
    """A message was refused, and nothing changed."""

    code: str
    text: str
    rule: str | None = None
    facts: dict[str, str] = {}
    number: int | None = None  # where the game stands


class Reaction(Struct, frozen=True, tag="reaction"):
    """A player shows a sign. Spectators are shown none."""

    seat: Seat
    sign: Sign


class Pong(Struct, frozen=True, tag="pong"):
    """Answers a Ping."""


ToPage = Update | Presence | Previews | Recalled | Advice | ChanceTold | Reaction | Denied | Pong
