"""How many rooms the server carries on this machine: `python bench/load.py --help`. Everything stays on loopback.

Every room is a game of Kahuna between two connected seats. On its own beat the seat to move plays a random legal
action, and the time is taken from before it is sent until the other seat has received what it did. The server is a
process of its own with a fresh store in a temporary folder, as `kahuna serve` runs it but for the limits on how many
games one address may open. Results: bench/results.md.
"""

import argparse
import asyncio
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import websockets.asyncio.client
from websockets.exceptions import ConnectionClosed

TARGET = 0.060  # seconds in which 99 of 100 actions shall be seen


class Seen(msgspec.Struct):
    """What this program reads of a view."""

    legal: list[str]
    result: Any


class Update(msgspec.Struct):
    """What this program reads of a message."""

    type: str
    number: int | None = None
    view: Seen | None = None
    code: str | None = None


_decoder = msgspec.json.Decoder(Update)


def server(port: int, store: str) -> None:
    """The server, as it always is but for limits that one address could not keep here."""
    from kahuna.server.app import create_app, day_time
    from kahuna.server.limits import Limits
    from kahuna.server.serve import Server, listening, uvicorn_config
    from kahuna.server.store_sqlite import SqliteStore
    from kahuna.server.thinkers import Thinkers

    many = 1e9
    limits = Limits()._replace(
        opened_by_address=many,
        visitors_by_address=many,
        requests=many,
        request_burst=many,
        messages_by_address=many,
        burst_by_address=many,
        connections_by_address=10**6,
        connects_by_address=many,
        connect_burst=many,
        pages_by_address=10**6,
    )
    app = create_app(SqliteStore(Path(store), day_time()), Thinkers(1), limits)
    with suppress(KeyboardInterrupt):
        Server(uvicorn_config(app, limits)).run(sockets=[listening("127.0.0.1", port)])


def post(port: int, path: str, body: dict[str, Any]) -> tuple[str, str]:
    """The id in the answer to this request, and the cookie that came with it."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    assert answer.status < 300, data
    return json.loads(data)["id"], (answer.headers["set-cookie"] or "").partition(";")[0]


class Table:
    """One room with both its seats connected."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.id = ""
        self.cookies: list[str] = []
        self.sockets: list[Any] = []
        self.last: list[Update] = []

    async def connect(self) -> None:
        """White comes, invites, and Black comes."""
        wish = {"game": "kahuna", "against": "link"}
        self.id, white = await asyncio.to_thread(post, self.port, "/api/games", wish)
        self.cookies.append(white)
        invitation = json.loads(await self._connect(0))["room"]["links"]["invite"].rpartition("/")[2]
        _, black = await asyncio.to_thread(post, self.port, "/api/join", {"key": invitation})
        self.cookies.append(black)
        await self._next(0)
        await self._connect(1)

    async def _connect(self, seat: int) -> bytes:
        address = f"127.0.0.1:{self.port}"
        socket = await websockets.asyncio.client.connect(
            f"ws://{address}/ws?game={self.id}",
            origin=f"http://{address}",  # type: ignore[arg-type]
            additional_headers={"cookie": self.cookies[seat]},
            compression=None,
            ping_interval=None,
        )
        self.sockets.append(socket)
        text: bytes = await socket.recv(decode=False)
        self.last.append(_decoder.decode(text))
        return text

    async def _next(self, seat: int) -> Update:
        """The next update for this seat."""
        while True:
            message = _decoder.decode(await self.sockets[seat].recv(decode=False))
            assert message.type != "denied", message.code
            if message.type == "update":
                self.last[seat] = message
                return message

    async def play(self, random: Random) -> float | None:
        """Plays one action; the seconds until the other seat has seen it, None if the game is over."""
        views = [last.view for last in self.last]
        mover = next((seat for seat, view in enumerate(views) if view and view.legal), None)
        if mover is None:
            return None
        view = views[mover]
        assert view
        action = {"type": "play", "action": random.choice(view.legal), "number": self.last[mover].number}
        begin = time.perf_counter()
        await self.sockets[mover].send(json.dumps(action))
        own = asyncio.create_task(self._next(mover))
        await self._next(1 - mover)
        seconds = time.perf_counter() - begin
        await own
        return seconds


async def rounds(
    table: Table, beat: float, first: float, until: float, random: Random, found: list[float]
) -> int:
    """Plays on every beat; how many errors there were."""
    due = first
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            seconds = await table.play(random)
        except (AssertionError, ConnectionClosed, OSError):
            return 1
        if seconds is None:
            break
        found.append(seconds)
        due += beat
    return 0


def memory(pid: int) -> float:
    """The server's memory in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def processor(pid: int) -> float:
    """The server's processor time in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(sorted_seconds: list[float], share: float) -> float:
    """The time that this share of actions did not exceed."""
    return sorted_seconds[min(len(sorted_seconds) - 1, int(share * len(sorted_seconds)))]


async def measure(port: int, pid: int, count: int, beat: float, seconds: float) -> dict[str, Any]:
    """Seats `count` rooms, plays for some seconds, and tells how it went."""
    before = memory(pid)
    tables = [Table(port) for _ in range(count)]
    for place in range(0, count, 10):
        await asyncio.gather(*(table.connect() for table in tables[place : place + 10]))
    seated = memory(pid)
    gc.collect()
    gc.disable()  # this program's own pauses are not the server's
    start, busy, own = time.perf_counter() + 0.5, processor(pid), time.process_time()
    found: list[float] = []
    errors = sum(
        await asyncio.gather(
            *(
                rounds(table, beat, start + beat * number / count, start + seconds, Random(number), found)
                for number, table in enumerate(tables)
            )
        )
    )
    took = time.perf_counter() - start
    busy, own = processor(pid) - busy, time.process_time() - own
    played = memory(pid)
    gc.enable()
    for table in tables:
        for socket in table.sockets:
            socket.transport.abort()
    found.sort()
    return {
        "rooms": count,
        "beat": beat,
        "actions": len(found),
        "per second": round(len(found) / took, 1),
        "errors": errors,
        "p50 ms": round(percentile(found, 0.5) * 1000, 1),
        "p99 ms": round(percentile(found, 0.99) * 1000, 1),
        "max ms": round(found[-1] * 1000, 1),
        "server cpu": f"{busy / took:.0%}",
        "server ms an action": round(busy * 1000 / max(1, len(found)), 3),
        "client cpu": f"{own / took:.0%}",
        "load": round(os.getloadavg()[0], 1),
        "kB a room": round((seated - before) * 1000 / count),
        "kB a room, played": round((played - before) * 1000 / count),
    }


def one(count: int, beat: float, seconds: float) -> dict[str, Any]:
    """A measurement with a server of its own."""
    with tempfile.TemporaryDirectory(prefix="kahuna-load-") as folder:
        port = 8700 + os.getpid() % 50
        command = [sys.executable, __file__, "--server", str(port), str(Path(folder) / "load.db")]
        process = subprocess.Popen(command)
        try:
            wait_until_ready(port)
            return asyncio.run(measure(port, process.pid, count, beat, seconds))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


def wait_until_ready(port: int) -> None:
    """Returns when the server is there and our players are compiled, so that nothing else runs beside it."""
    for _ in range(600):
        try:
            connection = HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/api/status")
            if json.loads(connection.getresponse().read())["ready"]:
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit("the server did not start")


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[300, 1200])
    parser.add_argument("--beat", type=float, default=2.0, help="seconds between two actions of a room")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--limit", action="store_true", help="plays faster and faster until 60 ms are not kept"
    )
    parser.add_argument("--server", nargs=2, metavar=("PORT", "STORE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.server:
        server(int(options.server[0]), options.server[1])
        return
    for count in options.rooms:
        beat = options.beat
        while True:
            result = one(count, beat, min(options.seconds, 60 * beat))
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()
            if not options.limit or result["p99 ms"] > TARGET * 1000 or result["errors"]:
                break
            beat /= 1.5


if __name__ == "__main__":
    main()
