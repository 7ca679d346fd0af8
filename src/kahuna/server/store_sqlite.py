"""The storage in one SQLite file: write-ahead log, one writer thread that commits what has gathered in one go.

`synchronous=FULL` flushes the log to the disk at every commit, so an answered action outlives a power cut too; because
all rooms share a commit, this costs a few hundred flushes a second at most, however many rooms play.
"""

import asyncio
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from kahuna.server.clock import Pause
from kahuna.server.store import Batch, Conflict, NotStored

T = TypeVar("T")
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE events(game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
                    PRIMARY KEY(game, number)) WITHOUT ROWID;
CREATE TABLE keys(hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, game TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seats(visitor TEXT NOT NULL, game TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0,
                   PRIMARY KEY(visitor, game)) WITHOUT ROWID;
CREATE INDEX seats_by_game ON seats(game);
CREATE TABLE runs(started INTEGER PRIMARY KEY, seen INTEGER NOT NULL);
CREATE TABLE settings(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
MAX_BATCHES = 1000  # batches in one commit
KEPT_RUNS = 100

Done = Callable[[Exception | None], None]


class SqliteStore:
    """One file. Several servers may share it: numbers are unique, so they never both win."""

    def __init__(self, path: Path, at: int) -> None:
        """Opens or makes the file; `at` is the time of day, for the clocks' pauses."""
        self._path = path
        try:
            self._prepare(path, at)
        except sqlite3.OperationalError as error:
            raise ValueError(f"{path}: cannot be used as storage: {error}") from None
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{path}: no storage of ours: {error}") from None
        self._queue: queue.SimpleQueue[tuple[Batch | int, Done] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="kahuna store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(1, "kahuna reader")
        self._reading: sqlite3.Connection | None = None
        self._closed = False

    def _prepare(self, path: Path, at: int) -> None:
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
        connection = self._connect()
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            elif version != SCHEMA_VERSION:
                raise ValueError(f"{path}: made by another version of kahuna (storage {version})")
            connection.execute(
                "INSERT OR IGNORE INTO settings VALUES('secret', ?)", (secrets.token_bytes(32),)
            )
            self.secret: bytes = connection.execute(
                "SELECT value FROM settings WHERE name='secret'"
            ).fetchone()[0]
            self.pauses: Sequence[Pause] = self._begin_run(connection, at)
            connection.execute("COMMIT")
        finally:
            connection.close()

    def _begin_run(self, connection: sqlite3.Connection, at: int) -> list[Pause]:
        """Notes that a server runs from now on; when none did, since the first one."""
        runs = connection.execute("SELECT started, seen FROM runs ORDER BY started").fetchall()
        self._run = max([at, *(started + 1 for started, _ in runs)])
        connection.execute("INSERT INTO runs VALUES(?, ?)", (self._run, self._run))
        connection.execute("DELETE FROM runs WHERE started IN (SELECT started FROM runs ORDER BY started DESC"
                           f" LIMIT -1 OFFSET {KEPT_RUNS})")  # fmt: skip
        starts = [started for started, _ in runs[1:]] + [self._run]
        return [(seen, start) for (_, seen), start in zip(runs, starts, strict=False) if start > seen]

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=10, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    # -------------------------------------------------------------- writing

    async def write(self, batch: Batch) -> None:
        """Returns when the batch is on the disk."""
        await self._submit(batch)

    async def still_here(self, at: int) -> None:
        """Notes that the server runs."""
        await self._submit(at)

    async def _submit(self, job: Batch | int) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle(error: Exception | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        def done(error: Exception | None) -> None:
            loop.call_soon_threadsafe(settle, error)

        if self._closed:
            raise NotStored("the storage is closed")
        self._queue.put((job, done))
        await future

    def _write_all(self) -> None:
        connection = self._connect()
        while jobs := self._gathered():
            answers = self._commit(connection, jobs)
            for (_, done), error in zip(jobs, answers, strict=True):
                try:
                    done(error)
                except RuntimeError:  # the loop is closed: nobody waits any more
                    continue
        connection.close()

    def _gathered(self) -> list[tuple[Batch | int, Done]]:
        """All that waits to be written, at least one; nothing at the end."""
        jobs: list[tuple[Batch | int, Done]] = []
        while len(jobs) < MAX_BATCHES:
            try:
                job = self._queue.get(block=not jobs)
            except queue.Empty:
                break
            if job is None:
                if jobs:
                    self._queue.put(None)
                break
            jobs.append(job)
        return jobs

    def _commit(
        self, connection: sqlite3.Connection, jobs: list[tuple[Batch | int, Done]]
    ) -> list[Exception | None]:
        answers: list[Exception | None] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, _ in jobs:
                answers.append(self._write_one(connection, job))
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [NotStored(str(error))] * len(jobs)
        return answers

    def _write_one(self, connection: sqlite3.Connection, job: Batch | int) -> Exception | None:
        """Writes one batch inside the transaction, or nothing of it."""
        if isinstance(job, int):
            connection.execute("UPDATE runs SET seen=max(seen, ?) WHERE started=?", (job, self._run))
            return None
        connection.execute("SAVEPOINT batch")
        try:
            connection.executemany("INSERT INTO events VALUES(?, ?, ?, ?)", job.entries)
            connection.executemany("INSERT INTO keys VALUES(?, ?, ?)", job.keys)
            connection.executemany("INSERT OR IGNORE INTO seats(visitor, game) VALUES(?, ?)", job.seats)
            connection.executemany("UPDATE seats SET over=1 WHERE game=?", [(game,) for game in job.over])
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK TO batch")
            return Conflict(job.entries[0].game)
        finally:
            connection.execute("RELEASE batch")
        return None

    # -------------------------------------------------------------- reading

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reading is None:
                self._reading = self._connect()
            return ask(self._reading)

        if self._closed:
            raise NotStored("the storage is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except sqlite3.Error as error:
            raise NotStored(str(error)) from None

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order."""
        return [
            body for (body,) in await self._rows("SELECT body FROM events WHERE game=? ORDER BY number", game)
        ]

    async def find(self, hashed_key: str) -> tuple[str, str] | None:
        """The purpose and the game of a key."""
        rows = await self._rows("SELECT purpose, game FROM keys WHERE hash=?", hashed_key)
        return rows[0] if rows else None

    async def holds(self, visitor: str, game: str) -> bool:
        """Whether a seat of this game belongs to the visitor."""
        return bool(await self._rows("SELECT 1 FROM seats WHERE visitor=? AND game=?", visitor, game))

    async def games_of(self, visitor: str, over: bool, most: int) -> list[str]:
        """This visitor's running or finished games, the last changed first."""
        rows = await self._rows(
            "SELECT game, (SELECT max(at) FROM events e WHERE e.game=s.game) AS changed FROM seats s"
            " WHERE visitor=? AND over=? ORDER BY changed DESC, game LIMIT ?",
            visitor, int(over), most,
        )  # fmt: skip
        return [game for game, _ in rows]

    async def running(self, visitor: str) -> int:
        """How many games of this visitor are not over."""
        rows = await self._rows("SELECT count(*) FROM seats WHERE visitor=? AND over=0", visitor)
        return int(rows[0][0])

    def close(self) -> None:
        """Writes what is waiting and closes the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        if self._reading:
            self._reading.close()
