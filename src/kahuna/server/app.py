"""The server as an application: what is at which address, what starts and ends with it."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from kahuna.server import metrics
from kahuna.server.api import Api, Handler, refused
from kahuna.server.health import Health, HealthPages, State
from kahuna.server.hosts import AllowedHosts, Hosts
from kahuna.server.limits import Limits
from kahuna.server.live import Players
from kahuna.server.lobby import Lobby
from kahuna.server.pages import PATHS, SecurityHeaders, page
from kahuna.server.refusals import Refusal
from kahuna.server.site import prepared_site, send_document, send_file
from kahuna.server.sockets import Sockets
from kahuna.server.store import NotStored, Retention, Store
from kahuna.server.thinkers import Thinkers

SWEEP = 5.0  # seconds

log = logging.getLogger("kahuna.server")


def day_time() -> int:
    """The time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def create_app(
    store: Store,
    players: Players | None = None,
    limits: Limits | None = None,
    *,
    now: Callable[[], int] = day_time,
    origins: tuple[str, ...] = (),
    hosts: Iterable[str] = (),
    retention: Retention | None = None,
    health: Health | None = None,
    make_lobby: Callable[..., Lobby] = Lobby,
) -> Starlette:
    """The application. It starts our players when it starts, and closes the store when it ends.

    `origins` are further addresses under which the page is served, for a proxy that changes the host; `hosts` are
    further names under which requests may ask for us.
    """
    crew, bounds = players or Thinkers(), limits or Limits()
    prepared_site()
    lobby = make_lobby(store, crew, bounds, now)
    lobby.retention = retention or Retention()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        crew.start([lobby.house.hint, "net"])
        sweeping = asyncio.create_task(_sweep_for_ever(lobby))
        try:
            yield
        finally:
            sweeping.cancel()
            await lobby.close()
            with suppress(NotStored):
                await store.still_here(now())
            crew.close()
            store.close()

    api = Api(lobby, bounds, origins, lambda: crew.ready)
    sockets = Sockets(lobby, bounds, origins, api.requests)
    state = State(lobby, sockets, crew, lambda: bool(store.healthy))
    app = Starlette(
        routes=_routes(api, sockets),
        middleware=[
            Middleware(HealthPages, health=health or Health(), state=state),
            Middleware(SecurityHeaders, on_error=_on_error),
            Middleware(AllowedHosts, hosts=Hosts(hosts), foreign=refused(Refusal("foreign-host"))),
        ],
        exception_handlers=dict.fromkeys((Refusal, NotStored, HTTPException), _on_refusal),
        lifespan=lifespan,
    )
    app.state.lobby, app.state.sockets = lobby, sockets
    return app


def _routes(api: Api, sockets: Sockets) -> list[BaseRoute]:
    def route(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, api.limited(handler), methods=methods or ("GET",))

    return [
        *(Route(path, page(name)) for path, name in PATHS.items()),
        route("/api/status", api.status),
        route("/api/games", api.games, "GET", "POST"),
        route("/api/join", api.join, "POST"),
        route("/api/move", api.move, "POST"),
        route("/api/replay", api.send_record, "POST"),
        route("/api/replay/{key}", api.replay),
        route("/api/record/{key}", api.record),
        route("/openapi.json", api.openapi),
        route("/asyncapi.json", api.asyncapi),
        WebSocketRoute("/ws", sockets.handle),
        Route("/web/{path:path}", send_file),
    ]


async def _on_refusal(request: Request, error: Exception) -> Response:
    """Every answer of 400 and above has the same shape, but for people who follow a wrong link there is a page."""
    if isinstance(error, Refusal):
        return refused(error)
    if isinstance(error, NotStored):
        return refused(Refusal("not-stored"))
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.scope["path"].startswith(("/api/", "/web/")):
        return send_document(request, "lost", 404)
    codes = {404: "no-such-page", 405: "wrong-method"}
    response = refused(Refusal(codes.get(error.status_code, "bad-message")))
    response.headers.update(error.headers or {})
    return response


def _on_error(error: Exception) -> Response:
    """What is answered when something unforeseen happens: nothing about it, which is for the log."""
    log.error("a request brought an error", exc_info=error)
    metrics.FAILURES.labels("request").inc()
    return refused(Refusal("unexpected"))


async def _sweep_for_ever(lobby: Lobby) -> None:
    """Keeps the memory clean."""
    while True:
        await asyncio.sleep(SWEEP)
        try:
            await lobby.sweep()
        except Exception:
            log.exception("sweeping failed")
