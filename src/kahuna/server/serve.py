"""`kahuna serve`: finds a place for the store and a free port, says where the table is, and runs until Ctrl-C."""

import asyncio
import errno
import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from kahuna.server import logs
from kahuna.server.app import create_app
from kahuna.server.doors import Config, Doors, PlainVisit, files_allowed, http_protocol
from kahuna.server.health import Health
from kahuna.server.hosts import is_loopback, own_names
from kahuna.server.inviting import Whereabouts
from kahuna.server.judge import ProcessJudge
from kahuna.server.limits import Limits
from kahuna.server.line import Line
from kahuna.server.settings import PUBLIC, REVIEW_CHOICES, ServerSettings, health_address
from kahuna.server.store_places import open_store
from kahuna.server.thinkers import Thinkers

PORT = 8765
MAX_PORTS = 10  # ports, where none was asked for
COLLECT = 600.0  # seconds between full collections of garbage
TICKS = 10  # of uvicorn's in a second
STOPPING = (signal.SIGINT, signal.SIGTERM)
YOUNG = 20_000  # new objects before Python looks for young garbage; an action makes some hundreds
FULL_COLLECTION_NEVER = 10**6  # young collections before Python makes a full one by itself


def listening(host: str, port: int | None) -> socket.socket:
    """A socket bound to this port, or without one to the first that is free; ValueError in one clear line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port is not None else range(PORT, PORT + MAX_PORTS):
        # asyncio sends small messages at once (TCP_NODELAY) only where the protocol is named.
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
        except OSError as error:
            sock.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise ValueError(f"cannot listen on {host} port {number}: {error.strerror or error}") from None
        sock.set_inheritable(False)
        return sock
    ports = f"port {port} is" if port is not None else f"ports {PORT} to {PORT + MAX_PORTS - 1} are"
    raise ValueError(f"{ports} in use on {host}; choose another with --port")


def everywhere(host: str) -> bool:
    """Whether this address means all of the machine's."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def own_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody uses
            return str(probe.getsockname()[0])
        except OSError:
            return None


class Server(uvicorn.Server):
    """uvicorn's server, which announces when it is ready and chooses when to collect garbage.

    With a thousand rooms in memory a full collection holds everybody up for half a second, and Python would make one
    whenever a quarter of the objects is new. Here it comes every ten minutes; young garbage goes as always.
    """

    def __init__(self, config: uvicorn.Config, when_started: Callable[[], object] = lambda: None) -> None:
        super().__init__(config)
        self.when_started = when_started
        self.collecting: asyncio.Task[None] | None = None
        self._wake: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        """Like uvicorn's, but without checking ten times a second whether to stop, which costs ten actions."""
        ending, loop = asyncio.Event(), asyncio.get_running_loop()
        self._wake = lambda: loop.call_soon_threadsafe(ending.set)
        seconds = 0
        while not await self.on_tick(seconds * TICKS):
            seconds += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), 1.0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops at once, not at the next check."""
        super().handle_exit(sig, frame)
        self._wake()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Like uvicorn's, but after an orderly stop the process finishes, whatever signals still come."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        for number in STOPPING:
            signal.signal(number, self.handle_exit)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
        try:
            yield
        finally:
            for number in STOPPING:
                signal.signal(number, signal.SIG_IGN)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then says so."""
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()
            gc.set_threshold(YOUNG, 20, FULL_COLLECTION_NEVER)
            self.collecting = asyncio.create_task(_collect_for_ever())
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops."""
        if self.collecting:
            self.collecting.cancel()
        await super().shutdown(sockets)


async def _collect_for_ever() -> None:
    while True:
        await asyncio.sleep(COLLECT)
        gc.collect()


def uvicorn_config(
    app: object,
    limits: Limits,
    doors: Doors | None = None,
    plain: bool = False,
    proxies: tuple[str, ...] = (),
) -> Config:
    """How uvicorn runs us: no access log, for keys stand in addresses. `plain` does without uvloop and httptools."""
    return Config(
        app,
        limits,
        doors or Doors(limits, files_allowed()),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        loop="asyncio" if plain else "auto",
        http=PlainVisit if plain else http_protocol(),
        ws=Line,
        ws_max_size=limits.frame,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def greeting(host: str, port: int, own: str | None, colour: bool, base: str = "") -> str:
    """Where the table is, and for others in the network how to get there by phone."""
    lines = [f"Kahuna is served at {address_to_type(host, port, base)} (stop with Ctrl-C)"]
    if everywhere(host) and own:
        from kahuna.server.qr import rendered

        far = address_to_type(own, port, base)
        lines += [f"For others in this network: {far}", "", rendered(far, colour), ""]
    return "\n".join(lines)


def address_to_type(host: str, port: int, base: str = "") -> str:
    """What to type into a browser on this machine."""
    shown = "127.0.0.1" if everywhere(host) else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}{base}/"


def whereabouts(host: str, port: int) -> Whereabouts:
    """From where a server that listens there can be reached."""
    own = own_address() if everywhere(host) else None
    alone = is_loopback(f"[{host}]" if ":" in host else host)
    return Whereabouts(alone, address_to_type(own, port).rstrip("/") if own else None)


def serve(wanted: ServerSettings) -> int:
    """Runs the server until it is stopped; the caller has blocked `STOPPING` until an orderly stop is possible."""
    logs.set_up("json" if wanted.log == "json" else "plain")
    host, limits = wanted.host, wanted.limits
    sockets = [listening(host, wanted.port)]
    number = sockets[0].getsockname()[1]
    if wanted.health not in ("", PUBLIC):
        sockets.append(listening(*health_address(wanted.health)))
    doors = Doors(limits, files_allowed(), wanted.trusted_proxies)
    app = create_app(
        open_store(wanted.store),
        Thinkers(wanted.workers, wanted.waiting),
        limits,
        origins=wanted.origins,
        hosts={*wanted.allowed_hosts, *(own_names() if everywhere(host) else (host,))},
        retention=wanted.retention,
        whereabouts=whereabouts(host, number),
        base=wanted.base,
        judge=ProcessJudge(),
        deepest=REVIEW_CHOICES[wanted.reviews],
        public=wanted.public,
        health=Health(
            wanted.health == PUBLIC, frozenset(sock.getsockname()[1] for sock in sockets[1:]), doors
        ),
    )
    config = uvicorn_config(app, limits, doors, proxies=wanted.trusted_proxies)
    own = own_address() if everywhere(host) else None
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    announce(greeting(host, number, own, colour, wanted.base))
    here = address_to_type(host, number, wanted.base)
    server = Server(config, lambda: _open_browser(here) if wanted.browser else None)
    server.run(sockets=sockets)
    announce("Stopped; all games are saved.")
    return 0


def _open_browser(address: str) -> None:
    """Opens the browser beside the server: some browsers take their time."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def announce(text: str) -> None:
    """A line on standard error for whoever started the server."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
