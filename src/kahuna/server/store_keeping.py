"""Looking after a store's file: how much it holds, what is kept no longer, whether all of it can be read."""

import sqlite3
from typing import NamedTuple

from kahuna.server.store import Retention

DAY = 86_400_000  # milliseconds


class Size(NamedTuple):
    """What a store holds."""

    running: int
    finished: int
    events: int
    visitors: int
    used: int  # bytes in use
    file: int  # bytes of the file; what was deleted is used again before it grows


def size_of(connection: sqlite3.Connection) -> Size:
    """What this store holds."""

    def number(sql: str) -> int:
        return int(connection.execute(sql).fetchone()[0])

    return Size(
        running=number("SELECT count(*) FROM games WHERE over=0"),
        finished=number("SELECT count(*) FROM games WHERE over=1"),
        events=number("SELECT count(*) FROM events"),
        visitors=number("SELECT count(DISTINCT visitor) FROM seats"),
        used=used_bytes(connection),
        file=number("PRAGMA page_count") * number("PRAGMA page_size"),
    )


class Brief(NamedTuple):
    """A game as whoever looks after the store sees it: nothing of its players or cards."""

    id: str
    changed: int  # milliseconds since 1970
    over: bool
    events: int


def last_changed(connection: sqlite3.Connection, most: int) -> list[Brief]:
    """The games changed last."""
    rows = connection.execute(
        "SELECT id, changed, over, number FROM games ORDER BY changed DESC LIMIT ?", (most,)
    )
    return [Brief(id, changed, bool(over), number) for id, changed, over, number in rows]


def used_bytes(connection: sqlite3.Connection) -> int:
    """How many bytes of the file are in use."""
    pages, free, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def delete(connection: sqlite3.Connection, game: str) -> bool:
    """Deletes all that is stored of a game; whether there was anything."""
    gone = 0
    for table, column in (("events", "game"), ("keys", "game"), ("seats", "game"), ("games", "id")):
        gone += connection.execute(f"DELETE FROM {table} WHERE {column}=?", (game,)).rowcount
    return gone > 0


def outdated(connection: sqlite3.Connection, at: int, retention: Retention, most: int) -> list[str]:
    """The games that are kept no longer, this many at most, those untouched longest first."""
    found: list[str] = []
    for over, days in ((1, retention.finished_days), (0, retention.running_days)):
        if days:
            rows = connection.execute(
                "SELECT id FROM games WHERE over=? AND changed<? ORDER BY changed LIMIT ?",
                (over, at - int(days * DAY), most - len(found)),
            )
            found += [id for (id,) in rows]
    return found


def prune(connection: sqlite3.Connection, at: int, retention: Retention, most: int) -> tuple[int, bool]:
    """Deletes games that are kept no longer; how many there were, and whether the store is still too large."""
    games = outdated(connection, at, retention, most)
    for game in games:
        delete(connection, game)
    deleted = len(games)
    bound = retention.most_bytes or float("inf")
    while deleted < most and used_bytes(connection) > bound:
        oldest = connection.execute("SELECT id FROM games WHERE over=1 ORDER BY changed LIMIT 1").fetchone()
        if oldest is None:
            break
        delete(connection, oldest[0])
        deleted += 1
    return deleted, used_bytes(connection) > bound
