"""The interface for programs, made from the types in messages.py: OpenAPI for HTTP, AsyncAPI for the socket."""

from functools import cache
from typing import Any, get_args

import msgspec

from kahuna import __version__
from kahuna.server import messages as m

SOCKET_FROM: tuple[type[msgspec.Struct], ...] = get_args(m.FromPage)
SOCKET_TO: tuple[type[msgspec.Struct], ...] = get_args(m.ToPage)
SIDE = {
    "name": "side",
    "in": "query",
    "description": "Whose eyes to see with; open shows every card.",
    "schema": {"type": "string", "enum": ["white", "black", "open"], "default": "open"},
}
KEY = {
    "name": "key",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
}
RECORD = {"type": "object", "description": "A record (docs/notation.md)."}
SAYS = {
    200: "As asked.",
    201: "The game is open.",
    400: "It cannot be read, or does not fit together.",
    403: "A page of another site has sent it.",
    404: "There is no such thing, or it is not yours to see.",
    413: "It is too long.",
    415: "The body is not JSON.",
    429: "Too much at once.",
    503: "It could not be stored.",
}


def _about(text: str | None) -> str:
    return " ".join((text or "").split())


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


@cache
def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    types = (m.Open, m.Opened, m.Key, m.Mine, m.Status, m.Replay, m.Refused)
    references, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema: dict[type, Any] = dict(zip(types, references, strict=True))

    def operation(
        name: str,
        about: str,
        good: type | dict[str, Any],
        *bad: int,
        body: type | dict[str, Any] | None = None,
        parameters: tuple[Any, ...] = (),
        status: int = 200,
    ) -> dict[str, Any]:
        shape = good if isinstance(good, dict) else schema[good]
        found: dict[str, Any] = {
            "operationId": name,
            "summary": about,
            "responses": {str(status): {"description": SAYS[status], "content": _content(shape)}}
            | {
                str(code): {"description": SAYS[code], "content": _content(schema[m.Refused])} for code in bad
            },
        }
        if parameters:
            found["parameters"] = list(parameters)
        if body is not None:
            sent = body if isinstance(body, dict) else schema[body]
            found["requestBody"] = {"required": True, "content": _content(sent)}
        return found

    posted = (400, 403, 413, 415, 503)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kahuna", "version": __version__, "description": _about(m.__doc__)},
        "paths": {
            "/api/status": {
                "get": operation("status", "What the page needs to know of the server", m.Status)
            },
            "/api/games": {
                "get": operation("mine", "This visitor's games, the last changed first", m.Mine, 503),
                "post": operation("open", "Opens a game", m.Opened, *posted, 429, body=m.Open, status=201),
            },
            "/api/join": {
                "post": operation("join", "Takes the free seat, once", m.Opened, *posted, 404, body=m.Key)
            },
            "/api/move": {
                "post": operation(
                    "move", "Takes a seat along to this device", m.Opened, *posted, 404, body=m.Key
                )
            },
            "/api/replay": {
                "post": operation(
                    "send", "A record step by step", m.Replay, *posted, 429, body=RECORD, parameters=(SIDE,)
                )
            },
            "/api/replay/{key}": {
                "get": operation(
                    "replay", "A finished game step by step", m.Replay, 400, 404, 503, parameters=(KEY, SIDE)
                )
            },
            "/api/record/{key}": {
                "get": operation(
                    "record", "The record of a finished game", RECORD, 404, 503, parameters=(KEY,)
                )
            },
        },
        "components": {"schemas": components},
    }


@cache
def asyncapi() -> dict[str, Any]:
    """The AsyncAPI 3.0 document."""
    types = (*SOCKET_FROM, *SOCKET_TO)
    references, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    messages = {
        kind.__name__: {
            "name": kind.__struct_config__.tag,
            "summary": _about(kind.__doc__),
            "contentType": "application/json",
            "payload": reference,
        }
        for kind, reference in zip(types, references, strict=True)
    }

    def operation(action: str, kinds: tuple[type[msgspec.Struct], ...]) -> dict[str, Any]:
        return {
            "action": action,
            "channel": {"$ref": "#/channels/table"},
            "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds],
        }

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Kahuna", "version": __version__, "description": _about(m.__doc__)},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws",
                "description": "One connection to one game: with `game` (its id) for who holds a seat, shown by the "
                "cookie, or with `watch` (a key) for a spectator. The first message is an Update.",
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
            "fromPage": operation("receive", SOCKET_FROM),
            "toPage": operation("send", SOCKET_TO),
        },
        "components": {"messages": messages, "schemas": components},
    }
