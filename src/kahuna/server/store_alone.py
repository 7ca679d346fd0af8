"""What a store answers about other servers when there are none."""

from collections.abc import Sequence

from kahuna.server.store import Heard, Others
from kahuna.table.seats import Seat


class AloneStore:
    """A store that one server has for itself."""

    shared, ahead = False, 0

    def listen(self, heard: Heard) -> None:
        """Nobody else writes to this file."""

    async def hold(self, _game: str) -> None:
        """Nobody else does anything with it."""

    async def release(self, _games: Sequence[str]) -> None:
        """Nobody else does anything with them."""

    async def take_lease(self, _game: str) -> bool:
        """This server may always think."""
        return True

    async def give_lease_back(self, game: str) -> None:
        """Nobody else wants it."""

    async def deserted(self) -> list[str]:
        """None."""
        return []

    async def say_present(self, game: str, seats: Sequence[Seat], watching: int) -> None:
        """Nobody hears it."""

    async def pass_on(self, game: str, word: int) -> None:
        """Nobody hears it."""

    async def others(self, games: Sequence[str]) -> dict[str, Others]:
        """Nobody."""
        return dict.fromkeys(games, Others())
