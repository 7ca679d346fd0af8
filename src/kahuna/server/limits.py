"""Limits for one visitor, one page and one address."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

LIMIT_SECONDS = 600  # over which games, reviews and pictures are counted
MAX_BUCKETS = 10_000  # names that are counted at a time


class Limits(NamedTuple):
    """Bounds on everything that strangers can make grow. Times in seconds.

    By address: enough for forty people behind one router. Addresses of version 6 count by /64.
    """

    body: int = 8192  # bytes of a request, and of a message of the socket
    headers: int = 32 * 1024  # bytes of a request before its body
    record: int = 256 * 1024  # bytes of a record to be shown
    frame: int = 64 * 1024  # bytes of a message of the socket; beyond it the connection is closed
    requests: float = 20  # a second to /api, from one address; a page that connects counts too
    request_burst: float = 300
    all_requests: float = 400  # a second to any path, from one address: a page has many files
    all_burst: float = 8000
    header_time: float = 10  # for the headers of a request to be sent
    body_time: float = 30  # for the rest of it
    stall_time: float = 10  # without reading what is sent
    stalled_by_address: int = 40  # connections that do so at a time
    connections_in_all: int = 10_000
    connections_by_address: int = 400
    connects_by_address: float = 30  # a second
    connect_burst: float = 400
    messages: float = 15  # a second, of one visitor's pages together; every frame counts
    burst: float = 60  # messages that may come at once
    messages_by_address: float = 150
    burst_by_address: float = 1000
    patience: int = 200  # messages too fast or unreadable, after which the connection is closed
    backlog: int = 256 * 1024  # bytes of messages that a slow page may lag behind
    silence: float = 3600  # without any message, after which a connection is closed
    connections: int = 30  # pages of one visitor
    pages_by_address: int = 160
    watchers: int = 200  # of one game
    devices: int = 20  # that hold one seat
    seats: int = 3  # that one visitor offers to anyone at a time
    seats_by_address: int = 40
    running: int = 60  # games of one visitor
    hints: float = 60  # for one visitor in ten minutes
    chances: float = 400  # for one visitor in ten minutes: the chance bar and words after each turn
    reactions: float = 60  # of one visitor in ten minutes
    opened: float = 20  # games opened by one visitor in ten minutes, rematches included
    opened_by_address: float = 240
    visitors_by_address: float = 240  # newcomers in ten minutes
    records_by_address: float = 60  # records sent in to be shown from one address in ten minutes
    pictures_by_address: float = 120  # pictures of positions and QR codes in ten minutes
    reviews_by_address: float = 60  # begun or listened to from one address in ten minutes, kept ones apart
    reviews_at_once_by_address: int = 6
    reviews_in_all: int = 40  # under way
    looks_by_address: float = 300  # moments explored or tried again from one address in ten minutes
    listed: int = 60  # games of each kind in a list of games
    idle: float = 120  # after which a room without pages leaves the memory


class Bucket:
    """Tokens that return at a steady rate; each action takes one. Time is an argument."""

    __slots__ = ("rate", "seen", "size", "tokens")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self.size, self.rate, self.tokens, self.seen = size, rate, size, now

    def take(self, now: float) -> bool:
        """Whether there was a token left to take."""
        tokens = self.tokens + (now - self.seen) * self.rate if now > self.seen else self.tokens
        if tokens > self.size:
            tokens = self.size
        self.seen, self.tokens = now, tokens - 1 if tokens >= 1 else tokens
        return tokens >= 1


class Buckets:
    """A bucket for each of many names; those not asked for longest are forgotten, so memory is bounded."""

    def __init__(self, size: float, seconds: float) -> None:
        self.size, self.rate = size, size / seconds
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float) -> bool:
        """Whether this name had a token left to take."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.size, self.rate, now)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket.take(now)


class Conduct:
    """What one connection may still send, and how many faults are tolerated."""

    __slots__ = ("_faults", "_may", "_patience")

    def __init__(self, may: Callable[[], bool], patience: int) -> None:
        """`may` says whether one more message may come, and counts it."""
        self._may, self._patience = may, patience
        self._faults = 0

    def may(self) -> bool:
        """Whether one more message may come."""
        return self._may()

    def put_up_with(self) -> bool:
        """Whether one more fault is tolerated."""
        self._faults += 1
        return self._faults <= self._patience

    def approve(self) -> None:
        """A valid message makes up for one fault."""
        self._faults = max(0, self._faults - 1)

    def allows(self) -> bool:
        """Whether one more frame that is not a message may come."""
        return self._may() or self.put_up_with()
