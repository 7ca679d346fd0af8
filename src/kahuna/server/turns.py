"""Whose question is thought about next: fair to every address and visitor, short questions first, and bounded.

Thinking is counted in seconds. The address that has had least comes first, then the visitor who has had least
there, then the shortest question. Newcomers start level with the others, so nobody saves up turns. If there are
several workers, one is always reserved for short questions, so that forty long ones do not delay a short one.
"""

import threading
from collections import Counter
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
SHORT = 0.15  # seconds
LEARNING = 0.2  # how much of what a question is expected to take comes from the last one of its kind


class Busy(Exception):
    """Too many questions are waiting already."""


class Asker(NamedTuple):
    """The visitor a player thinks for."""

    address: str = ""
    visitor: str = ""


class Waiting(NamedTuple):
    """How many questions may wait."""

    in_all: int = 400
    by_address: int = 80
    by_visitor: int = 20


class ThinkingTurn(NamedTuple, Generic[T]):
    """A question whose turn it is."""

    item: T
    kind: str
    cost: float  # seconds, as expected


class _Entry(NamedTuple, Generic[T]):
    asker: Asker
    order: int
    turn: ThinkingTurn[T]


class WaitingList(Generic[T]):
    """What waits. Workers take from several threads."""

    def __init__(self, workers: int, bounds: Waiting | None = None) -> None:
        self.bounds = bounds or Waiting()
        self.longs = max(1, workers - 1)  # long questions at a time
        self._changed = threading.Condition()
        self._waiting: list[_Entry[T]] = []
        self._had: dict[Asker, float] = {}  # seconds of each visitor; of an address, with the visitor ""
        self._reached = 0.0  # seconds that those who wait have had at least
        self._costs: dict[str, float] = {}
        self._thinking_long = 0
        self._order = 0
        self.closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, item: T, kind: str, asker: Asker) -> None:
        """Another question of this kind; Busy if too many wait."""
        with self._changed:
            self._check(asker)
            for key in (Asker(asker.address), asker):
                self._had[key] = max(self._had.get(key, 0.0), self._reached)
            self._order += 1
            turn = ThinkingTurn(item, kind, self._costs.get(kind, 0.0))
            self._waiting.append(_Entry(asker, self._order, turn))
            self._changed.notify_all()

    def _check(self, asker: Asker) -> None:
        addresses = Counter(entry.asker.address for entry in self._waiting)
        visitors = Counter(entry.asker for entry in self._waiting)
        if (
            len(self._waiting) >= self.bounds.in_all
            or addresses[asker.address] >= self.bounds.by_address
            or visitors[asker] >= self.bounds.by_visitor
        ):
            raise Busy

    def take(self, timeout: float | None = None) -> ThinkingTurn[T] | None:
        """The next question; None at the end, or when the time is up. `done` must follow."""
        with self._changed:
            in_time = True
            while not self.closed:
                if entry := self._next():
                    self._waiting.remove(entry)
                    self._charge(entry)
                    return entry.turn
                if not in_time:
                    break
                in_time = self._changed.wait(timeout)  # a worker that gives up may just have been woken
            return None

    def _next(self) -> _Entry[T] | None:
        ready = self._waiting
        if self._thinking_long >= self.longs:
            ready = [entry for entry in ready if entry.turn.cost <= SHORT]
        return min(ready, key=self._rank, default=None)

    def _rank(self, entry: _Entry[T]) -> tuple[float, float, float, int]:
        asker = entry.asker
        return self._had[Asker(asker.address)], self._had[asker], entry.turn.cost, entry.order

    def _charge(self, entry: _Entry[T]) -> None:
        address, cost = Asker(entry.asker.address), max(entry.turn.cost, 0.001)
        self._reached = max(self._reached, self._had[address])
        for key in {address, entry.asker}:
            self._had[key] += cost
        self._thinking_long += entry.turn.cost > SHORT
        if len(self._had) > 10_000:
            wait = {key for one in self._waiting for key in (Asker(one.asker.address), one.asker)}
            self._had = {key: had for key, had in self._had.items() if key in wait}

    def done(self, turn: ThinkingTurn[T], seconds: float | None) -> None:
        """A question was answered, in that time (None: that says nothing of its kind)."""
        with self._changed:
            self._thinking_long -= turn.cost > SHORT
            if seconds is not None:
                known = self._costs.get(turn.kind, seconds)
                self._costs[turn.kind] = known + LEARNING * (seconds - known)
            self._changed.notify_all()

    def close(self) -> None:
        """Nobody thinks any more."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
