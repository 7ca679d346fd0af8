"""The path of the server, if it is not at the root of its host: for example /kahuna behind a proxy."""

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MAX_BASE_CHARS = 200
_BASE = re.compile(r"(/[A-Za-z0-9._~-]+)*")


def checked_base(text: str, where: str = "base") -> str:
    """The path without a slash at its end, "" for the root; ValueError for anything else."""
    base = text.rstrip("/")
    if not _BASE.fullmatch(base) or len(base) > MAX_BASE_CHARS or re.search(r"/\.{1,2}(/|$)", base):
        raise ValueError(f"{where}: must be a path like /kahuna, not {text!r}")
    return base


class BasePath:
    """Takes the base off the requested path, unless a proxy has already done so."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app, self.base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on with the base as its `root_path`."""
        if not self.base or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        if path == self.base and scope["type"] == "http":
            await RedirectResponse(f"{self.base}/", 308)(scope, receive, send)
            return
        if not path.startswith(f"{self.base}/"):
            path = self.base + path
        await self.app({**scope, "path": path, "root_path": self.base}, receive, send)
