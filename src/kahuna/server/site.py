"""The page's files as they cross the wire: read, joined, compressed and marked once.

Every file stands under /web/{mark}/, where the mark is a hash of them all. Files with the current mark may be
cached for ever; the documents, which name the mark, are requested every time. A document names its page's style and
code, one file each (`joining.py`). Comments are not sent: they would be a fifth of the bytes.
"""

import gzip
import re
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kahuna.bots.head_starts import fair_starts_file
from kahuna.learn.catalogue import catalogue_file
from kahuna.learn.lessons import WORDS
from kahuna.learn.openings import openings_file
from kahuna.server.joining import JOINED, JOINED_FILE, beside, joined_file, needed

WEB = Path(__file__).parent.parent / "web"
CONTENT_TYPES = {
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
PAGES = {
    "home": "pages",
    "join": "join",
    "courses": "courses",
    "learn": "learn",
    "openings": "openings",
    "puzzle": "learn",
    "replay": "review",
    "rules": "rules",
    "table": "table",
    "lost": "pages",
}
"""Each page, and its style sheet. Its code is pages/{page}.js; there is none where an address leads nowhere."""
PRELOADED = {"home": ("/api/games", "/api/status")}
"""What a page asks of the server as soon as it runs: the browser asks already while the code is on its way."""
FIRST_SEEN = {
    "home": '<header class="home-top"><span class="brand"><svg></svg><span>Kahuna</span></span></header>'
}
"""What a document shows before its page runs, where the page will have it as well."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/$", re.M | re.S)  # on lines of its own
_STYLE_IMPORT = re.compile(r'^@import "([\w./-]+)";\n', re.M)


class File(NamedTuple):
    """One file, as it lies there and compressed."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str

    def answer(self, request: Request, status: int, caching: str) -> Response:
        """The file in the form that this client reads, or only that it has not changed."""
        zipped = len(self.packed) < len(self.plain) and _reads_gzip(
            request.headers.get("accept-encoding", "")
        )
        tag = f'"{self.tag}-gzip"' if zipped else f'"{self.tag}"'
        headers = {"cache-control": caching, "etag": tag, "vary": "accept-encoding"}
        if status == 200 and _names(request.headers.get("if-none-match", ""), tag):
            return Response(None, 304, headers)
        if zipped:
            headers["content-encoding"] = "gzip"
        return Response(self.packed if zipped else self.plain, status, headers, self.kind)


class Site(NamedTuple):
    """Everything the page is made of."""

    mark: str
    texts: dict[str, bytes]
    together: dict[str, list[str]]  # the modules that each page needs from the start
    files: dict[str, File]
    documents: dict[str, File]

    def file(self, name: str) -> File | None:
        """The file of this name, if there is one; what is joined is made when it is first asked for."""
        top, _, rest = name.partition("/")
        page, _, module = rest.partition("/")
        if top == JOINED and page in PAGES and name not in self.files:
            text = joined_file(self.together[page], module, self.texts)
            if text is not None:
                self.files[name] = prepared(name, text.encode())
        return self.files.get(name)


@cache
def prepared_site(base: str = "") -> Site:
    """All files, prepared for a server that stands under this path."""
    texts = {
        path.relative_to(WEB).as_posix(): path.read_bytes()
        for path in sorted(WEB.rglob("*"))
        if path.suffix in CONTENT_TYPES and not path.name.startswith(".")
    }
    texts |= {f"strings/lessons.{path.stem}.json": path.read_bytes() for path in sorted(WORDS.glob("*.json"))}
    texts["learn/catalogue.json"] = catalogue_file()
    texts["learn/openings.json"] = openings_file()
    texts["games/head-starts.json"] = fair_starts_file()
    shell = texts.pop("index.html").decode()
    manifest = texts["manifest.webmanifest"].replace(b'"start_url": "/"', f'"start_url": "{base}/"'.encode())
    texts["manifest.webmanifest"] = manifest
    for name in texts:
        if name.endswith(".css"):
            texts[name] = _joined(name, texts).encode()
        if name.endswith((".css", ".js")):
            texts[name] = uncommented(texts[name].decode()).encode()
    mark = _hash(*(part for name, text in texts.items() for part in (name.encode(), text)))
    files = {name: prepared(name, text) for name, text in texts.items()}
    documents = {page: prepared("index.html", _document(shell, page, base, mark).encode()) for page in PAGES}
    together = {page: needed(page, texts) for page in PAGES}
    return Site(mark, texts, together, files, documents)


async def send_file(request: Request) -> Response:
    """A file under /web. A page loaded before an update asks with an old mark: it gets today's file, uncached."""
    ours = prepared_site(request.scope["root_path"])
    first, _, rest = request.path_params["path"].partition("/")
    if first == ours.mark and (file := ours.file(rest)):
        return file.answer(request, 200, FOR_EVER)
    for name in (request.path_params["path"], rest):
        if file := ours.file(name):
            return file.answer(request, 200, ASK_AGAIN)
    raise HTTPException(404)


def send_document(request: Request, page: str, status: int = 200) -> Response:
    """The document that this page begins as."""
    return prepared_site(request.scope["root_path"]).documents[page].answer(request, status, ASK_AGAIN)


def prepared_document(page: str, head: str, base: str = "") -> File:
    """The document of a page with these lines in its head instead of its title."""
    text = prepared_site(base).documents[page].plain.decode().replace("<title>Kahuna</title>", head, 1)
    return prepared("index.html", text.encode())


def _document(shell: str, page: str, base: str, mark: str) -> str:
    """The shell with the page's name, where it stands, its style and its code."""
    style = f'<link rel="stylesheet" href="/web/styles/{PAGES[page]}.css">'
    facts = f'data-page="{page}"' + (f' data-base="{base}"' if base else "")
    asked = "".join(
        f'\n<link rel="preload" href="{base}{path}" as="fetch" crossorigin>'
        for path in PRELOADED.get(page, ())
    )
    named = shell.replace("<html ", f"<html {facts} ").replace("<!-- page -->", style + asked)
    if page in FIRST_SEEN:
        named = named.replace('<div id="app">', f'<div id="app" class="{page}">{FIRST_SEEN[page]}')
    named = named.replace('"/web/main.js"', f'"/web/{JOINED}/{page}/{JOINED_FILE}"')
    return named.replace('"/web/', f'"{base}/web/{mark}/').replace('"/icon-', f'"{base}/icon-')


def _joined(name: str, texts: dict[str, bytes]) -> str:
    """A style sheet with those that it imports in their places."""
    return _STYLE_IMPORT.sub(lambda found: _joined(beside(name, found[1]), texts), texts[name].decode())


def uncommented(text: str) -> str:
    """Code or style without the comments on lines of their own; line numbers stay the same."""
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)


def prepared(name: str, text: bytes) -> File:
    """A file of this name, compressed and marked."""
    return File(CONTENT_TYPES[Path(name).suffix], text, gzip.compress(text, 9, mtime=0), _hash(text))


def _hash(*parts: bytes) -> str:
    """A short name for these contents."""
    state = blake2b(digest_size=8)
    for part in parts:
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()


def _reads_gzip(accepted: str) -> bool:
    """Whether this Accept-Encoding admits gzip."""
    for offer in accepted.lower().split(","):
        coding, _, weight = offer.partition(";")
        if coding.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)
    return False


def _names(known: str, tag: str) -> bool:
    """Whether this If-None-Match names the tag."""
    tags: Iterable[str] = (each.strip().removeprefix("W/") for each in known.split(","))
    return any(each in (tag, "*") for each in tags)
