"""What servers on one database share: who thinks for a room, which clocks are due, who is present."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from kahuna.server.postgres_notices import CHANNEL, SOMEBODY_CAME_OR_WENT, Notice
from kahuna.server.store import DUE_AGAIN, Others
from kahuna.table.seats import Seat

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"  # the database's time of day in milliseconds
LEASE = 6.0  # seconds for which one server may think for a room
DEAD_AFTER = 10_000  # milliseconds without a sign of life after which a server counts as gone

TELL_HOLDERS = f"pg_notify('{CHANNEL}' || holder, %s)"
TAKE_DUE_POSTGRES = """
UPDATE games SET due=%s WHERE id IN
    (SELECT id FROM games WHERE due<=%s AND NOT over ORDER BY due LIMIT %s FOR UPDATE SKIP LOCKED)
RETURNING id
"""


class SharedStore(ABC):
    """A store that any number of servers share."""

    server: str  # this server among the others
    shared = True

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        """The rows that answer this."""

    async def take_lease(self, game: str) -> bool:
        """Whether this server may think for the game for some seconds; a dead server's lease expires."""
        rows = await self._rows(
            "INSERT INTO leases VALUES(%s, %s, now() + make_interval(secs => %s))"
            " ON CONFLICT(game) DO UPDATE SET server=excluded.server, until=excluded.until"
            " WHERE leases.server=excluded.server OR leases.until<now() RETURNING 1",
            game,
            self.server,
            LEASE,
        )
        return bool(rows)

    async def give_lease_back(self, game: str) -> None:
        """This server does not think for the game any more."""
        await self._rows("DELETE FROM leases WHERE game=%s AND server=%s RETURNING 1", game, self.server)

    async def deserted(self) -> list[str]:
        """Games whose server should have finished thinking but has not."""
        return [game for (game,) in await self._rows("SELECT game FROM leases WHERE until<now() LIMIT 100")]

    async def take_due(self, at: int, most: int) -> list[str]:
        """Running games whose clock may have run out; no other server gets them meanwhile."""
        return [game for (game,) in await self._rows(TAKE_DUE_POSTGRES, at + DUE_AGAIN, at, most)]

    async def say_present(self, game: str, seats: Sequence[Seat], watching: int) -> None:
        """Tells the other servers who is here; a server that is loading the game waits for this, or is notified."""
        if seats or watching:
            change = (
                "INSERT INTO present SELECT %s, %s, %s, %s FROM held ON CONFLICT(game, server)"
                " DO UPDATE SET seats=excluded.seats, watching=excluded.watching"
            )
            values: tuple[Any, ...] = (game, self.server, " ".join(seats), watching)
        else:
            change, values = "DELETE FROM present USING held WHERE game=%s AND server=%s", (game, self.server)
        await self._rows(
            f"WITH held AS (SELECT holders FROM games WHERE id=%s FOR SHARE), told AS ({change} RETURNING 1)"
            f" SELECT {TELL_HOLDERS} FROM told, held, unnest(holders) AS holder WHERE holder<>%s",
            game,
            *values,
            str(Notice(game, SOMEBODY_CAME_OR_WENT)),
            self.server,
        )

    async def pass_on(self, game: str, word: int) -> None:
        """Sends the other servers a number for this game's table: as a negative number, which no event has."""
        await self._rows(
            f"SELECT {TELL_HOLDERS} FROM games, unnest(holders) AS holder WHERE id=%s AND holder<>%s",
            str(Notice(game, -1 - word)),
            game,
            self.server,
        )

    async def others(self, games: Sequence[str]) -> dict[str, Others]:
        """Who is at the tables of these games through other servers that are alive."""
        rows = await self._rows(
            "SELECT game, seats, watching FROM present JOIN runs USING(server)"
            f" WHERE game=ANY(%s) AND server<>%s AND seen>{NOW} - %s",
            list(games),
            self.server,
            DEAD_AFTER,
        )
        found = dict.fromkeys(games, Others())
        for game, seats, watching in rows:
            before = found[game]
            found[game] = Others(before.seats | set(seats.split()), before.watching + watching)
        return found
