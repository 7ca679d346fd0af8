"""Notes about games for lists, so that lists need not replay games.

A note is made of a room in memory now and then and when it leaves the memory. It says after which event it was
made, so an outdated note is recognised.
"""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from kahuna.server.clock import Clocks, Pause
from kahuna.server.front import Front
from kahuna.server.room import Room
from kahuna.server.store import Note
from kahuna.server.stored import Began
from kahuna.table.seats import Seat
from kahuna.table.view import View


class ListNote(Struct, frozen=True, omit_defaults=True):
    """All that a list shows of a game."""

    began: Began
    names: dict[Seat, str]
    holders: dict[Seat, list[str]]
    changed: int
    over: bool
    to_move: Seat | None
    view: dict[str, Any] | None  # what everybody may see, without the log; of any game, so all keys are kept
    following: str | None = None
    left: dict[Seat, int] = {}  # on the clocks, when `since` was
    running: Seat | None = None
    since: int = 0
    wishes: list[Seat] = []


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ListNote)


class Noted(Front):
    """A room as a list shows it, made from a note."""

    def __init__(self, note: Note, pauses: Sequence[Pause]) -> None:
        """ValueError if the note cannot be read."""
        kept = _decoder.decode(note.body)
        super().__init__(note.game, kept.began)
        self.names = kept.names
        self.holders = {seat: set(visitors) for seat, visitors in kept.holders.items()}
        self.following, self.changed, self.number = kept.following, kept.changed, note.number
        self.view = cast("View | None", kept.view)
        self.wishes = kept.wishes
        self._over, self._to_move = kept.over, kept.to_move
        self.falls: int | None = None  # when the running clock is empty
        if kept.began.clock and kept.running:
            clocks = Clocks(kept.began.clock, pauses)
            clocks.left, clocks.running, clocks.since = kept.left, kept.running, kept.since
            self.falls = clocks.falls()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    @property
    def to_move(self) -> Seat | None:
        """The seat to move."""
        return self._to_move


def note_of(room: Room) -> Note:
    """What lists show of this room now."""
    clocks = room.clocks
    view = room.view(None)
    kept = ListNote(
        began=room.began,
        names=room.names,
        holders={seat: sorted(visitors) for seat, visitors in room.holders.items()},
        changed=room.changed,
        over=room.over,
        to_move=room.to_move,
        view=view and {**view, "log": []},
        following=room.following,
        left=clocks.left if clocks else {},
        running=clocks.running if clocks else None,
        since=clocks.since if clocks else 0,
        wishes=room.wishes,
    )
    return Note(room.id, room.number, _encoder.encode(kept), room.over)
