"""The storage in one SQLite file: write-ahead log, one writer thread that commits all waiting batches at once.

`synchronous=FULL` flushes the log to the disk at every commit, so an answered action outlives a power cut too; because
all rooms share a commit, this costs a few hundred flushes a second at most, however many rooms play.
"""

import asyncio
import logging
import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kahuna.server import store_schema
from kahuna.server.clock import Pause
from kahuna.server.store import (
    DUE_AGAIN,
    Conflict,
    KeptReview,
    Listed,
    Note,
    NotStored,
    Retention,
    Transaction,
    Unreadable,
)
from kahuna.server.store_alone import AloneStore
from kahuna.server.store_keeping import delete, prune
from kahuna.server.store_lock import StoreLock
from kahuna.server.store_queue import JobQueue, JobResult, StoreHealth, settle
from kahuna.server.store_writing import TAKE_DUE_SQLITE, Head, write_together

T = TypeVar("T")
MAX_BATCHES = 1000  # batches in one commit
COMMIT_PACE = 0.004  # seconds from one commit to the next: one costs as much as three actions
MAX_HEADS = 10_000  # games whose last sum is remembered
LOCK_PATIENCE_SECONDS = 10.0  # seconds to wait for another process that writes to the file

Work = Transaction | Callable[[sqlite3.Connection], Any]

log = logging.getLogger("kahuna.server")


class SqliteStore(StoreHealth, AloneStore):
    """One file, and one server that has it: a lock beside the file keeps others out."""

    def __init__(self, path: Path, at: int, patience: float = LOCK_PATIENCE_SECONDS) -> None:
        """Opens, upgrades or makes the file; `at` is the time of day, for the clocks' pauses."""
        self._path, self._patience = path, patience
        self.secret: bytes
        self.pauses: Sequence[Pause]
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = StoreLock(path)
        except OSError as error:
            raise ValueError(f"{path}: cannot be used as storage: {error.strerror or error}") from None
        try:
            self._prepare(at)
        except BaseException:
            self._lock.release()
            raise
        self._log = Path(f"{path}-wal")
        self._files = {path: _identity(path), self._log: None}
        self._heads: OrderedDict[str, Head] = OrderedDict()  # of the games written last; only the writer's
        self._queue: JobQueue[Work] = JobQueue(MAX_BATCHES, COMMIT_PACE)
        self._writer = threading.Thread(target=self._write_all, name="kahuna store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(1, "kahuna reader")
        self._reading: sqlite3.Connection | None = None
        self._closed = False

    def _prepare(self, at: int) -> None:
        """Brings the file up to date; ValueError in one line if it cannot be used."""
        try:
            if not self._path.exists():
                self._path.touch(mode=0o600)
            with closing(connect(self._path, self._patience)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("BEGIN IMMEDIATE")
                found = store_schema.upgrade(connection)
                (self.secret,) = connection.execute(
                    "SELECT value FROM settings WHERE name='secret'"
                ).fetchone()
                self.pauses = self._begin_run(connection, at)
                connection.execute("COMMIT")
        except (sqlite3.OperationalError, OSError) as error:
            raise ValueError(f"{self._path}: cannot be used as storage: {error}") from None
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{self._path}: not a kahuna store: {error}") from None
        except store_schema.Newer as error:
            raise ValueError(f"{self._path}: {error}") from None
        if 0 < found < store_schema.STORE_VERSION:
            log.warning("%s was upgraded from schema %d to %d", self._path, found, store_schema.STORE_VERSION)

    def _begin_run(self, connection: sqlite3.Connection, at: int) -> list[Pause]:
        """Notes that a server runs from now on; when none did, as far back as a running game may need it."""
        runs = connection.execute("SELECT started, seen FROM runs ORDER BY started").fetchall()
        self._run = max([at, *(started + 1 for started, _ in runs)])
        oldest = connection.execute("SELECT min(opened) FROM games WHERE over=0").fetchone()[0]
        starts = [started for started, _ in runs[1:]] + [self._run]
        pauses: list[Pause] = []
        for (started, seen), start in zip(runs, starts, strict=False):
            if oldest is None or start <= oldest:
                connection.execute("DELETE FROM runs WHERE started=?", (started,))
            elif pauses and started == seen == pauses[-1][1]:  # a run of no length joins two pauses
                connection.execute("DELETE FROM runs WHERE started=?", (started,))
                pauses[-1] = (pauses[-1][0], start)
            elif start > seen:
                pauses.append((seen, start))
        connection.execute("INSERT INTO runs VALUES(?, ?)", (self._run, self._run))
        return pauses

    # -------------------------------------------------------------- health

    def _lost(self) -> str | None:
        """Why what was committed is not kept: somebody has removed or replaced a file."""
        for path, before in self._files.items():
            now = _identity(path)
            if before is None:
                self._files[path] = now
            elif now != before:
                return f"{path} was removed or replaced while the server was running; restart it"
        return None

    # -------------------------------------------------------------- writing

    async def write(self, batch: Transaction) -> None:
        """Returns when the batch is on the disk."""
        if self._closed:
            raise NotStored("the storage is closed")
        await self._queue.do(batch)

    async def still_here(self, at: int) -> None:
        """Notes that the server runs."""
        sql = "UPDATE runs SET seen=max(seen, ?) WHERE started=?"
        await self._submit(lambda connection: connection.execute(sql, (at, self._run)))

    async def forget(self, visitor: str, game: str) -> None:
        """Takes a game off this visitor's list, and deletes it if nobody else has it."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM seats WHERE visitor=? AND game=?", (visitor, game))
            if not connection.execute("SELECT 1 FROM seats WHERE game=? LIMIT 1", (game,)).fetchone():
                delete(connection, game)

        await self._submit(work)

    async def keep_review(self, review: KeptReview) -> None:
        """Keeps a review, in place of an older one."""
        sql = "INSERT OR REPLACE INTO reviews VALUES(?, ?, ?, ?, ?, ?, ?)"
        await self._submit(lambda connection: connection.execute(sql, review))

    async def set_feed(self, visitor: str, hashed_key: str | None) -> None:
        """The only key of this visitor's feed; the visitor stands where other keys name a game."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM keys WHERE game=? AND purpose='feed'", (visitor,))
            if hashed_key:
                connection.execute("INSERT INTO keys VALUES(?, 'feed', ?)", (hashed_key, visitor))

        await self._submit(work)

    async def prune(self, at: int, retention: Retention, most: int) -> int:
        """Deletes games that are kept no longer, oldest first."""
        deleted, self._bound_reached = await self._submit(
            lambda connection: prune(connection, at, retention, most)
        )
        return int(deleted)

    async def take_due(self, at: int, most: int) -> list[str]:
        """Running games whose clock may be empty."""

        def work(connection: sqlite3.Connection) -> list[str]:
            return [
                game for (game,) in connection.execute(TAKE_DUE_SQLITE, (at + DUE_AGAIN, at, most)).fetchall()
            ]

        found: list[str] = await self._submit(work)
        return found

    async def _submit(self, work: Work) -> Any:
        if self._closed:
            raise NotStored("the storage is closed")
        return await self._queue.do(work)

    def _write_all(self) -> None:
        connection: sqlite3.Connection | None = None
        while jobs := self._queue.gathered():
            try:
                connection = connection or connect(self._path, self._patience)
                answers = self._commit(connection, [work for work, _, _ in jobs])
            except sqlite3.Error as error:
                if connection:
                    with suppress(sqlite3.Error):
                        connection.close()
                connection = None
                self._failed(self._lost() or str(error), len(jobs))
                self._files[self._log] = None  # the last connection to close removes the log
                answers = [NotStored(str(error))] * len(jobs)
            settle(jobs, answers)
        if connection:
            connection.close()

    def _commit(self, connection: sqlite3.Connection, works: list[Work]) -> list[JobResult]:
        """Does all of this in one transaction; what each answers when that is safe."""
        if lost := self._lost():
            self._failed(lost, len(works))
            return [NotStored(lost)] * len(works)
        connection.execute("BEGIN IMMEDIATE")
        heads: dict[str, Head] = {}
        try:
            heads = write_together(
                connection, [work for work in works if isinstance(work, Transaction)], self._heads
            )
            answers = [None if isinstance(work, Transaction) else work(connection) for work in works]
        except (
            Conflict,
            sqlite3.IntegrityError,
        ):  # rare: tries them again one by one to find the failing one
            self._heads.clear()
            heads = {}
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            answers = [_savepoint(connection, work) for work in works]
        connection.execute("COMMIT")
        self._remember(heads)
        if lost := self._lost():  # only now is it certain that the commit went into the file
            self._failed(lost, len(works))
            return [NotStored(lost)] * len(works)
        self._works()
        return answers

    def _remember(self, heads: dict[str, Head]) -> None:
        """Remembers the last events of these games, for their next ones."""
        for game, head in heads.items():
            self._heads[game] = head
            self._heads.move_to_end(game)
        while len(self._heads) > MAX_HEADS:
            self._heads.popitem(last=False)

    # -------------------------------------------------------------- reading

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reading is None:
                self._reading = connect(self._path, self._patience)
            return ask(self._reading)

        if self._closed:
            raise NotStored("the storage is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except sqlite3.Error as error:
            log.error("the storage cannot be read: %s", error)
            raise NotStored(str(error)) from None

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def events(self, game: str) -> list[bytes]:
        """The events of a game in order, compared with their sum."""
        return await self._read(partial(events_of, game=game))

    async def events_after(self, game: str, number: int) -> list[bytes]:
        """The events of a game with higher numbers, in order."""
        return (await self.events(game))[number:]

    async def find(self, hashed_key: str) -> tuple[str, str] | None:
        """The purpose and the game of a key."""
        rows = await self._rows("SELECT purpose, game FROM keys WHERE hash=?", hashed_key)
        return rows[0] if rows else None

    async def holds(self, visitor: str, game: str) -> bool:
        """Whether a seat of this game belongs to the visitor."""
        return bool(await self._rows("SELECT 1 FROM seats WHERE visitor=? AND game=?", visitor, game))

    async def games_of(self, visitor: str, over: bool, most: int) -> list[Listed]:
        """This visitor's running or finished games, the last changed first."""

        def listed(connection: sqlite3.Connection) -> list[Listed]:
            rows = connection.execute(
                "SELECT id, number, noted, note,"
                " (SELECT verdict FROM reviews WHERE reviews.game=games.id ORDER BY at DESC LIMIT 1)"
                " FROM seats JOIN games ON id=seats.game"
                " WHERE visitor=? AND over=? ORDER BY changed DESC, id LIMIT ?",
                (visitor, int(over), most),
            )
            return [
                Listed(id, number, _note(id, noted, note, over), verdict)
                for id, number, noted, note, verdict in rows
            ]

        return await self._read(listed)

    async def review(self, record: str, depth: str, version: str) -> bytes | None:
        """The body of a kept review of this version."""
        sql = "SELECT body FROM reviews WHERE record=? AND depth=? AND version=?"
        rows = await self._rows(sql, record, depth, version)
        return bytes(rows[0][0]) if rows else None

    async def running(self, visitor: str) -> int:
        """How many games of this visitor are not over."""
        rows = await self._rows(
            "SELECT count(*) FROM seats JOIN games ON id=game WHERE visitor=? AND over=0", visitor
        )
        return int(rows[0][0])

    def close(self) -> None:
        """Writes what is waiting and closes the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.end()
        self._writer.join()
        self._readers.shutdown()
        if self._reading:
            self._reading.close()
        self._lock.release()


def connect(path: Path, patience: float = LOCK_PATIENCE_SECONDS) -> sqlite3.Connection:
    """A connection to the file, which must exist: a removed file is not silently created again."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        patience,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    connection.text_factory = _text
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def _text(data: bytes) -> str:
    """Text from the file. An error about damaged text would quote it, hidden cards and all, so none is raised."""
    return data.decode("utf-8", "replace")


def events_of(connection: sqlite3.Connection, game: str) -> list[bytes]:
    """The events of a game in order; Unreadable if they are damaged."""
    connection.execute("BEGIN")  # so that both queries see the same state
    try:
        last = connection.execute("SELECT number, sum FROM games WHERE id=?", (game,)).fetchone()
        rows = connection.execute("SELECT number, at, body FROM events WHERE game=? ORDER BY number", (game,))
        return store_schema.checked(rows, last)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise Unreadable(str(error)) from None
    finally:
        connection.execute("COMMIT")


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells this file from another with its name; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _note(game: str, noted: int | None, body: bytes | None, over: bool) -> Note | None:
    found = store_schema.checked_note(body) if isinstance(body, bytes) else None
    return Note(game, noted, found, over) if found is not None and noted is not None else None


def _savepoint(connection: sqlite3.Connection, work: Work) -> JobResult:
    """What the work answers, or the Conflict that undid it alone."""
    connection.execute("SAVEPOINT work")
    try:
        return write_together(connection, [work], {}) if isinstance(work, Transaction) else work(connection)
    except (Conflict, sqlite3.IntegrityError) as error:
        connection.execute("ROLLBACK TO work")
        return error if isinstance(error, Conflict) else Conflict(str(error))
    finally:
        connection.execute("RELEASE work")
