"""Maintenance of a store of either kind: its contents, whether it is sound, its rows.

The server itself works with a `Store`. This is for `kahuna store`, which asks one question after the other and waits.
"""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from kahuna.server import store_schema
from kahuna.server.room import Room
from kahuna.server.store import Retention, Unreadable
from kahuna.server.store_keeping import delete, prune, used_bytes
from kahuna.server.store_sqlite import connect, events_of
from kahuna.server.stored import unpack

ArchivedRow = tuple[Any, ...]
ROWS_AT_ONCE = 1000

# All tables with their columns; rows are sorted by the first columns. Leases and presence end with
# their server.
TABLES = {
    "settings": ("name", "value"),
    "runs": ("started", "seen"),
    "games": ("id", "opened", "changed", "number", "sum", "over", "noted", "note", "due"),
    "events": ("game", "number", "at", "body"),
    "keys": ("hash", "purpose", "game"),
    "seats": ("visitor", "game"),
    "reviews": ("record", "depth", "version", "game", "at", "verdict", "body"),
}
PRUNED_AT_ONCE = 50  # games


class Size(NamedTuple):
    """What a store holds."""

    running: int
    finished: int
    events: int
    visitors: int
    used: int  # bytes in use
    file: int  # bytes taken; what was deleted is used again before it grows


class Brief(NamedTuple):
    """A game as `kahuna store` shows it: nothing of its players or cards."""

    id: str
    changed: int  # milliseconds since 1970
    over: bool
    events: int


class Archive(ABC):
    """An open store."""

    name: str  # as it may be shown

    @abstractmethod
    def ask(self, sql: str, *values: Any) -> list[ArchivedRow]:
        """The rows that answer this; `?` stands for a value."""

    @abstractmethod
    def rows(self, table: str) -> Iterator[ArchivedRow]:
        """All rows of one of `TABLES` in order, the same in either kind of store, inside `at_one_moment`."""

    @abstractmethod
    def add(self, table: str, rows: Iterable[ArchivedRow]) -> None:
        """Adds these rows, inside `changing`."""

    @abstractmethod
    def at_one_moment(self) -> AbstractContextManager[None]:
        """All that is read inside is as it was at one moment, also while a server writes."""

    @abstractmethod
    def changing(self) -> AbstractContextManager[None]:
        """Changes made inside are all kept, or none."""

    @abstractmethod
    def events(self, game: str) -> list[bytes]:
        """The events of a game in order; Unreadable if they are damaged."""

    @abstractmethod
    def delete(self, game: str) -> bool:
        """Deletes all that is stored of a game; returns whether there was anything."""

    @abstractmethod
    def bytes(self) -> tuple[int, int]:
        """How many bytes are in use, and how many are taken."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What is wrong with the store as a whole."""

    @abstractmethod
    def prune_some(self, at: int, retention: Retention) -> int:
        """Deletes some of the games that are kept no longer; returns how many there were."""

    def prune(self, at: int, retention: Retention) -> int:
        """Deletes all games that are kept no longer; returns how many there were."""
        gone = 0
        while some := self.prune_some(at, retention):
            gone += some
        return gone

    def number(self, sql: str) -> int:
        """The one number that answers this."""
        return int(self.ask(sql)[0][0])

    def size(self) -> Size:
        """What this store holds."""
        used, file = self.bytes()
        return Size(
            running=self.number("SELECT count(*) FROM games WHERE NOT over"),
            finished=self.number("SELECT count(*) FROM games WHERE over"),
            events=self.number("SELECT count(*) FROM events"),
            visitors=self.number("SELECT count(DISTINCT visitor) FROM seats WHERE visitor<>'*'"),
            used=used,
            file=file,
        )

    def last_changed(self, most: int) -> list[Brief]:
        """The games changed last."""
        rows = self.ask("SELECT id, changed, over, number FROM games ORDER BY changed DESC LIMIT ?", most)
        return [Brief(id, changed, bool(over), number) for id, changed, over, number in rows]

    def games(self) -> list[str]:
        """All games of which anything is stored."""
        return [id for (id,) in self.ask("SELECT id FROM games UNION SELECT game FROM events ORDER BY 1")]

    def strays(self) -> list[str]:
        """What belongs to no game."""
        found = []
        for table, but in (("seats", ""), ("keys", " AND purpose NOT IN ('feed', 'ticket')")):
            lost = self.number(f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM games){but}")
            if lost:
                found.append(f"{lost} {table} belong to no game")
        return found

    def problem_of(self, game: str) -> str | None:
        """What is wrong with a game: its sums, or an event that the rules do not allow; None if nothing is."""
        try:
            bodies = self.events(game)
            if not bodies:
                return "there are no events"
            Room(game, map(unpack, bodies))
        except Unreadable as error:
            return str(error)
        except Exception as error:  # its text may name cards, so it is not told
            return f"its events make no game ({type(error).__name__})"
        return None


class SqliteArchive(Archive):
    """A store in a file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.name, self.connection = str(path), connection

    def ask(self, sql: str, *values: Any) -> list[ArchivedRow]:
        """The rows that answer this."""
        return self.connection.execute(sql, values).fetchall()

    def rows(self, table: str) -> Iterator[ArchivedRow]:
        """All rows of a table in order."""
        columns = ", ".join(TABLES[table])
        chosen = " WHERE name='secret'" if table == "settings" else ""
        return self.connection.execute(f"SELECT {columns} FROM {table}{chosen} ORDER BY 1, 2")

    def add(self, table: str, rows: Iterable[ArchivedRow]) -> None:
        """Adds these rows."""
        columns = TABLES[table]
        places = ", ".join("?" for _ in columns)
        self.connection.executemany(
            f"INSERT OR REPLACE INTO {table}({', '.join(columns)}) VALUES({places})", rows
        )

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read inside is as it was at one moment."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("COMMIT")

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Altogether or not at all."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def events(self, game: str) -> list[bytes]:
        """The events of a game in order."""
        return events_of(self.connection, game)

    def delete(self, game: str) -> bool:
        """Deletes all that is stored of a game."""
        with self.changing():
            return delete(self.connection, game)

    def bytes(self) -> tuple[int, int]:
        """How many bytes of the file are in use, and how many it has."""
        return used_bytes(self.connection), self.number("PRAGMA page_count") * self.number("PRAGMA page_size")

    def problems(self) -> list[str]:
        """What is wrong with the file as a database, or between its tables."""
        found = [str(text) for (text,) in self.ask("PRAGMA integrity_check") if text != "ok"]
        return found + self.strays()

    def prune_some(self, at: int, retention: Retention) -> int:
        """Deletes some of the games that are kept no longer."""
        with self.changing():
            return prune(self.connection, at, retention, PRUNED_AT_ONCE)[0]


@contextmanager
def opened_file(path: Path) -> Iterator[SqliteArchive]:
    """A store of this version in a file; ValueError in one line if it is not one."""
    if not path.is_file():
        raise ValueError(f"{path}: there is no such store")
    try:
        with closing(connect(path)) as connection:
            refuse_version(str(path), store_schema.version_of(connection), store_schema.STORE_VERSION)
            yield SqliteArchive(path, connection)
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None


def refuse_version(name: str, found: int, ours: int) -> None:
    """ValueError in one line for a store of another version than ours."""
    if not 1 <= found <= ours:
        raise ValueError(f"{name}: not a kahuna store, or made by a newer version of kahuna")
    if found < ours:
        raise ValueError(f"{name}: made by an older version of kahuna; the server upgrades it when it starts")
