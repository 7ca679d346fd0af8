"""Host names of this server: a page of another site must not reach it under that site's name."""

import ipaddress
import socket
from collections.abc import Iterable

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

EVERY = "*"


def own_names() -> set[str]:
    """The names of this machine in its network."""
    name = socket.gethostname().lower()
    return {name, f"{name.partition('.')[0]}.local"}


def host_of(header: str) -> str:
    """The host in a Host header: without port, brackets and final dot, in small letters."""
    host = header.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def is_loopback(header: str) -> bool:
    """Whether this host name means the client's own machine."""
    host = host_of(header)
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Hosts:
    """The names that are ours: loopback, the named ones, and the address at which the connection has arrived."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = frozenset(host_of(name) for name in named)

    def ours(self, header: str, arrived: str | None) -> bool:
        """Whether this host is one of our names."""
        host = host_of(header)
        return EVERY in self.named or host in self.named or host == arrived or is_loopback(header)


class AllowedHosts:
    """Answers only requests for one of our names."""

    def __init__(self, app: ASGIApp, hosts: Hosts, foreign: Response) -> None:
        self.app, self.hosts, self.foreign = app, hosts, foreign

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is meant for us."""
        if scope["type"] in ("http", "websocket"):
            arrived = scope.get("server")
            headers = HTTPConnection(scope).headers.getlist("host")
            if len(headers) != 1 or not self.hosts.ours(headers[0], arrived[0] if arrived else None):
                if scope["type"] == "http":
                    await self.foreign(scope, receive, send)
                else:
                    await send({"type": "websocket.close", "code": 1008})
                return
        await self.app(scope, receive, send)
