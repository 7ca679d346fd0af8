"""A page's connection: uvicorn makes it, and from then on every frame is read here.

A frame is read only when the one before has been handled, and every frame counts: pings, pongs and parts of
messages have the same limits as messages. A library that reads everything received before it calls the handler
would read ten thousand empty frames while everybody else waits. What is written goes straight to the transport; a
page that does not read it is disconnected.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from kahuna.server.doors import Entrant
from kahuna.server.limits import Limits

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10  # opcodes (RFC 6455)
FINAL, MASKED, OPCODE, RESERVED = 0x80, 0x80, 0x0F, 0x70  # bits of the first two bytes of a frame
BROKEN, NOT_TEXT, TOO_LONG, RESTARTING = 1002, 1007, 1009, 1012  # codes of closing
CLOSE_PATIENCE_SECONDS = 2.0  # seconds for a page to hear that the connection is closed
FRAMES_AT_ONCE = 16  # that are read before others have their turn
LATE_FRAMES = 1000  # frames that are skipped while a page is being told
LOOKAHEAD = 16 * 1024  # bytes that wait here; more wait in the page's own system

Handled = Callable[[], Coroutine[Any, Any, None]]


class BrokenFrame(Exception):
    """What was received is no frame that a page may send; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Unheard:
    """Replaces a page's queue and event when nobody waits for them any more; real ones take kilobytes."""

    def put_nowait(self, event: object) -> None:
        """Nobody reads it."""

    def set(self) -> None:
        """Nobody waits."""

    clear = set


UNHEARD = Unheard()
LASTING = {"config", "loop", "connections", "tasks", "transport", "address", "allowed", "_received", "_parts"}
"""The attributes that a page which was let in still needs; all sixty of them take kilobytes."""


class Line(Entrant, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket until the page is let in, ours from then on."""

    # Attributes for a page that was let in; until then uvicorn's own replace them (`LASTING`).
    queue = writable = UNHEARD  # type: ignore[assignment]
    logger = logging.getLogger("uvicorn.error")
    client: tuple[str, int] | None = None
    close_timer: asyncio.TimerHandle | None = None
    ping_timer: asyncio.TimerHandle | None = None
    pong_timer: asyncio.TimerHandle | None = None
    pending_ping_payload: bytes | None = None
    handshake_complete = True
    disconnected = read_paused = False

    open = leaving = fell_silent = False
    _needed = 2  # bytes before there can be another frame
    _kind = 0  # of the message that has begun; 0: none has
    _more = False  # whether there may be another frame already
    _taken = 0  # messages
    _late = LATE_FRAMES
    _waiting: asyncio.Future[None] | None = None
    _hurry: asyncio.TimerHandle | None = None
    _heard = 0.0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.allowed: Callable[[], bool] = lambda: True  # whether another frame may come, and counts it
        self._received = bytearray()
        self._parts: list[bytes] = []  # of a message, the ones that have come

    @property
    def bounds(self) -> Limits:
        """The limits."""
        limits: Limits = self.config.limits
        return limits

    # -------------------------------------------------------------- coming

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A page wants to connect; one whose request cannot be read is dropped."""
        super().connection_made(transport)
        self._hurry = self.loop.call_later(self.bounds.header_time, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Passes the request on; nothing more is read until it is answered."""
        super().handle_connect(event)
        if not self.transport.is_closing():
            self.transport.pause_reading()
            self.scope["state"]["line"] = self

    def attend(self, handle: Handled, allowed: Callable[[], bool]) -> None:
        """The page was let in: frames are read from now on, and `handle` takes the messages.

        This runs in a new task, so that the long call stack that led here can be freed.
        """
        gone = self.disconnected
        if self._hurry:
            self._hurry.cancel()
        self.__dict__ = {name: value for name, value in vars(self).items() if name in LASTING}
        self.open, self.leaving, self.allowed = True, gone, allowed
        self.transport.resume_reading()
        self._heard = self.loop.time()
        if not gone:
            self.schedule_ping()
        task = self.loop.create_task(handle())
        task.add_done_callback(self._attended)
        self.tasks.add(task)

    def _attended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not self.leaving:
            self.transport.abort()
        if not task.cancelled() and (error := task.exception()):
            self.logger.error("a connection brought an error", exc_info=error)

    async def run_asgi(self) -> None:
        """Has the request answered; a page that was let in stays."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("a connection brought an error")
        if self.open:
            return
        if not self.handshake_complete:
            self.send_500_response()
        if self.close_timer is None:
            self.transport.close()
        self.loop.call_later(CLOSE_PATIENCE_SECONDS, self.transport.abort)

    # -------------------------------------------------------------- reading

    def data_received(self, data: bytes) -> None:
        """Keeps what has come until it is asked for."""
        if not self.open:
            super().data_received(data)
            return
        self._received += data
        if self.leaving:
            self._pass_over()
        elif len(self._received) < self._needed:
            return
        elif self._waiting and not self._waiting.done():
            self._waiting.set_result(None)
        elif len(self._received) > LOOKAHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def next(self) -> str | bytes | None:
        """The next message; None when the page has gone or is being disconnected."""
        while not self.leaving and not self.disconnected and not self.fell_silent:
            try:
                message = self._message()
            except BrokenFrame as broken:
                self.close(broken.code)
                return None
            if message is not None:
                self._heard = self.loop.time()
                self._taken += 1
                if self._taken % FRAMES_AT_ONCE == 0:
                    await asyncio.sleep(0)
                return message
            if self.transport.is_closing():
                return None
            if self._more:
                await asyncio.sleep(0)
                continue
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
            self._waiting = self.loop.create_future()
            await self._waiting
        return None

    def _message(self) -> str | bytes | None:
        """The next whole message of what has come; None if there is none yet, or none among the next few frames."""
        self._more = False
        for _ in range(FRAMES_AT_ONCE):
            if (frame := self._frame()) is None:
                return None
            first, payload = frame
            kind = first & OPCODE
            if kind >= CLOSE:
                self._control(kind, payload)
                if self.leaving:
                    return None
                continue
            if (kind == CONTINUED) != bool(self._kind):
                raise BrokenFrame(BROKEN)
            if first & FINAL and not self._parts:
                return _whole(kind, payload)
            self._parts.append(payload)
            self._kind = self._kind or kind
            if first & FINAL:
                kind, parts = self._kind, self._parts
                self._kind, self._parts = 0, []
                return _whole(kind, b"".join(parts))
            if not self._may():
                return None
        self._more = True
        return None

    def _frame(self) -> tuple[int, bytes] | None:
        """The first byte and the contents of the next frame; None if it is not there yet."""
        received = self._received
        if len(received) < 2:
            self._needed = 2
            return None
        first, second = received[0], received[1]
        size, start = second & ~MASKED, 2
        kind = first & OPCODE
        if not second & MASKED or first & RESERVED or kind not in (0, 1, 2, 8, 9, 10):
            raise BrokenFrame(BROKEN)
        if kind >= CLOSE and (size > 125 or not first & FINAL):
            raise BrokenFrame(BROKEN)
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(received[2:start], "big")
            if len(received) < start:
                self._needed = start
                return None
        if size + (sum(map(len, self._parts)) if self._parts else 0) > self.bounds.frame:
            raise BrokenFrame(TOO_LONG)
        end = start + 4 + size
        if len(received) < end:
            self._needed = end
            return None
        self._needed = 2
        payload = _unmasked(received[start : start + 4], received[start + 4 : end])
        del received[:end]
        return first, payload

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == CLOSE:
            code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1000
            self.close(code if 1000 <= code < 5000 and len(payload) != 1 else BROKEN)
            self.transport.close()
        elif kind == PONG and payload == self.pending_ping_payload:
            self._answered()
        elif self._may() and kind == PING:
            self._write(bytes((FINAL | PONG, len(payload))) + payload)

    def _may(self) -> bool:
        """Whether one more frame that is no message may come; too many of them end the connection."""
        if not self.allowed():
            self.leave()
            return False
        return not self.leaving

    def _pass_over(self) -> None:
        """Reads from a page that is being disconnected: only its closing frame matters."""
        with suppress(BrokenFrame):
            while frame := self._frame():
                self._late -= 1
                if frame[0] & OPCODE == CLOSE:
                    self.transport.close()
                    return
                if not self._late:
                    break
            else:
                return
        self.transport.abort()

    # -------------------------------------------------------------- writing

    def say(self, text: bytes) -> None:
        """Tells the page something."""
        size = len(text)
        if size < 126:
            head = bytes((FINAL | TEXT, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self._write(head + text)

    def _write(self, data: bytes) -> None:
        if self.leaving or self.transport.is_closing():
            return
        self.transport.write(data)
        if self.transport.get_write_buffer_size() > self.bounds.backlog:
            self.leave()

    # -------------------------------------------------------------- going

    def close(self, code: int) -> None:
        """Sends a closing frame and gives the page a moment to receive it."""
        if self.leaving or self.transport.is_closing():
            return
        self._write(bytes((FINAL | CLOSE, 2)) + code.to_bytes(2, "big"))
        self._wake()
        self.stop_keepalive()
        self.close_timer = self.loop.call_later(CLOSE_PATIENCE_SECONDS, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self._received:
            self._pass_over()

    def leave(self) -> None:
        """Ends the connection without a message: the page sends too much, or does not read."""
        self._wake()
        self.transport.abort()

    def _wake(self) -> None:
        self.leaving = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The page has gone."""
        super().connection_lost(exc)
        self._wake()
        self._received.clear()
        if self._hurry:
            self._hurry.cancel()

    def shutdown(self) -> None:
        """The server stops; the page should connect again."""
        if self.open:
            self.close(RESTARTING)
        else:
            super().shutdown()

    # -------------------------------------------------------------- whether it is still there

    def start_keepalive(self) -> None:
        """Does nothing yet: the page is still being let in."""

    def _silence_left(self) -> float:
        """The time for which this page may still say nothing."""
        return self._heard + self.bounds.silence - self.loop.time()

    def schedule_ping(self) -> None:
        """One timer checks whether the page is there and whether it has been silent for too long."""
        delay = max(0.0, min(self.config.ws_ping_interval, self._silence_left()))
        self.ping_timer = self.loop.call_later(delay, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Pings the page; only a page that reads can answer with the same bytes."""
        self.ping_timer = None
        if self.leaving or self.transport.is_closing():
            return
        if self._silence_left() <= 0:
            self.fell_silent = True
            if self._waiting and not self._waiting.done():
                self._waiting.set_result(None)
            return
        self.pending_ping_payload = secrets.token_bytes(4)
        self._write(bytes((FINAL | PING, 4)) + self.pending_ping_payload)
        patience = self.config.ws_ping_timeout or CLOSE_PATIENCE_SECONDS
        self.pong_timer = self.loop.call_later(patience, self.leave)

    def _answered(self) -> None:
        self.pending_ping_payload = None
        if self.pong_timer:
            self.pong_timer.cancel()
            self.pong_timer = None
            self.schedule_ping()


def _whole(kind: int, payload: bytes) -> str | bytes:
    """A message as it was meant."""
    if kind == BINARY:
        return payload
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise BrokenFrame(NOT_TEXT) from None


def _unmasked(mask: bytearray, payload: bytearray) -> bytes:
    """The data that a page has sent, unmasked; browsers always mask it."""
    size = len(payload)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
