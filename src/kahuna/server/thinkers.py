"""Computer players in worker processes: bounded, shared fairly, and never blocking the server.

Every worker process has a thread here that hands it one question after the other; `turns.py` decides whose is next.
A process that dies is started again and asked again. (A pool of the standard library would lose all its processes
with one, and could not end a stuck one.)

The server itself never imports Numba: compiling happens in the workers, the first one before the others, so that these
find everything in the cache. Nobody waits for it: until the first has done, one more process answers with players that
need no compiling (`stand_in`).
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any, NamedTuple

from kahuna.bots.base import Choice, Fault
from kahuna.server.processes import end_with_server, started
from kahuna.server.turns import Asker, ThinkingTurn, Waiting, WaitingList
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, Rules
from kahuna.table.view import View

MAX_ASKS = 3  # for a question whose worker dies
MAX_ANSWER_SECONDS = 120.0  # seconds that a worker may take for an answer
MAX_WARMING_SECONDS = 900.0  # seconds, with compiling
SPARE = "net"  # the player who answers for one that fails, not compiled
NICENESS = 5  # workers have a lower priority than the server
BEAT = 0.1  # seconds: answers wait for a fixed beat, since thinking time reveals something (K16)

NO_ASKER = Asker()

log = logging.getLogger("kahuna.server")


class Question(NamedTuple):
    """What a worker is asked: a view and where its random numbers begin, nothing else."""

    spec: str
    rules: Rules
    view: View
    luck: str


Thought = Choice | Fault


class Job(NamedTuple):
    """A question, and what becomes of the answer."""

    question: Question
    wanted: Callable[[], bool]  # whether anybody still waits for it
    done: Callable[[Thought], None]


Jobs = WaitingList[Job]


def _work(pipe: Connection, compiling: bool) -> None:
    """A worker process: answers questions until the pipe is closed."""
    from kahuna.bots.base import Bot
    from kahuna.bots.registry import find_bot, stand_in

    end_with_server()
    with suppress(OSError):
        os.nice(NICENESS)
    bots: dict[tuple[str, str], Bot] = {}
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            question: Question = pipe.recv()
            try:
                name = (question.spec, question.rules.game)
                find = find_bot if compiling else stand_in
                bot = bots.get(name) or bots.setdefault(name, find(*name))
                pipe.send(_answer(bot, question))
            except Exception as error:  # whatever goes wrong, the opponent is told
                pipe.send(f"{type(error).__name__}: {error}")


def _answer(bot: Any, question: Question) -> Choice:
    bot.start(question.rules.game, question.rules.settings(), question.view["seat"])
    choice: Choice = bot.choose(question.view, Random(question.luck))
    return choice


class _Worker:
    """A worker process and the thread that asks it."""

    def __init__(self, jobs: Jobs, compiling: bool = True) -> None:
        self.jobs = jobs
        self.compiling = compiling
        self.process: SpawnProcess | None = None
        self.pipe: Connection | None = None
        self.closing = False
        self.spare: _Worker | None = None  # answers a question that the player has failed at
        self.warm = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self, samples: list[Question], before: "_Worker | None") -> None:
        """Warms up once the worker before has done so, then answers questions."""
        self.thread = threading.Thread(
            target=self._run, args=(samples, before), name="kahuna worker", daemon=True
        )
        self.thread.start()

    def _run(self, samples: list[Question], before: "_Worker | None") -> None:
        if before:
            before.warm.wait()
        for question in samples:
            answer = self._ask(question, MAX_WARMING_SECONDS)
            if isinstance(answer, Fault) and not self.closing:
                log.error("player %s does not work in %s: %s", question.spec, question.rules.game, answer)
        self.warm.set()
        while turn := self.jobs.take():
            self._answer(turn)

    def _answered(self, question: Question) -> Thought:
        """The player's answer; if it fails, that of one who needs no compiling: a level never forfeits by our fault."""
        answer = self._ask(question)
        if isinstance(answer, Choice) or self.closing:
            return answer
        kind = str(answer).partition(":")[0]  # what follows may tell of cards
        log.error("player %s fails in %s, so %s answers: %s", question.spec, question.rules.game, SPARE, kind)
        self.spare = _Worker(self.jobs, compiling=False)
        answer = self.spare._ask(question._replace(spec=SPARE))
        self.spare.stop()
        self.spare = None
        return answer

    def stand_in(self, until: threading.Event) -> None:
        """Answers questions at once, until the first worker is ready."""
        self.thread = threading.Thread(
            target=self._fill_in, args=(until,), name="kahuna stand-in", daemon=True
        )
        self.thread.start()

    def _fill_in(self, until: threading.Event) -> None:
        while not until.is_set() and not self.jobs.closed:
            if turn := self.jobs.take(BEAT):
                self._answer(turn)
        self.stop()

    def _answer(self, turn: ThinkingTurn[Job]) -> None:
        job, begin = turn.item, time.monotonic()
        asked = job.wanted()
        try:
            if asked:
                job.done(self._answered(job.question) if self.compiling else self._ask(job.question))
        finally:
            self.jobs.done(turn, time.monotonic() - begin if asked and self.compiling else None)

    def _ask(self, question: Question, longest: float = MAX_ANSWER_SECONDS) -> Thought:
        for _ in range(MAX_ASKS):
            if self.closing:
                break
            try:
                pipe = self._connected()
                pipe.send(question)
                if pipe.poll(longest):
                    answer: Choice | str = pipe.recv()
                    return Fault("crash", answer) if isinstance(answer, str) else answer
            except Exception:  # the process has died, or its answer cannot be read
                log.debug("a player's process is started again", exc_info=True)
            self.stop()
        return Fault("crash", "the player's process died")

    def _connected(self) -> Connection:
        if self.process is None or self.pipe is None or not self.process.is_alive():
            self.stop()
            self.process, self.pipe = started(_work, "kahuna player", self.compiling)
        return self.pipe

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        if self.spare:
            self.spare.closing = True
            self.spare.stop()
        process, pipe = self.process, self.pipe
        self.process = self.pipe = None
        if process:
            process.kill()
            process.join()
        if pipe:
            pipe.close()


def samples(specs: Iterable[str]) -> list[Question]:
    """Questions that make these players compile all that they need."""
    found = []
    for game in GAMES:
        rules = Rules(game)
        sample = Game(rules, seed="sample")
        found += [Question(spec, rules, sample.view(sample.to_move), "sample") for spec in specs]
    return found


class Thinkers:
    """All workers. `ready` says whether everything is compiled; until then players answer with simple moves."""

    def __init__(self, workers: int | None = None, waiting: Waiting | None = None) -> None:
        count = workers or max(1, min(2, os.cpu_count() or 2)) + 1  # one for short questions
        self._jobs: Jobs = WaitingList(count, waiting)
        self._workers = [_Worker(self._jobs) for _ in range(count)]
        self._stand_in = _Worker(self._jobs, compiling=False)

    @property
    def ready(self) -> bool:
        """Whether all workers are warm."""
        return all(worker.warm.is_set() for worker in self._workers)

    def start(self, specs: Iterable[str]) -> None:
        """Starts the workers; the first compiles what these players need before the others come."""
        questions = samples(specs)
        if questions:
            self._stand_in.stand_in(self._workers[0].warm)
        for number, worker in enumerate(self._workers):
            worker.start(questions, self._workers[number - 1] if number else None)

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._jobs)

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker = NO_ASKER) -> Choice:
        """The choice of the player with this spec; Fault if none is to be had, Busy if too many wait."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Thought] = loop.create_future()
        begin = loop.time()

        def settle(answer: Thought) -> None:
            if not future.done():  # somebody still waits for it
                future.set_result(answer)

        def done(answer: Thought) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(settle, answer)

        question = Question(spec, rules, view, luck)
        self._jobs.add(Job(question, lambda: not future.done(), done), f"{spec} {rules.game}", asker)
        answer = await future
        await asyncio.sleep((begin - loop.time()) % BEAT)
        if isinstance(answer, Fault):
            raise answer
        return answer

    def close(self) -> None:
        """Ends all processes at once."""
        everybody = [*self._workers, self._stand_in]
        for worker in everybody:
            worker.closing = True
        self._jobs.close()
        for worker in everybody:
            if process := worker.process:
                process.kill()
        for worker in everybody:
            if worker.thread:
                worker.warm.set()
                worker.thread.join(timeout=5)
            worker.stop()
