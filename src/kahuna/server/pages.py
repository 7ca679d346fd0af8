"""The page's files, as they lie in the package, and the headers that keep everything else out."""

from collections.abc import Callable
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WEB = Path(__file__).parent.parent / "web"
PATHS = (
    "/",
    "/play/{id}",
    "/join/{key}",
    "/watch/{key}",
    "/move/{key}",
    "/replay",
    "/replay/{key}",
    "/rules",
    "/rules/{game}",
)
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
POLICY = "; ".join(
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
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # keys stand in addresses
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Files(StaticFiles):
    """The files under /web: no listing, no file that is not ours, asked for again each time but sent only if new."""

    def __init__(self) -> None:
        super().__init__(directory=WEB, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with our own idea of its type: the system's may be anything."""
        kind = TYPES.get(Path(path).suffix)
        if kind is None or any(part.startswith(".") for part in Path(path).parts):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        if "content-type" in response.headers:
            response.headers["content-type"] = kind
        return response


async def page(_: Request) -> Response:
    """The shell that every page begins as, whatever stands in its address."""
    return shell(200)


def shell(status: int) -> Response:
    """The page's one document; where there is no page, it says so in the visitor's language."""
    headers = {"cache-control": "no-cache"}
    return FileResponse(WEB / "index.html", status, headers=headers, media_type=TYPES[".html"])


class SecurityHeaders:
    """Adds the headers to every answer, also to the one that says that something went wrong here."""

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
                for name, value in HEADERS.items():
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
