"""Limits on connections, and on how long they may take: counted before a byte is read."""

import asyncio
import ipaddress
import logging
import resource
from collections import Counter
from time import monotonic
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from kahuna.server.limits import Buckets, Limits

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # httptools is not for every system
    HttpToolsProtocol = None  # type: ignore[assignment,misc]

KEPT_FILES = 64  # descriptors for the store, our players, the page's files
KEPT_FOR_HEADER = 32  # bytes counted for each header in addition to its own
MAX_AHEAD = 8  # requests that wait for the answer to one before them; browsers and proxies send none ahead
MOST_AT_ONCE = 1024  # connections that wait to be let in

log = logging.getLogger("kahuna.server")


def counted_as(host: str) -> str:
    """An address as limits count it: with IPv6, one household has 2**64 addresses."""
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))


def files_allowed() -> int:
    """The number of descriptors this process may open, raised to what the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else 2**20


class Doors:
    """Counts connections, in all and by address. Descriptors are kept back, so that the store never lacks one.

    Connections are accepted in bunches before any of them can be turned away: three bunches are kept back too.
    """

    def __init__(self, limits: Limits, files: int, trusted: tuple[str, ...] = ()) -> None:
        self.at_once = max(8, min(MOST_AT_ONCE, (files - KEPT_FILES) // 8))
        self.most = max(8, min(limits.connections_in_all, files - KEPT_FILES - 3 * self.at_once))
        self.most_by_address = max(4, min(limits.connections_by_address, self.most // 2))
        self.trusted = frozenset(trusted)  # proxies: all visitors come through them
        self.inside = 0
        self.by_address: Counter[str] = Counter()
        self.stalled: Counter[str] = Counter()  # connections, by address, that do not read their answers
        self.most_stalled = limits.stalled_by_address
        self._connects = Buckets(limits.connect_burst, limits.connect_burst / limits.connects_by_address)
        self.turned_away = 0

    def enter(self, address: str) -> bool:
        """Whether one more connection may come from there."""
        full = self.inside >= self.most
        if full or (address not in self.trusted and self._too_much(address)):
            self.turned_away += 1
            log.warning(
                "connections turned away: %s", "too many in all" if full else "too many of one address"
            )
            return False
        self.inside += 1
        self.by_address[address] += 1
        return True

    def _too_much(self, address: str) -> bool:
        many = self.by_address.get(address, 0) >= self.most_by_address
        return many or not self._connects.take(address, monotonic())

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.inside -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class Config(uvicorn.Config):
    """uvicorn's, with what our connections need to know."""

    def __init__(self, app: Any, limits: Limits, doors: Doors, **named: Any) -> None:
        self.limits, self.doors = limits, doors
        super().__init__(app, backlog=doors.at_once, **named)


class Entrant(asyncio.Protocol):
    """A connection that was accepted, until it ends. One that does not read what is sent is dropped."""

    config: Any  # Config
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    address: str | None = None  # where it counts
    _stalled: asyncio.TimerHandle | None = None
    _farewell: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Notes where it comes from."""
        super().connection_made(transport)
        client = get_remote_addr(self.transport)
        self.address = counted_as(client[0] if client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        self._cancel_stalled()
        if self._farewell:
            self._farewell.cancel()
        if self.address is not None:
            self.config.doors.leave(self.address)
            self.address = None

    def pause_writing(self) -> None:
        """The other side does not read."""
        super().pause_writing()
        if not self._stalled and self.address is not None:
            doors: Doors = self.config.doors
            if self.address not in doors.trusted and doors.stalled[self.address] >= doors.most_stalled:
                self.transport.abort()
                return
            doors.stalled[self.address] += 1
            self._stalled = self.loop.call_later(self.config.limits.stall_time, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._cancel_stalled()

    def _cancel_stalled(self) -> None:
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None
            stalled: Counter[str] = self.config.doors.stalled
            assert self.address is not None
            stalled[self.address] -= 1
            if not stalled[self.address]:
                del stalled[self.address]

    def _closed_by_us(self) -> None:
        """Limits the wait for a slow reader: a closed connection stays open until everything is read."""
        if self.transport.is_closing() and not self._farewell:
            self._farewell = self.loop.call_later(self.config.limits.stall_time, self.transport.abort)


class Visit(Entrant):
    """An HTTP connection: counted when it comes, and given little time to say what it wants."""

    cycle: Any
    _hurry: asyncio.TimerHandle | None = None
    _ahead = 0  # bytes that have come since a request was last understood

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Lets it in, or not."""
        super().connection_made(transport)
        assert self.address is not None
        if not self.config.doors.enter(self.address):
            self.address = None
            self.transport.abort()
            return
        self._hurry = self.loop.call_later(self.config.limits.header_time, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        self._cancel_hurry()

    def data_received(self, data: bytes) -> None:
        """Reads; from the first byte of a request its headers must be there in time."""
        if self.address is None:
            return
        if not self._hurry and not self._asked():
            self._hurry = self.loop.call_later(self.config.limits.header_time, self.transport.abort)
        self._ahead += len(data)
        super().data_received(data)
        if self._asked():
            self._cancel_hurry()
            self._ahead = 0
        elif (
            self._ahead > 2 * self.config.limits.headers
        ):  # an endless header: the parser would collect it all in memory
            self.transport.abort()

    def _asked(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        """An answer is on its way; perhaps the last."""
        super().on_response_complete()  # type: ignore[misc]
        self._closed_by_us()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked for."""
        super().timeout_keep_alive_handler()  # type: ignore[misc]
        self._closed_by_us()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """The connection becomes a WebSocket and is counted there."""
        self._cancel_hurry()
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    def _cancel_hurry(self) -> None:
        if self._hurry:
            self._hurry.cancel()
            self._hurry = None


class PlainVisit(Visit, H11Protocol):
    """In Python alone."""


if HttpToolsProtocol is not None:

    class QuickVisit(Visit, HttpToolsProtocol):
        """With httptools, which has no bounds of its own."""

        _head = 0  # bytes of the request's headers so far

        def on_message_begin(self) -> None:
            """Another request."""
            if len(self.pipeline) >= MAX_AHEAD:
                raise ValueError("too many requests at once")  # answered with 400 by uvicorn
            self._head = 0
            super().on_message_begin()

        def on_url(self, url: bytes) -> None:
            """What is asked for, or a part of it."""
            self._count(len(url))
            super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            """One of the headers."""
            self._count(len(name) + len(value) + KEPT_FOR_HEADER)
            super().on_header(name, value)

        def _count(self, size: int) -> None:
            self._head += size
            if self._head > self.config.limits.headers:
                raise ValueError("the headers are too long")  # answered with 400 by uvicorn


def http_protocol() -> type[asyncio.Protocol]:
    """The fastest protocol available."""
    return PlainVisit if HttpToolsProtocol is None else QuickVisit
