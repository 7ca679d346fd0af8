"""The HTTP side: one method for each address under /api."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kahuna.bots.levels import LEVELS
from kahuna.server import apidocs, asking, keys, metrics
from kahuna.server.limits import Buckets, Limits
from kahuna.server.lobby import Lobby
from kahuna.server.messages import VERSION, Key, LevelInfo, Open, Opened, Refused, Status
from kahuna.server.refusals import Refusal
from kahuna.server.replays import PERSPECTIVES, Perspective, replay
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
    return answer(Refused(refusal.code, str(refusal), refusal.rule, refusal.facts), refusal.status)


class Api:
    """The handlers, with what they share. Those for POST give every visitor a cookie."""

    def __init__(
        self, lobby: Lobby, limits: Limits, origins: tuple[str, ...], ready: Callable[[], bool]
    ) -> None:
        self.lobby, self.limits, self.origins, self.ready = lobby, limits, origins, ready
        self.secret = lobby.store.secret
        self._replaying = asyncio.Lock()
        self.requests = Buckets(limits.request_burst, limits.request_burst / limits.requests)

    def limited(self, handler: Handler) -> Handler:
        """The handler, for addresses that do not ask too fast."""

        async def handle(request: Request) -> Response:
            if not self.requests.take(asking.address(request), monotonic()):
                raise Refusal("too-fast")
            return await handler(request)

        return handle

    def _visitor(self, request: Request) -> str:
        """Who asks; a newcomer gets a name, and newcomers are counted by address."""
        if visitor := asking.visitor_of(request, self.secret):
            return visitor
        if not self.lobby.visitors_by_address.take(asking.address(request), self.lobby.now() / 1000):
            raise Refusal("too-fast")
        return keys.token()

    def _opened(self, request: Request, visitor: str, id: str, status: int = 200) -> Response:
        return asking.keep_visitor(answer(Opened(id), status), request, self.secret, visitor)

    async def _body(self, request: Request, most: int) -> bytes:
        return await asking.read(request, most, self.limits.body_time, self.origins)

    async def _key(self, request: Request) -> Key:
        return asking.decode(await self._body(request, self.limits.body), Key)

    async def status(self, _: Request) -> Response:
        """GET /api/status."""
        levels = [LevelInfo(name, number) for number, name in enumerate(LEVELS, 1)]
        return answer(Status(VERSION, levels, self.ready()))

    async def games(self, request: Request) -> Response:
        """GET and POST /api/games."""
        if request.method != "POST":
            return answer(await self.lobby.games_of(asking.visitor_of(request, self.secret)))
        wish = asking.decode(await self._body(request, self.limits.body), Open)
        visitor = self._visitor(request)
        return self._opened(
            request, visitor, await self.lobby.open(wish, visitor, asking.address(request)), 201
        )

    async def join(self, request: Request) -> Response:
        """POST /api/join."""
        key, visitor = await self._key(request), self._visitor(request)
        return self._opened(request, visitor, await self.lobby.join(key.key, key.name, visitor))

    async def move(self, request: Request) -> Response:
        """POST /api/move."""
        key, visitor = await self._key(request), self._visitor(request)
        return self._opened(request, visitor, await self.lobby.move(key.key, visitor))

    async def replay(self, request: Request) -> Response:
        """GET /api/replay/{key}."""
        side = _side(request)
        record = await self.lobby.finished(request.path_params["key"])
        return await self._replayed(lambda: record, side)

    async def send_record(self, request: Request) -> Response:
        """POST /api/replay."""
        data, side = await self._body(request, self.limits.record), _side(request)
        if not self.lobby.records_by_address.take(asking.address(request), self.lobby.now() / 1000):
            raise Refusal("too-fast")
        try:
            return await self._replayed(lambda: load_record(data.decode()), side)
        except UnicodeDecodeError:
            raise Refusal("bad-record", reason="not text in UTF-8") from None
        except BadRecord as error:
            raise Refusal("bad-record", reason=str(error)) from None

    async def _replayed(self, load: Callable[[], Any], side: Perspective) -> Response:
        """The record step by step, worked out in a thread, one at a time: it may take long and hold others up."""
        async with self._replaying:
            return answer(await asyncio.to_thread(lambda: replay(load(), side)))

    async def record(self, request: Request) -> Response:
        """GET /api/record/{key}."""
        record = await self.lobby.finished(request.path_params["key"])
        name = f"{record['game']}.json"
        return Response(
            dump_record(record) + "\n",
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
        )

    async def openapi(self, _: Request) -> Response:
        """GET /openapi.json."""
        return answer(apidocs.openapi())

    async def asyncapi(self, _: Request) -> Response:
        """GET /asyncapi.json."""
        return answer(apidocs.asyncapi())


def _side(request: Request) -> Perspective:
    """From which side a replay is looked at."""
    try:
        return PERSPECTIVES[request.query_params.get("side", "open")]
    except KeyError:
        raise Refusal("bad-message") from None
