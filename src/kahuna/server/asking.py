"""What a request brings: cookies, origin, address, body."""

import asyncio
from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from kahuna.server import keys
from kahuna.server.doors import counted_as
from kahuna.server.refusals import Refusal

T = TypeVar("T")
COOKIE = "kahuna"
COOKIE_AGE = 400 * 86400  # seconds, the longest that browsers keep one


def asking_visitor(request: HTTPConnection, secret: bytes) -> str | None:
    """The visitor whose cookie came with this request."""
    return keys.visitor_of(secret, request.cookies.get(COOKIE))


def keep_visitor(response: Response, request: Request, secret: bytes, visitor: str) -> Response:
    """The answer with this visitor's cookie, valid for another year."""
    response.set_cookie(
        COOKIE,
        keys.cookie(secret, visitor),
        max_age=COOKIE_AGE,
        httponly=True,
        path=request.scope["root_path"] or "/",
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


def address_of(request: HTTPConnection) -> str:
    """The address of a request, as limits count it."""
    return counted_as(request.client.host if request.client else "")


def check_origin(request: HTTPConnection, origins: tuple[str, ...], needed: bool) -> None:
    """Refuses what a page of another site has sent. Browsers always name the origin of a socket and of a POST."""
    origin = request.headers.get("origin")
    if origin is None and not needed:
        return
    host = request.headers.get("host", "")
    if origin not in (f"http://{host}", f"https://{host}", *origins):
        raise Refusal("foreign-origin")


async def pass_over(request: Request, most: int, seconds: float) -> None:
    """Receives a body that nobody needs: if the connection ended before, the answer might be lost."""
    with suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                most -= len(part)
                if most < 0:
                    return


async def read_body(request: Request, most: int, seconds: float, origins: tuple[str, ...]) -> bytes:
    """The body, if it is JSON from one of our pages, within the size limit and sent in time."""
    check_origin(request, origins, needed=False)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("wrong-type")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise Refusal("too-big")
    except (TimeoutError, ClientDisconnect):
        raise Refusal("bad-message") from None
    return bytes(data)


def decode(data: bytes, kind: type[T]) -> T:
    """The body as this type."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad-message") from None
