"""A store's file as a whole: copied while a server runs, and put back while none does."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kahuna.server import store_schema
from kahuna.server.store import Unreadable
from kahuna.server.store_archive import SqliteArchive
from kahuna.server.store_lock import StoreLock
from kahuna.server.store_sqlite import connect


def backup(path: Path, target: Path) -> None:
    """Copies the store as it stands at one moment, also while a server writes to it; FileExistsError."""
    with made_whole(target) as part:
        if not path.is_file():
            raise ValueError(f"{path}: there is no such store")
        try:
            with closing(connect(path)) as source, closing(connect(part)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, complete in itself
        except sqlite3.Error as error:
            raise ValueError(f"{path}: {error}") from None
        check_sums(part)


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """A file to fill, which gets this name only when it is complete and on the disk; FileExistsError."""
    if path.exists():
        raise FileExistsError(17, "already exists; name another file", str(path))
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        yield part
        _flush(part)
        part.rename(path)
        _flush(path.parent)
    finally:
        part.unlink(missing_ok=True)


def restore(source: Path, path: Path) -> Path | None:
    """Replaces the store by a backup; returns where the old store is now. InUse while a server runs."""
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
    """Renames the store with what its log still holds; returns the new name."""
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
    """Flushes this to the disk."""
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
            if not 1 <= version <= store_schema.STORE_VERSION:
                raise ValueError(f"{path}: not a kahuna store, or made by a newer version of kahuna")
            if version == store_schema.STORE_VERSION:
                archive = SqliteArchive(path, connection)
                for game in archive.games():
                    archive.events(game)
    except Unreadable as error:
        raise ValueError(f"{path}: a game is damaged: {error}; see kahuna store check") from None
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None
