"""Health of the server: /healthz (it runs), /readyz (it can store games), /metrics. Not public by default."""

from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kahuna.server import metrics
from kahuna.server.doors import Doors
from kahuna.server.house import Players
from kahuna.server.lobby import Lobby


class Health(NamedTuple):
    """Where health is served: with the table, or on ports of its own."""

    public: bool = False
    ports: frozenset[int] = frozenset()
    doors: Doors | None = None


class HealthFacts(NamedTuple):
    """The objects it is read from."""

    lobby: Lobby
    sockets: Any  # Sockets
    players: Players
    healthy: Callable[[], bool]


class HealthPages:
    """Answers requests for the server's health, and passes on everything else."""

    def __init__(self, app: ASGIApp, health: Health, state: HealthFacts) -> None:
        self.app, self.health, self.state = app, health, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """On a port of its own there is nothing else."""
        arrived = scope.get("server")
        own = arrived is not None and arrived[1] in self.health.ports
        answer = None
        if scope["type"] == "http" and (own or self.health.public):
            answer = self._answer(scope["path"].removeprefix(scope.get("root_path", "")))
        if answer is None and own and scope["type"] in ("http", "websocket"):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            answer = PlainTextResponse("not here\n", 404)
        await (answer or self.app)(scope, receive, send)

    def _answer(self, path: str) -> Response | None:
        if path == "/healthz":
            return PlainTextResponse("ok\n")
        if path == "/readyz":
            ready = self.state.healthy()
            return PlainTextResponse("ready\n" if ready else "the storage fails\n", 200 if ready else 503)
        if path == "/metrics":
            return Response(self._metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")
        return None

    def _metrics(self) -> bytes:
        state, doors = self.state, self.health.doors
        metrics.ROOMS.set(len(state.lobby.rooms))
        metrics.SOCKETS.set(state.sockets.pages)
        metrics.WAITING.set(state.players.waiting)
        metrics.STORE_FAILURES.set(state.lobby.store.failures)
        if doors:
            metrics.CONNECTIONS.set(doors.inside)
            metrics.TURNED_AWAY.set(doors.turned_away)
        return metrics.text()
