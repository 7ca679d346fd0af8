"""The HTTP side of reviews: a review line by line, and moments to explore, try again or play on from."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kahuna.server import asking
from kahuna.server.api import Api
from kahuna.server.bodies import Explore, PickedMoment, TakeUp, Try
from kahuna.server.judge import Wrong
from kahuna.server.opening import take_up
from kahuna.server.refusals import Refusal, by_the_rules
from kahuna.server.reviews import DEPTH_NAMES, FIRST, Hearing, Named, named
from kahuna.server.wire import DepthName
from kahuna.table.errors import BadNotation, BadRecord, IllegalAction
from kahuna.table.game import Game
from kahuna.table.imagined import variation
from kahuna.table.record import load_record, read_record
from kahuna.table.seats import Seat

T = TypeVar("T")
REMEMBERED = 16  # records sent in


class ReviewLines(StreamingResponse):
    """A review streamed line by line. A client that disconnects before the first line also counts as gone."""

    def __init__(self, hearing: Hearing) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(hearing.lines, media_type="application/x-ndjson", headers=headers)
        self.hearing = hearing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams the lines until the end or until the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.hearing.leave()


class ReviewApi:
    """The handlers of reviews; limits, cookies and the lobby are those of all others."""

    def __init__(self, api: Api) -> None:
        self.api, self.lobby = api, api.lobby
        self._read_last: OrderedDict[bytes, tuple[Any, Game]] = OrderedDict()

    async def review(self, request: Request) -> Response:
        """GET /api/review/{key}."""
        depth = _depth(request)
        live, record = await self.lobby.finished_room(request.path_params["key"])
        return await self._told(request, named(record, live.room.id), depth)

    async def send_record(self, request: Request) -> Response:
        """POST /api/review."""
        data, depth = await self.api.body(request, self.api.limits.record), _depth(request)
        try:
            text = data.decode()
            record, _ = await self._read(request, data, lambda: load_record(text))
        except UnicodeDecodeError:
            raise Refusal("bad-record", reason="not text in UTF-8") from None
        return await self._told(request, named(record), depth)

    async def _told(self, request: Request, of: Named, depth: DepthName) -> Response:
        """The review's lines as they come, until the client disconnects."""
        return ReviewLines(await self.lobby.reviews.listen(of, depth, *self._asker(request)))

    def _asker(self, request: Request) -> tuple[str, str]:
        """The visitor, or the address where there is none; and the address."""
        address = asking.address_of(request)
        return asking.asking_visitor(request, self.api.secret) or f"from {address}", address

    async def explore(self, request: Request) -> Response:
        """POST /api/explore."""
        wish = asking.decode(await self.api.body(request, self.api.limits.record), Explore)
        of, game = await self._moment(request, wish.moment)
        await self._beside(request, lambda: _check(game, wish.moment, wish.known, wish.actions))
        return await self._looked(request, of, "explored", wish.moment.at, wish.known, wish.actions)

    async def try_again(self, request: Request) -> Response:
        """POST /api/try."""
        wish = asking.decode(await self.api.body(request, self.api.limits.record), Try)
        of, game = await self._moment(request, wish.moment)
        await self._beside(request, lambda: _check(game, wish.moment, None, [wish.action]))
        return await self._looked(request, of, "tried", wish.moment.at, wish.action)

    async def take_up(self, request: Request) -> Response:
        """POST /api/take-up."""
        wish = asking.decode(await self.api.body(request, self.api.limits.record), TakeUp)
        _, game = await self._moment(request, wish.moment)
        visitor = self.api.visitor(request)
        id = await take_up(self.lobby, wish, game, visitor, asking.address_of(request))
        return self.api.opened(request, visitor, id, 201)

    async def _beside(self, request: Request, work: Callable[[], T]) -> T:
        return await self.lobby.giving_way.beside(asking.address_of(request), work)

    async def _looked(self, request: Request, of: Named, name: str, *arguments: Any) -> Response:
        try:
            body = await self.lobby.reviews.look(of, *self._asker(request), name, *arguments)
        except Wrong:
            raise Refusal("no-such-moment") from None
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    async def _moment(self, request: Request, moment: PickedMoment) -> tuple[Named, Game]:
        """The game of a moment: a finished one by its key, or a record."""
        if (moment.key is None) == (moment.record is None):
            raise Refusal("bad-message")
        if moment.key is not None:
            live, record = await self.lobby.finished_room(moment.key)
            return named(record, live.room.id), live.room.game
        record, game = await self._read(request, msgspec.json.encode(moment.record), lambda: moment.record)
        return named(record), game

    async def _read(self, request: Request, data: bytes, load: Callable[[], Any]) -> tuple[Any, Game]:
        """A record and its game, worked out in a thread; Refusal if it is not a record.

        The last few are remembered, since there are many questions about the same record; any other record counts
        towards its address's limit.
        """
        digest = blake2b(data, digest_size=16).digest()
        if digest in self._read_last:
            return self._read_last[digest]
        if not self.lobby.records_by_address.take(asking.address_of(request), self.lobby.now() / 1000):
            raise Refusal("too-fast")

        def read() -> tuple[Any, Game]:
            record = load()
            game = read_record(record)
            if "map" in record:
                raise BadRecord(
                    "reviews and new games know only our own boards, and it is played on another map"
                )
            return record, game

        try:
            found = await self._beside(request, read)
        except BadRecord as error:
            raise Refusal("bad-record", reason=str(error)) from None
        self._read_last[digest] = found
        if len(self._read_last) > REMEMBERED:
            self._read_last.popitem(last=False)
        return found


def _check(game: Game, moment: PickedMoment, known: Seat | None, actions: Sequence[str]) -> None:
    """Refuses what the rules refuse, so that the page learns why."""
    try:
        variation(game, moment.at, known, actions)
    except (IllegalAction, BadNotation) as error:
        raise by_the_rules(error) from None
    except ValueError:
        raise Refusal("no-such-moment") from None


def _depth(request: Request) -> DepthName:
    """The requested depth of a review."""
    wanted = request.query_params.get("depth", FIRST)
    for depth in DEPTH_NAMES:
        if depth == wanted:
            return depth
    raise Refusal("bad-message")
