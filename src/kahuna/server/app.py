"""The server as an application: its addresses, and what starts and ends with it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from kahuna.bots.levels import ADVISER
from kahuna.server import metrics
from kahuna.server.api import Api, Handler, refused
from kahuna.server.api_reviews import ReviewApi
from kahuna.server.base import BasePath
from kahuna.server.clock import day_time
from kahuna.server.health import Health, HealthFacts, HealthPages
from kahuna.server.hosts import AllowedHosts, Hosts
from kahuna.server.house import Players
from kahuna.server.install import send_icon, send_worker
from kahuna.server.inviting import Whereabouts
from kahuna.server.judge import ReviewJudge
from kahuna.server.limits import Limits
from kahuna.server.lobby import Lobby
from kahuna.server.pace import Pace
from kahuna.server.pages import PATHS, SecurityHeaders, page
from kahuna.server.previews import PURPOSE_OF, LinkPreviews
from kahuna.server.refusals import Refusal
from kahuna.server.reviews import Reviews
from kahuna.server.site import prepared_site, send_document, send_file
from kahuna.server.sockets import Sockets
from kahuna.server.store import NotStored, Retention, Store
from kahuna.server.sweeping import sweep
from kahuna.server.thinkers import Thinkers
from kahuna.server.wire import DepthName

SWEEP = 5.0  # seconds

log = logging.getLogger("kahuna.server")


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
    whereabouts: Whereabouts | None = None,
    base: str = "",
    judge: ReviewJudge | None = None,
    deepest: DepthName | None = "deep",
    public: bool = False,
    make_lobby: Callable[..., Lobby] = Lobby,
) -> Starlette:
    """The application. It starts our players when it starts, and closes the store when it ends.

    `base` is the path under which it stands. `origins` are further addresses under which the page is served, for a
    proxy that changes the host; `hosts` are further names under which requests may ask for us. Finished
    games are reviewed if there is a `judge`.
    """
    crew, bounds = players or Thinkers(), limits or Limits()
    prepared_site(base)
    reviews = Reviews(store, judge, bounds, now, deepest)
    lobby = make_lobby(store, crew, bounds, now, retention=retention, public=public, reviews=reviews)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        crew.start([ADVISER, "net"])
        store.listen(lobby)
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

    api = Api(lobby, bounds, origins, lambda: crew.ready, whereabouts or Whereabouts())
    previews = LinkPreviews(lobby, bounds, api.requests)
    sockets = Sockets(lobby, bounds, origins, api.requests)
    state = HealthFacts(lobby, sockets, crew, lambda: bool(store.healthy))
    app = Starlette(
        routes=_routes(api, sockets, previews),
        middleware=[
            Middleware(BasePath, base=base),
            Middleware(HealthPages, health=health or Health(), state=state),
            Middleware(SecurityHeaders, on_error=_on_error),
            Middleware(Pace, limits=bounds, too_fast=api.too_fast),
            Middleware(AllowedHosts, hosts=Hosts(hosts), foreign=refused(Refusal("foreign-host"))),
        ],
        exception_handlers=dict.fromkeys((Refusal, NotStored, HTTPException), _on_refusal),
        lifespan=lifespan,
    )
    app.state.lobby, app.state.sockets = lobby, sockets
    return app


def _routes(api: Api, sockets: Sockets, previews: LinkPreviews) -> list[BaseRoute]:
    def route(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, api.limited(handler), methods=methods or ("GET",))

    def document(path: str, name: str) -> Route:
        kind, key = path.split("/")[1], path.endswith("{key}")
        return Route(path, previews.document(name, kind) if key and kind in PURPOSE_OF else page(name))

    reviews = ReviewApi(api)
    return [
        *(document(path, name) for path, name in PATHS.items()),
        Route("/preview/{kind}/{key}.png", previews.picture),
        route("/api/invitation/{key}", api.invitation),
        route("/api/reach", api.reach),
        route("/api/seats", api.seats),
        route("/api/turns", api.turns),
        route("/api/feed", api.feed, "POST", "DELETE"),
        route("/feed/{key}.atom", api.read_feed),
        route("/api/qr", api.qr, "POST"),
        route("/api/status", api.status),
        route("/api/games", api.games, "GET", "POST"),
        route("/api/games/{id}", api.leave, "DELETE"),
        route("/api/ticket", api.ticket),
        route("/api/join", api.join, "POST"),
        route("/api/move", api.move, "POST"),
        route("/api/replay", api.send_record, "POST"),
        route("/api/replay/{key}", api.replay),
        route("/api/record/{key}", api.record),
        route("/api/review", reviews.send_record, "POST"),
        route("/api/review/{key}", reviews.review),
        route("/api/explore", reviews.explore, "POST"),
        route("/api/try", reviews.try_again, "POST"),
        route("/api/take-up", reviews.take_up, "POST"),
        route("/api/learn", api.learn, "POST"),
        route("/openapi.json", api.openapi),
        route("/asyncapi.json", api.asyncapi),
        WebSocketRoute("/ws", sockets.handle),
        Route("/web/{path:path}", send_file),
        Route("/icon-{size:int}.png", send_icon),
        Route("/worker.js", send_worker),
    ]


async def _on_refusal(request: Request, error: Exception) -> Response:
    """Every answer of 400 and above has the same shape, except that people who follow a wrong link get a page."""
    if isinstance(error, Refusal):
        return refused(error)
    if isinstance(error, NotStored):
        return refused(Refusal("not-stored"))
    assert isinstance(error, HTTPException)
    path = request.scope["path"].removeprefix(request.scope["root_path"])
    if error.status_code == 404 and not path.startswith(("/api/", "/web/")):
        return send_document(request, "lost", 404)
    codes = {404: "no-such-page", 405: "wrong-method"}
    response = refused(Refusal(codes.get(error.status_code, "bad-message")))
    response.headers.update(error.headers or {})
    return response


def _on_error(error: Exception) -> Response:
    """The answer to an unforeseen error. It gives no details; those are in the log."""
    log.error("a request brought an error", exc_info=error)
    metrics.FAILURES.labels("request").inc()
    return refused(Refusal("unexpected"))


async def _sweep_for_ever(lobby: Lobby) -> None:
    """Runs the housekeeping again and again."""
    while True:
        await asyncio.sleep(SWEEP)
        try:
            await sweep(lobby)
        except Exception:
            log.exception("sweeping failed")
