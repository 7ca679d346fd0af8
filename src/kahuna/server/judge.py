"""Works out reviews in one process of low priority.

It starts with the first question and ends when none has come for a while, so a server where nobody looks at
finished games never pays for it. Questions are small (some decisions each); the most important goes first. No
player's question ever waits here, and no room can reach the net that sees all cards: that lives in this process
alone.
"""

import asyncio
import heapq
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, Protocol

from kahuna.server.processes import end_with_server, started
from kahuna.table.errors import BadNotation, BadRecord, IllegalAction

SERVICE = "kahuna.review.service"  # named, not imported: only the process itself may have it
NICENESS = 19  # lower than the players' workers, whose priority is lower than the server's
MAX_ASKS = 2  # for a question whose process dies
MAX_SECONDS = 900.0  # for one answer, with compiling
IDLE = 300.0  # seconds without a question after which the process ends

log = logging.getLogger("kahuna.server")


class Failed(Exception):
    """There is no answer; the log says what went wrong."""


class Wrong(Exception):
    """The question itself makes no sense: no such moment, no legal action."""


class ReviewJudge(Protocol):
    """Answers the calls of `kahuna.review.service`."""

    async def call(self, rank: int, name: str, *arguments: Any) -> bytes:
        """The answer; the lowest rank goes first. Failed if there is none, Wrong if the question is."""
        ...

    def close(self) -> None:
        """Ends at once."""
        ...


class _Question(NamedTuple):
    rank: int
    order: int
    call: tuple[str, Sequence[Any]]
    answer: "asyncio.Future[bytes]"


def _work(pipe: Connection) -> None:
    """The process: answers questions until the pipe is closed."""
    end_with_server()
    with suppress(OSError):
        os.nice(NICENESS)
    calls = import_module(SERVICE).CALLS
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            name, arguments = pipe.recv()
            try:
                pipe.send(calls[name](*arguments))
            except (IllegalAction, BadNotation, BadRecord) as error:
                pipe.send(Wrong(str(error)))
            except Exception as error:  # its text may name cards of a game, so only its type is passed on
                pipe.send(Failed(type(error).__name__))


class ProcessJudge:
    """The one process, and the line of questions before it."""

    def __init__(self) -> None:
        self._waiting: list[_Question] = []
        self._order = 0
        self._task: asyncio.Task[None] | None = None
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        self._ending: asyncio.TimerHandle | None = None

    async def call(self, rank: int, name: str, *arguments: Any) -> bytes:
        """The answer of the process; a question that nobody waits for any more is never asked."""
        if self._closed:
            raise Failed("closed")
        self._order += 1
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Question(rank, self._order, (name, arguments), answer))
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
        return await answer

    async def _answer_all(self) -> None:
        if self._ending:
            self._ending.cancel()
        while self._waiting:
            question = heapq.heappop(self._waiting)
            if question.answer.done():
                continue
            answer = await asyncio.to_thread(self._ask, question.call)
            if question.answer.done():
                continue
            if isinstance(answer, Exception):
                question.answer.set_exception(answer)
            else:
                question.answer.set_result(answer)
        self._task = None
        self._ending = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _ask(self, call: tuple[str, Sequence[Any]]) -> bytes | Exception:
        for _ in range(MAX_ASKS):
            if self._closed:
                break
            try:
                pipe = self._connected()
                pipe.send(call)
                if pipe.poll(MAX_SECONDS):
                    answer: bytes | Exception = pipe.recv()
                    if isinstance(answer, Failed):
                        log.error("a review failed in %s: %s", call[0], answer)
                    return answer
            except Exception:  # the process has died, or said what cannot be read
                log.debug("the process of reviews is started again", exc_info=True)
            self._stop()
        return Failed("the process died")

    def _connected(self) -> Connection:
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self._stop()
            self._process, self._pipe = started(_work, "kahuna reviews")
        return self._pipe

    def _rest(self) -> None:
        """Ends the process: nobody has asked for a while."""
        if self._task is None:
            self._stop()

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process:
            process.kill()
            process.join()
        if pipe:
            pipe.close()

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self._closed = True
        if self._ending:
            self._ending.cancel()
        if self._process:
            self._process.kill()  # the thread that waits for it notices, and stops
        if self._task is None:
            self._stop()
