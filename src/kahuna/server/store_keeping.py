"""Deletes games from a store's file: single ones, and those that nobody has touched for long."""

import sqlite3

from kahuna.server.store import Retention
from kahuna.server.tickets import oldest_good

DAY = 86_400_000  # milliseconds


def used_bytes(connection: sqlite3.Connection) -> int:
    """How many bytes of the file are in use."""
    pages, free, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def delete(connection: sqlite3.Connection, game: str) -> bool:
    """Deletes all that is stored of a game; returns whether there was anything."""
    gone = 0
    places = (("events", "game"), ("keys", "game"), ("seats", "game"), ("reviews", "game"), ("games", "id"))
    for table, column in places:
        gone += connection.execute(f"DELETE FROM {table} WHERE {column}=?", (game,)).rowcount
    return gone > 0


def forget_reviews(connection: sqlite3.Connection, most: int, before: int | None = None) -> int:
    """Deletes the oldest reviews, only those made before a time if one is given; returns how many there were."""
    chosen = "SELECT record, depth FROM reviews WHERE ? IS NULL OR at<? ORDER BY at LIMIT ?"
    rows = connection.execute(chosen, (before, before, most)).fetchall()
    connection.executemany("DELETE FROM reviews WHERE record=? AND depth=?", rows)
    return len(rows)


def outdated(connection: sqlite3.Connection, at: int, retention: Retention, most: int) -> list[str]:
    """The games past their retention, at most this many, those untouched longest first."""
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
    """Deletes games that are kept no longer; returns how many there were, and whether the store is still too large."""
    games = outdated(connection, at, retention, most)
    for game in games:
        delete(connection, game)
    connection.execute("DELETE FROM keys WHERE purpose='ticket' AND game<?", (oldest_good(at),))
    deleted = len(games)
    bound = retention.most_bytes or float("inf")
    if retention.finished_days:
        forget_reviews(connection, most, before=at - int(retention.finished_days * DAY))
    while used_bytes(connection) > bound and forget_reviews(connection, most):
        pass  # reviews can be computed again, games cannot
    while deleted < most and used_bytes(connection) > bound:
        oldest = connection.execute("SELECT id FROM games WHERE over=1 ORDER BY changed LIMIT 1").fetchone()
        if oldest is None:
            break
        delete(connection, oldest[0])
        deleted += 1
    return deleted, used_bytes(connection) > bound
