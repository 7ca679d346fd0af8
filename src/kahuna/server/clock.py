"""Clocks: time left of both seats, running down for the one to move. They take the time of day and return
milliseconds.

Minutes for the whole game stop while the server is down, since nobody can move then; days for a turn do not:
correspondence players count in days. Clocks of computer players never run: how long they take is up to the
machine.
"""

import time
from collections.abc import Sequence

from kahuna.server.wire import Clock, Time, TurnClock
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

Pause = tuple[int, int]  # the server was down from, until


class Clocks:
    """Both clocks of a game. Callers must make sure that time never goes backwards."""

    def __init__(self, setting: Clock | TurnClock, pauses: Sequence[Pause]) -> None:
        self.by_game = isinstance(setting, Clock)
        if isinstance(setting, Clock):
            self.full, self.increment = setting.minutes * 60_000, setting.increment * 1000
        else:
            self.full, self.increment = setting.hours * 3_600_000, 0
        self.pauses = sorted(pauses) if self.by_game else []
        self.left: dict[Seat, int] = dict.fromkeys(SEATS, self.full)
        self.running: Seat | None = None
        self.since = 0

    def start(self, seat: Seat | None, at: int) -> None:
        """Starts this seat's clock; with None, no clock runs."""
        self.running, self.since = seat, at

    def stop(self, at: int) -> None:
        """Stops the running clock and subtracts the time that has passed."""
        if self.running:
            self.left[self.running] = self._left_at(self.running, at)
        self.running = None

    def end_turn(self, seat: Seat, following: Seat | None, at: int) -> None:
        """This seat's turn is over: it gets its increment, or a full turn again, and the next clock starts."""
        self.stop(at)
        self.left[seat] = self.left[seat] + self.increment if self.by_game else self.full
        self.start(following, at)

    def falls(self) -> int | None:
        """When the running clock will be empty, if nothing happens; None if none runs."""
        if self.running is None:
            return None
        at = self.since + self.left[self.running]
        for begin, end in self.pauses:
            if begin <= at and end > self.since:
                at += end - max(begin, self.since)
        return at

    def earliest_fall(self, at: int) -> int:
        """A time before which no clock is empty, whoever is to move next."""
        idle = [at + self.left[seat] for seat in SEATS if seat != self.running]
        falls = self.falls()
        return min(idle if falls is None else [*idle, falls])

    def shown(self, at: int) -> Time:
        """What both clocks show at this time."""
        left = {seat: self._left_at(seat, at) for seat in SEATS}
        return Time(left["white"], left["black"], self.running)

    def _left_at(self, seat: Seat, at: int) -> int:
        if seat != self.running:
            return self.left[seat]
        away = sum(
            max(0, min(end, at) - max(begin, self.since)) for begin, end in self.pauses if end > self.since
        )
        return max(0, self.left[seat] - (at - self.since - away))


def day_time() -> int:
    """The time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
