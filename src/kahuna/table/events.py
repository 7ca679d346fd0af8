"""What an action did, as data for a log, an animation or a screen reader, seen from one seat (K16).

Every event is a dict with `event`, its name; cause comes before effect. Here are its types, and what the events of all
games have in common.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple, NotRequired, TypedDict

from kahuna.rules.bits import bits_of
from kahuna.rules.boards import Board
from kahuna.table.seats import SEATS, Seat
from kahuna.table.view import Result


class CardsEvent(TypedDict):
    """Cards laid face up on the pile."""

    event: Literal["played"]
    seat: Seat
    cards: list[str]


class PlacedEvent(TypedDict):
    """A bridge laid on a link."""

    event: Literal["placed"]
    seat: Seat
    link: str
    kind: NotRequired[str]  # in Special


class BridgeEvent(TypedDict):
    """A bridge lost by `seat`, its owner: taken off by a pair of cards, or swept away by a capture."""

    event: Literal["removed", "fell"]
    seat: Seat
    link: str


class MovedEvent(TypedDict):
    """A bridge that replaced the joker on `to`."""

    event: Literal["moved"]
    seat: Seat
    link: str
    to: str
    kind: str


class IslandEvent(TypedDict):
    """Control of an island, won or lost."""

    event: Literal["won", "lost"]
    seat: Seat
    island: str


class DiscardedEvent(TypedDict):
    """A card discarded secretly; null for others than its owner."""

    event: Literal["discarded"]
    seat: Seat
    card: str | None


class TookEvent(TypedDict):
    """A card taken from the row, or from the stack (slot null); null where it is not known."""

    event: Literal["took"]
    seat: Seat
    slot: int | None
    card: str | None


class RefilledEvent(TypedDict):
    """A card that filled the row's slot."""

    event: Literal["refilled"]
    slot: int
    card: str


class SeatEvent(TypedDict):
    """No card taken; the end of a last turn; a pass; the first turn after the handicap; whose turn it is now."""

    event: Literal["declined", "ended", "passed", "began", "turn"]
    seat: Seat


class ScoredEvent(TypedDict):
    """What a round gave, both [white, black]."""

    event: Literal["scored"]
    round: int
    islands: list[int]
    points: list[int]


class ShuffledEvent(TypedDict):
    """A new round lies ready."""

    event: Literal["shuffled"]
    round: int
    row: list[str]
    stack: int


class OverEvent(TypedDict):
    """The end."""

    event: Literal["over"]
    result: Result


BoardEvent = PlacedEvent | BridgeEvent | MovedEvent | IslandEvent
SeatedEvent = BoardEvent | CardsEvent | DiscardedEvent | TookEvent | SeatEvent  # with a `seat`
Event = SeatedEvent | RefilledEvent | ScoredEvent | ShuffledEvent | OverEvent


def built(events: Collection[Event]) -> set[str]:
    """The links on which these events put a bridge."""
    placed = {event["link"] for event in events if event["event"] == "placed"}
    return placed | {event["to"] for event in events if event["event"] == "moved"}


class Layout(NamedTuple):
    """Bridges (links) and controlled islands, White's and Black's."""

    bridges: tuple[int, int]
    control: tuple[int, int]


def consequences(
    board: Board, mover: int, before: Layout, after: Layout, caused: tuple[int, int] = (0, 0)
) -> list[BoardEvent]:
    """The consequences of an action: islands won, bridges that fell, islands lost.

    `caused` are the bridges of each seat that the action itself removed; they do not count as fallen.
    """
    found: list[BoardEvent] = []
    for side in (mover, 1 - mover):
        won = after.control[side] & ~before.control[side]
        found += [
            {"event": "won", "seat": SEATS[side], "island": board.islands[island]} for island in bits_of(won)
        ]
    for side in (1 - mover, mover):
        gone = before.bridges[side] & ~after.bridges[side] & ~caused[side]
        found += [{"event": "fell", "seat": SEATS[side], "link": board.links[link]} for link in bits_of(gone)]
    for side in (1 - mover, mover):
        lost = before.control[side] & ~after.control[side]
        found += [
            {"event": "lost", "seat": SEATS[side], "island": board.islands[island]}
            for island in bits_of(lost)
        ]
    return found
