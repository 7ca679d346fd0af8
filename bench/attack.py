"""Attacks on a server on loopback, and how long a stranger's move takes meanwhile: `make attack`.

Each attack comes from 127.0.0.2, the stranger from 127.0.0.1; the server has its own limits and 256 descriptors. Every
attack lasts some seconds, and before and after it the same moves are timed in quiet. Nothing leaves this machine.
"""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import websockets.sync.client
from websockets.typing import Origin

SECONDS = 4.0  # of each attack
FILES = 256  # descriptors of the server
EVIL = ("127.0.0.2", 0)
MASK = b"\0\0\0\0"
FLOODS = {
    "empty pongs": b"\x8a\x80" + MASK,
    "pings that nobody reads": b"\x89\x80" + MASK,
    "empty parts of a message": b"\x00\x80" + MASK,
}


def post(port: int, path: str, body: dict[str, Any], source: tuple[str, int] | None, cookie: str = "") -> Any:
    """The answer to a request, and the cookie that came with it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
    connection.request("POST", path, json.dumps(body), {"content-type": "application/json", "cookie": cookie})
    answer = connection.getresponse()
    found = json.loads(answer.read())
    connection.close()
    return found, (answer.headers["set-cookie"] or cookie).partition(";")[0]


class Table:
    """A visitor alone with a game on one screen."""

    def __init__(self, port: int, source: tuple[str, int] | None, **wish: Any) -> None:
        body = {"game": "exahuna", "against": "screen", **wish}
        opened, self.cookie = post(port, "/api/games", body, source)
        self.id = opened["id"]
        self.socket = websockets.sync.client.connect(
            f"ws://127.0.0.1:{port}/ws?game={self.id}",
            origin=Origin(f"http://127.0.0.1:{port}"),
            additional_headers={"cookie": self.cookie},
            compression=None,
            source_address=source,
            legacy=True,
        )
        self.last = self.update()

    def update(self) -> dict[str, Any]:
        """The next update."""
        while (found := json.loads(self.socket.recv(timeout=60)))["type"] != "update":
            pass
        return dict(found)

    def move(self) -> float:
        """The seconds that one move takes; a finished game is begun again elsewhere."""
        action = {"type": "play", "action": self.last["view"]["legal"][0], "number": self.last["number"]}
        begin = time.perf_counter()
        self.socket.send(json.dumps(action))
        self.last = self.update()
        return time.perf_counter() - begin


def moves(port: int, seconds: float, source: tuple[str, int] | None = None) -> list[float]:
    """How long a stranger's moves take, one every 50 ms."""
    found: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        table = Table(port, source)
        with table.socket:
            while table.last["view"]["legal"] and time.perf_counter() < until:
                found.append(table.move())
                time.sleep(0.05)
    return found


def answers(port: int, seconds: float) -> list[float]:
    """How long the weakest level takes to open a game against a stranger, from when the stranger has come."""
    found: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        begin = time.perf_counter()
        table = Table(port, None, game="kahuna", against="level", level="limu", seat="black")
        with table.socket:
            while table.last["number"] < 3:
                table.last = table.update()
        found.append(time.perf_counter() - begin)
    return found


def wait_until_compiled(port: int) -> None:
    """Returns when our players are ready."""
    for _ in range(3000):
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/api/status")
        if json.loads(connection.getresponse().read())["ready"]:
            return
        time.sleep(0.2)


def raw_socket(port: int, table: Table) -> socket.socket:
    """A page that connects and then reads nothing."""
    page = socket.create_connection(("127.0.0.1", port), 20, EVIL)
    lines = [
        f"GET /ws?game={table.id} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        f"Cookie: {table.cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "",
        "",
    ]
    page.sendall("\r\n".join(lines).encode())
    return page


def flood(frame: bytes) -> Callable[[int, threading.Event], None]:
    """Sends this frame for ever on five sockets, again and again."""

    def attack(port: int, end: threading.Event) -> None:
        table = Table(port, EVIL)
        start = b"\x01\x80" + MASK if frame[0] == 0 else b""
        while not end.is_set():
            with ExitStack() as stack, suppress(OSError):
                pages = [stack.enter_context(raw_socket(port, table)) for _ in range(5)]
                for page in pages:
                    page.settimeout(0.5)
                    page.sendall(start)
                while not end.is_set():
                    for page in pages:
                        page.sendall(frame * 10_000)
            end.wait(0.05)

    return attack


def silent(port: int, end: threading.Event) -> None:
    """Three hundred connections that say nothing."""
    with ExitStack() as stack:
        for _ in range(300):
            if end.is_set():
                break
            with suppress(OSError):
                one = socket.create_connection(("127.0.0.1", port), 1, EVIL)
                stack.enter_context(one)
        end.wait()


def lists(port: int, end: threading.Event) -> None:
    """Asks for a list of games as fast as it is answered."""
    table = Table(port, EVIL)
    while not end.is_set():
        with suppress(OSError):
            connection = HTTPConnection("127.0.0.1", port, timeout=5, source_address=EVIL)
            connection.request("GET", "/api/games", headers={"cookie": table.cookie})
            connection.getresponse().read()
            connection.close()


def opening(port: int, end: threading.Event) -> None:
    """Opens games as fast as it can, each as somebody new."""
    while not end.is_set():
        with suppress(OSError, KeyError):
            post(port, "/api/games", {"game": "kahuna", "against": "link"}, EVIL)


def thinking(port: int, end: threading.Event) -> None:
    """Forty rooms against the strongest level."""
    tables = []
    for _ in range(40):
        with suppress(OSError, KeyError):
            table = Table(port, EVIL, game="kahuna", against="level", level="hoku", seat="black")
            tables.append(table)
    end.wait()
    for table in tables:
        table.socket.close()


def again_and_again(
    ask: Callable[[int, Table], tuple[str, str, Any]],
) -> Callable[[int, threading.Event], None]:
    """Asks eight times at once, as fast as it is answered; `ask` gives method, path and body."""

    def attack(port: int, end: threading.Event) -> None:
        table = Table(port, EVIL)
        method, path, body = ask(port, table)
        headers = {"cookie": table.cookie, "content-type": "application/json"}

        def work() -> None:
            while not end.is_set():
                with suppress(OSError, HTTPException):
                    connection = HTTPConnection("127.0.0.1", port, timeout=5, source_address=EVIL)
                    while not end.is_set():
                        connection.request(method, path, json.dumps(body) if body else None, headers)
                        connection.getresponse().read()

        workers = [threading.Thread(target=work) for _ in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    return attack


def finished(_: int, table: Table) -> str:
    """The replay key of a game that is played to its end."""
    while table.last["view"]["legal"]:
        table.move()
    return str(table.last["room"]["links"]["replay"]).rpartition("/")[2]


def pipelined(port: int, end: threading.Event) -> None:
    """Sends requests without waiting for answers, on fifty connections."""
    request = f"GET /web/none HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    while not end.is_set():
        with ExitStack() as stack, suppress(OSError):
            pages = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 1, EVIL)) for _ in range(50)
            ]
            while not end.is_set():
                for page in pages:
                    page.settimeout(0.1)
                    page.sendall(request * 1000)


ASKED: dict[str, Callable[[int, Table], tuple[str, str, Any]]] = {
    "the page's files": lambda *_: ("GET", "/web/main.js", None),
    "pictures": lambda port, table: ("GET", f"/preview/replay/{finished(port, table)}.png", None),
    "QR codes": lambda *_: ("POST", "/api/qr", {"text": "x" * 200}),
    "replays": lambda port, table: ("GET", f"/api/replay/{finished(port, table)}", None),
    "moments explored": lambda port, table: (
        "POST",
        "/api/explore",
        {"moment": {"key": finished(port, table), "at": 20}, "known": "white"},
    ),
    "puzzles tried": lambda *_: ("POST", "/api/learn", {"id": "kahuna.build", "lesson": True}),
    "API documents": lambda *_: ("GET", "/openapi.json", None),
}
THINKING = "40 rooms against the strongest level"
ATTACKS: dict[str, Callable[[int, threading.Event], None]] = {
    **{name: flood(frame) for name, frame in FLOODS.items()},
    "300 silent connections": silent,
    "lists of games": lists,
    "games opened": opening,
    "requests without waiting": pipelined,
    **{name: again_and_again(ask) for name, ask in ASKED.items()},
    THINKING: thinking,
}


@contextmanager
def server() -> Iterator[int]:
    """`kahuna serve` with few descriptors and a fresh store; its port."""
    with tempfile.TemporaryDirectory(prefix="kahuna-attack-") as folder:
        command = [sys.executable, "-m", "kahuna", "serve", "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--store", str(Path(folder) / "attack.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
        )
        assert process.stdout
        try:
            line = process.stdout.readline()
            yield int(line.partition("http://127.0.0.1:")[2].partition("/")[0])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def row(name: str, quiet: list[float], attacked: list[float]) -> str:
    """A line of the table."""

    def ms(times: list[float], share: float) -> str:
        return f"{sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1000:7.1f}"

    figures = " ".join((ms(quiet, 0.5), ms(attacked, 0.5), ms(quiet, 0.95), ms(attacked, 0.95)))
    return f"{name:38} {len(attacked):6} {figures}"


def say(text: str) -> None:
    """A line of the table."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Prints the table, or the lines with these names; with a name and a port, attacks until it is killed."""
    if len(sys.argv) == 3 and sys.argv[2].isdigit():
        ATTACKS[sys.argv[1]](int(sys.argv[2]), threading.Event())
        return
    wanted = sys.argv[1:] or [*ATTACKS]
    with server() as port:
        time.sleep(1)
        say(f"load {os.getloadavg()[0]:.1f}; a stranger's move in ms, quiet and attacked: median, 95 %")
        say(f"{'attack':38} {'moves':>6} {'quiet':>7} {'attack':>7} {'quiet':>7} {'attack':>7}")
        for name in wanted:
            say(measured(port, name, name, moves))
        if THINKING not in wanted:
            return
        wait_until_compiled(port)
        say(measured(port, THINKING, "… : the weakest level's answer", answers))


def measured(port: int, attack: str, name: str, take: Callable[[int, float], list[float]]) -> str:
    """The line for what is taken in quiet and while this attack runs."""
    quiet = take(port, SECONDS / 2)
    attacker = subprocess.Popen([sys.executable, __file__, attack, str(port)], stderr=subprocess.DEVNULL)
    time.sleep(1)
    attacked = take(port, SECONDS)
    attacker.kill()
    attacker.wait()
    return row(name, quiet, attacked)


if __name__ == "__main__":
    main()
