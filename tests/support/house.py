"""A real server on loopback in a thread of the test, and visitors who talk to it as browsers do."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.bots.base import Choice, Fault
from kahuna.bots.uniform import Uniform
from kahuna.server.app import create_app
from kahuna.server.clock import day_time
from kahuna.server.doors import Config, Doors, files_allowed
from kahuna.server.health import Health
from kahuna.server.house import Players
from kahuna.server.judge import ReviewJudge
from kahuna.server.limits import Limits
from kahuna.server.lobby import Lobby
from kahuna.server.serve import listening, uvicorn_config
from kahuna.server.store_postgres import PostgresStore
from kahuna.server.store_sqlite import SqliteStore
from kahuna.server.turns import Asker, Busy
from kahuna.server.wire import DepthName
from kahuna.table.ruleset import Rules
from kahuna.table.view import View

MANY = 1e9
MINUTES = {"kind": "total", "minutes": 5}  # a clock
LOOSE = Limits()._replace(
    opened=MANY,
    opened_by_address=MANY,
    records_by_address=MANY,
    requests=MANY,
    request_burst=MANY,
    all_requests=MANY,
    all_burst=MANY,
    messages=MANY,
    burst=MANY,
    running=10**6,
    hints=MANY,
    connections=10**6,
    pages_by_address=10**6,
    connections_by_address=10**6,
    connects_by_address=MANY,
    connect_burst=MANY,
    visitors_by_address=MANY,
    messages_by_address=MANY,
    burst_by_address=MANY,
    reviews_by_address=MANY,
    looks_by_address=MANY,
    reviews_at_once_by_address=10**6,
)


class Quick:
    """Our players, in the server's own process and at once: any legal action, by the luck they are given."""

    ready = True
    waiting = 0

    def __init__(self) -> None:
        self.asked: list[tuple[str, View]] = []
        self.busy = 0  # questions that are turned away
        self.fault: Fault | None = None
        self.pause = 0.0  # seconds that they think

    def start(self, specs: Iterable[str]) -> None:
        """Nothing to warm up."""

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker) -> Choice:
        """Any legal action."""
        self.asked.append((spec, view))
        if self.busy:
            self.busy -= 1
            raise Busy
        await asyncio.sleep(self.pause)
        if self.fault:
            raise self.fault
        return Uniform().choose(view, Random(luck))

    def close(self) -> None:
        """Nothing to end."""


class Page:
    """One page's socket; what comes in is read in order."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: dict[str, Any] = {}  # update
        self.raw: list[str] = []

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; without kinds the very next."""
        while True:
            text = self.socket.recv(timeout=120)
            assert isinstance(text, str)
            self.raw.append(text)
            message: dict[str, Any] = msgspec.json.decode(text)
            if message["type"] == "update":
                self.last = message
            if not kinds or message["type"] in kinds:
                return message

    def update(self) -> dict[str, Any]:
        """The next update."""
        return self.next("update")

    def send(self, kind: str, **fields: Any) -> None:
        """Sends a message."""
        self.socket.send(json.dumps({"type": kind, **fields}))

    def ask(self, kind: str, *answers: str, **fields: Any) -> dict[str, Any]:
        """Sends a message that carries the last number seen, and waits for one of these answers or a refusal."""
        if kind in ("play", "undo", "answer-undo", "preview", "hint", "chance"):
            fields = {"number": self.last["number"]} | fields
        self.send(kind, **fields)
        return self.next(*(answers or ("update",)), "denied")

    def play(self, action: str) -> dict[str, Any]:
        """Plays, and waits for what it did."""
        return self.ask("play", action=action)

    def legal(self, kind: str = "") -> str:
        """A legal action that is written with this."""
        return next(str(action) for action in self.last["view"]["legal"] if kind in action)

    def quiet(self) -> bool:
        """Whether nothing has come in that was not read: a ping is answered first."""
        self.send("ping")
        return bool(self.next()["type"] == "pong")

    def closed(self) -> int:
        """The code with which the server closes the connection, after whatever else it says."""
        try:
            while True:
                self.raw.append(str(self.socket.recv(timeout=120)))
        except ConnectionClosed as error:
            return int(error.rcvd.code) if error.rcvd else 0


class Visitor:
    """Somebody with a browser: keeps its cookie."""

    def __init__(self, port: int, source: str | None = None) -> None:
        self.port = port
        self.source = (source, 0) if source else None  # the address they come from
        self.cookie: str | None = None

    def call(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120, source_address=self.source)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            given.setdefault("cookie", self.cookie)
        if body is not None:
            given.setdefault("content-type", "application/json")
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, path, data, given)
            answer = connection.getresponse()
            content = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return answer.status, found, content

    def get(self, path: str) -> Any:
        """The answer to a GET."""
        return json.loads(self.call("GET", path)[2])

    def post(self, path: str, body: Any) -> Any:
        """The answer to a POST."""
        return json.loads(self.call("POST", path, body)[2])

    def open(self, game: str = "kahuna", **wish: Any) -> str:
        """Opens a game; its id."""
        answer = self.post("/api/games", {"game": game, "against": "link"} | wish)
        assert "id" in answer, answer
        return str(answer["id"])

    @contextmanager
    def at(self, query: str, path: str = "/ws") -> Iterator[Page]:
        """A page connected to /ws?query, its first message read."""
        with self.socket(query, path=path) as page:
            page.next()
            yield page

    @contextmanager
    def socket(
        self, query: str, origin: str | None = "", path: str = "/ws", **headers: str
    ) -> Iterator[Page]:
        """A connection."""
        host = f"127.0.0.1:{self.port}"
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            given.setdefault("cookie", self.cookie)
        with connect(
            f"ws://{host}{path}?{query}",
            origin=f"http://{host}" if origin == "" else origin,  # type: ignore[arg-type]
            additional_headers=given,
            compression=None,
            close_timeout=1,
            max_size=None,
            source_address=self.source,
        ) as socket:
            yield Page(socket)


class House:
    """The running server."""

    def __init__(
        self,
        port: int,
        lobby: Lobby,
        players: Any,
        loop: asyncio.AbstractEventLoop,
        server: uvicorn.Server,
    ) -> None:
        self.port, self.lobby, self.players, self.loop, self.server = port, lobby, players, loop, server

    @property
    def doors(self) -> Doors:
        """Who is connected."""
        assert isinstance(self.server.config, Config)
        return self.server.config.doors

    def visitor(self, source: str | None = None) -> Visitor:
        """Somebody who was never here, perhaps from another address: all of 127.0.0.0/8 is this machine."""
        return Visitor(self.port, source)

    def tasks(self) -> int:
        """How many tasks the server has under way."""

        async def count() -> int:
            return len(asyncio.all_tasks()) - 1

        return asyncio.run_coroutine_threadsafe(count(), self.loop).result(10)


@contextmanager
def serving(
    store: Path | str,
    players: Players | None = None,
    limits: Limits = LOOSE,
    *,
    now: Callable[[], int] = day_time,
    make_lobby: Callable[..., Lobby] = Lobby,
    plain: bool = False,
    files: int | None = None,
    health: Health | None = None,
    judge: ReviewJudge | None = None,
    deepest: DepthName | None = "deep",
    proxies: tuple[str, ...] = (),
    base: str = "",
    public: bool = False,
) -> Iterator[House]:
    """A server on this file or database until the end of the block.

    `plain`: without uvloop and httptools; `files`: descriptors it may have.
    """
    crew = players or Quick()
    kept = SqliteStore(store, now()) if isinstance(store, Path) else PostgresStore(store, now())
    app = create_app(
        kept,
        crew,
        limits,
        now=now,
        make_lobby=make_lobby,
        health=health,
        base=base,
        judge=judge,
        deepest=deepest,
        public=public,
    )
    sock = listening("127.0.0.1", 0)
    config = uvicorn_config(app, limits, Doors(limits, files or files_allowed(), proxies), plain, proxies)
    server = uvicorn.Server(config)
    loops: list[asyncio.AbstractEventLoop] = []
    began = threading.Event()

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        began.set()
        await server.serve(sockets=[sock])

    def run_all() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(run())

    thread = threading.Thread(target=run_all, name="server")
    thread.start()
    try:
        began.wait(10)
        while not server.started:
            threading.Event().wait(0.005)
        yield House(sock.getsockname()[1], app.state.lobby, crew, loops[0], server)
    finally:
        server.should_exit = True
        thread.join(20)
        sock.close()


def key_of(page: Page, link: str) -> str:
    """The key in one of the addresses that a page may hand on."""
    return str(page.last["room"]["links"][link]).rpartition("/")[2]


def two(house: House, **wish: Any) -> tuple[Visitor, Visitor, str]:
    """Ann has opened a game by link and Bob has joined; its id."""
    ann, bob = house.visitor(), house.visitor()
    id = ann.open(**wish)
    with ann.at(f"game={id}") as page:
        assert bob.post("/api/join", {"key": key_of(page, "invite"), "name": "Bob"}) == {"id": id}
    return ann, bob, id


def elsewhere(visitor: Visitor, house: House) -> Visitor:
    """The same visitor, on another server: a load balancer knows no visitors."""
    again = house.visitor()
    again.cookie = visitor.cookie
    return again


@contextmanager
def two_pages(houses: tuple[House, House], **wish: Any) -> Iterator[tuple[Page, Page, str]]:
    """Ann's page on the first server and Bob's on the second, and the game's id."""
    ann, bob = houses[0].visitor(), houses[1].visitor()
    id = ann.open(**wish)
    with ann.at(f"game={id}") as first:
        assert bob.post("/api/join", {"key": key_of(first, "invite"), "name": "Bob"}) == {"id": id}
        with bob.at(f"game={id}") as second:
            while not first.last["view"]:
                first.update()
            yield first, second, id


def refusal(answer: Any) -> str:
    """The code of a refusal."""
    assert set(answer) == {"code", "text", "rule", "facts"}
    return str(answer["code"])


def finish(page: Page) -> str:
    """Gives the game up; the key of its replay."""
    page.ask("resign")
    return key_of(page, "replay")
