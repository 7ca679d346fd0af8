"""What the server needs of a storage: append-only events, and an index of keys and visitors over them."""

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
    """One event of a game; the first has number 1."""

    game: str
    number: int
    at: int
    body: bytes


class Batch(NamedTuple):
    """What is stored together or not at all."""

    entries: Sequence[Entry]
    keys: Sequence[tuple[str, str, str]] = ()  # hash of the key, purpose, game
    seats: Sequence[tuple[str, str]] = ()  # visitor, game
    over: Sequence[str] = ()  # games that end with this


class Store(Protocol):
    """A storage. Whatever it has answered stays, whatever happens to the process."""

    secret: bytes  # of this server, made once
    pauses: Sequence[Pause]  # when no server was running, oldest first

    async def write(self, batch: Batch) -> None:
        """Returns when the batch is safe. Conflict if a number is taken, NotStored if the storage fails."""
        ...

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order; none if there is no such game."""
        ...

    async def find(self, hashed_key: str) -> tuple[str, str] | None:
        """The purpose and the game of a key."""
        ...

    async def holds(self, visitor: str, game: str) -> bool:
        """Whether a seat of this game belongs to the visitor."""
        ...

    async def games_of(self, visitor: str, over: bool, most: int) -> list[str]:
        """This visitor's running or finished games, the last changed first."""
        ...

    async def running(self, visitor: str) -> int:
        """How many games of this visitor are not over."""
        ...

    async def still_here(self, at: int) -> None:
        """Notes that the server runs, for clocks that stand still while it does not."""
        ...

    def close(self) -> None:
        """Everything written is safe, and nothing more will be."""
        ...
