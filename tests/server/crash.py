"""Rooms that play while their server is killed again and again: nothing answered is lost, nothing is played twice.

`python tests/server/crash.py 40 50`: 40 rooms, 50 kills with SIGKILL (`make crash`).
"""

import asyncio
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import websockets.asyncio.client
from websockets.exceptions import ConnectionClosed, InvalidHandshake

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kahuna.server.room import Room
from kahuna.server.stored import Played, unpack
from support.house import Visitor, key_of

SERVER = """
import sys
from pathlib import Path
import uvicorn
from kahuna.server.app import create_app, day_time
from kahuna.server.serve import listening, uvicorn_config
from kahuna.server.store_sqlite import SqliteStore
from support.house import LOOSE, Quick
app = create_app(SqliteStore(Path(sys.argv[2]), day_time()), Quick(), LOOSE)
uvicorn.Server(uvicorn_config(app, LOOSE)).run(sockets=[listening("127.0.0.1", int(sys.argv[1]))])
"""


class Victim:
    """The server that is killed."""

    def __init__(self, port: int, store: Path) -> None:
        self.port, self.store = port, store
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and returns when it answers."""
        tests = str(Path(__file__).parents[1])
        command = [sys.executable, "-c", SERVER, str(self.port), str(self.store)]
        self.process = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": tests})
        for _ in range(1000):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        """Kills it, whatever it is doing."""
        assert self.process
        self.process.kill()
        self.process.wait()


class Table:
    """One room, and all that its pages were told. After every crash a page must find at least what it knew."""

    def __init__(self, number: int, port: int, pace: float) -> None:
        self.port, self.random, self.pace = port, Random(number), pace
        self.answered: dict[int, str] = {}  # number of the event, action
        self.reconnected = 0
        ann = Visitor(port)
        self.visitors = [ann]
        if number % 4 == 3:
            self.id = ann.open("exahuna", against="level", level="limu")
            return
        self.id = ann.open("kahuna")
        with ann.at(f"game={self.id}") as page:
            bob = Visitor(port)
            bob.post("/api/join", {"key": key_of(page, "invite")})
        self.visitors.append(bob)

    async def play(self, stop: asyncio.Event) -> None:
        """Every seat plays until it is told to stop, and connects again whenever the connection is lost."""
        await asyncio.gather(*(self._attend(visitor, stop) for visitor in self.visitors))

    async def _attend(self, visitor: Visitor, stop: asyncio.Event) -> None:
        known = 0
        while not stop.is_set():
            try:
                async with websockets.asyncio.client.connect(
                    f"ws://127.0.0.1:{self.port}/ws?game={self.id}",
                    origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
                    additional_headers={"cookie": visitor.cookie or ""},
                    compression=None,
                    ping_interval=None,
                ) as page:
                    known = await self._listen(page, known, stop)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                self.reconnected += 1
                await asyncio.sleep(0.05)

    async def _listen(self, page: Any, known: int, stop: asyncio.Event) -> int:
        first = True
        while not stop.is_set():
            try:
                message = json.loads(await asyncio.wait_for(page.recv(), 0.5))
            except TimeoutError:
                continue
            assert message["type"] != "denied" or message["code"] == "stale", message
            if message["type"] != "update":
                continue
            number = message["number"]
            assert number >= known, f"{self.id}: number {number} after {known} was answered"
            assert first or number == known + 1, f"{self.id}: number {number} after {known}"
            first, known = False, number
            self._note(message)
            if legal := message["view"]["legal"]:
                await asyncio.sleep(self.random.random() * self.pace)
                action = self.random.choice(legal)
                await page.send(json.dumps({"type": "play", "action": action, "number": number}))
        return known

    def _note(self, message: dict[str, Any]) -> None:
        """Whatever a page was told counts as answered."""
        log = [line for line in message["view"]["log"] if not line.startswith("round")]
        if message["events"]:
            told = log[-1].partition("=")[0] if log[-1][0] in "+~" else log[-1]
            before = self.answered.setdefault(message["number"], told)
            assert before[0] == told[0], (
                f"{self.id}: {told} at number {message['number']}, where {before} was"
            )


def check(store: Path, tables: list[Table]) -> int:
    """How many answered actions there were; every one must be stored once, in its place."""
    connection = sqlite3.connect(store)
    total = 0
    for table in tables:
        rows = connection.execute(
            "SELECT number, body FROM events WHERE game=? ORDER BY number", (table.id,)
        ).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        events = {number: unpack(body) for number, body in rows}
        Room(table.id, events.values())  # every action was legal where it stands, so none is there twice
        for number, action in table.answered.items():
            event = events[number]
            assert isinstance(event, Played), f"{table.id}: {action} at number {number} is lost"
            assert event.action.startswith(action), f"{table.id}: {event.action} where {action} was answered"
        total += len(table.answered)
    connection.close()
    return total


async def torture(port: int, store: Path, rooms: int, kills: int) -> dict[str, int]:
    """Plays in so many rooms while the server is killed so many times."""
    victim, random, stop = Victim(port, store), Random(kills), asyncio.Event()
    pace = 0.01 * kills  # so that games last until the end
    await asyncio.to_thread(victim.start)
    try:
        tables = await asyncio.to_thread(lambda: [Table(number, port, pace) for number in range(rooms)])
        playing = asyncio.gather(*(table.play(stop) for table in tables))
        for _ in range(kills):
            await asyncio.wait([playing], timeout=0.3 + random.random() * 0.5)
            if playing.done():
                break
            victim.kill()
            await asyncio.to_thread(victim.start)
        await asyncio.wait([playing], timeout=1.0)
        stop.set()
        await playing
    finally:
        victim.kill()
    actions = check(store, tables)
    return {
        "rooms": rooms,
        "kills": kills,
        "answered": actions,
        "reconnected": sum(t.reconnected for t in tables),
    }


def main(rooms: int, kills: int) -> dict[str, int]:
    """The whole test with a store of its own."""
    with tempfile.TemporaryDirectory(prefix="kahuna-crash-") as folder:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        return asyncio.run(torture(port, Path(folder) / "crash.db", rooms, kills))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))) + "\n")
