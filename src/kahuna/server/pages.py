"""Which page is at which address, and the security headers."""

from collections.abc import Awaitable, Callable

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kahuna.server.site import send_document

PATHS = {
    "/": "home",
    "/play/{id}": "table",
    "/watch/{key}": "table",
    "/join/{key}": "join",
    "/move/{key}": "join",
    "/replay": "replay",
    "/replay/{key}": "replay",
    "/learn": "courses",
    "/learn/first-turn": "openings",
    "/learn/{course}/{step}": "learn",
    "/puzzle": "puzzle",
    "/puzzle/{id}": "puzzle",
    "/rules": "rules",
    "/rules/{game}": "rules",
}
"""What is at which address: the names of the pages (site.PAGES)."""
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # keys stand in addresses
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
PART_HEADERS = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}
"""Enough for what is never a document by itself; a page has fifty of those, and headers are not compressed."""
PART_TYPES = ("text/javascript", "text/css", "application/json", "application/manifest+json")


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Answers with the document of this page, whatever key stands in the address."""

    async def answer(request: Request) -> Response:
        return send_document(request, name)

    return answer


class SecurityHeaders:
    """Adds the security headers to all answers, even to the one for an internal error."""

    def __init__(self, app: ASGIApp, on_error: Callable[[Exception], Response]) -> None:
        self.app, self.on_error = app, on_error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                part = (
                    "etag" in headers
                    and scope["path"].startswith(f"{scope['root_path']}/web/")
                    and headers.get("content-type", "").startswith(PART_TYPES)
                )
                for name, value in (PART_HEADERS if part else HEADERS).items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            answer = self.on_error(error)
            if not started:
                await answer(scope, receive, send_with_headers)
