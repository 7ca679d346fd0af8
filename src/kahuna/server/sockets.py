"""The socket: /ws?game={id} for the holder of a seat, /ws?watch={key} for a spectator."""

import logging
from collections import Counter
from functools import partial
from time import monotonic
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket

from kahuna.server import asking, keys, metrics
from kahuna.server.audience import Connection, denied
from kahuna.server.desk import Desk
from kahuna.server.limits import Buckets, Conduct, Limits
from kahuna.server.line import Line
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.refusals import Refusal
from kahuna.server.store import NotStored

CLOSED_NORMALLY, CLOSED_BY_POLICY, CLOSED_FOR_NOW, CLOSED_NO_GAME, CLOSED_IDLE = (
    1000,
    1008,
    1013,
    4404,
    4408,
)  # codes of closing

log = logging.getLogger("kahuna.server")


class Caller(NamedTuple):
    """Who has connected, from where and for what."""

    visitor: str | None  # hashed
    name: str  # by which they are counted
    address: str
    game: str | None
    watch: str | None


class Sockets:
    """Everything that is connected."""

    def __init__(self, lobby: Lobby, limits: Limits, origins: tuple[str, ...], requests: Buckets) -> None:
        """`requests` counts what an address asks for; to connect is a request too."""
        self.lobby, self.limits, self.origins, self._requests = lobby, limits, origins, requests
        self.connected: Counter[str] = Counter()  # of each visitor, and of each address
        self.pages = 0
        self._messages = Buckets(limits.burst, limits.burst / limits.messages)
        self._by_address = Buckets(
            limits.burst_by_address, limits.burst_by_address / limits.messages_by_address
        )

    async def handle(self, websocket: WebSocket) -> None:
        """Lets a page in; its messages are then handled in a task of their own."""
        try:
            asking.check_origin(websocket, self.origins, needed=True)
        except Refusal:
            await websocket.close(CLOSED_BY_POLICY)
            return
        visitor = asking.asking_visitor(websocket, self.lobby.store.secret)
        address = asking.address_of(websocket)
        caller = Caller(
            keys.hashed(visitor) if visitor else None,
            visitor or address,
            address,
            websocket.query_params.get("game"),
            websocket.query_params.get("watch"),
        )
        line: Line = websocket.scope["state"]["line"]
        conduct = Conduct(partial(self._may, caller.name, address), self.limits.patience)
        await websocket.accept()
        line.attend(partial(self._host, line, caller, conduct), conduct.allows)

    def _may(self, name: str, address: str) -> bool:
        """Whether one more message may come; counted by address too, since cookies are free."""
        now = monotonic()
        return self._messages.take(name, now) and self._by_address.take(address, now)

    async def _host(self, line: Line, caller: Caller, conduct: Conduct) -> None:
        """One connection from beginning to end."""
        counted = (caller.name, caller.address) if caller.name != caller.address else (caller.name,)
        self.connected.update(counted)
        self.pages += 1
        try:
            if not self._requests.take(caller.address, monotonic()) or not conduct.may():
                raise Refusal("too-fast")  # connecting counts as a message too, since the others are told
            live, connection = await self._met(line, caller)
        except NotStored:
            _refuse(line, Refusal("not-stored"), CLOSED_FOR_NOW)
        except Refusal as refusal:
            _refuse(
                line,
                refusal,
                CLOSED_NO_GAME if refusal.code in ("no-such-game", "damaged") else CLOSED_FOR_NOW,
            )
        else:
            try:
                line.close(await _listen(line, Desk(self.lobby, live, connection, self.limits, conduct)))
            finally:
                live.leave(connection)
        finally:
            self.pages -= 1
            for name in counted:
                self.connected[name] -= 1
                if not self.connected[name]:
                    del self.connected[name]

    async def _met(self, line: Line, caller: Caller) -> tuple[Live, Connection]:
        """The room and a place in it."""
        if (
            self.connected[caller.name] > self.limits.connections
            or self.connected[caller.address] > self.limits.pages_by_address
        ):
            raise Refusal("too-many-connections")
        if caller.game is not None:
            live = await self.lobby.mine(caller.visitor, caller.game)
        else:
            live = await self.lobby.watched(caller.watch or "")
            if live.audience.company().watching >= self.limits.watchers:
                raise Refusal("too-many-connections")
        visitor = caller.visitor if caller.game is not None else None
        connection = Connection(visitor, caller.address, line.say)
        async with self.lobby.giving_way.turn(caller.address):  # the whole history is told
            await live.join(connection)
        return live, connection


async def _listen(line: Line, desk: Desk) -> int:
    """Answers one message after the other; the code to close with."""
    while (message := await line.next()) is not None:
        begin = monotonic()
        try:
            go_on = await desk.take(message)
            metrics.ANSWERING.observe(monotonic() - begin)
        except Exception:
            log.exception("a message brought an error")
            metrics.FAILURES.labels("message").inc()
            desk.connection.send(denied(Refusal("unexpected"), desk.live.room.number))
            go_on = True
        if not go_on:
            return CLOSED_BY_POLICY
    return CLOSED_IDLE if line.fell_silent else CLOSED_NORMALLY


def _refuse(line: Line, refusal: Refusal, code: int) -> None:
    """Says why, and closes."""
    line.say(msgspec.json.encode(denied(refusal, None)))
    line.close(code)
