"""A session with PostgreSQL on the event loop itself: no thread has to be woken for a question, an answer or a notice.

It asks one question at a time, all of them prepared when it was made, and hears notifications in between. It is
never repaired: when it is lost, everyone waiting gets an error, and its owner opens another.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.pq import ExecStatus

LOST = "the session with the database is lost"
GOOD_RESULTS = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)
SqlRows = list[tuple[bytes | None, ...]]  # values as PostgreSQL writes them


class LoopSession:
    """A session of this loop. It takes over a connection that nobody else uses."""

    def __init__(
        self,
        connection: Connection[Any],
        questions: Mapping[str, str],
        heard: Callable[[str], None],
        patience: float,
    ) -> None:
        """Prepares the questions, which have `%s` for each value; waits for the database, so not in the loop."""
        self._patience = patience  # seconds until a question without an answer ends the session
        self._connection, self._session, self._heard = connection, connection.pgconn, heard
        self._socket = connection.pgconn.socket
        for name, sql in questions.items():
            result = self._session.prepare(name.encode(), _numbered(sql).encode())
            if result.status not in GOOD_RESULTS:
                raise psycopg.errors.error_from_result(result)
        self._session.nonblocking = 1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = asyncio.Lock()
        self._answer: asyncio.Future[SqlRows] | None = None
        self._rows: SqlRows = []
        self._error: psycopg.Error | None = None
        self._sending = False  # whether more is to be sent than the socket has taken
        self.lost = asyncio.Event()

    def begin(self) -> None:
        """From now on it belongs to the running loop."""
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._read)
        self._read()  # notifications that arrived during setup

    async def ask(self, name: str, *values: str) -> SqlRows:
        """The rows that answer; psycopg.Error if there are none, OperationalError if the session is lost."""
        async with self._turn:
            if self.lost.is_set():
                raise psycopg.OperationalError(LOST)
            answer: asyncio.Future[SqlRows] = asyncio.get_running_loop().create_future()
            self._answer = answer
            self._rows, self._error = [], None
            try:
                async with asyncio.timeout(self._patience):
                    self._session.send_query_prepared(name.encode(), [value.encode() for value in values])
                    self._send()
                    return await answer
            except TimeoutError:
                raise psycopg.OperationalError("the database does not answer") from None
            finally:
                if self._answer is answer:  # nobody waits for it, and the next one would get it
                    answer.cancel()
                    self.close()

    def _send(self) -> None:
        """Sends what the socket takes, and the rest when it takes more."""
        try:
            more = self._session.flush()
        except psycopg.OperationalError as error:
            self.close(error)
            return
        loop = asyncio.get_running_loop()
        if more and not self._sending:
            loop.add_writer(self._socket, self._send)
        elif self._sending and not more:
            loop.remove_writer(self._socket)
        self._sending = bool(more)

    def _read(self) -> None:
        """Takes in what has come: notifications, and the answer if it is complete."""
        session = self._session
        try:
            session.consume_input()
            while self._answer and not session.is_busy():
                result = session.get_result()
                if result is None:
                    self._settle()
                elif result.status in GOOD_RESULTS:
                    columns = range(result.nfields)
                    self._rows += [
                        tuple(result.get_value(row, column) for column in columns)
                        for row in range(result.ntuples)
                    ]
                else:
                    self._error = psycopg.errors.error_from_result(result)
            while notice := session.notifies():
                self._heard(notice.extra.decode())
        except psycopg.OperationalError as error:
            self.close(error)

    def _settle(self) -> None:
        answer, self._answer = self._answer, None
        if answer and not answer.done():
            answer.set_exception(self._error) if self._error else answer.set_result(self._rows)

    def close(self, error: psycopg.Error | None = None) -> None:
        """Ends the session; whoever waits for an answer is told that there is none."""
        if self.lost.is_set():
            return
        self.lost.set()
        if self._loop:
            with suppress(RuntimeError):  # it has ended
                self._loop.remove_reader(self._socket)
                self._loop.remove_writer(self._socket)
        with suppress(psycopg.Error):
            self._connection.close()
        self._error = error or psycopg.OperationalError(LOST)
        self._settle()


def _numbered(sql: str) -> str:
    """The same statement with $1, $2 … for values, as PostgreSQL writes them."""
    parts = sql.split("%s")
    return "".join(f"{part}${place}" for place, part in enumerate(parts[:-1], 1)) + parts[-1]


def array_of(values: Iterable[str]) -> str:
    """An array as PostgreSQL reads it, of values that need no quotes or have them."""
    return "{" + ",".join(values) + "}"


def one_line(error: Exception) -> str:
    """What went wrong, on one line; a server's errors never quote what is stored."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
