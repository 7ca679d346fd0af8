"""The tables in PostgreSQL, and how those of an older version become newer ones.

`settings` holds the schema's version. It is brought up to date when a server starts, in one transaction under a
lock, so that only one of many servers started at once does it. A newer version is refused. The rows are those of
the SQLite file; beside them stands what only concerns the servers that run: `leases`, `present`, and the holders of
a game.
"""

import secrets
from typing import Any

from psycopg import Connection

from kahuna.server.store_schema import Newer

LOCK = 0x6B6168756E61  # "kahuna": the advisory lock of whoever changes the schema
SERVERS = LOCK + 1  # shared by all servers; a command that fills a database needs it exclusively

WITH_OTHERS = f"SELECT pg_advisory_lock_shared({SERVERS})"

TAKEN_BYTES = """
SELECT sum(pg_total_relation_size(name::regclass))::bigint
FROM unnest(ARRAY['events', 'games', 'keys', 'seats', 'reviews']) AS name
"""

TABLES = """
CREATE TABLE events(game text COLLATE "C" NOT NULL, number bigint NOT NULL, at bigint NOT NULL, body bytea NOT NULL,
                    PRIMARY KEY(game, number));
CREATE TABLE games(id text COLLATE "C" PRIMARY KEY, opened bigint NOT NULL, changed bigint NOT NULL,
                   number bigint NOT NULL, sum bytea NOT NULL, over boolean NOT NULL DEFAULT false,
                   noted bigint, note bytea);
CREATE INDEX games_by_age ON games(over, changed);
CREATE TABLE keys(hash text COLLATE "C" PRIMARY KEY, purpose text NOT NULL, game text COLLATE "C" NOT NULL);
CREATE INDEX keys_by_game ON keys(game);
CREATE TABLE seats(visitor text COLLATE "C" NOT NULL, game text COLLATE "C" NOT NULL, PRIMARY KEY(visitor, game));
CREATE INDEX seats_by_game ON seats(game);
CREATE TABLE runs(server text COLLATE "C" PRIMARY KEY, started bigint NOT NULL, seen bigint NOT NULL);
CREATE UNLOGGED TABLE leases(game text COLLATE "C" PRIMARY KEY, server text COLLATE "C" NOT NULL,
                             until timestamptz NOT NULL);
CREATE UNLOGGED TABLE present(game text COLLATE "C" NOT NULL, server text COLLATE "C" NOT NULL,
                              seats text NOT NULL, watching bigint NOT NULL, PRIMARY KEY(game, server));
"""

REVIEWS = """
CREATE TABLE reviews(record text COLLATE "C" NOT NULL, depth text NOT NULL, version text NOT NULL,
                     game text COLLATE "C", at bigint NOT NULL, verdict bytea NOT NULL, body bytea NOT NULL,
                     PRIMARY KEY(record, depth));
CREATE INDEX reviews_by_game ON reviews(game);
CREATE INDEX reviews_by_age ON reviews(at);
"""


DUES = """
ALTER TABLE games ADD COLUMN due bigint;
UPDATE games SET due=0 WHERE NOT over;
CREATE INDEX games_due ON games(due) WHERE due IS NOT NULL AND NOT over;
"""

HOLDERS_COLUMN = """
ALTER TABLE games ADD COLUMN holders text[] NOT NULL DEFAULT '{}';
"""


def _tables(connection: Connection[Any]) -> None:
    """From an empty database to version 1."""
    connection.execute(TABLES)
    connection.execute("INSERT INTO settings VALUES('secret', %s)", (secrets.token_bytes(32),))


def _reviews(connection: Connection[Any]) -> None:
    """From version 1 to 2: a place for reviews."""
    connection.execute(REVIEWS)


def _dues(connection: Connection[Any]) -> None:
    """From version 2 to 3: when clocks must be looked at; for games that run already, once soon."""
    connection.execute(DUES)


def _holders(connection: Connection[Any]) -> None:
    """From version 3 to 4: which servers have a game in memory."""
    connection.execute(HOLDERS_COLUMN)


STEPS = (_tables, _reviews, _dues, _holders)
SCHEMA_VERSION = len(STEPS)
TOLD_BY_HOLDERS = (
    4  # from this version on servers tell of a move only those that hold the game; older ones say nothing
)


def lock_with_others(connection: Connection[Any]) -> None:
    """Marks the database as in use by a server as long as this session lasts."""
    connection.execute(WITH_OTHERS.encode())


def lock_alone(connection: Connection[Any]) -> bool:
    """Whether no server uses the database; if so, none can until the end of the transaction."""
    return connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (SERVERS,)).fetchone() == (True,)


def version_of(connection: Connection[Any]) -> int:
    """The version of the schema, 0 where there is none."""
    if connection.execute("SELECT to_regclass('settings')").fetchone() == (None,):
        return 0
    row = connection.execute("SELECT value FROM settings WHERE name='version'").fetchone()
    return int(row[0]) if row else 0


def upgrade(connection: Connection[Any]) -> int:
    """Brings the schema to our version inside the open transaction; returns the version found. Newer if it is newer."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
    connection.execute("CREATE TABLE IF NOT EXISTS settings(name text PRIMARY KEY, value bytea NOT NULL)")
    found = version_of(connection)
    if found > SCHEMA_VERSION:
        raise Newer(
            f"made by a newer version of kahuna (schema {found}, this one knows {SCHEMA_VERSION}); use that version"
        )
    if 0 < found < TOLD_BY_HOLDERS and not lock_alone(connection):
        raise Newer(f"servers of an older version use it (schema {found}); stop them all first")
    for step in STEPS[found:]:
        step(connection)
    connection.execute(
        "INSERT INTO settings VALUES('version', %s) ON CONFLICT(name) DO UPDATE SET value=excluded.value",
        (str(SCHEMA_VERSION).encode(),),
    )
    return found
