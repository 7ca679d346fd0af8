"""What all rooms of a server share, and the interface to the computer players."""

from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple, Protocol

from kahuna.bots.base import Choice
from kahuna.server.room import Room
from kahuna.server.store import Store
from kahuna.server.turns import Asker
from kahuna.table.ruleset import Rules
from kahuna.table.view import View


class Players(Protocol):
    """Runs the computer players elsewhere, without blocking the server."""

    @property
    def ready(self) -> bool:
        """Whether answers come at once; until then there is something to compile."""
        ...

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        ...

    def start(self, specs: Iterable[str]) -> None:
        """Starts, and warms up for these players."""
        ...

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker) -> Choice:
        """The choice of the player with this spec; Fault if there is none, Busy if too many wait."""
        ...

    def close(self) -> None:
        """Ends at once."""
        ...


class House(NamedTuple):
    """What all rooms share."""

    store: Store
    players: Players
    now: Callable[[], int]  # time of day in milliseconds
    luck: Callable[[], str]  # seeds for our players; they have nothing to do with the cards
    load: Callable[[str], Awaitable[Room]]
