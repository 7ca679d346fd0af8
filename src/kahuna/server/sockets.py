"""The socket: /ws?game={id} for the holder of a seat, /ws?watch={key} for a spectator."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from functools import partial
from time import monotonic

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kahuna.server import asking, keys
from kahuna.server.audience import Connection, denied
from kahuna.server.desk import Desk
from kahuna.server.limits import Buckets, Limits
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.refusals import Refusal
from kahuna.server.store import NotStored

GOODBYE, GONE, POLICY, LATER, NO_GAME, IDLE = 1000, 1001, 1008, 1013, 4404, 4408  # codes of closing
PATIENCE = 2.0  # seconds for a page to hear that the connection is closed

log = logging.getLogger("kahuna.server")


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's, but a page that does not read what it was sent cannot keep a closed connection for ever."""

    async def run_asgi(self) -> None:
        """Runs the application, then gives the page a moment."""
        await super().run_asgi()
        self.loop.call_later(PATIENCE, self.transport.abort)


class Sockets:
    """Everything that is connected."""

    def __init__(self, lobby: Lobby, limits: Limits, origins: tuple[str, ...]) -> None:
        self.lobby, self.limits, self.origins = lobby, limits, origins
        self.connected: Counter[str] = Counter()  # of each visitor or address
        self._messages = Buckets(limits.burst, limits.burst / limits.messages)

    async def handle(self, websocket: WebSocket) -> None:
        """One connection from beginning to end."""
        try:
            asking.check_origin(websocket, self.origins, needed=True)
        except Refusal:
            await websocket.close(POLICY)
            return
        visitor = asking.visitor_of(websocket, self.lobby.store.secret)
        name = visitor or asking.address(websocket)
        allowed = partial(self._messages.take, name)
        self.connected[name] += 1
        try:
            await websocket.accept()
            if not allowed(monotonic()):  # to come counts as a message: the others are told
                raise Refusal("too-fast")
            live, connection = await self._met(websocket, visitor, self.connected[name])
        except NotStored:
            await _refuse(websocket, Refusal("not-stored"), LATER)
        except Refusal as refusal:
            await _refuse(websocket, refusal, NO_GAME if refusal.code == "no-such-game" else LATER)
        else:
            await self._attend(websocket, Desk(self.lobby, live, connection, self.limits, allowed))
        finally:
            self.connected[name] -= 1
            if not self.connected[name]:
                del self.connected[name]

    async def _met(self, websocket: WebSocket, visitor: str | None, count: int) -> tuple[Live, Connection]:
        """The room and a place in it."""
        if count > self.limits.connections:
            raise Refusal("too-many-connections")
        game, watch = websocket.query_params.get("game"), websocket.query_params.get("watch")
        me = keys.hashed(visitor) if visitor else None
        if game is not None:
            live, connection = await self.lobby.mine(me, game), Connection(me, self.limits.backlog)
        else:
            live, connection = await self.lobby.watched(watch or ""), Connection(None, self.limits.backlog)
            if live.audience.company().watching >= self.limits.watchers:
                raise Refusal("too-many-connections")
        await live.join(connection)
        return live, connection

    async def _attend(self, websocket: WebSocket, desk: Desk) -> None:
        """Passes messages both ways until one side has had enough."""
        live, connection = desk.live, desk.connection
        listening = asyncio.create_task(_listen(websocket, desk, self.limits.silence))
        speaking = asyncio.create_task(_speak(websocket, connection))
        code = LATER
        try:
            ends = (listening, speaking, connection.lagging)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                code = listening.result()
        finally:
            live.leave(connection)
            listening.cancel()
            speaking.cancel()
            await asyncio.gather(listening, speaking, return_exceptions=True)
        if code != GONE:
            with suppress(Exception):
                await asyncio.wait_for(websocket.close(code), PATIENCE)


async def _listen(websocket: WebSocket, desk: Desk, silence: float) -> int:
    """Answers one message after the other; the code to close with."""
    while True:
        try:
            async with asyncio.timeout(silence):
                message = await websocket.receive()
        except TimeoutError:
            return IDLE
        if message["type"] == "websocket.disconnect":
            return GONE
        text = message.get("text")
        try:
            go_on = await desk.take(text if text is not None else message.get("bytes") or b"", monotonic())
        except Exception:
            log.exception("a message brought an error")
            desk.connection.send(denied(Refusal("unexpected"), desk.live.room.number))
            go_on = True
        if not go_on:
            return POLICY


async def _speak(websocket: WebSocket, connection: Connection) -> None:
    """Sends what the page is told."""
    with suppress(WebSocketDisconnect):
        while True:
            await websocket.send_text((await connection.next()).decode())


async def _refuse(websocket: WebSocket, refusal: Refusal, code: int) -> None:
    """Says why, and closes."""
    with suppress(WebSocketDisconnect):
        await websocket.send_text(msgspec.json.encode(denied(refusal, None)).decode())
        await websocket.close(code)
