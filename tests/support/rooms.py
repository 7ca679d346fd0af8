"""Rooms without a network: what tests of the server begin with."""

from collections.abc import Sequence
from typing import Any

from kahuna.server.clock import Pause
from kahuna.server.outgoing import Company, Guest, Telling
from kahuna.server.room import Room
from kahuna.server.stored import Began, Stored, pack, unpack
from kahuna.server.wire import Clock, TurnClock
from kahuna.table.ruleset import Rules, other
from kahuna.table.seats import Seat

NOON = 1_800_000_000_000  # a time of day to begin with
ANN, BOB, EVE = "ann", "bob", "eve"


class Scene:
    """A room with its time and everything that was stored of it; commands are carried out at once."""

    def __init__(
        self,
        rules: Rules = Rules(),
        *,
        against: str = "bob",
        clock: Clock | TurnClock | None = None,
        seat: Seat = "white",
        pauses: Sequence[Pause] = (),
        hints: bool = False,
    ) -> None:
        self.at = NOON
        levels: dict[Seat, str] = {other(seat): against} if against not in (BOB, "screen", "nobody") else {}
        screen = against == "screen"
        began = Began(NOON, rules.game, rules.settings(), "scene", ANN, levels, clock, screen, hints=hints)
        self.stored: list[Stored] = [began]
        self.pauses = pauses
        self.room = Room("r", self.stored, pauses)
        self.do(self.room.sit(seat, ANN, "Ann", NOON))
        if against == "screen":
            self.do(self.room.sit(other(seat), ANN, "", NOON))
        elif against == BOB:
            self.do(self.room.sit(other(seat), BOB, "Bob", NOON))

    def do(self, events: Sequence[Stored]) -> None:
        """Stores and applies what a command has brought about."""
        for event in events:
            self.stored.append(event)
            self.room.apply(event)

    def play(self, *actions: str, each: int = 0) -> None:
        """The seat to move plays these, each after so many milliseconds."""
        for action in actions:
            self.at += each
            seat = self.room.game.to_move
            assert seat
            self.do(self.room.play(seat, action, self.room.number, self.at))

    def legal(self, kind: str = "") -> str:
        """A legal action that is written with this."""
        return next(action for action in self.room.game.legal() if kind in action)

    def again(self) -> Room:
        """The room made from its stored events alone, as they come out of the store."""
        return Room("r", [unpack(pack(event)) for event in self.stored], self.pauses)

    def seen(self, room: Room, seat: Seat | None) -> Any:
        """Everything a page is told at this seat."""
        guest = Guest((seat,) if seat else (), seat, seat == "white")
        return Telling(room, Company(), b"secret", self.at).update(guest, [], True)
