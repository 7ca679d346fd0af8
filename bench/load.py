"""How many rooms the server carries on this machine: `python bench/load.py --help`. Everything stays on loopback.

Every room is a game between two connected seats. On its own beat the seat to move plays a random legal
action, and the time is taken from before it is sent until the other seat has received what it did. The server is a
process of its own with a fresh store in a temporary folder, as `kahuna serve` runs it but for the limits on how many
games one address may open. With `--servers` there are so many on one PostgreSQL, started from its wheel, and the two
seats of a room are on different ones; with `--seats together` on the same, as by a balancer that hashes the game.
Results: bench/results.md and docs/scale.md.
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
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from pages import Table

TARGET = 0.060  # seconds in which 99 of 100 actions shall be seen
NO_LIMITS = (
    "opened_by_address",
    "visitors_by_address",
    "requests",
    "request_burst",
    "all_requests",
    "all_burst",
    "messages_by_address",
    "burst_by_address",
    "connections_by_address",
    "connects_by_address",
    "connect_burst",
    "pages_by_address",
    "messages",
    "burst",
)


class Nobody:
    """No players of our own: nothing is compiled, and nothing runs beside the server."""

    ready = True
    waiting = 0

    def start(self, specs: Iterable[str]) -> None:
        """Nothing to begin."""

    async def choose(self, *question: Any) -> Any:
        """Is never asked."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to end."""


def server(port: int, store: str) -> None:
    """The server, as it always is but for limits that one address could not keep here.

    An older checkout knows fewer limits, and another name for how uvicorn is set up.
    """
    from kahuna.server import serve
    from kahuna.server.app import create_app
    from kahuna.server.limits import Limits

    limits = Limits()._replace(**{name: 10**9 for name in NO_LIMITS if name in Limits._fields})
    app = create_app(_store(store), Nobody(), limits)
    configure = vars(serve).get("uvicorn_config") or vars(serve)["settings"]
    with suppress(KeyboardInterrupt):
        serve.Server(configure(app, limits)).run(sockets=[serve.listening("127.0.0.1", port)])


def _store(place: str) -> Any:
    """The store; an older checkout knows only files."""
    if place.startswith("postgresql://"):
        from kahuna.server.store_places import open_store

        return open_store(place)
    from kahuna.server.store_sqlite import SqliteStore

    return SqliteStore(Path(place), time.time_ns() // 1_000_000)


async def rounds(
    table: Table, beat: float, first: float, until: float, random: Random, found: list[float]
) -> int:
    """Plays on every beat; how many errors there were."""
    due = first
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            seconds = await table.play(random)
        except (AssertionError, OSError):
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
    """The processor time of a process in seconds; `stat` counts whole ticks, and most wake-ups are shorter."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def database_processor(postmaster: int) -> float:
    """The processor time of a database and all its processes, in seconds."""
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    fields = Path(f"/proc/{postmaster}/stat").read_text().rpartition(")")[2].split()
    ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")  # its children that have
    busy = processor(postmaster) + ended
    for child in children:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended just now
            busy += processor(int(child))
    return busy


def percentile(sorted_seconds: list[float], share: float) -> float:
    """The time that this share of actions did not exceed."""
    return sorted_seconds[min(len(sorted_seconds) - 1, int(share * len(sorted_seconds)))]


async def measure(
    ports: list[int],
    pids: list[int],
    database: int | None,
    game: str,
    count: int,
    beat: float,
    seconds: float,
    together: bool = False,
) -> dict[str, Any]:
    """Seats `count` rooms, plays for some seconds, and tells how it went."""

    def in_all(of: Callable[[int], float]) -> float:
        return sum(map(of, pids))

    def database_time() -> float:
        return database_processor(database) if database else 0.0

    before = in_all(memory)
    places = len(ports)
    tables = [
        Table(
            game,
            ports[number % places],
            ports[(number if together else number + 1 + number // places) % places],
        )
        for number in range(count)
    ]
    for place in range(0, count, 10):
        await asyncio.gather(*(table.connect() for table in tables[place : place + 10]))
    seated = in_all(memory)
    gc.collect()
    gc.disable()  # this program's own pauses are not the server's
    start, busy, own = time.perf_counter() + 0.5, in_all(processor), time.process_time()
    storing = database_time()
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
    busy, own = in_all(processor) - busy, time.process_time() - own
    storing = database_time() - storing
    played = in_all(memory)
    gc.enable()
    for table in tables:
        table.close()
    found.sort()
    each = 1000 / max(1, len(found))
    return {
        "game": game,
        "rooms": count,
        "beat": beat,
        "actions": len(found),
        "per second": round(len(found) / took, 1),
        "errors": errors,
        "p50 ms": round(percentile(found, 0.5) * 1000, 1),
        "p99 ms": round(percentile(found, 0.99) * 1000, 1),
        "max ms": round(found[-1] * 1000, 1),
        "server cpu": f"{busy / took:.0%}",
        "server ms an action": round(busy * each, 3),
        "database ms an action": round(storing * each, 3),
        "client cpu": f"{own / took:.0%}",
        "load": round(os.getloadavg()[0], 1),
        "kB a room": round((seated - before) * 1000 / count),
        "kB a room, played": round((played - before) * 1000 / count),
    }


def one(
    tree: Path, servers: int, game: str, count: int, beat: float, seconds: float, pin: bool, together: bool
) -> dict[str, Any]:
    """A measurement with servers of its own, from the source in this folder; 0 stands for one on SQLite."""
    with ExitStack() as ends:
        folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="kahuna-load-"))
        store, database = str(Path(folder) / "load.db"), None
        if servers:
            from support.postgres import new_database, postgres

            running = ends.enter_context(postgres(safe=True))
            store, database = new_database(running), running.get_pid()
        ports = [8700 + os.getpid() % 50 + number for number in range(max(1, servers))]
        processes = [
            subprocess.Popen(
                [sys.executable, __file__, "--server", str(port), store],
                env=os.environ | {"PYTHONPATH": str(tree / "src")},
            )
            for port in ports
        ]
        try:
            for port, process in zip(ports, processes, strict=True):
                if pin:
                    os.sched_setaffinity(process.pid, {0})
                wait_until_ready(port)
            pids = [process.pid for process in processes]
            return asyncio.run(measure(ports, pids, database, game, count, beat, seconds, together))
        finally:
            for process in processes:
                process.send_signal(signal.SIGINT)
            for process in processes:
                process.wait(20)


def wait_until_ready(port: int) -> None:
    """Returns when the server is there."""
    for _ in range(600):
        try:
            connection = HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/api/status")
            if connection.getresponse().status == 200:
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
    parser.add_argument("--actions", type=int, default=60, help="at most so many in a room")
    parser.add_argument("--game", default="kahuna")
    parser.add_argument(
        "--limit", action="store_true", help="plays faster and faster until 60 ms are not kept"
    )
    parser.add_argument(
        "--beside", type=Path, metavar="FOLDER", help="another checkout, measured in turn with this"
    )
    parser.add_argument("--times", type=int, default=1, help="how often each measurement is made")
    parser.add_argument("--pin", action="store_true", help="the server on one core, the pages on another")
    parser.add_argument(
        "--servers",
        type=int,
        nargs="+",
        default=[0],
        metavar="N",
        help="so many on one PostgreSQL, measured in turn; 0: one on SQLite (default)",
    )
    parser.add_argument(
        "--seats",
        nargs="+",
        choices=["apart", "together"],
        default=["apart"],
        help="the two seats of a room on different servers, or on the same; measured in turn",
    )
    parser.add_argument("--server", nargs=2, metavar=("PORT", "STORE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if options.server:
        server(int(options.server[0]), options.server[1])
        return
    if options.pin:
        os.sched_setaffinity(0, {1})
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    trees = [Path(__file__).parents[1], *([options.beside.resolve()] if options.beside else [])]
    for count in options.rooms:
        for _ in range(options.times):
            setups = product(trees, options.servers, options.seats)
            beats = {
                (tree, servers, seats): options.beat
                for tree, servers, seats in setups
                if servers > 1 or seats == options.seats[0]
            }
            while beats:
                for setup, beat in list(beats.items()):
                    tree, servers, seats = setup
                    seconds = min(options.seconds, options.actions * beat)
                    result = one(
                        tree, servers, options.game, count, beat, seconds, options.pin, seats == "together"
                    )
                    what = {
                        "source": tree.name,
                        "servers": servers,
                        "seats": seats if servers > 1 else "together",
                    }
                    sys.stdout.write(json.dumps(what | result) + "\n")
                    sys.stdout.flush()
                    beats[setup] = beat / 1.5
                    if not options.limit or result["p99 ms"] > TARGET * 1000 or result["errors"]:
                        del beats[setup]


if __name__ == "__main__":
    main()
