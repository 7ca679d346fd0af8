"""The rate of requests of one address, files of the page included."""

from collections.abc import Callable
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kahuna.server.asking import address_of
from kahuna.server.limits import Buckets, Limits


class Pace:
    """Refuses requests of an address that asks too fast, and ends the connection; new ones are limited too."""

    def __init__(self, app: ASGIApp, limits: Limits, too_fast: Callable[[], Response]) -> None:
        """`too_fast` makes the answer that ends the connection."""
        self.app, self.too_fast = app, too_fast
        self._requests = Buckets(limits.all_burst, limits.all_burst / limits.all_requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what does not come too fast."""
        if scope["type"] == "http" and not self._requests.take(
            address_of(HTTPConnection(scope)), monotonic()
        ):
            await self.too_fast()(scope, receive, send)
            return
        await self.app(scope, receive, send)
