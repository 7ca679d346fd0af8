"""All that a store keeps, put into a new one of either kind and read back to compare."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

import msgspec

from kahuna.server import store_schema
from kahuna.server.store_archive import TABLES, Archive, ArchivedRow, SqliteArchive, opened_file
from kahuna.server.store_files import made_whole
from kahuna.server.store_places import Place
from kahuna.server.store_sqlite import connect


def opened(place: Place) -> AbstractContextManager[Archive]:
    """A store of this version; ValueError in one line if there is none."""
    if isinstance(place, Path):
        return opened_file(place)
    from kahuna.server.postgres_archive import opened_database

    return opened_database(place)


def copy(source: Archive, target: Place, told: Callable[[], None] = lambda: None) -> int:
    """Puts everything into a new file or an empty database; returns how many games. On a ValueError nothing is kept.

    `told` is called for every event that was copied.
    """
    with _new(target) as store:
        with source.at_one_moment():
            written = {table: _copied(source, store, table, told) for table in TABLES}
        for table in TABLES:
            if _Passing().all_of(store.rows(table)) != written[table]:
                raise ValueError(f"{store.name}: what was read back of its {table} is not what was written")
        return written["games"][0]


def _copied(source: Archive, store: Archive, table: str, told: Callable[[], None]) -> tuple[int, bytes]:
    passing = _Passing()
    rows = _sound_events(source, told) if table == "events" else source.rows(table)
    store.add(table, passing.through(rows))
    return passing.result()


class _Passing:
    """Counts the rows that pass, and sums them up."""

    def __init__(self) -> None:
        self._count, self._sum = 0, blake2b(digest_size=16)

    def through(self, rows: Iterator[ArchivedRow]) -> Iterator[ArchivedRow]:
        """The same rows."""
        for row in rows:
            self._count += 1
            self._sum.update(msgspec.msgpack.encode(row))
            yield row

    def result(self) -> tuple[int, bytes]:
        """How many rows have passed, and their sum."""
        return self._count, self._sum.digest()

    def all_of(self, rows: Iterator[ArchivedRow]) -> tuple[int, bytes]:
        """How many rows these are, and their sum."""
        for _ in self.through(rows):
            pass
        return self.result()


def _sound_events(source: Archive, told: Callable[[], None]) -> Iterator[ArchivedRow]:
    """All events, game by game; ValueError if those of a game are not what its sum says."""
    heads = source.rows("games")
    for game, events in groupby(source.rows("events"), key=lambda row: str(row[0])):
        sum, number = store_schema.NOTHING_YET, 0
        for row in events:
            _, number, at, body = row
            sum = store_schema.next_sum(sum, number, at, body)
            yield row
            told()
        head = next(heads, None)
        if head is None or (head[0], head[3], head[4]) != (game, number, sum):
            raise ValueError(f"{source.name}: a game is damaged; see kahuna store check")
    if next(heads, None):
        raise ValueError(f"{source.name}: a game is damaged; see kahuna store check")


@contextmanager
def _new(place: Place) -> Iterator[Archive]:
    """A new store without games, kept if all goes well."""
    if isinstance(place, Path):
        with _new_file(place) as store:
            yield store
    else:
        from kahuna.server.postgres_archive import new_store

        with new_store(place) as database:
            yield database


@contextmanager
def _new_file(path: Path) -> Iterator[SqliteArchive]:
    try:
        with made_whole(path) as part, closing(connect(part)) as connection:
            store = SqliteArchive(path, connection)
            with store.changing():
                store_schema.upgrade(connection)
                yield store
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None
