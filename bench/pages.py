"""Pages for measurements: sockets and requests that cost the measuring side as little as can be."""

import asyncio
import json
from http.client import HTTPConnection
from random import Random
from time import perf_counter
from typing import Any

import msgspec

FRAME = b"\x81"  # the first byte of a whole text frame
PING = b"\x89"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Seen(msgspec.Struct):
    """What is read of a view."""

    legal: list[str]
    result: Any


class Update(msgspec.Struct):
    """What is read of a message."""

    type: str
    number: int | None = None
    view: Seen | None = None
    code: str | None = None


_decoder = msgspec.json.Decoder(Update)


def post(port: int, path: str, body: dict[str, Any]) -> tuple[str, str]:
    """The id in the answer to this request, and the cookie that came with it."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    assert answer.status < 300, data
    return json.loads(data)["id"], (answer.headers["set-cookie"] or "").partition(";")[0]


class Page(asyncio.Protocol):
    """One socket; every message that comes is put into `told` as it is."""

    def __init__(self, port: int, query: str, cookie: str, told: "asyncio.Queue[bytes | None]") -> None:
        self.port, self.query, self.cookie, self.told = port, query, cookie, told
        self.received = bytearray()
        self.inside = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks to be let in."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        lines = [
            f"GET /ws?{self.query} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: http://127.0.0.1:{self.port}",
            f"Cookie: {self.cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {KEY}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Takes the frames out of what has come."""
        received = self.received
        received += data
        if not self.inside:
            end = received.find(b"\r\n\r\n")
            if end < 0:
                return
            assert received.startswith(b"HTTP/1.1 101"), received
            del received[: end + 4]
            self.inside = True
        while len(received) >= 4:
            size, start = received[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(received[2:start], "big")
            if len(received) < start + size:
                return
            if received[:1] == FRAME:
                self.told.put_nowait(bytes(received[start : start + size]))
            elif received[:1] == PING:
                said = bytes(received[start : start + size])
                self.transport.write(b"\x8a" + bytes((0x80 | size,)) + b"\0\0\0\0" + said)
            del received[: start + size]

    def connection_lost(self, _: Exception | None) -> None:
        """Says so."""
        self.told.put_nowait(None)

    def send(self, text: bytes) -> None:
        """Sends a short message."""
        assert len(text) < 126
        self.transport.write(b"\x81" + bytes((0x80 | len(text),)) + b"\0\0\0\0" + text)


class Table:
    """One room with both its seats connected, to different servers if there are two."""

    def __init__(self, game: str, port: int, other: int | None = None) -> None:
        self.game, self.ports = game, (port, other or port)
        self.id = ""
        self.pages: list[Page] = []
        self.last: list[Update] = []

    async def connect(self) -> None:
        """White comes, invites, and Black comes."""
        wish = {"game": self.game, "against": "link"}
        self.id, white = await asyncio.to_thread(post, self.ports[0], "/api/games", wish)
        first = await self._connect(0, white)
        invitation = json.loads(first)["room"]["links"]["invite"].rpartition("/")[2]
        _, black = await asyncio.to_thread(post, self.ports[1], "/api/join", {"key": invitation})
        await self._next(0)
        await self._connect(1, black)

    async def _connect(self, seat: int, cookie: str) -> bytes:
        loop, told = asyncio.get_running_loop(), asyncio.Queue[bytes | None]()
        page = Page(self.ports[seat], f"game={self.id}", cookie, told)
        await loop.create_connection(lambda: page, "127.0.0.1", self.ports[seat])
        self.pages.append(page)
        text = await told.get()
        assert text is not None
        self.last.append(_decoder.decode(text))
        return text

    async def _next(self, seat: int) -> None:
        """Waits for the next update for this seat."""
        while True:
            text = await self.pages[seat].told.get()
            if text is None:
                raise ConnectionError("the server has closed the connection")
            message = _decoder.decode(text)
            assert message.type != "denied", message.code
            if message.type == "update":
                self.last[seat] = message
                return

    async def play(self, random: Random) -> float | None:
        """Plays one action; the seconds until the other seat has seen it, None if the game is over."""
        views = [last.view for last in self.last]
        mover = next((seat for seat, view in enumerate(views) if view and view.legal), None)
        if mover is None:
            return None
        view = views[mover]
        assert view
        text = f'{{"type":"play","action":"{random.choice(view.legal)}","number":{self.last[mover].number}}}'
        begin = perf_counter()
        self.pages[mover].send(text.encode())
        await self._next(1 - mover)
        seconds = perf_counter() - begin
        await self._next(mover)
        return seconds

    def close(self) -> None:
        """Goes without a word."""
        for page in self.pages:
            page.transport.abort()
