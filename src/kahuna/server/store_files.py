"""A store's file as a whole: copied while a server runs, put back while none does, and read through for damage."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kahuna.server import store_schema
from kahuna.server.room import Room
from kahuna.server.store import Unreadable
from kahuna.server.store_lock import StoreLock
from kahuna.server.store_sqlite import connect, events_of
from kahuna.server.stored import unpack


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a store of this version; ValueError in one line if the file is none."""
    if not path.is_file():
        raise ValueError(f"{path}: there is no such store")
    try:
        with closing(connect(path)) as connection:
            version = store_schema.version_of(connection)
            if not 1 <= version <= store_schema.VERSION:
                raise ValueError(f"{path}: no store of ours, or made by a newer version of kahuna")
            if version < store_schema.VERSION:
                raise ValueError(
                    f"{path}: made by an older version of kahuna; the server upgrades it when it starts"
                )
            yield connection
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None


def backup(path: Path, target: Path) -> None:
    """Copies the store as it stands at one moment, also while a server writes to it; FileExistsError."""
    if target.exists():
        raise FileExistsError(17, "is there already; name another file", str(target))
    if not path.is_file():
        raise ValueError(f"{path}: there is no such store")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with closing(connect(path)) as source, closing(connect(part)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, complete in itself
        check_sums(part)
        _flush(part)
        part.rename(target)
        _flush(target.parent)
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def restore(source: Path, path: Path) -> Path | None:
    """Puts a backup in the store's place; where the store that was there is now. InUse while a server runs."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = StoreLock(path)
    try:
        check_sums(source)
        part = path.with_name(path.name + ".restored")
        part.unlink(missing_ok=True)
        backup(source, part)
        old = _set_aside(path) if path.exists() else None
        part.rename(path)
        _flush(path.parent)
        return old
    finally:
        lock.release()


def _set_aside(path: Path) -> Path:
    """Renames the store with what its log still holds; the new name."""
    with suppress(sqlite3.Error), closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    number = 1
    while (aside := path.with_name(f"{path.name}.before-restore-{number}")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        if (piece := Path(f"{path}{ending}")).exists():
            piece.rename(f"{aside}{ending}")
    return aside


def _flush(path: Path) -> None:
    """Sees to it that this is on the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def check_sums(path: Path) -> None:
    """Refuses a file that is no store or whose events are damaged; one of an older version has no sums yet."""
    if not path.is_file():
        raise ValueError(f"{path}: there is no such store")
    try:
        with closing(connect(path)) as connection:
            version = store_schema.version_of(connection)
            if not 1 <= version <= store_schema.VERSION:
                raise ValueError(f"{path}: no store of ours, or made by a newer version of kahuna")
            if version == store_schema.VERSION:
                for game in games_in(connection):
                    events_of(connection, game)
    except Unreadable as error:
        raise ValueError(f"{path}: a game is damaged: {error}; see kahuna store check") from None
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None


def games_in(connection: sqlite3.Connection) -> list[str]:
    """All games of which anything is stored."""
    rows = connection.execute("SELECT id FROM games UNION SELECT game FROM events ORDER BY 1")
    return [id for (id,) in rows]


def problems_of_file(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the file as a database, or between its tables."""
    found = [str(text) for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok"]
    for table in ("seats", "keys"):
        (lost,) = connection.execute(
            f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
        ).fetchone()
        if lost:
            found.append(f"{lost} {table} belong to no game")
    return found


def problem_of_game(connection: sqlite3.Connection, game: str) -> str | None:
    """What is wrong with a game: its sums, or an event that the rules do not allow; None if nothing is."""
    try:
        bodies = events_of(connection, game)
        if not bodies:
            return "there are no events"
        Room(game, map(unpack, bodies))
    except Unreadable as error:
        return str(error)
    except Exception as error:  # its text may name cards, so it is not told
        return f"its events make no game ({type(error).__name__})"
    return None
