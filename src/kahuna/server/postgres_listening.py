"""How a server learns what other servers do with the games that it has in memory.

Order when a room is opened here: listen, name this server as a holder of the game, then read. The session that listens
does nothing else but that, and gives a sign of life every few seconds. After it was lost: listen again, name the games
again, then read whatever was missed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

import psycopg

from kahuna.server.clock import day_time
from kahuna.server.postgres_notices import SOMEBODY_CAME_OR_WENT, LearnPlace, parse_notice
from kahuna.server.postgres_session import LoopSession, array_of
from kahuna.server.postgres_sharing import DEAD_AFTER, NOW
from kahuna.server.store import Heard

HEARTBEAT = 2.0  # seconds between two signs of life of a server
RECONNECT = 0.5  # seconds until a lost session is made again
FORGOTTEN_AFTER = (
    6 * DEAD_AFTER
)  # milliseconds without a sign of life after which a server holds no game any more

# Rows are locked in order, so that no two servers wait for each other.
LOCKED = "(SELECT id FROM games WHERE id=ANY(%s::text[]) ORDER BY id FOR UPDATE) AS locked WHERE games.id=locked.id"
RELEASE = f"UPDATE games SET holders=array_remove(holders, %s::text) FROM {LOCKED}"
QUESTIONS = {
    "sign": f"INSERT INTO runs VALUES(%s, {NOW}, {NOW})"
    f" ON CONFLICT(server) DO UPDATE SET seen=greatest(runs.seen, excluded.seen) RETURNING {NOW}",
    "hold": f"""
UPDATE games SET holders=array_append(ARRAY(
    SELECT server FROM runs WHERE server=ANY(holders) AND seen>{NOW} - {FORGOTTEN_AFTER} AND server<>asker
), asker) FROM (SELECT %s::text AS asker) AS asking, {LOCKED}
""",
    "release": RELEASE,
}

MakeSession = Callable[[Callable[[str], None]], Awaitable[LoopSession]]


class Listener:
    """Listens for a server, and says which games it holds."""

    def __init__(
        self,
        server: str,
        connect: MakeSession,
        heard: Heard,
        learn: LearnPlace,
        set_ahead: Callable[[int], None],
    ) -> None:
        """`set_ahead` receives now and then how many milliseconds the database's clock is ahead of ours."""
        self._server, self._connect = server, connect
        self._heard, self._learn, self._set_ahead = heard, learn, set_ahead
        self._session: LoopSession | None = None
        self.held: set[str] = set()  # games that others tell us about
        self._unnamed: set[str] = set()  # those of them that they have not been told of
        self._order = asyncio.Lock()  # changes to the held games reach the database in this order

    async def hold(self, game: str) -> None:
        """From now on others tell us about this game; without a session that is said when there is one."""
        self.held.add(game)
        self._unnamed.add(game)
        with suppress(psycopg.Error):  # the session is lost
            await self._name()

    async def release(self, games: Iterable[str]) -> None:
        """Others need not tell us about these games any more."""
        self.held.difference_update(games)
        async with self._order:
            gone = set(games) - self.held  # somebody may have come back meanwhile
            if self._session and gone:
                with suppress(psycopg.Error):
                    await self._session.ask("release", self._server, array_of(sorted(gone)))

    async def run(self) -> None:
        """Listens until it is cancelled."""
        while True:
            with suppress(psycopg.Error):
                session = await self._connect(self._hear)
                try:
                    await self._attend(session)
                finally:
                    self._session = None
                    session.close()
            await asyncio.sleep(RECONNECT)

    async def _attend(self, session: LoopSession) -> None:
        """Returns when the session is lost, or when other servers may think that this one has died."""
        session.begin()
        await self._give_sign_of_life(session)
        self._session, self._unnamed = session, set(self.held)
        await self._name()
        self._heard.missed()
        while not session.lost.is_set():
            signed = day_time()
            with suppress(TimeoutError):
                await asyncio.wait_for(session.lost.wait(), HEARTBEAT)
            if day_time() - signed > DEAD_AFTER:  # this process was suspended
                return
            await self._give_sign_of_life(session)

    async def _name(self) -> None:
        """Names this server as a holder of whatever waits for it."""
        async with self._order:
            if self._session and self._unnamed:
                games, self._unnamed = sorted(self._unnamed), set()
                await self._session.ask("hold", self._server, array_of(games))

    async def _give_sign_of_life(self, session: LoopSession) -> None:
        ((at,),) = await session.ask("sign", self._server)
        self._set_ahead(int(at or 0) - day_time())

    def _hear(self, text: str) -> None:
        """Passes on another server's notice."""
        try:
            game, number, sum, bodies = parse_notice(text)
        except ValueError:
            return  # of another version
        if number == SOMEBODY_CAME_OR_WENT:
            self._heard.came_or_went(game)
        elif number < 0:
            self._heard.passed_on(game, -1 - number)
        else:
            if bodies:
                self._learn(game, number, sum)
            self._heard.moved(game, number - len(bodies), bodies)
