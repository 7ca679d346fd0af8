"""The interface for programs, made from types: OpenAPI from those of bodies.py, AsyncAPI from messages.py."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from kahuna import __version__
from kahuna.server import bodies, wire
from kahuna.server.schemas import Schema, components, schema_of
from kahuna.server.shapes import ANSWERED, ASKED, FROM_PAGE, TO_PAGE

SIDE_PARAMETER = {
    "name": "side",
    "in": "query",
    "description": "The side to see the game from; open shows every card.",
    "schema": {"type": "string", "enum": ["white", "black", "open"], "default": "open"},
}
KEY = {
    "name": "key",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
}
ID = KEY | {"name": "id"}
DEPTH = {
    "name": "depth",
    "in": "query",
    "description": "How long to search.",
    "schema": {"type": "string", "enum": ["quick", "normal", "deep"], "default": "quick"},
}
ANSWER = {"type": "object", "description": "As in docs/review.md."}
RECORD = {"type": "object", "description": "A record (docs/notation.md)."}
SAYS = {
    200: "As asked.",
    201: "The game is open.",
    400: "It cannot be read, or is inconsistent.",
    403: "The request comes from a page of another site, or this server does not offer this.",
    404: "It does not exist, or it is not yours to see.",
    409: "The rules do not allow it there.",
    413: "It is too long.",
    415: "The body is not JSON.",
    429: "Too much at once.",
    503: "It could not be stored or worked out.",
    507: "There is no room for new games.",
}


def _about(text: str | None) -> str:
    return " ".join((text or "").split())


ABOUT = _about(f"{wire.__doc__} {bodies.__doc__}")


def _content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


@cache
def openapi() -> Schema:
    """The OpenAPI 3.1 document."""

    def operation(
        name: str,
        about: str,
        good: type | Schema,
        *bad: int,
        body: type | Schema | None = None,
        parameters: tuple[Any, ...] = (),
        status: int = 200,
    ) -> Schema:
        shape = good if isinstance(good, dict) else schema_of(good)
        found: Schema = {
            "operationId": name,
            "summary": about,
            "responses": {str(status): {"description": SAYS[status], "content": _content(shape)}}
            | {
                str(code): {"description": SAYS[code], "content": _content(schema_of(bodies.Refused))}
                for code in bad
            },
        }
        if parameters:
            found["parameters"] = list(parameters)
        if body is not None:
            sent = body if isinstance(body, dict) else schema_of(body)
            found["requestBody"] = {"required": True, "content": _content(sent)}
        return found

    posted = (400, 403, 413, 415, 503)
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Kahuna", "version": __version__, "description": ABOUT},
        "paths": {
            "/api/status": {
                "get": operation("status", "What the page needs to know of the server", bodies.Status)
            },
            "/api/games": {
                "get": operation("mine", "This visitor's games, the last changed first", bodies.Mine, 503),
                "post": operation(
                    "open", "Opens a game", bodies.Opened, *posted, 429, body=bodies.Open, status=201
                ),
            },
            "/api/games/{id}": {
                "delete": operation(
                    "leave",
                    "Resigns a running game; any other leaves the list",
                    bodies.Mine,
                    403,
                    404,
                    503,
                    parameters=(ID,),
                )
            },
            "/api/invitation/{key}": {
                "get": operation(
                    "invitation", "What an invitation says", bodies.Invitation, 404, 503, parameters=(KEY,)
                )
            },
            "/api/reach": {"get": operation("reach", "Where the server can be reached", bodies.Reach)},
            "/api/seats": {"get": operation("seats", "Open seats and public games", bodies.Seats)},
            "/api/turns": {
                "get": operation("turns", "Games in which others wait for this visitor", bodies.Turns, 503)
            },
            "/api/feed": {
                "post": operation(
                    "feed", "A new private feed; an older one ends", bodies.Feed, 403, 404, 503
                ),
                "delete": operation("end-feed", "Ends this visitor's feed", bodies.Feed, 403, 503),
            },
            "/api/qr": {
                "post": operation("qr", "A text as a QR code", bodies.Code, *posted, 429, body=bodies.Text)
            },
            "/api/ticket": {
                "get": operation("ticket", "The promise of cards for a game to be opened", bodies.Promise)
            },
            "/api/join": {
                "post": operation(
                    "join", "Takes the free seat, once", bodies.Opened, *posted, 404, body=bodies.Key
                )
            },
            "/api/move": {
                "post": operation(
                    "move", "Opens your seat on this device", bodies.Opened, *posted, 404, body=bodies.Key
                )
            },
            "/api/replay": {
                "post": operation(
                    "send",
                    "A record step by step",
                    bodies.Replay,
                    *posted,
                    429,
                    body=RECORD,
                    parameters=(SIDE_PARAMETER,),
                )
            },
            "/api/replay/{key}": {
                "get": operation(
                    "replay",
                    "A finished game step by step",
                    bodies.Replay,
                    400,
                    404,
                    503,
                    parameters=(KEY, SIDE_PARAMETER),
                )
            },
            "/api/learn": {
                "post": operation(
                    "learn",
                    "Moves in a lesson or puzzle",
                    bodies.Learned,
                    *posted,
                    404,
                    409,
                    body=bodies.Learn,
                )
            },
            "/api/record/{key}": {
                "get": operation(
                    "record", "The record of a finished game", RECORD, 404, 503, parameters=(KEY,)
                )
            },
        },
        "components": {"schemas": components((*ASKED, *ANSWERED))},
    }
    document["paths"] |= _reviews(operation)
    return document


def _reviews(operation: Callable[..., Schema]) -> Schema:
    """The addresses of reviews; a review is text with one line of JSON after the other, told as they come."""
    posted = (400, 403, 413, 415, 429, 503)
    lines: Schema = {"application/x-ndjson": {"schema": ANSWER}}
    found: Schema = {
        "/api/review": {
            "post": operation(
                "review-record", "What a record was worth", lines, *posted, body=RECORD, parameters=(DEPTH,)
            )
        },
        "/api/review/{key}": {
            "get": operation(
                "review",
                "What a finished game was worth",
                lines,
                400,
                403,
                404,
                429,
                503,
                parameters=(KEY, DEPTH),
            )
        },
        "/api/explore": {
            "post": operation(
                "explore", "A position tried from a moment", ANSWER, *posted, 404, 409, body=bodies.Explore
            )
        },
        "/api/try": {
            "post": operation("try", "Another action at a moment", ANSWER, *posted, 404, 409, body=bodies.Try)
        },
        "/api/take-up": {
            "post": operation(
                "take-up",
                "A new game from a moment",
                bodies.Opened,
                *posted,
                404,
                409,
                507,
                body=bodies.TakeUp,
                status=201,
            )
        },
    }
    for path in ("/api/review", "/api/review/{key}"):
        for one in found[path].values():
            one["responses"]["200"]["content"] = lines
    return found


@cache
def asyncapi() -> Schema:
    """The AsyncAPI 3.0 document."""
    types = (*FROM_PAGE, *TO_PAGE)
    messages = {
        kind.__name__: {
            "name": kind.__struct_config__.tag,
            "summary": _about(kind.__doc__),
            "contentType": "application/json",
            "payload": schema_of(kind),
        }
        for kind in types
    }

    def operation(action: str, kinds: tuple[type[msgspec.Struct], ...]) -> Schema:
        return {
            "action": action,
            "channel": {"$ref": "#/channels/table"},
            "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds],
        }

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Kahuna", "version": __version__, "description": ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws",
                "description": "One connection to one game: with `game` (its id) for a player, who is known by "
                "the cookie, or with `watch` (a key) for a spectator. The first message is an Update.",
                "bindings": {
                    "ws": {
                        "query": {
                            "type": "object",
                            "properties": {"game": {"type": "string"}, "watch": {"type": "string"}},
                        }
                    }
                },
                "messages": {kind: {"$ref": f"#/components/messages/{kind}"} for kind in messages},
            }
        },
        "operations": {
            "fromPage": operation("receive", FROM_PAGE),
            "toPage": operation("send", TO_PAGE),
        },
        "components": {"messages": messages, "schemas": components(types)},
    }
