"""The HTTP side: one method for each address under /api."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kahuna.bots.levels import LEVELS
from kahuna.server import apidocs, asking, feeds, inviting, keys, metrics
from kahuna.server.bodies import Code, Key, Learn, LevelInfo, Open, Opened, Refused, Seats, Status, Text
from kahuna.server.inviting import Whereabouts
from kahuna.server.learning import answered, previewed, tried
from kahuna.server.leaving import leave
from kahuna.server.limits import LIMIT_SECONDS, Buckets, Limits
from kahuna.server.listing import games_of
from kahuna.server.lobby import Lobby
from kahuna.server.opening import open_game, promise
from kahuna.server.qr import modules
from kahuna.server.refusals import Refusal
from kahuna.server.replays import PERSPECTIVES, Perspective, replay
from kahuna.server.seating import join, move
from kahuna.server.site import ASK_AGAIN, File, prepared
from kahuna.server.wire import PROTOCOL_VERSION
from kahuna.table.errors import BadRecord
from kahuna.table.record import dump_record, load_record

Handler = Callable[[Request], Awaitable[Response]]


def answer(body: Any, status: int = 200) -> Response:
    """An answer in JSON that no cache keeps."""
    return Response(
        msgspec.json.encode(body),
        status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def refused(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    metrics.REFUSALS.labels(refusal.code).inc()
    return _told(refusal)


def _told(refusal: Refusal) -> Response:
    return answer(Refused(refusal.code, str(refusal), refusal.rule, refusal.facts), refusal.status)


class Api:
    """The handlers, with what they share. Those for POST give every visitor a cookie."""

    def __init__(
        self,
        lobby: Lobby,
        limits: Limits,
        origins: tuple[str, ...],
        ready: Callable[[], bool],
        whereabouts: Whereabouts,
    ) -> None:
        self.lobby, self.limits, self.origins, self.ready = lobby, limits, origins, ready
        self.whereabouts = whereabouts
        self.secret = lobby.store.secret
        self._codes = Buckets(limits.pictures_by_address, LIMIT_SECONDS)
        self.requests = Buckets(limits.request_burst, limits.request_burst / limits.requests)
        self._documents: dict[str, File] = {}
        self._too_fast = _told(Refusal("too-fast"))
        self._too_fast.headers["connection"] = "close"

    def too_fast(self) -> Response:
        """The answer to an address that asks too fast: made once, since there may be thousands.

        It ends the connection: refusals at full speed would slow down everybody else, and connections are limited
        too.
        """
        metrics.REFUSALS.labels("too-fast").inc()
        return self._too_fast

    def limited(self, handler: Handler) -> Handler:
        """The handler, for addresses that do not ask too fast."""

        async def handle(request: Request) -> Response:
            if not self.requests.take(asking.address_of(request), monotonic()):
                await asking.pass_over(request, self.limits.body, self.limits.body_time)
                return self.too_fast()
            return await handler(request)

        return handle

    def visitor(self, request: Request) -> str:
        """The visitor of this request; a new one gets an id, and new visitors are counted by address."""
        if visitor := asking.asking_visitor(request, self.secret):
            return visitor
        if not self.lobby.visitors_by_address.take(asking.address_of(request), self.lobby.now() / 1000):
            raise Refusal("too-fast")
        return keys.token()

    def opened(self, request: Request, visitor: str, id: str, status: int = 200) -> Response:
        """The answer that names a game; the visitor keeps their cookie."""
        return asking.keep_visitor(answer(Opened(id), status), request, self.secret, visitor)

    async def body(self, request: Request, most: int) -> bytes:
        """The body of a request, within its limit."""
        return await asking.read_body(request, most, self.limits.body_time, self.origins)

    async def _key(self, request: Request) -> Key:
        return asking.decode(await self.body(request, self.limits.body), Key)

    async def status(self, _: Request) -> Response:
        """GET /api/status."""
        levels = [LevelInfo(name, number) for number, name in enumerate(LEVELS, 1)]
        depths = list(self.lobby.reviews.depths)
        return answer(Status(PROTOCOL_VERSION, levels, self.lobby.public, self.ready(), depths))

    async def games(self, request: Request) -> Response:
        """GET and POST /api/games."""
        if request.method != "POST":
            return await self._listed(request)
        wish = asking.decode(await self.body(request, self.limits.body), Open)
        visitor = self.visitor(request)
        return self.opened(
            request, visitor, await open_game(self.lobby, wish, visitor, asking.address_of(request)), 201
        )

    async def leave(self, request: Request) -> Response:
        """DELETE /api/games/{id}."""
        asking.check_origin(request, self.origins, needed=True)
        visitor = asking.asking_visitor(request, self.secret)
        await leave(self.lobby, visitor, request.path_params["id"])
        return await self._listed(request)

    async def _listed(self, request: Request) -> Response:
        """This visitor's games, as a list; each address gets one list at a time."""
        async with self.lobby.giving_way.turn(asking.address_of(request)):
            return answer(await games_of(self.lobby, asking.asking_visitor(request, self.secret)))

    async def invitation(self, request: Request) -> Response:
        """GET /api/invitation/{key}."""
        visitor = asking.asking_visitor(request, self.secret)
        return answer(await inviting.look(self.lobby, request.path_params["key"], visitor))

    async def reach(self, request: Request) -> Response:
        """GET /api/reach."""
        return answer(self.whereabouts.told_to(request.headers.get("host", "")))

    async def seats(self, _: Request) -> Response:
        """GET /api/seats."""
        lobby = self.lobby
        return answer(await lobby.open_seats.listed() if lobby.public else Seats(False, [], []))

    async def turns(self, request: Request) -> Response:
        """GET /api/turns."""
        visitor = asking.asking_visitor(request, self.secret)
        async with self.lobby.giving_way.turn(asking.address_of(request)):
            return answer(await feeds.turns(self.lobby, keys.hashed(visitor) if visitor else ""))

    async def feed(self, request: Request) -> Response:
        """POST and DELETE /api/feed."""
        asking.check_origin(request, self.origins, needed=True)
        change = feeds.make_feed if request.method == "POST" else feeds.end_feed
        return answer(await change(self.lobby, asking.asking_visitor(request, self.secret)))

    async def read_feed(self, request: Request) -> Response:
        """GET /feed/{key}.atom."""
        async with self.lobby.giving_way.turn(asking.address_of(request)):
            return await feeds.feed(self.lobby, request)

    async def qr(self, request: Request) -> Response:
        """POST /api/qr."""
        text = asking.decode(await self.body(request, self.limits.body), Text).text
        if not self._codes.take(asking.address_of(request), monotonic()):
            raise Refusal("too-fast")
        square = await self.lobby.giving_way.beside(asking.address_of(request), lambda: modules(text))
        return answer(Code(["".join("01"[module] for module in row) for row in square]))

    async def ticket(self, _: Request) -> Response:
        """GET /api/ticket."""
        return answer(promise(self.lobby))

    async def join(self, request: Request) -> Response:
        """POST /api/join."""
        key, visitor = await self._key(request), self.visitor(request)
        return self.opened(
            request,
            visitor,
            await join(
                self.lobby, key.key, key.name, visitor, asking.address_of(request), key.contribution or ""
            ),
        )

    async def move(self, request: Request) -> Response:
        """POST /api/move."""
        key, visitor = await self._key(request), self.visitor(request)
        return self.opened(request, visitor, await move(self.lobby, key.key, visitor))

    async def replay(self, request: Request) -> Response:
        """GET /api/replay/{key}."""
        side = _side(request)
        record = await self.lobby.finished(request.path_params["key"])
        return await self._replayed(request, lambda: record, side)

    async def send_record(self, request: Request) -> Response:
        """POST /api/replay."""
        data, side = await self.body(request, self.limits.record), _side(request)
        if not self.lobby.records_by_address.take(asking.address_of(request), self.lobby.now() / 1000):
            raise Refusal("too-fast")
        try:
            return await self._replayed(request, lambda: load_record(data.decode()), side)
        except UnicodeDecodeError:
            raise Refusal("bad-record", reason="not text in UTF-8") from None
        except BadRecord as error:
            raise Refusal("bad-record", reason=str(error)) from None

    async def _replayed(self, request: Request, load: Callable[[], Any], side: Perspective) -> Response:
        """The record step by step, worked out in a thread, since it may take long."""
        return await self.lobby.giving_way.beside(
            asking.address_of(request), lambda: answer(replay(load(), side))
        )

    async def learn(self, request: Request) -> Response:
        """POST /api/learn."""
        wish = asking.decode(await self.body(request, self.limits.body), Learn)
        address, give_way = asking.address_of(request), self.lobby.giving_way
        async with give_way.turn(address):
            trial = tried(wish)
            if not wish.preview:
                return answer(answered(trial))
        return answer(previewed(trial, await give_way.in_pieces(address, wish.preview, trial.preview)))

    async def record(self, request: Request) -> Response:
        """GET /api/record/{key}."""
        record = await self.lobby.finished(request.path_params["key"])
        name = f"{record['game']}.json"
        return Response(
            dump_record(record) + "\n",
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
        )

    async def openapi(self, request: Request) -> Response:
        """GET /openapi.json."""
        return await self._document(request, "openapi.json", apidocs.openapi)

    async def asyncapi(self, request: Request) -> Response:
        """GET /asyncapi.json."""
        return await self._document(request, "asyncapi.json", apidocs.asyncapi)

    async def _document(self, request: Request, name: str, make: Callable[[], Any]) -> Response:
        """A document of the interface, made for the first request."""

        def keep() -> None:
            if name not in self._documents:  # somebody may have asked in between
                self._documents[name] = prepared(name, msgspec.json.encode(make()))

        if name not in self._documents:
            await self.lobby.giving_way.beside(asking.address_of(request), keep)
        return self._documents[name].answer(request, 200, ASK_AGAIN)


def _side(request: Request) -> Perspective:
    """The side from which a replay is shown."""
    try:
        return PERSPECTIVES[request.query_params.get("side", "open")]
    except KeyError:
        raise Refusal("bad-message") from None
