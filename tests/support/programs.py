"""Second programs for the tests of the bot protocol, and ways to see that they are gone."""

import os
import shlex
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from kahuna.bots.base import Bot, Choice, Fault
from kahuna.bots.external import External
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules, Seat
from support.views import result_of

PATIENCE = 60  # seconds for what is sure to come, so that no slow machine fails
PATIENT_MS = 20_000  # the same for a choice, which may take three times as long

# A bot that does `first` at its start and `choose` when it is asked for an action.
SCRIPT = """
import json, os, sys, time
def say(message, end="\\n"):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + end)
    sys.stdout.flush()
def play(action, **more):
    say({{"type": "action", "action": action, **more}})
asked = 0
{first}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({{"type": "ready", "name": "script  1.0"}})
    if message["type"] == "choose":
        legal = message["view"]["legal"]
        asked += 1
        {choose}
    if message["type"] == "quit":
        break
"""
SOUND = "play(legal[asked * 7 % len(legal)])"  # a `choose` that plays some legal action
CONNECTED = """
import socket
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
line.sendall(b"%d\\n" % os.getpid())
"""
STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
if os.fork() == 0:
    time.sleep(600)
"""

Make = Callable[..., External]


def command(folder: Path, choose: str = SOUND, first: str = "", *arguments: object) -> str:
    """The command line of a script that does this."""
    path = folder / f"bot{len(list(folder.iterdir()))}.py"
    path.write_text(SCRIPT.format(choose=choose.replace("\n", "\n        "), first=first), "utf-8")
    return shlex.join([sys.executable, "-IS", str(path), *map(str, arguments)])


class Lifeline:
    """A socket to which programs connect: it breaks when every process that shares it is gone."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(PATIENCE)
        self.port = self.server.getsockname()[1]
        self.lines: list[socket.socket] = []

    def pid(self) -> int:
        """The process number of the next program that connects."""
        line, _ = self.server.accept()
        line.settimeout(PATIENCE)
        self.lines.append(line)
        with line.makefile() as file:
            return int(file.readline())

    def breaks(self) -> bool:
        """Whether all that have connected come to an end."""
        return all(line.recv(1) == b"" for line in self.lines)


def reaped(pid: int) -> bool:
    """Whether this child of ours is neither running nor a zombie."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def play(game: Game, bots: dict[Seat, Bot], time_ms: float = PATIENT_MS) -> Game:
    """The game, played to its end as an arena would."""
    random = Random(0)
    for seat, bot in bots.items():
        bot.start(game.rules.game, game.rules.settings(), seat)
    while (mover := game.to_move) is not None:
        game.play(bots[mover].choose(game.view(mover), random, time_ms).action, mover)
    for bot in bots.values():
        bot.end(result_of(game))
    return game


def ask(bot: Bot, game: str = "kahuna", time_ms: float = PATIENT_MS) -> Choice:
    """What the bot chooses in the opening."""
    return bot.choose(Game(Rules(game), seed=3).view("white"), Random(0), time_ms)


def fault(bot: External, time_ms: float = PATIENT_MS) -> tuple[str, str]:
    """The fault that the bot commits in the opening; its program is gone after it."""
    with pytest.raises(Fault) as caught:
        ask(bot, time_ms=time_ms)
    assert bot._program is None
    return caught.value.by, str(caught.value)
