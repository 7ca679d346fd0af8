"""A server that is killed. It is forked from a process that has loaded the program already, so it starts quickly.

Everything else it does as any server does when it starts: it opens its store anew and listens.
"""

import multiprocessing
import os
import signal
import socket
import sys
import time
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

from kahuna.bots.base import Choice
from kahuna.server import logs
from kahuna.server.app import create_app
from kahuna.server.serve import Server, listening, uvicorn_config
from kahuna.server.site import prepared_site
from kahuna.server.store_places import Place, open_store
from kahuna.server.turns import Asker
from kahuna.table.ruleset import Rules
from kahuna.table.view import View
from support.house import LOOSE, Quick

THOUGHT = 0.1  # seconds at most that a level thinks

prepared_site()  # once, for all that are forked

_processes = multiprocessing.get_context("forkserver")


def prepare_nursery() -> None:
    """Starts the process from which servers are forked; it finds this module only by way of its environment."""
    found = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parents[1]), found)))
    try:
        _processes.set_forkserver_preload([__name__])
        forkserver.ensure_running()
    finally:
        os.environ.pop("PYTHONPATH")
        if found is not None:
            os.environ["PYTHONPATH"] = found


class Diarist(Quick):
    """Our players, who write down when they think about what."""

    def __init__(self, diary: Path) -> None:
        super().__init__()
        self._diary = os.open(diary, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker) -> Choice:
        """Any legal action, after a while."""
        self.pause = Random(luck).random() * THOUGHT
        question = f"{asker.visitor} {' '.join(view['log'])}"
        self._note("begin", question)
        try:
            return await super().choose(spec, rules, view, luck, asker)
        finally:
            self._note("end", question)

    def _note(self, what: str, question: str) -> None:
        os.write(self._diary, f"{time.monotonic():.3f} {os.getpid()} {what} {question}\n".encode())


def _serve(port: int, store: Place, log: Path, diary: Path) -> None:
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    logs.set_up("plain")
    app = create_app(open_store(str(store)), Diarist(diary), LOOSE)
    Server(uvicorn_config(app, LOOSE)).run(sockets=[listening("127.0.0.1", port)])


class Victim:
    """A server that is killed."""

    def __init__(self, store: Place, log: Path, diary: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._store, self._log, self._diary = store, log, diary
        self._process: ForkServerProcess | None = None

    def start(self) -> None:
        """Starts it, and returns when it answers."""
        for _ in range(60):
            self._process = _processes.Process(
                target=_serve, args=(self.port, self._store, self._log, self._diary)
            )
            self._process.start()
            while self._process.is_alive():
                try:
                    socket.create_connection(("127.0.0.1", self.port), 1).close()
                    return
                except OSError:
                    time.sleep(0.02)
            time.sleep(0.5)  # its database is not there yet
        raise TimeoutError(f"the server did not start: {self._log.read_text()[-2000:]}")

    def kill(self) -> None:
        """Kills it, whatever it is doing."""
        assert self._process
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """Stops it in good order."""
        assert self._process
        assert self._process.pid
        os.kill(self._process.pid, signal.SIGTERM)
        self._process.join(30)
        assert self._process.exitcode == 0, "it did not stop in good order"


def thoughts(diary: Path) -> tuple[int, list[float]]:
    """How many thoughts there were, and for how many seconds two servers thought about the same, each time.

    What a killed server was thinking about has no end, and counts for no longer than a thought can take.
    """
    spans: dict[str, list[tuple[float, float]]] = {}
    begun: dict[tuple[str, str], float] = {}

    def end(who: str, question: str, at: float) -> None:
        start = begun.pop((who, question))
        spans.setdefault(question, []).append((start, min(at, start + 10 * THOUGHT)))

    for line in diary.read_text().splitlines() if diary.exists() else ():
        at, who, what, question = line.split(" ", 3)
        if what == "begin":
            begun[who, question] = float(at)
        elif (who, question) in begun:
            end(who, question, float(at))
    for who, question in list(begun):
        end(who, question, begun[who, question] + THOUGHT)
    twice = []
    for found in spans.values():
        for (_, until), (start, _) in zip(sorted(found), sorted(found)[1:], strict=False):
            if start < until:
                twice.append(until - start)
    return sum(map(len, spans.values())), twice
