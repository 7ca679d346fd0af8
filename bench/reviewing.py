"""What a review costs those who play: `python bench/reviewing.py`. Everything stays on loopback.

A hundred rooms play as in `bench/load.py`, on one server, in turn without and with a deep review under way in the
process that judges. A measurement begins when the review's first turns have come, so that compiling is over.
Results: bench/results.md.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

from load import NO_LIMITS, Nobody, measure, wait_until_ready

RECORD = Path(__file__).parents[1] / "tests/golden/kahuna-points-greedy.json"
SHOWN = ("review", "actions", "p50 ms", "p99 ms", "max ms", "server cpu", "errors", "load")


def server(port: int, store: str) -> None:
    """The server with reviews as `kahuna serve` makes them, but for limits that one address could not keep here."""
    from kahuna.server import serve
    from kahuna.server.app import create_app
    from kahuna.server.judge import ProcessJudge
    from kahuna.server.limits import Limits
    from kahuna.server.store_sqlite import SqliteStore

    limits = Limits()._replace(**dict.fromkeys(NO_LIMITS, 10**9))
    kept = SqliteStore(Path(store), time.time_ns() // 1_000_000)
    app = create_app(kept, Nobody(), limits, judge=ProcessJudge())
    with suppress(KeyboardInterrupt):
        serve.Server(serve.uvicorn_config(app, limits)).run(sockets=[serve.listening("127.0.0.1", port)])


@contextmanager
def reviewed(port: int) -> Iterator[None]:
    """A deep review is under way meanwhile; it ends with its only listener."""
    connection = HTTPConnection("127.0.0.1", port, timeout=900)
    body = RECORD.read_bytes()
    connection.request("POST", "/api/review?depth=deep", body, {"content-type": "application/json"})
    answer = connection.getresponse()
    for _ in range(2):  # the outline, and the first turns
        if not answer.readline():
            sys.exit("the review did not begin")
    yield
    connection.close()


def tell(port: int, pid: int, options: argparse.Namespace, review: bool) -> None:
    """One measurement, as a line of JSON."""
    result = asyncio.run(measure([port], [pid], None, "kahuna", options.rooms, options.beat, options.seconds))
    line = {"review": "deep" if review else "none"} | result
    sys.stdout.write(json.dumps({name: line[name] for name in SHOWN}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Measures in turn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--beat", type=float, default=2.0, help="seconds between two actions of a room")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--times", type=int, default=3, help="how often each of both is measured")
    parser.add_argument("--server", nargs=2, metavar=("PORT", "STORE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.server:
        server(int(options.server[0]), options.server[1])
        return
    with tempfile.TemporaryDirectory(prefix="kahuna-reviewing-") as folder:
        port = 8750 + os.getpid() % 50
        command = [sys.executable, __file__, "--server", str(port), str(Path(folder) / "load.db")]
        process = subprocess.Popen(command)
        try:
            wait_until_ready(port)
            with reviewed(port):
                pass  # compiled from now on
            for _ in range(options.times):
                tell(port, process.pid, options, review=False)
                with reviewed(port):
                    tell(port, process.pid, options, review=True)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


if __name__ == "__main__":
    main()
