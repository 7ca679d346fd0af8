"""What the server needs of a storage: append-only events, and an index of games, keys and visitors over them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kahuna.server.clock import Pause


class Conflict(Exception):
    """An event of this game with this number is there already: somebody else has moved the game on."""


class NotStored(Exception):
    """The storage has failed; nothing of the batch is kept."""


class Unreadable(NotStored):
    """What is stored of this game makes no game: it is damaged, or another version has written it."""


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


class Batch(NamedTuple):
    """What is stored together or not at all."""

    entries: Sequence[Entry]
    keys: Sequence[tuple[str, str, str]] = ()  # hash of the key, purpose, game
    seats: Sequence[tuple[str, str]] = ()  # visitor, game
    notes: Sequence[Note] = ()


class Retention(NamedTuple):
    """How long games are kept, and how large the store may grow; 0 stands for no bound."""

    finished_days: float = 90  # since a finished game was last changed
    running_days: float = 365  # since anything happened in a running one
    most_bytes: int = 4 * 1024**3  # of games; the oldest finished ones go first, then none is opened


class Store(Protocol):
    """A storage. Whatever it has answered stays, whatever happens to the process."""

    secret: bytes  # of this server, made once
    pauses: Sequence[Pause]  # when no server was running, oldest first; all that a running game needs
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

    async def write(self, batch: Batch) -> None:
        """Returns when the batch is safe. Conflict if a number is taken, NotStored if the storage fails."""
        ...

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order, none if there is no such game; Unreadable if they are damaged."""
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

    async def still_here(self, at: int) -> None:
        """Notes that the server runs, for clocks that stand still while it does not."""
        ...

    async def prune(self, at: int, retention: Retention, most: int) -> int:
        """Deletes games that are kept no longer, this many at most; how many there were."""
        ...

    def close(self) -> None:
        """Everything written is safe, and nothing more will be."""
        ...
