"""Shared by both stores: the queue of the one writer thread, and the health of the storage."""

import asyncio
import logging
import queue
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Generic, TypeVar

W = TypeVar("W")
JobResult = Any  # what a job returned, or the Exception that it raised
StoreJob = tuple[W, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]  # and who waits for it, where

log = logging.getLogger("kahuna.server")


class JobQueue(Generic[W]):
    """Work from any loop for one writer, which takes as much of it as there is at a time.

    A sleeping writer is woken at the end of the loop's iteration, not in the middle: it would start at once and
    find one job where it could have found many. For the same reason it takes jobs at most once in `pace` seconds.
    """

    def __init__(self, most: int, pace: float = 0.0) -> None:
        self._most, self._pace = most, pace
        self._next = 0.0  # when jobs may be taken again
        self._waiting: deque[StoreJob[W] | None] = deque()
        self._asleep = False
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()

    async def do(self, work: W) -> Any:
        """The result of the work once the writer has done it; raises what it raised."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((work, loop, future))
        if self._asleep:
            self._asleep = False
            loop.call_soon(self._bell.put, None)
        return await future

    def end(self) -> None:
        """No more jobs will follow those that are waiting."""
        self._waiting.append(None)
        self._bell.put(None)

    def gathered(self) -> list[StoreJob[W]]:
        """All that waits, at least one; nothing at the end."""
        while not self._waiting:
            self._asleep = True
            if not self._waiting:  # nothing came before that was said
                self._bell.get()
        if (early := self._next - monotonic()) > 0:
            sleep(early)
        self._next = monotonic() + self._pace
        jobs: list[StoreJob[W]] = []
        while self._waiting and len(jobs) < self._most:
            job = self._waiting.popleft()
            if job is None:
                if jobs:
                    self._waiting.append(None)
                break
            jobs.append(job)
        return jobs


def settle(jobs: Sequence[StoreJob[W]], answers: Sequence[JobResult]) -> None:
    """Wakes everybody who waits; those that share a commit and a loop are woken together."""
    told: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], JobResult]]] = {}
    for (_, loop, future), answer in zip(jobs, answers, strict=True):
        told.setdefault(loop, []).append((future, answer))
    for loop, pairs in told.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_tell, pairs)


def _tell(answered: list[tuple[asyncio.Future[Any], JobResult]]) -> None:
    for future, answer in answered:
        if not future.done():
            future.set_exception(answer) if isinstance(answer, Exception) else future.set_result(answer)


class StoreHealth:
    """Whether a store works; failures are counted, and logged when the reason changes."""

    fault: str | None = None
    failures = 0
    _bound_reached = False

    @property
    def healthy(self) -> bool:
        """Whether what is written now can be expected to be kept."""
        return self.fault is None

    @property
    def full(self) -> bool:
        """Whether the store has reached its bound."""
        return self._bound_reached

    def _failed(self, why: str, batches: int) -> None:
        self.failures += batches
        if self.fault != why:
            log.error("the storage fails, so nothing can be played: %s", why)
        self.fault = why

    def _works(self) -> None:
        if self.fault is not None:
            log.warning("the storage works again after: %s", self.fault)
        self.fault = None
