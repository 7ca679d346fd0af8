"""Anybody's program as a player: `exec:COMMAND`, by the bot protocol, version 1 (docs/bots.md).

Whatever the program does, the caller gets a `Choice` or a `Fault`, in time, and no process outlives its player.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from time import monotonic
from typing import IO, Any

from kahuna.bots.base import Bot, Choice, Fault
from kahuna.rules.boards import KAHUNA
from kahuna.table.errors import BadNotation
from kahuna.table.notation import parse, write
from kahuna.table.ruleset import Seat

PROTOCOL = 1
READY_SECONDS = 60.0
TIME_FACTOR = 3  # a choice may take so many times the time that was named,
GRACE_SECONDS = 1.0  # and so much more
DEFAULT_TIME_MS = 1000
LONGEST_LINE = 64 * 1024
QUIT_SECONDS = 2.0  # from `quit` until it is ended by force
KEPT = 4096  # bytes of its standard error, the last ones
BEST = 10  # actions with their values taken over from an answer
NAME = 60  # characters

# A guard reads from us until we are gone, however that came about, and then ends the program's whole group.
GUARD = 'read -r _; kill -s KILL -- "-$1"'


class External(Bot):
    """A player that is a program of its own. It is started when it is first needed, and again after a fault."""

    def __init__(self, command: str) -> None:
        self.name = f"exec:{command}"
        self._arguments = _arguments(command)
        self._program: Program | None = None
        self._playing: tuple[str, Mapping[str, Any], Seat] | None = None

    def start(self, game: str, rules: Mapping[str, Any], seat: Seat) -> None:
        """Tells the program that a game begins; Fault if it cannot be made ready."""
        if self._program is not None and self._program.process.poll() is not None:
            self._stop()
        if self._program is None:
            self._program = Program(self._arguments)
            with self._running() as program:
                program.say({"type": "hello", "protocol": PROTOCOL})
                self.name = _name(program.hear(READY_SECONDS))
        self._playing = (game, rules, seat)
        self._program.say({"type": "start", "game": game, "rules": rules, "seat": seat})

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """What the program answers; Fault if that is no legal action or does not come in time.

        The generator stays here: the program has its own randomness.
        """
        asked = (view["game"], view["rules"], view["seat"])
        if self._program is None or self._playing != asked:
            self.start(*asked)
        given = DEFAULT_TIME_MS if time_ms is None else time_ms
        with self._running() as program:
            program.expect_silence()
            program.say(
                {"type": "choose", "view": view, "time_ms": int(given) if given == int(given) else given}
            )
            return _choice(program.hear(TIME_FACTOR * given / 1000 + GRACE_SECONDS), view)

    def end(self, result: Mapping[str, Any]) -> None:
        """Tells the program how the game ended, if it is still there to hear it."""
        self._playing = None
        if self._program is not None:
            self._program.say({"type": "end", "result": result})

    def close(self) -> None:
        """Asks the program to leave, and ends it if it does not."""
        if self._program is not None:
            self._program.say({"type": "quit"})
            self._program.leave()
        self._stop()

    def _stop(self) -> None:
        if self._program is not None:
            self._program.stop()
        self._program = self._playing = None

    @contextmanager
    def _running(self) -> Iterator["Program"]:
        """The program; whatever breaks this conversation off, an interrupt too, ends it."""
        assert self._program is not None
        try:
            yield self._program
        except BaseException:
            self._stop()
            raise


class Program:
    """A running program that is spoken to in lines of JSON, in a process group of its own."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                arguments,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            guard = _guard(self.process)
        except OSError as error:
            raise Fault("crash", f"cannot be started: {error.strerror or error}") from None
        # Called by `stop`, by garbage collection and when Python ends, whichever is first.
        self._end = weakref.finalize(self, _end, self.process, guard, os.getpid())
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._chatter = bytearray()
        drain = (self.process.stderr, self._chatter)
        self._drain = Thread(target=_drain, args=drain, name="bot's standard error", daemon=True)
        self._drain.start()

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends a line, or as much of it as the program has room for; the rest goes when it is listened to."""
        self._unsent += json.dumps(message).encode() + b"\n"
        with suppress(BrokenPipeError):
            self._send()

    def hear(self, seconds: float) -> bytes:
        """Its next line; Fault if that does not come in time, is too long or will never come."""
        deadline = monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            if self._unsent:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            while (line := self._line()) is None:
                left = deadline - monotonic()
                ready = selector.select(max(left, 0))
                if left <= 0 and not ready:
                    raise self._late(seconds)
                for key, _ in ready:
                    if key.fileobj is self._stdout:
                        self._receive()
                    elif self._sent():
                        selector.unregister(self._stdin)
        return line

    def expect_silence(self) -> None:
        """Fault if the program has spoken without being asked, or has closed its output."""
        self._receive()
        if self._unread:
            raise Fault("illegal", f"spoke without being asked: {_shown(self._unread)}")

    def leave(self) -> None:
        """Gives the program a moment to end by itself."""
        self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(QUIT_SECONDS)

    def stop(self) -> None:
        """Ends the program and whatever it has started."""
        self._end()
        self._drain.join(QUIT_SECONDS)

    def _send(self) -> None:
        sent = self._stdin.write(self._unsent) if self._unsent else 0
        del self._unsent[: sent or 0]

    def _sent(self) -> bool:
        """Whether all is sent now."""
        try:
            self._send()
        except BrokenPipeError:
            raise self._crash("closed its standard input") from None
        return not self._unsent

    def _receive(self) -> None:
        received = self._stdout.read(LONGEST_LINE)
        if received == b"":
            raise self._crash("closed its standard output")
        self._unread += received or b""

    def _line(self) -> bytes | None:
        """The next whole line, if it is there."""
        length = self._unread.find(b"\n")
        if length > LONGEST_LINE or (length < 0 and len(self._unread) > LONGEST_LINE):
            shown = _shown(self._unread)
            raise Fault("illegal", f"answered with a line of more than {LONGEST_LINE} bytes: {shown}")
        if length < 0:
            return None
        line = bytes(self._unread[:length])
        del self._unread[: length + 1]
        return line

    def _late(self, seconds: float) -> Fault:
        if self.process.poll() is not None:
            return self._crash("")
        reason = f"no answer within {seconds:g} s"
        if self._unread:
            reason += f", only {_shown(self._unread)} without an end of line"
        elif self._unsent:
            reason += ", and what was sent is not read"
        return Fault("time", reason)

    def _crash(self, symptom: str) -> Fault:
        """What happened, as far as it can be known; the program is ended first, if it has not ended itself."""
        status: int | None = None
        with suppress(subprocess.TimeoutExpired):
            status = self.process.wait(QUIT_SECONDS)
        self.stop()
        if status is not None:
            symptom = f"exited with status {status}" if status >= 0 else f"was ended by {_signal(-status)}"
        last = _last_line(bytes(self._chatter))
        return Fault("crash", f"{symptom}: {last}" if last else symptom)


def _guard(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Somebody who ends the program even if we are killed; without one it does not run."""
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "kahuna-guard", str(process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except BaseException:
        process.kill()
        process.wait()
        raise


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _end(process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes], owner: int) -> None:
    """Ends a program with its process group, reaps it, and sends its guard home.

    A forked copy of our own process must not do that: the program is not its own.
    """
    if os.getpid() != owner:
        return
    with suppress(ProcessLookupError, PermissionError):  # the latter is what macOS says of a group of zombies
        os.killpg(process.pid, signal.SIGKILL)
    # Before the number of the group is free again, or the guard might end a stranger.
    guard.kill()
    guard.wait()
    process.wait()
    for pipe in (guard.stdin, process.stdin, process.stdout):
        assert pipe
        pipe.close()


def _drain(stderr: IO[bytes], kept: bytearray) -> None:
    """Reads all that comes, so that the program never waits, and keeps the end of it."""
    with stderr:
        while block := stderr.read(64 * 1024):
            kept += block
            del kept[:-KEPT]


def _arguments(command: str) -> list[str]:
    """The command split as a shell would, with a program that is there."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"cannot read the command of exec:{command}: {error}") from None
    if not arguments:
        raise ValueError("exec: needs a command, for example exec:'python3 my_bot.py'")
    if shutil.which(arguments[0]) is None:
        raise ValueError(f"exec:{command}: there is no program {arguments[0]!r}")
    return arguments


def _shown(said: bytes | bytearray | str) -> str:
    """What a program said, short and harmless enough for a message."""
    text = said if isinstance(said, str) else said[:400].decode(errors="replace")
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _last_line(chatter: bytes) -> str:
    """The last line that says something: below it stand, in some languages, the indented places in the code."""
    lines = [line for line in chatter.decode(errors="replace").splitlines() if line.strip()]
    telling = [line for line in lines if line[0] not in " \t" and not line.startswith("Node.js v")]
    last = (telling or lines or [""])[-1].strip()
    return "".join(character for character in last[:200] if character.isprintable())


def _message(line: bytes, kind: str, field: str) -> tuple[dict[str, Any], str]:
    """The answer this line holds and the text in its main field; Fault if it is not of this kind."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault("illegal", f"answered {_shown(line)}, which is not a line of JSON") from None
    if (
        not isinstance(message, dict)
        or message.get("type") != kind
        or not isinstance(message.get(field), str)
    ):
        raise Fault("illegal", f'answered {_shown(line)} instead of {{"type": "{kind}", "{field}": "..."}}')
    return message, message[field]


def _name(line: bytes) -> str:
    """The name that a `ready` gives, fit for a table."""
    name = _message(line, "ready", "name")[1]
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:NAME] or "nameless"


def _choice(line: bytes, view: Mapping[str, Any]) -> Choice:
    """The choice in this answer; Fault if it is not one of the view's legal actions."""
    message, action = _message(line, "action", "action")
    legal: list[str] = view["legal"]
    if action not in legal:
        try:
            meant = parse(view["game"], action)
        except BadNotation as error:
            raise Fault("illegal", f"answered an action that cannot be read: {error}") from None
        action = write(view["game"], meant.code)
        shown = meant.card is None or (
            action[1:] and view["row"][int(action[1:]) - 1] == KAHUNA.islands[meant.card]
        )
        action = action if action in legal and shown else ""
        if not action:
            raise Fault("illegal", f"answered {_shown(message['action'])}, which is not legal")
    value = message.get("value")
    if value is not None and not _is_chance(value):
        raise Fault(
            "illegal", f"answered with the value {_shown(str(value))}, which is no number from 0 to 1"
        )
    return Choice(action, None if value is None else float(value), _best(message.get("info")))


def _is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _best(info: object) -> tuple[tuple[str, float], ...]:
    """The best few actions, if the answer's `info` lists them; anything else in there is the program's own affair."""
    best = info.get("best") if isinstance(info, dict) else None
    pairs = (
        [pair for pair in best if isinstance(pair, list) and len(pair) == 2] if isinstance(best, list) else []
    )
    good = [(a, float(value)) for a, value in pairs if isinstance(a, str) and _is_chance(value)]
    return tuple(good[:BEST])
