"""The storage in PostgreSQL, for any number of servers: events with unique numbers, and notifications of them.

Moves are written and received on the event loop, by one session each (`postgres_moving`, `postgres_listening`);
rare work has threads: one writes, some read. PostgreSQL serialises commits that notify, so all waiting batches go
into one, and only the servers that have a game are notified.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

from kahuna.server import postgres_schema
from kahuna.server.clock import Pause
from kahuna.server.postgres_listening import QUESTIONS, RECONNECT, RELEASE, Listener
from kahuna.server.postgres_moving import MOVE, Mover
from kahuna.server.postgres_notices import CHANNEL
from kahuna.server.postgres_session import LoopSession, one_line
from kahuna.server.postgres_sharing import DEAD_AFTER, NOW, SharedStore
from kahuna.server.postgres_writing import forget, prune, set_feed, write_batches
from kahuna.server.store import (
    Heard,
    KeptReview,
    Listed,
    Note,
    NotStored,
    Retention,
    Transaction,
    Unreadable,
)
from kahuna.server.store_places import name_of
from kahuna.server.store_queue import JobQueue, JobResult, StoreHealth, settle
from kahuna.server.store_schema import Newer, checked, checked_note

T = TypeVar("T")
MAX_BATCHES = 500  # in one commit
READERS = 4  # connections that read
PATIENCE = 10.0  # seconds to wait for the database

log = logging.getLogger("kahuna.server")


class PostgresStore(StoreHealth, SharedStore):
    """One database that any number of servers share."""

    def __init__(self, url: str, at: int, patience: float = PATIENCE) -> None:
        """Connects, upgrades or makes the tables; `at` is the time of day here, the database's may differ."""
        self._url, self._patience = url, patience
        self.server = secrets.token_hex(8)  # this server among the others
        self.secret: bytes
        self.pauses: Sequence[Pause]
        self.ahead = 0  # milliseconds by which the database's clock is ahead of ours
        self._prepare(at)
        self._mover = Mover(self.server)
        self._listener: Listener | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # the one that moves and listens
        self._tasks: list[asyncio.Task[None]] = []  # which make its sessions
        self._sessions: list[LoopSession] = []
        self._queue: JobQueue[Transaction] = JobQueue(MAX_BATCHES)
        self._closed = threading.Event()
        self._pool = ConnectionPool(
            url, min_size=1, max_size=READERS, timeout=patience, kwargs={"autocommit": True}, open=True
        )
        self._readers = ThreadPoolExecutor(READERS, "kahuna reader")
        self._writer = threading.Thread(target=self._write_all, name="kahuna store", daemon=True)
        self._writer.start()

    def _connect(self) -> Connection[Any]:
        return psycopg.connect(self._url, connect_timeout=int(self._patience) or 1, autocommit=True)

    def _prepare(self, at: int) -> None:
        """Brings the tables up to date; ValueError in one line if the database cannot be used."""
        try:
            with self._connect() as connection, connection.transaction():
                postgres_schema.upgrade(connection)
                self.secret = _one(connection, "SELECT value FROM settings WHERE name='secret'")
                self.ahead = _one(connection, f"SELECT {NOW}") - at
                self.pauses = self._begin_run(connection, at + self.ahead)
        except psycopg.Error as error:
            raise ValueError(f"{name_of(self._url)}: cannot be used as storage: {one_line(error)}") from None
        except Newer as error:
            raise ValueError(f"{name_of(self._url)}: {error}") from None

    def _begin_run(self, connection: Connection[Any], at: int) -> list[Pause]:
        """Notes that this server runs from now on; when none did, as far back as a running game may need it."""
        oldest = _one(connection, "SELECT min(opened) FROM games WHERE NOT over")
        needed = min(at - DEAD_AFTER, at if oldest is None else oldest)
        connection.execute("DELETE FROM runs WHERE seen<%s", (needed,))
        pauses: list[Pause] = []
        until: int | None = None
        for started, seen in connection.execute("SELECT started, seen FROM runs ORDER BY started"):
            if until is not None and started > until:
                pauses.append((until, started))
            until = seen if until is None else max(until, seen)
        if until is not None and at - until > DEAD_AFTER:
            pauses.append((until, at))
        connection.execute("INSERT INTO runs VALUES(%s, %s, %s)", (self.server, at, at))
        return pauses

    # -------------------------------------------------------------- writing

    async def write(self, batch: Transaction) -> None:
        """Returns when the batch is committed."""
        if self._closed.is_set():
            raise NotStored("the storage is closed")
        if self._loop is asyncio.get_running_loop():
            try:
                moved = await self._mover.moves(batch)
            except NotStored as error:
                self._failed(str(error), 1)
                raise
            if moved:
                self._works()
                return
        await self._queue.do(batch)

    def _write_all(self) -> None:
        connection: Connection[Any] | None = None
        while jobs := self._queue.gathered():
            answers: Sequence[JobResult]
            try:
                connection = connection or self._connect()
                batches = [batch for batch, _, _ in jobs]
                answers = write_batches(connection, batches, self.server, self._mover.learn)
                self._works()
            except psycopg.Error as error:
                if connection:
                    with suppress(psycopg.Error):
                        connection.close()
                connection = None
                self._failed(one_line(error), len(jobs))
                answers = [NotStored(one_line(error))] * len(jobs)
            settle(jobs, answers)
        if connection:
            connection.close()

    # -------------------------------------------------------------- asking

    async def _aside(self, work: Callable[[], T]) -> T:
        """What this brings when it is done by a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def _ask(self, ask: Callable[[Connection[Any]], T]) -> T:
        def run() -> T:
            for left in reversed(range(READERS + 1)):
                with self._pool.connection() as connection:
                    try:
                        return ask(connection)
                    except psycopg.OperationalError:
                        if not (
                            left and connection.closed
                        ):  # else it was lost while nobody used it: the next one
                            raise
            raise AssertionError

        if self._closed.is_set():
            raise NotStored("the storage is closed")
        try:
            return await self._aside(run)
        except (psycopg.Error, PoolTimeout) as error:
            log.error("the storage cannot be read: %s", one_line(error))
            raise NotStored(one_line(error)) from None
        except RuntimeError:  # its threads have ended meanwhile
            raise NotStored("the storage is closed") from None

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._ask(lambda connection: connection.execute(sql.encode(), values).fetchall())

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order, compared with their sum."""

        def ask(connection: Connection[Any]) -> list[bytes]:
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                last = connection.execute("SELECT number, sum FROM games WHERE id=%s", (game,)).fetchone()
                rows = connection.execute(
                    "SELECT number, at, body FROM events WHERE game=%s ORDER BY number", (game,)
                ).fetchall()
            if last:
                self._mover.learn(game, *last)
            return checked(rows, last)

        return await self._ask(ask)

    async def events_after(self, game: str, number: int) -> list[bytes]:
        """The events of a game with higher numbers, in order."""
        rows = await self._rows(
            "SELECT number, body FROM events WHERE game=%s AND number>%s ORDER BY number", game, number
        )
        if [found for found, _ in rows] != list(range(number + 1, number + 1 + len(rows))):
            raise Unreadable(f"an event after {number} is missing")
        return [body for _, body in rows]

    async def find(self, hashed_key: str) -> tuple[str, str] | None:
        """The purpose and the game of a key."""
        rows = await self._rows("SELECT purpose, game FROM keys WHERE hash=%s", hashed_key)
        return rows[0] if rows else None

    async def holds(self, visitor: str, game: str) -> bool:
        """Whether a seat of this game belongs to the visitor."""
        return bool(await self._rows("SELECT 1 FROM seats WHERE visitor=%s AND game=%s", visitor, game))

    async def games_of(self, visitor: str, over: bool, most: int) -> list[Listed]:
        """This visitor's running or finished games, the last changed first."""
        rows = await self._rows(
            "SELECT id, number, noted, note,"
            " (SELECT verdict FROM reviews WHERE reviews.game=games.id ORDER BY at DESC LIMIT 1)"
            " FROM seats JOIN games ON id=seats.game"
            " WHERE visitor=%s AND over=%s ORDER BY changed DESC, id LIMIT %s",
            visitor,
            over,
            most,
        )
        return [
            Listed(id, number, _note(id, noted, note, over), verdict)
            for id, number, noted, note, verdict in rows
        ]

    async def review(self, record: str, depth: str, version: str) -> bytes | None:
        """The body of a kept review of this version."""
        sql = "SELECT body FROM reviews WHERE record=%s AND depth=%s AND version=%s"
        rows = await self._rows(sql, record, depth, version)
        return bytes(rows[0][0]) if rows else None

    async def keep_review(self, review: KeptReview) -> None:
        """Keeps a review, in place of an older one."""
        sql = (
            "INSERT INTO reviews VALUES(%s, %s, %s, %s, %s, %s, %s) ON CONFLICT(record, depth) DO UPDATE"
            " SET version=excluded.version, game=excluded.game, at=excluded.at, verdict=excluded.verdict,"
            " body=excluded.body RETURNING 1"
        )
        await self._rows(sql, *review)

    async def running(self, visitor: str) -> int:
        """How many games of this visitor are not over."""
        rows = await self._rows(
            "SELECT count(*) FROM seats JOIN games ON id=game WHERE visitor=%s AND NOT over", visitor
        )
        return int(rows[0][0])

    async def still_here(self, at: int) -> None:
        """Notes that this server runs."""
        await self._rows(
            "UPDATE runs SET seen=greatest(seen, %s) WHERE server=%s RETURNING 1", at, self.server
        )

    async def forget(self, visitor: str, game: str) -> None:
        """Takes a game off this visitor's list; a game that is on nobody's is deleted."""
        await self._ask(lambda connection: forget(connection, visitor, game))

    async def set_feed(self, visitor: str, hashed_key: str | None) -> None:
        """The only key of this visitor's feed; the visitor stands where other keys name a game."""
        await self._ask(lambda connection: set_feed(connection, visitor, hashed_key))

    async def prune(self, at: int, retention: Retention, most: int) -> int:
        """Deletes games that are kept no longer, oldest first."""
        deleted, self._bound_reached = await self._ask(
            lambda connection: prune(connection, at, retention, most)
        )
        return deleted

    # -------------------------------------------------------------- several servers

    def listen(self, heard: Heard) -> None:
        """From now on reports which games others have advanced; called in the loop that receives the reports."""
        self._loop = asyncio.get_running_loop()
        self._listener = Listener(self.server, self._listening, heard, self._mover.learn, self._set_ahead)
        self._tasks = [self._loop.create_task(work) for work in (self._listener.run(), self._keep_moving())]

    def _set_ahead(self, ahead: int) -> None:
        self.ahead = ahead

    async def _session(
        self, questions: Mapping[str, str], heard: Callable[[str], None], *first: str
    ) -> LoopSession:
        """A new session that has done this first."""

        def made() -> LoopSession:
            connection = self._connect()
            try:
                for sql in first:
                    connection.execute(sql.encode())
                session = LoopSession(connection, questions, heard, self._patience)
            except BaseException:
                connection.close()
                raise
            self._sessions = [each for each in self._sessions if not each.lost.is_set()] + [session]
            return session

        return await self._aside(made)

    async def _listening(self, heard: Callable[[str], None]) -> LoopSession:
        return await self._session(
            QUESTIONS,
            heard,
            postgres_schema.WITH_OTHERS,
            "SET synchronous_commit=off",  # what it writes counts only while it lasts
            f"LISTEN {CHANNEL}{self.server}",
        )

    async def _keep_moving(self) -> None:
        """Has a session for moves, and another when it is lost."""
        while True:
            with suppress(psycopg.Error):
                session = await self._session({"move": MOVE}, lambda _: None)
                try:
                    session.begin()
                    self._mover.session = session
                    await session.lost.wait()
                finally:
                    self._mover.session = None
                    session.close()
            await asyncio.sleep(RECONNECT)

    async def hold(self, game: str) -> None:
        """From now on this server learns what happens to this game; called before the game is read."""
        if self._listener:
            await self._listener.hold(game)

    async def release(self, games: Sequence[str]) -> None:
        """This server need not be told of these games any more."""
        if self._listener:
            await self._listener.release(games)

    def close(self) -> None:
        """Writes what is waiting and closes all connections."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._queue.end()
        self._writer.join()
        for task in self._tasks:
            task.cancel()
        self._readers.shutdown()
        for session in self._sessions:
            session.close()
        held = sorted(self._listener.held) if self._listener else []
        with suppress(psycopg.Error, PoolTimeout), self._pool.connection(timeout=1) as connection:
            connection.execute("DELETE FROM present WHERE server=%s", (self.server,))
            connection.execute("DELETE FROM leases WHERE server=%s", (self.server,))
            connection.execute(RELEASE, (self.server, held))
        self._pool.close()


def _one(connection: Connection[Any], sql: str, *values: Any) -> Any:
    row = connection.execute(sql.encode(), values).fetchone()
    return row[0] if row else None


def _note(game: str, noted: int | None, body: bytes | None, over: bool) -> Note | None:
    found = checked_note(body) if body is not None else None
    return Note(game, noted, found, over) if found is not None and noted is not None else None
