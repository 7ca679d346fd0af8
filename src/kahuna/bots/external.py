"""Any program as a player: `exec:COMMAND`, which speaks the bot protocol, version 1 (docs/bots.md)."""

import json
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from kahuna.bots.base import DEFAULT_TIME_MS, Bot, Choice, Fault
from kahuna.bots.program import Program, shown
from kahuna.table.errors import BadNotation
from kahuna.table.notation import parse, write
from kahuna.table.ruleset import Seat, board_of
from kahuna.table.view import Result, Settings, View, kahuna_view

PROTOCOL = 1
READY_SECONDS = 60.0
TIME_FACTOR = 3  # a choice may take this many times the time that was named,
GRACE_SECONDS = 1.0  # and so much more
MAX_TOLD_ACTIONS = 10  # with their values, taken over from an answer
MAX_PROGRAM_NAME_CHARS = 60


class External(Bot):
    """A player that is a program of its own. It is started when it is first needed, and again after a fault."""

    maps = True

    def __init__(self, command: str) -> None:
        self.name = f"exec:{command}"
        self.log: Path | None = None  # a file for all that is said, and for the program's standard error
        self._arguments = _arguments(command)
        self._program: Program | None = None
        self._playing: tuple[str, Settings, Seat] | None = None
        self._plays: list[str] | None = None  # the games that it says it plays, None if it does not say

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """Tells the program that a game begins; Fault if it cannot be made ready."""
        if self._program is not None and self._program.process.poll() is not None:
            self._stop()
        if self._program is None:
            self._program = Program(self._arguments, self.log)
            with self._running() as program:
                program.say({"type": "hello", "protocol": PROTOCOL})
                self.name, self._plays = _ready(program.hear(READY_SECONDS))
        if self._plays is not None and game not in self._plays:
            raise Fault("illegal", f"does not play {game}, only {', '.join(self._plays) or 'nothing'}")
        self._playing = (game, rules, seat)
        board = board_of(game)
        names = {"islands": list(board.islands), "links": list(board.links)}
        self._program.say({"type": "start", "game": game, "rules": rules, "seat": seat, "board": names})

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """What the program answers; Fault if that is no legal action or does not come in time.

        The generator stays here: the program has its own randomness.
        """
        seat = view["seat"]
        assert seat  # a spectator is never asked
        asked = (view["game"], view["rules"], seat)
        if self._program is None or self._playing != asked:
            self.start(*asked)
        given = DEFAULT_TIME_MS if time_ms is None else time_ms
        with self._running() as program:
            program.expect_silence()
            program.say(
                {"type": "choose", "view": view, "time_ms": int(given) if given == int(given) else given}
            )
            return _choice(program.hear(TIME_FACTOR * given / 1000 + GRACE_SECONDS), view)

    def end(self, result: Result) -> None:
        """Tells the program how the game ended, if it is still there to hear it."""
        self._playing = None
        if self._program is not None:
            self._program.say({"type": "end", "result": result})

    def close(self) -> None:
        """Asks the program to leave, and ends it if it does not."""
        self._stop()

    def _stop(self) -> None:
        if self._program is not None:
            self._program.stop()
        self._program = self._playing = None

    @contextmanager
    def _running(self) -> Iterator[Program]:
        """The program, which is ended if anything interrupts the conversation, even Ctrl-C."""
        assert self._program is not None
        try:
            yield self._program
        except BaseException:
            self._stop()
            raise


def _arguments(command: str) -> list[str]:
    """The command, split as a shell would; its program must exist."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"cannot read the command of exec:{command}: {error}") from None
    if not arguments:
        raise ValueError("exec: needs a command, for example exec:'python3 my_bot.py'")
    if shutil.which(arguments[0]) is None:
        raise ValueError(f"exec:{command}: there is no program {arguments[0]!r}")
    return arguments


def _message(line: bytes, kind: str, field: str) -> tuple[dict[str, Any], str]:
    """The answer this line holds and the text in its main field; Fault if it is not of this kind."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault("illegal", f"answered {shown(line)}, which is not a line of JSON") from None
    if (
        not isinstance(message, dict)
        or message.get("type") != kind
        or not isinstance(message.get(field), str)
    ):
        raise Fault("illegal", f'answered {shown(line)} instead of {{"type": "{kind}", "{field}": "..."}}')
    return message, message[field]


def _ready(line: bytes) -> tuple[str, list[str] | None]:
    """The name that a `ready` gives, fit for a table, and the games it names, if it does."""
    message, said = _message(line, "ready", "name")
    name = "".join(letter for letter in " ".join(said.split()) if letter.isprintable())
    games = message.get("games")
    if games is not None and (
        not isinstance(games, list) or not all(isinstance(game, str) for game in games)
    ):
        raise Fault("illegal", f"answered {shown(line)}, whose games are no list of names")
    return name[:MAX_PROGRAM_NAME_CHARS] or "nameless", games


def _choice(line: bytes, view: View) -> Choice:
    """The choice in this answer; Fault if it is not one of the view's legal actions."""
    message, action = _message(line, "action", "action")
    legal = view["legal"]
    if action not in legal:
        try:
            meant = parse(view["game"], action)
        except BadNotation as error:
            raise Fault("illegal", f"answered an action that cannot be read: {error}") from None
        action = write(view["game"], meant.code)
        card_fits = meant.card is None or (
            action[1:]
            and kahuna_view(view)["row"][int(action[1:]) - 1] == board_of(view["game"]).islands[meant.card]
        )
        action = action if action in legal and card_fits else ""
        if not action:
            raise Fault("illegal", f"answered {shown(message['action'])}, which is not legal")
    value = message.get("value")
    if value is not None and not _is_chance(value):
        raise Fault("illegal", f"answered with the value {shown(str(value))}, which is no number from 0 to 1")
    return Choice(action, None if value is None else float(value), _best(message.get("info")))


def _is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _best(info: object) -> tuple[tuple[str, float], ...]:
    """The best few actions, if the answer's `info` lists them; anything else in it is ignored."""
    best = info.get("best") if isinstance(info, dict) else None
    pairs = (
        [pair for pair in best if isinstance(pair, list) and len(pair) == 2] if isinstance(best, list) else []
    )
    good = [(a, float(value)) for a, value in pairs if isinstance(a, str) and _is_chance(value)]
    return tuple(good[:MAX_TOLD_ACTIONS])
