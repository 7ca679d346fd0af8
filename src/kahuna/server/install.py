"""What makes the page an application of its own: icons as PNG, and the worker that keeps it on the device."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kahuna.server.site import ASK_AGAIN, prepared_site

ICONS = (180, 192, 512)
A_DAY = "public, max-age=86400"


async def send_icon(request: Request) -> Response:
    """GET /icon-{size}.png; each size is rendered once."""
    size = request.path_params["size"]
    if size not in ICONS:
        raise HTTPException(404)
    return Response(await asyncio.to_thread(_icon, size), 200, {"cache-control": A_DAY}, "image/png")


def _icon(size: int) -> bytes:
    from kahuna.server.pictures import icon  # numpy is loaded with the first picture only

    return icon(size)


async def send_worker(request: Request) -> Response:
    """GET /worker.js: the page's service worker, which contains the hash of the current files."""
    ours = prepared_site(request.scope["root_path"])
    text = f'self.MARK = "{ours.mark}";\n'.encode() + ours.files["worker.js"].plain
    return Response(text, 200, {"cache-control": ASK_AGAIN}, "text/javascript; charset=utf-8")
