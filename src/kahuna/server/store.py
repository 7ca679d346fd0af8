"""What the server needs from storage: append-only events, and an index of games, keys and visitors."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kahuna.server.clock import Pause
from kahuna.table.seats import Seat

DUE_AGAIN = 60_000  # milliseconds until a clock that somebody was to look at is due again


class Conflict(Exception):
    """This game already has an event with this number: another server has advanced the game."""


class NotStored(Exception):
    """The storage has failed; nothing of the batch is kept."""


class Unreadable(NotStored):
    """The stored events do not make a valid game: they are damaged, or written by another version."""


class Entry(NamedTuple):
    """One event of a game; the first has number 1, and no number is left out."""

    game: str
    number: int
    at: int
    body: bytes


class Note(NamedTuple):
    """What lists show of a game as it stood after the event with this number, and whether it is over."""

    game: str
    number: int
    body: bytes
    over: bool


class Listed(NamedTuple):
    """A game in a visitor's list: where it stands, and the note made last, which may be older."""

    game: str
    number: int
    note: Note | None
    verdict: bytes | None = None  # of its last review


class KeptReview(NamedTuple):
    """A review as it is kept: identified by what was played and by its depth; another version replaces it."""

    record: str
    depth: str
    version: str
    game: str | None  # the stored game it belongs to, with which it is deleted
    at: int
    verdict: bytes
    body: bytes


class Deadline(NamedTuple):
    """When somebody must look at a game's clock, as the game stands after the event with this number."""

    game: str
    number: int
    at: int | None  # no clock is empty before; None if none runs


class Transaction(NamedTuple):
    """What is stored together or not at all."""

    entries: Sequence[Entry]
    keys: Sequence[tuple[str, str, str]] = ()  # hash of the key, purpose, game
    seats: Sequence[tuple[str, str]] = ()  # visitor, game
    notes: Sequence[Note] = ()
    dues: Sequence[Deadline] = ()  # a game that advances without being listed here has no clock


class Retention(NamedTuple):
    """How long games are kept, and how large the store may grow; 0 stands for no bound."""

    finished_days: float = 90  # since a finished game was last changed
    running_days: float = 365  # since anything happened in a running one
    most_bytes: int = 4 * 1024**3  # of games; the oldest finished ones go first, then none is opened


class Others(NamedTuple):
    """Who is at a game's table through other servers."""

    seats: frozenset[Seat] = frozenset()
    watching: int = 0


class Heard(Protocol):
    """Receives what other servers have done."""

    def moved(self, game: str, after: int, bodies: Sequence[bytes]) -> None:
        """The events of a game that follow this number; those up to it must be read if they are not known."""
        ...

    def came_or_went(self, game: str) -> None:
        """Somebody came to this game's table or left it."""
        ...

    def passed_on(self, game: str, word: int) -> None:
        """A number that means something at this game's table, and is kept nowhere."""
        ...

    def missed(self) -> None:
        """Anything may have happened since we last heard of it."""
        ...


class Store(Protocol):
    """A storage. Whatever it has confirmed is kept, whatever happens to the process."""

    secret: bytes  # of this server, made once
    shared: bool  # whether other servers may have the same store
    ahead: int  # milliseconds by which the store's clock is ahead of ours, if it has one
    pauses: Sequence[Pause]  # when no server was running, oldest first; as far back as running games need
    fault: str | None  # why nothing can be stored now; None while all is well
    failures: int  # batches that could not be stored since the start

    @property
    def healthy(self) -> bool:
        """Whether what is written now can be expected to be kept."""
        ...

    @property
    def full(self) -> bool:
        """Whether the store has reached its bound, so that no new game is taken."""
        ...

    async def write(self, batch: Transaction) -> None:
        """Returns when the batch is safe. Conflict if a number is taken, NotStored if the storage fails."""
        ...

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order, none if there is no such game; Unreadable if they are damaged."""
        ...

    async def events_after(self, game: str, number: int) -> list[bytes]:
        """The events of a game with higher numbers, in order; Unreadable if one is missing."""
        ...

    async def find(self, hashed_key: str) -> tuple[str, str] | None:
        """The purpose and the game of a key."""
        ...

    async def holds(self, visitor: str, game: str) -> bool:
        """Whether a seat of this game belongs to the visitor."""
        ...

    async def games_of(self, visitor: str, over: bool, most: int) -> list[Listed]:
        """This visitor's running or finished games, the last changed first."""
        ...

    async def running(self, visitor: str) -> int:
        """How many games of this visitor are not over."""
        ...

    async def forget(self, visitor: str, game: str) -> None:
        """Takes a game off this visitor's list; all of it is deleted when it is on nobody's any more."""
        ...

    async def review(self, record: str, depth: str, version: str) -> bytes | None:
        """The body of a kept review of this version."""
        ...

    async def keep_review(self, review: KeptReview) -> None:
        """Keeps a review, in place of an older one."""
        ...

    async def set_feed(self, visitor: str, hashed_key: str | None) -> None:
        """The only key of this visitor's feed, None for no feed; `find` tells the visitor in place of a game."""
        ...

    async def still_here(self, at: int) -> None:
        """Notes that the server runs, for clocks that stand still while it does not."""
        ...

    async def prune(self, at: int, retention: Retention, most: int) -> int:
        """Deletes games that are kept no longer, this many at most; returns how many there were."""
        ...

    def listen(self, heard: Heard) -> None:
        """Starts to report what other servers do, in the loop from which it is called."""
        ...

    async def hold(self, game: str, /) -> None:
        """From now on this server learns what others do with this game; called before the game is read."""
        ...

    async def release(self, games: Sequence[str], /) -> None:
        """This server need not be told of these games any more."""
        ...

    async def take_lease(self, game: str, /) -> bool:
        """Whether this server may think for the game for some seconds."""
        ...

    async def give_lease_back(self, game: str) -> None:
        """This server does not think for the game any more."""
        ...

    async def deserted(self) -> list[str]:
        """Games whose server should have finished thinking but has not."""
        ...

    async def take_due(self, at: int, most: int) -> list[str]:
        """Running games whose clock may have run out; they are due again after a minute."""
        ...

    async def say_present(self, game: str, seats: Sequence[Seat], watching: int) -> None:
        """Tells the other servers who is here."""
        ...

    async def pass_on(self, game: str, word: int) -> None:
        """Tells the other servers a number for this game's table; nothing is kept."""
        ...

    async def others(self, games: Sequence[str], /) -> dict[str, Others]:
        """Who is at the tables of these games through other servers that are alive."""
        ...

    def close(self) -> None:
        """Finishes all writes and closes the storage."""
        ...
