"""Where a store is: the file or the database that an address names."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kahuna.server.clock import day_time

if TYPE_CHECKING:
    from kahuna.server.store import Store

POSTGRES = ("postgresql://", "postgres://")
Place = Path | str  # a file, or the address of a database


def data_folder() -> Path:
    """Where this user's data belongs."""
    if home := os.environ.get("XDG_DATA_HOME"):
        return Path(home) / "kahuna"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kahuna"
    return Path.home() / ".local" / "share" / "kahuna"


def store_place(url: str | None) -> Place:
    """What a path or an address names; ValueError in one line for an address of another kind."""
    if url is None:
        return data_folder() / "kahuna.db"
    if url.startswith(POSTGRES):
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise ValueError("PostgreSQL needs psycopg: pip install 'kahuna[postgres]'") from None
        return url
    scheme, slashes, rest = url.partition("://")
    if not slashes:
        return Path(url).expanduser()
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise ValueError(f"a store is a path, sqlite:///path or postgresql://..., not {scheme}://...")
    return Path("/" + rest.lstrip("/"))


def name_of(place: Place) -> str:
    """The place as it may be shown: without a password."""
    if isinstance(place, Path):
        return str(place)
    scheme, _, rest = place.partition("://")
    login, at, host = rest.rpartition("@")
    user = login.partition(":")[0]
    return f"{scheme}://{user}{at}{host.partition('?')[0]}"


def open_store(url: str | None) -> "Store":
    """The store that a path or an address names; ValueError in one line if it cannot be used."""
    place = store_place(url)
    if isinstance(place, Path):
        from kahuna.server.store_sqlite import SqliteStore

        return SqliteStore(place, day_time())
    from kahuna.server.store_postgres import PostgresStore

    return PostgresStore(place, day_time())
