"""Players and a crew for tests of the arena; workers find the players by name too."""

import os
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from kahuna.arena.pair import Pair
from kahuna.bots.base import Bot, Choice, Fault
from kahuna.bots.registry import find_bot
from kahuna.cli.main import parser


class Odd(Bot):
    """Plays the first legal action, unless its kind says otherwise."""

    def __init__(self, kind: str, path: str) -> None:
        self.name = self.kind = kind
        self.path = Path(path)

    def start(self, game: str, rules: Mapping[str, Any], seat: str) -> None:
        """Tells that it has begun."""
        if self.kind == "diary":
            self._note(f"start {os.getpid()}")

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """Something, or nothing, by its kind."""
        if self.kind == "late":
            raise Fault("time", "no answer within 1 s")
        if self.kind == "broken" and len(view["log"]) > 6:
            raise ZeroDivisionError("oops")
        if self.kind == "nonsense":
            return Choice("bridge to heaven")
        if self.kind == "dumb":
            return Choice(None)  # type: ignore[arg-type]
        if self.kind == "illegal":
            return Choice("HUNA>HUNA")
        if self.kind == "cheat":
            return Choice("ALOA>BARI" if "ALOA>BARI" not in view["legal"] else "ALOA>HUNA")
        if self.kind == "slow":
            time.sleep(0.01)
        if self.kind == "deadly":
            os._exit(1)
        if self.kind == "deadly-once" and len(view["log"]) > 9 and not self.path.exists():
            self.path.touch()
            os._exit(1)
        return Choice(view["legal"][0])

    def end(self, result: Mapping[str, Any]) -> None:
        """Must not matter, whatever it does."""
        if self.kind == "sore-loser":
            raise ValueError("I do not accept this")

    def close(self) -> None:
        """Tells that it has been closed."""
        if self.kind == "diary":
            self._note(f"close {os.getpid()}")

    def _note(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def find(spec: str) -> Bot:
    """`odd-KIND:PATH` is one of these players, everything else one of the program's."""
    name, _, path = spec.partition(":")
    return Odd(name.removeprefix("odd-"), path) if name.startswith("odd-") else find_bot(spec)


class Threads:
    """A crew in this process: any executor will do."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        self.pool = ThreadPoolExecutor(size)

    def executor(self) -> Executor:
        """The pool."""
        return self.pool

    def is_loss(self, error: BaseException) -> bool:
        """Threads do not die."""
        return isinstance(error, BrokenExecutor)

    def renew(self) -> bool:
        """There is no need."""
        return False

    def check(self) -> None:
        """All is well."""

    def abandon(self, running: Iterable[Future[Pair]]) -> None:
        """What has not begun does not."""
        for future in running:
            future.cancel()

    def dismiss(self, ticket: str) -> None:
        """Players stay."""

    def close(self) -> None:
        """Waits for the rest."""
        self.pool.shutdown()


def command(arguments: list[str]) -> int:
    """Runs one of the arena's commands."""
    options = parser().parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(command(sys.argv[1:]))
