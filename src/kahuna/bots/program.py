"""A running program that speaks the bot protocol in lines of JSON, and that always ends.

Whatever the program does, a line arrives in time or a `Fault` is raised, and no process outlives its player. Before
a program is ended it gets `quit` and two seconds, always.
"""

import json
import os
import re
import selectors
import signal
import subprocess
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import IO, Any

from kahuna.bots.base import Fault

MAX_LINE_BYTES = 64 * 1024
QUIT_SECONDS = 2.0  # from `quit` until it is ended by force
MAX_STDERR_BYTES = 4096  # that are kept, the last ones
MAX_SHOWN_LINES, MAX_SHOWN_CHARS = 8, 200  # of them, in a report
QUIT = b'{"type": "quit"}\n'

# A guard waits until our process is gone, for whatever reason, and then ends the program's process group.
GUARD = 'read -r _; kill -s KILL -- "-$1"'


class Program:
    """A running program that is spoken to in lines of JSON, in a process group of its own."""

    def __init__(self, arguments: list[str], log: Path | None = None) -> None:
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
        self._unsent = bytearray()
        # Called by `stop`, by garbage collection and when Python ends, whichever is first.
        self._end = weakref.finalize(self, _end, self.process, guard, self._unsent, os.getpid())
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._unread = bytearray()
        self._chatter = bytearray()
        self._log = log.open("ab", buffering=0) if log else None
        drain = (self.process.stderr, self._chatter, self._log)
        self._drain = Thread(target=_drain, args=drain, name="bot's standard error", daemon=True)
        self._drain.start()

    def say(self, message: Mapping[str, Any]) -> None:
        """Sends a line, or as much of it as the program has room for; the rest goes when it is listened to."""
        line = json.dumps(message).encode() + b"\n"
        _note(self._log, b"> " + line)
        self._unsent += line
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
        """Fault if the program has written anything unasked, or has closed its output."""
        self._receive()
        if self._unread:
            raise Fault("illegal", f"spoke without being asked: {shown(self._unread)}")

    def stop(self) -> None:
        """Asks the program to leave, and ends it with whatever it has started."""
        if self._end.alive:
            _note(self._log, b"> " + QUIT)
        self._end()
        self._drain.join(QUIT_SECONDS)
        if self._log:
            self._log.close()

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
        received = self._stdout.read(MAX_LINE_BYTES)
        if received == b"":
            raise self._crash("closed its standard output")
        self._unread += received or b""

    def _line(self) -> bytes | None:
        """The next whole line, if it is there."""
        length = self._unread.find(b"\n")
        if length > MAX_LINE_BYTES or (length < 0 and len(self._unread) > MAX_LINE_BYTES):
            start = shown(self._unread)
            raise Fault("illegal", f"answered with a line of more than {MAX_LINE_BYTES} bytes: {start}")
        if length < 0:
            return None
        line = bytes(self._unread[:length])
        del self._unread[: length + 1]
        _note(self._log, b"< " + line + b"\n")
        return line

    def _late(self, seconds: float) -> Fault:
        if self.process.poll() is not None:
            return self._crash("")
        reason = f"no answer within {seconds:g} s"
        if self._unread:
            reason += f", only {shown(self._unread)} without an end of line"
        elif self._unsent:
            reason += ", and it does not read its input"
        return Fault("time", reason)

    def _crash(self, symptom: str) -> Fault:
        """What happened, as far as known; the program is ended first, unless it has ended by itself."""
        status: int | None = None
        with suppress(subprocess.TimeoutExpired):
            status = self.process.wait(QUIT_SECONDS)
        self.stop()
        if status is not None:
            symptom = f"exited with status {status}" if status >= 0 else f"was ended by {_signal(-status)}"
        said = bytes(self._chatter)
        last = last_words(said)
        return Fault("crash", f"{symptom}: {last}" if last else symptom, last_lines(said))


def _guard(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Starts the guard that ends the program even if we are killed; without it the program does not run."""
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


def _end(
    process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes], unsent: bytearray, owner: int
) -> None:
    """Asks a program to quit, ends its process group, reaps it, and ends its guard.

    A forked copy of our own process must not do that: the program does not belong to it.
    """
    if os.getpid() != owner:
        return
    assert process.stdin
    with suppress(OSError):  # it may have ended, or stopped reading
        process.stdin.write(bytes(unsent) + QUIT)
    with suppress(OSError):
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(QUIT_SECONDS)
    with suppress(ProcessLookupError, PermissionError):  # the latter is what macOS says of a group of zombies
        os.killpg(process.pid, signal.SIGKILL)
    # Before the group's number is free again, or the guard might end an unrelated process.
    guard.kill()
    guard.wait()
    process.wait()
    for pipe in (guard.stdin, process.stdout):
        assert pipe
        pipe.close()


def _note(log: IO[bytes] | None, line: bytes) -> None:
    """Writes to the log of a conversation, if there is one; a full disk does not end a match."""
    if log:
        with suppress(OSError, ValueError):
            log.write(line)


def _drain(stderr: IO[bytes], kept: bytearray, log: IO[bytes] | None) -> None:
    """Reads all that comes, so that the program never waits, and keeps the end of it."""
    with stderr:
        while block := stderr.read(MAX_LINE_BYTES):
            _note(log, block)
            kept += block
            del kept[:-MAX_STDERR_BYTES]


def shown(said: bytes | bytearray | str) -> str:
    """What a program said, short and harmless enough for a message."""
    text = said if isinstance(said, str) else said[:400].decode(errors="replace")
    return repr(text if len(text) <= 80 else text[:77] + "...")


def last_lines(chatter: bytes) -> str:
    """The end of its standard error, harmless enough for a terminal."""
    lines = [line for line in chatter.decode(errors="replace").splitlines() if line.strip()]
    kept = [line[:MAX_SHOWN_CHARS].expandtabs(4) for line in lines[-MAX_SHOWN_LINES:]]
    return "\n".join("".join(letter for letter in line if letter.isprintable()) for line in kept)


def last_words(chatter: bytes) -> str:
    """The line of its standard error that says most: the error, and in Python where it was raised.

    In some languages the indented places in the code stand below the error.
    """
    lines = [line for line in chatter.decode(errors="replace").splitlines() if line.strip()]
    telling = [line for line in lines if line[0] not in " \t" and not line.startswith("Node.js v")]
    last = (telling or lines or [""])[-1].strip()
    places = re.findall(r'^  File "(.+)", line (\d+)', "\n".join(lines), re.MULTILINE)
    where = f" ({Path(places[-1][0]).name}, line {places[-1][1]})" if places else ""
    return "".join(letter for letter in last[:200] if letter.isprintable()) + where
