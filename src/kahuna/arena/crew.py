"""Where the games of matches and trainings are played: local processes or threads, or the workers of a dask cluster.

All are a `concurrent.futures.Executor`. A worker that dies loses only what it was playing, and that is played again.
"""

import atexit
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from kahuna import __version__
from kahuna.arena.pair import close_players

MAX_LOST_WORKERS = 3  # a task lost with its worker this often is given up, and all other work with it
POLL_SECONDS = 5.0
CONNECT_SECONDS = 10
PATIENCE_SECONDS = 60.0  # to wait for a cluster without workers

W = TypeVar("W")
R = TypeVar("R")


class WorkersLost(ValueError):
    """The work cannot go on: workers die, or are gone."""


class Crew(Protocol):
    """An executor that can be replaced."""

    size: int  # how many tasks are done at once

    def executor(self) -> Executor:
        """Where tasks are submitted."""
        ...

    def is_loss(self, error: BaseException) -> bool:
        """Whether a task was not done because its worker died."""
        ...

    def renew(self) -> bool:
        """Replaces the executor if one dead worker ends it; True if so."""
        ...

    def check(self) -> None:
        """Raises WorkersLost if there are no workers left."""
        ...

    def abandon(self, running: Iterable[Future[Any]]) -> None:
        """Gives up what is being played."""
        ...

    def dismiss(self, ticket: str) -> None:
        """Closes the players of a match that is over."""
        ...

    def close(self) -> None:
        """Ends everything."""
        ...


def do_all(
    crew: Crew, work: Callable[[W, int], R], tasks: Iterable[tuple[W, int]], name: Callable[[W], str]
) -> Generator[tuple[W, int, R], None, None]:
    """Yields the result of `work` for each task as it finishes, in any order. Closing the generator stops the work.

    `name` is what a task that cannot be done is called, like `random against greedy: pair` 17.
    """
    left, again, losses = enumerate(tasks), deque[tuple[int, tuple[W, int]]](), Counter[int]()
    running: dict[Future[R], tuple[int, tuple[W, int]]] = {}
    try:
        while True:
            while len(running) < 2 * crew.size:
                entry = again.popleft() if again else next(left, None)
                if entry is None:
                    break
                try:
                    running[_submit(crew.executor(), work, entry[1])] = entry
                except BrokenExecutor:  # noticed before any task has failed
                    again.appendleft(entry)
                    break
            if not running and not again:
                return
            done = wait(running, POLL_SECONDS, FIRST_COMPLETED).done
            if any(_is_loss(crew, future) for future in done) or (again and not running):
                if crew.renew():
                    done = wait(running).done  # all of them: whatever is not finished is lost
            elif not done:
                crew.check()
            for future in sorted(done, key=lambda future: running[future][0]):
                place, task = running.pop(future)
                if not _is_loss(crew, future):
                    yield *task, _result(future)
                    continue
                losses[place] += 1
                again.append((place, task))
            for place, (what, number) in again:
                if losses[place] >= MAX_LOST_WORKERS:
                    told = f"{name(what)} {number}, or one beside it,"
                    raise WorkersLost(f"{told} ended its worker {losses[place]} times")
    finally:
        if running:
            crew.abandon(running)


def in_order(crew: Crew, work: Callable[[W], R], tasks: Sequence[W], name: str) -> Generator[R, None, None]:
    """Yields the result of `work` for each task, in the order of the tasks. `name` is for error messages."""
    waiting: dict[int, R] = {}
    turn = 0
    numbered = (((work, task), number) for number, task in enumerate(tasks))
    with closing(do_all(crew, _numbered, numbered, lambda _: name)) as results:
        for _, number, result in results:
            waiting[number] = result
            while turn in waiting:
                yield waiting.pop(turn)
                turn += 1


def _numbered(task: tuple[Callable[[W], R], W], _: int) -> R:
    work, what = task
    return work(what)


def _submit(executor: Executor, work: Callable[[W, int], R], task: tuple[W, int]) -> Future[R]:
    """Workers that are started meanwhile never see Ctrl-C, which is for this process to handle."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(work, *task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _is_loss(crew: Crew, future: Future[Any]) -> bool:
    error = CancelledError() if future.cancelled() else future.exception()
    return error is not None and crew.is_loss(error)


def _result(future: Future[R]) -> R:
    try:
        return future.result()
    except CancelledError:
        raise WorkersLost("the cluster has dropped the work") from None


class Threads:
    """Threads of this process, for work that is compiled."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ThreadPoolExecutor(size)

    def executor(self) -> Executor:
        """The pool of threads."""
        return self._pool

    def is_loss(self, error: BaseException) -> bool:  # noqa: ARG002 (a thread does not die alone)
        """Never."""
        return False

    def renew(self) -> bool:
        """Never needed."""
        return False

    def check(self) -> None:
        """They are always there."""

    def abandon(self, running: Iterable[Future[Any]]) -> None:
        """Running tasks finish, but their results are dropped."""
        for future in running:
            future.cancel()

    def dismiss(self, ticket: str) -> None:
        """Threads keep no players."""

    def close(self) -> None:
        """Ends the threads when their tasks are done."""
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes on this machine."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool: ProcessPoolExecutor | None = None
        self._pipe: tuple[Connection, Connection] | None = None

    def executor(self) -> Executor:
        """A pool of processes, started as they are needed."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pipe = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.size, context, _begin, (self._pipe[0],))
        return self._pool

    def is_loss(self, error: BaseException) -> bool:
        """A pool breaks as a whole; tasks still waiting in it were cancelled."""
        return isinstance(error, BrokenExecutor | CancelledError)

    def renew(self) -> bool:
        """A new pool will be made for the next pair."""
        self.abandon(())
        return True

    def check(self) -> None:
        """The pool itself tells when a process dies."""

    def abandon(self, running: Iterable[Future[Any]]) -> None:  # noqa: ARG002 (all of them are)
        """Ends the processes now. Programs that their players have started end with them (bots/external.py)."""
        if self._pool and self._pipe:
            self._pipe[1].close()
            self.close()

    def dismiss(self, ticket: str) -> None:
        """A process closes its old players when it is given others to play with, or ends."""

    def close(self) -> None:
        """Ends the processes when their tasks are done."""
        if self._pool and self._pipe:
            self._pool.shutdown(cancel_futures=True)
            for end in self._pipe:
                end.close()
        self._pool = self._pipe = None


def _begin(ours: Connection) -> None:
    """What a new process does first."""
    # A handler that does nothing, because programs started by this process would inherit an ignored or blocked
    # signal.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    atexit.register(close_players)
    threading.Thread(target=_leave_with, args=(ours,), daemon=True).start()


def _leave_with(ours: Connection) -> None:
    """Ends this process when the other end of the pipe is closed, which also happens when its owner is killed."""
    try:
        ours.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)


class Cluster:
    """The workers of a dask cluster, which have kahuna installed."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise ValueError("a cluster needs dask: pip install 'kahuna[dask]'") from None
        self.address = address
        self._killed = distributed.KilledWorker
        client: Any = distributed.Client  # has no types
        for name in ("distributed", "distributed.client"):  # we report what matters in one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._alone_since: float | None = None
        try:
            self._client = client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ValueError(f"no cluster answers at {address}: {error}") from None
        try:
            self.size = self._greet()
            self._executor: Executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close()
            raise

    def _greet(self) -> int:
        """How many pairs can be played at once; ValueError if no worker could play ours."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ValueError(f"the cluster at {self.address} has no workers") from None
        try:
            versions = set(self._client.run(version).values())
        except Exception as error:
            raise ValueError(f"the workers of {self.address} cannot run kahuna: {error}") from None
        if versions - {__version__}:
            raise ValueError(f"the workers of {self.address} run kahuna {versions}, not {__version__}")
        return sum(self._client.nthreads().values())

    def executor(self) -> Executor:
        """The cluster as an executor; equal calls are not merged."""
        return self._executor

    def is_loss(self, error: BaseException) -> bool:
        """Dask gives a pair to another worker a few times, then says so."""
        return isinstance(error, self._killed)

    def renew(self) -> bool:
        """Never needed: the other workers continue."""
        return False

    def check(self) -> None:
        """Raises WorkersLost when there have been no workers for a while."""
        if self._client.status == "running" and self._client.nthreads():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() > self._alone_since + PATIENCE_SECONDS:
            raise WorkersLost(f"the cluster at {self.address} has no workers any more")

    def abandon(self, running: Iterable[Future[Any]]) -> None:
        """Workers finish at most the game they are playing; nobody receives the result."""
        for future in running:
            future.cancel()

    def dismiss(self, ticket: str) -> None:
        """Closes this match's players on all workers."""
        if self._client.status == "running":
            with suppress(Exception):  # the result of a match does not depend on how its players are closed
                self._client.run(close_players, ticket)

    def close(self) -> None:
        """Leaves the cluster as it was."""
        self._client.close()


def version() -> str:
    """The version of kahuna on this machine."""
    return __version__


def cores() -> int:
    """How many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
