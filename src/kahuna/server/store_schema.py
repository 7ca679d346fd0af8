"""The tables of the SQLite file, how an older file becomes a newer one, and the sums that show damage.

`PRAGMA user_version` is the schema's version. A file of an older version is changed step by step when it is opened, in
one transaction; one of a newer version is refused. Whoever changes the schema adds a step and a store of the version
before to `tests/golden/stores`.
"""

import secrets
import sqlite3
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from kahuna.server.store import Unreadable

TABLES = """
CREATE TABLE events(game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
                    PRIMARY KEY(game, number)) WITHOUT ROWID;
CREATE TABLE keys(hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, game TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seats(visitor TEXT NOT NULL, game TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0,
                   PRIMARY KEY(visitor, game)) WITHOUT ROWID;
CREATE INDEX seats_by_game ON seats(game);
CREATE TABLE runs(started INTEGER PRIMARY KEY, seen INTEGER NOT NULL);
CREATE TABLE settings(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""

# `number` and `sum` are those of the game's last event, so a lost end is noticed as well as a changed middle.
# `note` is what lists show, as it was after event `noted`.
GAMES_TABLE = """
CREATE TABLE games(id TEXT PRIMARY KEY, opened INTEGER NOT NULL, changed INTEGER NOT NULL, number INTEGER NOT NULL,
                   sum BLOB NOT NULL, over INTEGER NOT NULL DEFAULT 0, noted INTEGER, note BLOB) WITHOUT ROWID;
CREATE INDEX games_by_age ON games(over, changed);
CREATE INDEX keys_by_game ON keys(game);
"""

# What was played, and how deep it was looked at; `game` where it is one of this store, which it is deleted with.
REVIEWS = """
CREATE TABLE reviews(record TEXT NOT NULL, depth TEXT NOT NULL, version TEXT NOT NULL, game TEXT, at INTEGER NOT NULL,
                     verdict BLOB NOT NULL, body BLOB NOT NULL, PRIMARY KEY(record, depth)) WITHOUT ROWID;
CREATE INDEX reviews_by_game ON reviews(game);
CREATE INDEX reviews_by_age ON reviews(at);
"""


# `due`: no clock of the game runs out before this time; then it must be checked, whether the room is in memory or
# not.
DUES = """
ALTER TABLE games ADD COLUMN due INTEGER;
UPDATE games SET due=0 WHERE over=0;
CREATE INDEX games_due ON games(due) WHERE due IS NOT NULL AND over=0;
"""


class Newer(ValueError):
    """The file was made by a newer version of the program."""


NOTHING_YET = b""  # the sum before the first event


def next_sum(before: bytes, number: int, at: int, body: bytes) -> bytes:
    """The sum of a game's events up to this one, made from the sum of those before it."""
    return blake2b(b"%d %d " % (number, at) + before + body, digest_size=16).digest()


def checked_note(body: bytes) -> bytes | None:
    """A note as it was written, None for one that is damaged."""
    return body[8:] if blake2b(body[8:], digest_size=8).digest() == body[:8] else None


def note_with_sum(body: bytes) -> bytes:
    """A note as it lies in the file."""
    return blake2b(body, digest_size=8).digest() + body


def checked(rows: Iterable[tuple[Any, Any, Any]], last: tuple[int, bytes] | None) -> list[bytes]:
    """The bodies of a game's events (number, at, body); Unreadable if these do not give the last number and sum."""
    sum, count, bodies = NOTHING_YET, 0, []
    for number, at, body in rows:
        count += 1
        if number != count or not isinstance(body, bytes) or not isinstance(at, int):
            raise Unreadable(f"event {count} is missing or no event")
        sum = next_sum(sum, number, at, body)
        bodies.append(body)
    if last is None and not bodies:
        return []
    if last != (count, sum):
        raise Unreadable("the sum of its events is not the one that was stored with them")
    return bodies


def run(connection: sqlite3.Connection, statements: str) -> None:
    """Runs these statements inside the transaction that is open (`executescript` would end it)."""
    for statement in statements.split(";"):
        connection.execute(statement)


def _tables(connection: sqlite3.Connection) -> None:
    """From an empty file to version 1: events and their index."""
    run(connection, TABLES)
    connection.execute("INSERT INTO settings VALUES('secret', ?)", (secrets.token_bytes(32),))


def _games(connection: sqlite3.Connection) -> None:
    """From version 1 to 2: a row for each game, with sums over its events and a place for a note."""
    run(connection, GAMES_TABLE)
    over = {game for (game,) in connection.execute("SELECT DISTINCT game FROM seats WHERE over=1")}
    found: dict[str, tuple[int, int, int, bytes]] = {}
    for game, number, at, body in connection.execute(
        "SELECT game, number, at, body FROM events ORDER BY game, number"
    ):
        opened, _, _, sum = found.get(game, (at, at, 0, NOTHING_YET))
        found[game] = opened, at, number, next_sum(sum, number, at, bytes(body))
    connection.execute("ALTER TABLE seats DROP COLUMN over")
    connection.executemany(
        "INSERT INTO games(id, opened, changed, number, sum, over) VALUES(?, ?, ?, ?, ?, ?)",
        [(game, *row, int(game in over)) for game, row in found.items()],
    )


def _reviews(connection: sqlite3.Connection) -> None:
    """From version 2 to 3: a place for reviews."""
    run(connection, REVIEWS)


def _dues(connection: sqlite3.Connection) -> None:
    """From version 3 to 4: when clocks must be looked at; for games that run already, once soon."""
    run(connection, DUES)


STEPS = (_tables, _games, _reviews, _dues)
STORE_VERSION = len(STEPS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file's schema, 0 for an empty file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def upgrade(connection: sqlite3.Connection) -> int:
    """Brings the schema to our version; returns the version found. Newer if it is newer than we are."""
    found = version_of(connection)
    if found > STORE_VERSION:
        raise Newer(
            f"made by a newer version of kahuna (schema {found}, this one knows {STORE_VERSION}); use that version"
        )
    for step in STEPS[found:]:
        step(connection)
    connection.execute(f"PRAGMA user_version={STORE_VERSION}")
    return found
