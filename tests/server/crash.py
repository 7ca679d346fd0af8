"""Rooms that play while their servers and their database are killed: nothing answered is lost, nothing is played twice.

`python tests/server/crash.py --rooms 40 --kills 1000 --servers 3` (`make crash`) kills servers in turn, every fifth
time stops one in good order, every twentieth time stops the database at once. At the end every room must still be
alive. With one server the store is an SQLite file. What came out is printed. With `--report FILE` it is done in runs of
a hundred kills, each with a store of its own, and each adds a line; runs of the same commit that the file has already
count, so it can be interrupted and goes on later.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import websockets.asyncio.client
from websockets.exceptions import ConnectionClosed, InvalidHandshake

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kahuna.arena.checkout import CHECKOUT, commit, output
from kahuna.server.room import Room
from kahuna.server.store_copying import opened
from kahuna.server.store_places import Place
from kahuna.server.stored import Played, unpack
from support.house import Visitor, key_of
from support.postgres import Stoppable, new_database, postgres
from support.victim import Victim, prepare_nursery, thoughts

IN_GOOD_ORDER = 5  # every so many kills is none, but a stop
DATABASE = 20  # every so many kills is one of the database
AT_A_TIME = 100  # kills in a run of those that are reported
PACE = 0.6  # seconds at most between two actions of a room: what plays all the time keeps killed servers from starting
PATIENCE = (
    300.0  # seconds until a room that says nothing counts as stuck; the machine may be busy with other things
)


class Table:
    """A room, and when its game is over the next one, and all that its pages were told.

    After every crash a page must find at least what it knew. Pages come to any of the servers.
    """

    def __init__(self, number: int, ports: list[int], pace: float) -> None:
        self.ports, self.random, self.pace = ports, Random(number), pace
        self.level = number % 4 == 3
        self.answered: dict[str, dict[int, str]] = {}  # of each game by number of the event: the action
        self.reconnected = 0
        self.heard = 0.0  # when anything happened last
        self.visitors = [Visitor(ports[0])] if self.level else [Visitor(ports[0]), Visitor(ports[0])]

    def open(self) -> str:
        """Opens a game; its id."""
        for visitor in self.visitors:
            visitor.port = self.random.choice(self.ports)
        ann, *others = self.visitors
        if self.level:
            return ann.open("exahuna", against="level", level="limu")
        id = ann.open("kahuna")
        with ann.at(f"game={id}") as page:
            assert others[0].post("/api/join", {"key": key_of(page, "invite")}) == {"id": id}, (
                "its store was away"
            )
        return id

    async def play(self, stop: asyncio.Event) -> None:
        """One game after the other, until it is told to stop."""
        while not stop.is_set():
            try:
                id = await asyncio.to_thread(self.open)
            except (
                OSError,
                HTTPException,
                KeyError,
                ValueError,
                AssertionError,
                ConnectionClosed,
                InvalidHandshake,
            ):
                await asyncio.sleep(0.1)  # its server was killed just then
                continue
            self.answered[id] = {}
            await asyncio.gather(*(self._attend(id, visitor, stop) for visitor in self.visitors))

    async def _attend(self, id: str, visitor: Visitor, stop: asyncio.Event) -> None:
        """Plays on a seat to the end of the game, and connects again whenever the connection is lost."""
        known, over = 0, False
        while not (over or stop.is_set()):
            port = self.random.choice(self.ports)
            try:
                async with websockets.asyncio.client.connect(
                    f"ws://127.0.0.1:{port}/ws?game={id}",
                    origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
                    additional_headers={"cookie": visitor.cookie or ""},
                    compression=None,
                    ping_interval=None,
                ) as page:
                    async for told in self._listen(id, page, known, stop):
                        known, over = told
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                self.reconnected += 1
                await asyncio.sleep(0.1)

    async def _listen(self, id: str, page: Any, known: int, stop: asyncio.Event) -> Any:
        """Yields the numbers that are told, and whether the game is over then."""
        first, last = True, ""
        while not stop.is_set():
            try:
                message = json.loads(await asyncio.wait_for(page.recv(), 0.5))
            except TimeoutError:
                continue
            if message["type"] == "denied" and message["code"] == "not-stored":
                await asyncio.sleep(0.2)
                await page.send(last)  # as a person presses again
            elif message["type"] == "denied":
                assert message["code"] == "stale", message
            if message["type"] != "update":
                continue
            number, view = message["number"], message["view"]
            assert number >= known, f"{id}: number {number} after {known} was answered"
            assert first or number >= known + 1, f"{id}: number {number} after {known}"
            first, known = False, number
            self.heard = time.monotonic()
            if view is None:
                continue  # the other seat is not taken yet
            self._note(id, message)
            yield number, view["result"] is not None
            if view["result"] is not None:
                return
            if legal := view["legal"]:
                await asyncio.sleep(self.random.random() * self.pace)
                action = self.random.choice(legal)
                last = json.dumps({"type": "play", "action": action, "number": number})
                await page.send(last)

    def _note(self, id: str, message: dict[str, Any]) -> None:
        """Whatever a page was told counts as answered."""
        log = [line for line in message["view"]["log"] if not line.startswith("round")]
        if message["events"]:
            told = log[-1].partition("=")[0] if log[-1][0] in "+~" else log[-1]
            before = self.answered[id].setdefault(message["number"], told)
            assert before[0] == told[0], f"{id}: {told} at number {message['number']}, where {before} was"


def check(store: Place, tables: list[Table]) -> int:
    """How many answered actions there were; every one must be stored once, in its place."""
    total = 0
    with opened(store) as archive:
        assert archive.problems() == []
        for id, answered in (game for table in tables for game in table.answered.items()):
            events = dict(enumerate(map(unpack, archive.events(id)), 1))
            Room(id, events.values())  # every action was legal where it stands, so none is there twice
            for number, action in answered.items():
                event = events[number]
                assert isinstance(event, Played), f"{id}: {action} at number {number} is lost"
                assert event.action.startswith(action), f"{id}: {event.action} where {action} was answered"
            total += len(answered)
    return total


async def torture(
    store: Place,
    database: Stoppable | None,
    folder: Path,
    rooms: int,
    kills: int,
    servers: int,
    seed: int,
    shown: bool,
) -> dict[str, Any]:
    """Plays in so many rooms while servers and database are killed so many times."""
    random, stop = Random(seed), asyncio.Event()
    diary = folder / "diary"
    victims = [Victim(store, folder / f"server{number}.log", diary) for number in range(servers)]
    counts = {"killed": 0, "stopped": 0, "database": 0}
    begun = time.monotonic()
    with ExitStack() as ends:
        ends.callback(
            stop.set
        )  # also if something is wrong: else pages would look for their servers for ever
        for victim in victims:
            await asyncio.to_thread(victim.start)
            ends.callback(victim.kill)
        ports = [victim.port for victim in victims]
        tables = [Table(number + rooms * seed, ports, pace=PACE) for number in range(rooms)]
        starting: dict[int, Any] = {}  # servers that were killed and are not back yet; the others play on
        playing = asyncio.gather(*(table.play(stop) for table in tables))
        for kill in range(1, kills + 1):
            await some_play(tables, playing, rooms // 2)
            await asyncio.wait([playing], timeout=random.random() * 0.2)  # at any moment of what they do
            if playing.done():
                break
            if database and kill % DATABASE == 0:
                counts["database"] += 1
                await asyncio.gather(*starting.values())
                await asyncio.to_thread(database.stop_at_once)
                await asyncio.to_thread(database.start)
                continue
            number = kill % servers
            victim = victims[number]
            if number in starting:
                await starting.pop(number)
            if kill % IN_GOOD_ORDER == 0:
                counts["stopped"] += 1
                await asyncio.to_thread(victim.stop)
            else:
                counts["killed"] += 1
                victim.kill()
            starting[number] = asyncio.create_task(asyncio.to_thread(victim.start))
            if shown:
                sys.stderr.write(
                    f"\r{kill} of {kills} kills, {sum(map(actions_of, tables))} actions answered "
                )
        await asyncio.gather(*starting.values())
        await nobody_is_stuck(tables, playing)
        stop.set()
        await playing
    thought, twice = thoughts(diary)
    return {
        "store": "sqlite" if isinstance(store, Path) else "postgres",
        "servers": servers,
        "rooms": rooms,
        **counts,
        "games": sum(len(table.answered) for table in tables),
        "answered": check(store, tables),
        "reconnected": sum(table.reconnected for table in tables),
        "thoughts": thought,
        "thought twice": len(twice),
        "for at most ms": round(1000 * max(twice, default=0.0)),
        "minutes": round((time.monotonic() - begun) / 60, 1),
    }


def actions_of(table: Table) -> int:
    """How many actions this room was told of."""
    return sum(map(len, table.answered.values()))


async def some_play(tables: list[Table], playing: "asyncio.Future[Any]", actions: int) -> None:
    """Returns when so many more actions were answered."""
    wanted, begun = sum(map(actions_of, tables)) + actions, time.monotonic()
    while sum(map(actions_of, tables)) < wanted and not playing.done():
        await asyncio.wait([playing], timeout=0.02)
        assert time.monotonic() < begun + PATIENCE, "nobody plays any more"


async def nobody_is_stuck(tables: list[Table], playing: "asyncio.Future[Any]") -> None:
    """Returns when something has happened in every room since the last kill."""
    begun = time.monotonic()
    while any(table.heard < begun for table in tables):
        await asyncio.wait([playing], timeout=0.1)
        if playing.done():
            return  # with what is wrong
        silent = sum(table.heard < begun for table in tables)
        assert time.monotonic() < begun + PATIENCE, f"{silent} rooms are stuck"


def main(rooms: int, kills: int, servers: int, seed: int = 0, shown: bool = False) -> dict[str, Any]:
    """The whole test with a store of its own: a file for one server, a database for several."""
    folder = Path(tempfile.mkdtemp(prefix="kahuna-crash-"))
    prepare_nursery()
    try:
        if servers == 1:
            return asyncio.run(torture(folder / "crash.db", None, folder, rooms, kills, 1, seed, shown))
        with postgres(safe=True) as server:
            database = Stoppable(server)
            place = new_database(server)
            return asyncio.run(torture(place, database, folder, rooms, kills, servers, seed, shown))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def version(report: Path) -> str | None:
    """The commit that is killed; the report itself may have changed since."""
    git = ["git", "-C", str(CHECKOUT)]
    if report.resolve().is_relative_to(CHECKOUT):
        but_report = f":!{report.resolve().relative_to(CHECKOUT)}"
        if output([*git, "status", "--porcelain", "--untracked-files=no", "--", ".", but_report]) == "":
            return output([*git, "describe", "--always", "--exclude=*"])
    return commit()


def reported(report: Path, wanted: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs in a report that are of this kind."""
    lines = report.read_text("utf-8").splitlines() if report.exists() else []
    runs = [json.loads(line) for line in lines]
    return [run for run in runs if wanted.items() <= run.items()]


def kills_of(runs: list[dict[str, Any]]) -> int:
    """How many kills there were in these runs."""
    return sum(run[kind] for run in runs for kind in ("killed", "stopped", "database"))


def go_on(report: Path, rooms: int, kills: int, servers: int) -> dict[str, Any]:
    """Adds runs to the report until there are so many kills of this commit; what came out of all of them."""
    wanted = {"servers": servers, "rooms": rooms, "commit": version(report)}
    while (made := kills_of(reported(report, wanted))) < kills:
        run = main(rooms, min(AT_A_TIME, kills - made), servers, seed=made, shown=True)
        with report.open("a", encoding="utf-8") as file:
            file.write(json.dumps(run | {"commit": wanted["commit"]}) + "\n")
    runs = reported(report, wanted)
    counted = ("killed", "stopped", "database", "games", "answered", "thoughts", "thought twice")
    return wanted | {"runs": len(runs)} | {name: sum(run[name] for run in runs) for name in counted}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--report", type=Path, metavar="FILE", help="where every run is added as a line")
    chosen = parser.parse_args()
    if chosen.report:
        found = go_on(chosen.report, chosen.rooms, chosen.kills, chosen.servers)
    else:
        found = main(chosen.rooms, chosen.kills, chosen.servers, shown=True)
    sys.stdout.write(f"\n{json.dumps(found)}\n")
