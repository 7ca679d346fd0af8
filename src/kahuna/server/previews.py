"""Previews of links for messengers: a title, a sentence and a picture of the position.

Fetching them does not use up an invitation and shows nothing that the page would not show. A picture
costs some tenths of a second, so they are made in a thread, cached, and counted by address.
"""

from collections.abc import Awaitable, Callable
from html import escape
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kahuna.server import asking, keys
from kahuna.server.front import Front
from kahuna.server.inviting import host_name
from kahuna.server.limits import LIMIT_SECONDS, Buckets, Limits
from kahuna.server.lobby import Lobby
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.site import prepared_document, send_document
from kahuna.server.wire import Clock, TurnClock
from kahuna.server.words import language_of, say
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

PURPOSE_OF = {"join": keys.INVITE, "watch": keys.WATCH, "replay": keys.REPLAY}
SIZE = (1200, 630)  # of a picture, in pixels: what messengers show


class LinkPreviews:
    """Documents and pictures behind a key."""

    def __init__(self, lobby: Lobby, limits: Limits, requests: Buckets) -> None:
        self.lobby, self.requests = lobby, requests
        self._pictures = Buckets(limits.pictures_by_address, LIMIT_SECONDS)

    def document(self, page: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
        """Answers with the page's document, and what a messenger shows of the link."""

        async def answer(request: Request) -> Response:
            try:
                if not self.requests.take(asking.address_of(request), monotonic()):
                    return send_document(request, page)
                room = await self._room(request.path_params["key"], kind)
            except Refusal:
                return send_document(request, page)
            language = language_of(request.headers.get("accept-language", ""))
            words, about = _words(room, kind, language)
            base, path = request.scope["root_path"], request.scope["path"]
            here = f"{request.url.scheme}://{request.headers['host']}{base}"
            picture = f"{here}/preview{path.removeprefix(base)}.png"
            return prepared_document(page, _tags(words, about, picture), base).answer(
                request, 200, "private, no-cache"
            )

        return answer

    async def picture(self, request: Request) -> Response:
        """GET /preview/{kind}/{key}.png."""
        if not self._pictures.take(asking.address_of(request), monotonic()):
            raise Refusal("too-fast")
        kind = request.path_params["kind"]
        if kind not in PURPOSE_OF:
            raise Refusal("no-such-page")
        room = await self._room(request.path_params["key"], kind)
        view = None if kind == "join" else room.view(None)
        give_way, address = self.lobby.giving_way, asking.address_of(request)
        data = await give_way.beside(address, lambda: _rendered(room.began.game, view))
        return Response(data, media_type="image/png", headers={"cache-control": "private, max-age=60"})

    async def _room(self, key: str, kind: str) -> Room:
        """The room that this key opens for this kind of page."""
        live, _ = await self.lobby.by_key(key, PURPOSE_OF[kind])
        if kind == "replay" and not live.room.over:
            raise Refusal("no-such-game")
        return live.room


def _rendered(game: str, view: Any) -> bytes:
    """The picture; numpy is loaded with the first one only."""
    from kahuna.server.pictures import position

    return position(game, view, SIZE)


def _tags(title: str, about: str, picture: str) -> str:
    """What messengers read; search engines must not index what is behind a key."""
    named = {
        "og:title": title,
        "og:description": about,
        "og:image": picture,
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:type": "website",
        "og:site_name": "Kahuna",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in named.items()]
    extra = f'<meta name="description" content="{escape(about)}">\n<meta name="robots" content="noindex">'
    return "\n".join([f"<title>{escape(title)}</title>", extra, *lines])


def _words(room: Front, kind: str, language: str) -> tuple[str, str]:
    game = say(language, f"game.{room.began.game}")
    if kind != "join":
        names = {seat: name_of(room, seat, language) for seat in SEATS}
        return say(language, "preview.game", game=game, **names), say(language, f"preview.{kind}")
    free = None if room.over else room.free_seat()
    if free is None:
        return say(language, "preview.taken"), game
    who = host_name(room) or say(language, "preview.somebody")
    side = say(language, f"side.{free}")
    about = say(language, "preview.join.about", side=side, clock=clock_words(room.began.clock, language))
    return say(language, "preview.join", who=who, game=game), about


def name_of(room: Front, seat: Seat, language: str) -> str:
    """What the player on this seat is called."""
    if level := room.level(seat):
        return say(language, f"level.{level}")
    return room.names[seat] or say(language, f"side.{seat}")


def clock_words(clock: Clock | TurnClock | None, language: str) -> str:
    """The clock in words."""
    if clock is None:
        return say(language, "preview.no-clock")
    if isinstance(clock, TurnClock):
        return say(language, "home.clock.days", count=max(1, round(clock.hours / 24)))
    if clock.increment:
        return say(language, "home.clock.plus", minutes=clock.minutes, increment=clock.increment)
    return say(language, "home.clock.total", count=clock.minutes)
