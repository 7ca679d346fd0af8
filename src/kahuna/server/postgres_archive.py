"""Maintenance of a store in PostgreSQL."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection

from kahuna.server import postgres_schema
from kahuna.server.postgres_session import one_line
from kahuna.server.postgres_writing import delete, prune, used_bytes
from kahuna.server.store import Retention
from kahuna.server.store_archive import (
    PRUNED_AT_ONCE,
    ROWS_AT_ONCE,
    TABLES,
    Archive,
    ArchivedRow,
    refuse_version,
)
from kahuna.server.store_places import name_of
from kahuna.server.store_postgres import PATIENCE
from kahuna.server.store_schema import checked


class PostgresArchive(Archive):
    """A store in a database."""

    def __init__(self, name: str, connection: Connection[Any]) -> None:
        self.name, self.connection = name, connection

    def ask(self, sql: str, *values: Any) -> list[ArchivedRow]:
        """The rows that answer this."""
        return self.connection.execute(sql.replace("?", "%s").encode(), values).fetchall()

    def rows(self, table: str) -> Iterator[ArchivedRow]:
        """All rows of a table in order; several servers that ran at once count as one run."""
        if table == "runs":
            yield from _joined(self.ask("SELECT started, seen FROM runs ORDER BY started"))
            return
        columns = ", ".join("over::int" if name == "over" else name for name in TABLES[table])
        chosen = " WHERE name='secret'" if table == "settings" else ""
        with self.connection.cursor(f"rows of {table}") as cursor:
            cursor.itersize = ROWS_AT_ONCE
            cursor.execute(f"SELECT {columns} FROM {table}{chosen} ORDER BY 1, 2".encode())
            yield from cursor

    def add(self, table: str, rows: Iterable[ArchivedRow]) -> None:
        """Adds these rows."""
        columns = TABLES[table]
        if table == "settings":  # creating the tables has already created a secret
            self.connection.execute("DELETE FROM settings WHERE name='secret'")
        if table == "runs":
            columns = ("server", *columns)
            rows = ((secrets.token_hex(8), *row) for row in rows)
        sql = f"COPY {table}({', '.join(columns)}) FROM STDIN".encode()
        with self.connection.cursor() as cursor, cursor.copy(sql) as copying:
            for row in rows:
                copying.write_row(row)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read inside is as it was at one moment."""
        with self.connection.transaction():
            self.connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    @contextmanager
    def changing(self) -> Iterator[None]:
        """All changes are kept, or none."""
        with self.connection.transaction():
            yield

    def events(self, game: str) -> list[bytes]:
        """The events of a game in order."""
        with self.at_one_moment():
            last = self.ask("SELECT number, sum FROM games WHERE id=?", game)
            rows = self.ask("SELECT number, at, body FROM events WHERE game=? ORDER BY number", game)
        return checked(
            ((number, at, body) for number, at, body in rows), (last[0][0], last[0][1]) if last else None
        )

    def delete(self, game: str) -> bool:
        """Deletes all that is stored of a game."""
        return delete(self.connection, [game]) > 0

    def bytes(self) -> tuple[int, int]:
        """How many bytes the games are, and how many the tables take."""
        return used_bytes(self.connection), self.number(postgres_schema.TAKEN_BYTES)

    def problems(self) -> list[str]:
        """What is inconsistent between the tables; the database checks its files itself."""
        return self.strays()

    def prune_some(self, at: int, retention: Retention) -> int:
        """Deletes some of the games that are kept no longer."""
        return prune(self.connection, at, retention, PRUNED_AT_ONCE)[0]


def _joined(runs: Iterable[ArchivedRow]) -> Iterator[ArchivedRow]:
    """The runs merged, so that no two overlap."""
    started, until = None, 0
    for begun, seen in runs:
        if started is not None and begun > until:
            yield started, until
            started = None
        started = begun if started is None else started
        until = max(until, seen)
    if started is not None:
        yield started, until


@contextmanager
def connected(url: str) -> Iterator[PostgresArchive]:
    """A database, whatever is in it; ValueError in one line if it cannot be reached."""
    name = name_of(url)
    try:
        with psycopg.connect(url, connect_timeout=int(PATIENCE), autocommit=True) as connection:
            yield PostgresArchive(name, connection)
    except psycopg.Error as error:
        raise ValueError(f"{name}: {one_line(error)}") from None


@contextmanager
def opened_database(url: str) -> Iterator[PostgresArchive]:
    """A store of this version in a database; ValueError in one line if there is none."""
    with connected(url) as archive:
        found = postgres_schema.version_of(archive.connection)
        if not found:
            raise ValueError(f"{archive.name}: there is no such store")
        refuse_version(archive.name, found, postgres_schema.SCHEMA_VERSION)
        yield archive


@contextmanager
def new_store(url: str) -> Iterator[PostgresArchive]:
    """A store without games, kept if all goes well; ValueError if the database holds games or has a server."""
    with connected(url) as archive, archive.changing():
        if not postgres_schema.lock_alone(archive.connection):
            raise ValueError(f"{archive.name}: a kahuna server is using it")
        try:
            postgres_schema.upgrade(archive.connection)
        except ValueError as error:
            raise ValueError(f"{archive.name}: {error}") from None
        if archive.games():
            raise ValueError(f"{archive.name}: there are games in it already; name an empty database")
        for table in TABLES:
            if table != "settings":
                archive.connection.execute(f"DELETE FROM {table}".encode())
        yield archive
