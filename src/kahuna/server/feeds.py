"""Whose turn it is: a short list for open pages, and a private feed for any feed reader.

A feed is found by a secret of its own, kept as a hash. Each visitor has one; making a new one, or ending it,
invalidates the old link. It lists games against people in which it is the visitor's move, and never shows cards.
"""

from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from starlette.requests import Request
from starlette.responses import Response

from kahuna.server import keys
from kahuna.server.bodies import Due, Feed, Summary, Turns
from kahuna.server.listing import games_held_by
from kahuna.server.lobby import Lobby
from kahuna.server.refusals import Refusal
from kahuna.server.words import language_of, say
from kahuna.table.ruleset import other
from kahuna.table.seats import Seat

FEED = "feed"  # the purpose of its key


async def turns(lobby: Lobby, me: str) -> Turns:
    """The games against people in which it is the move of the visitor with this hash."""
    found = [game for game in (await games_held_by(lobby, me)).running if game.your_move and _far(game)]
    return Turns([Due(game.room.id, game.room.game, _rival(game), game.room.changed) for game in found])


def _far(game: Summary) -> bool:
    """Whether a person on another screen waits for this move."""
    return not game.room.same_screen and all(player.kind == "person" for player in game.room.players.values())


def _rival(game: Summary) -> str:
    seat: Seat = game.room.seats[0]
    return game.room.players[other(seat)].name


async def make_feed(lobby: Lobby, visitor: str | None) -> Feed:
    """A new feed for this visitor, who must have a game; an older one stops working."""
    me = keys.hashed(visitor) if visitor else ""
    if not visitor or not any([await lobby.store.games_of(me, over, 1) for over in (False, True)]):
        raise Refusal("no-such-game")
    key = keys.token()
    await lobby.store.set_feed(me, keys.hashed(key))
    return Feed(f"/feed/{key}.atom")


async def end_feed(lobby: Lobby, visitor: str | None) -> Feed:
    """This visitor has no feed any more."""
    if visitor:
        await lobby.store.set_feed(keys.hashed(visitor), None)
    return Feed(None)


async def feed(lobby: Lobby, request: Request) -> Response:
    """GET /feed/{key}.atom."""
    found = await lobby.store.find(keys.hashed(request.path_params["key"]))
    if found is None or found[0] != FEED:
        raise Refusal("no-such-game")
    language = language_of(request.headers.get("accept-language", ""))
    base = f"{request.url.scheme}://{request.headers['host']}{request.scope['root_path']}"
    due = (await turns(lobby, found[1])).due
    entries = [_entry(each, base, language) for each in due]
    newest = max((each.since for each in due), default=0)
    title = escape(say(language, "feed.title"))
    text = "".join(
        (
            '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n',
            f"<title>{title}</title>\n<id>urn:kahuna:{keys.hashed('feed ' + found[1])}</id>\n",
            f"<updated>{_time(newest)}</updated>\n<author><name>Kahuna</name></author>\n",
            f"<link href={quoteattr(base + '/')}/>\n",
            *entries,
            "</feed>\n",
        )
    )
    return Response(text, media_type="application/atom+xml", headers={"cache-control": "private, max-age=60"})


def _entry(due: Due, base: str, language: str) -> str:
    who = due.who or say(language, "preview.somebody")
    title = escape(say(language, "feed.turn", game=say(language, f"game.{due.game}"), who=who))
    return (
        f"<entry>\n<title>{title}</title>\n<id>urn:kahuna:{keys.hashed(f'{due.id} {due.since}')}</id>\n"
        f"<updated>{_time(due.since)}</updated>\n<link href={quoteattr(f'{base}/play/{due.id}')}/>\n</entry>\n"
    )


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
