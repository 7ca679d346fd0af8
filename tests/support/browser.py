"""A real server and a real browser, for tests and for screenshots.

`Server` is `kahuna serve` as a process of its own with its own store. `Visitors` are people: each has a browser
context of their own, so cookies and what the page remembers are never shared, and none may see an error on the console
or ask another host for anything.
"""

import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    TimeoutError as PlaywrightTimeout,
    sync_playwright,
)

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden"
AXE = ROOT / "node_modules/axe-core/axe.min.js"
PUPPETEER = ROOT / "node_modules/puppeteer-core"
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FIREFOX = Path(os.environ.get("FIREFOX", "/usr/bin/firefox-esr"))
NEEDED = os.environ.get("KAHUNA_NEEDS_BROWSER") == "1"  # there a missing browser is a failure
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# `kahuna serve`, with a time of day that a test can put forward, and reviews known by heart
SERVE = """
import sys, time
from pathlib import Path
from kahuna.cli.main import main
from kahuna.server import serve
sys.path.append(sys.argv.pop(1))
from support.judges import GoldenJudge
serve.ProcessJudge = GoldenJudge
ahead, true = Path(sys.argv.pop(1)), time.time_ns
time.time_ns = lambda: true() + (int(ahead.read_text()) * 10**9 if ahead.exists() else 0)
sys.exit(main())
"""
LANGUAGES = ("en", "de", "it", "es", "ja")
# What needs the room of its words is tried daily with the longest and the widest, with all by `make slow`.
LANGUAGES_DAILY = ("en", "de", "ja", *(pytest.param(name, marks=pytest.mark.slow) for name in ("it", "es")))
Scheme = Literal["light", "dark"]


class Size(NamedTuple):
    """A window."""

    width: int
    height: int


DESKTOP, TABLET = Size(1440, 900), Size(1024, 768)
LAPTOP, SMALL_LAPTOP = Size(1280, 720), Size(1180, 820)
PHONE, SMALL_PHONE, PHONE_ON_ITS_SIDE = Size(390, 844), Size(320, 568), Size(844, 390)
SIZES = {
    "desktop": DESKTOP,
    "tablet": TABLET,
    "phone": PHONE,
    "small-phone": SMALL_PHONE,
    "landscape": PHONE_ON_ITS_SIDE,
}


class Server:
    """`kahuna serve` on a free port of this machine, with its own store. It can be killed and started again."""

    def __init__(self, store: Path, *more: str) -> None:
        self.store, self.more = store, more  # further words of the command
        self.ahead = store.with_suffix(".ahead")  # by how many seconds its clock is put forward
        self.port = 0  # until it has started: any that is free
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, seconds: float = 60) -> None:
        """Starts it, on the same port as before, and waits until it says where it is."""
        command = [sys.executable, "-c", SERVE, str(ROOT / "tests"), str(self.ahead), "serve", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--store", str(self.store), *self.more],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.store.parent,
        )
        assert self.process.stdout
        said, deadline = "", time.monotonic() + seconds
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", said)):
            waiting = select.select([self.process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]
            line = self.process.stdout.readline() if waiting else ""
            assert line, f"the server did not say where it is: {said!r}"
            said += line
        self.port = int(found[1])
        while True:  # it says so a moment before it listens
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.02)

    def put_forward(self, seconds: int) -> None:
        """For the server it is so much later than it is."""
        new = self.ahead.with_suffix(".new")
        new.write_text(str(seconds), encoding="utf-8")
        new.replace(self.ahead)

    def kill(self) -> None:
        """Ends it with SIGKILL, in the middle of whatever it is doing."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> None:
        if not self.process:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self.process = None


def absent(why: str) -> None:
    """Skips the test, or fails it where a browser is needed."""
    if NEEDED:
        pytest.fail(why)
    pytest.skip(why)


def missing_browser() -> str | None:
    """Why there can be no browser tests here, in one line; None if there can."""
    if not CHROMIUM.exists():
        return f"no Chromium at {CHROMIUM}: install Debian's chromium, or name yours in CHROMIUM"
    return None


@contextmanager
def launched() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


RUNS = "#app > * + *"
"""What is there when a page runs: a document brings no more than a header."""


class Visitors:
    """Opens pages for people, and remembers what went wrong on any of them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.expected = ["Service Worker registration blocked by Playwright"]  # `keeps` allows one

    def visit(
        self,
        path: str | None = "/",
        *,
        size: Size = DESKTOP,
        scheme: Scheme = "light",
        language: str = "en",
        touch: bool = False,
        still: bool = True,
        scale: float = 1,
        keeps: bool = False,
    ) -> Page:
        """A page of somebody new at this path (None: nowhere yet). `still`: the system asks for reduced motion.

        `keeps`: the page may stay on the device by its service worker.
        """
        context = self.browser.new_context(
            base_url=self.server.url,
            viewport={"width": size.width, "height": size.height},
            color_scheme=scheme,
            locale=language,
            has_touch=touch,
            reduced_motion="reduce" if still else "no-preference",
            device_scale_factor=scale,
            service_workers="allow" if keeps else "block",
        )
        context.set_default_timeout(30_000)
        self.contexts.append(context)
        context.on("page", self._watch)
        page = context.new_page()
        if path is not None:
            page.goto(path)
            page.locator(RUNS).first.wait_for(state="attached")
        return page

    def expect(self, *patterns: str) -> None:
        """What may stand on the console all the same, for example a refusal that the test provokes."""
        self.expected += patterns

    def close(self) -> None:
        """Closes everything, and fails if anything went wrong."""
        for context in self.contexts:
            context.close()
        assert not self.wrong, "\n".join(self.wrong)

    def _watch(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and not url.startswith(f"{self.server.url}/"):
            self._note(f"request to another host: {url}")

    def _note(self, what: str) -> None:
        if not any(re.search(pattern, what) for pattern in self.expected):
            self.wrong.append(what)


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong on this page, one line each. Its code comes from node_modules (`npm ci`)."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # pictures that are hidden from everyone who listens need not be walked through
    run = """async () => (await axe.run({ exclude: [['svg[aria-hidden="true"]']] })).violations"""
    found: list[dict[str, Any]] = page.evaluate(run)
    return [
        f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window, once everything has been rendered to fit."""
    with suppress(PlaywrightTimeout):
        # A function: a bare expression would be evaluated by the page at every later try, which its policy forbids.
        page.wait_for_function(
            "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth",
            timeout=10_000,
        )
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def resize(page: Page, size: Size) -> None:
    """The window has this size now."""
    page.set_viewport_size({"width": size.width, "height": size.height})


@contextmanager
def held(page: Page, pattern: str) -> Iterator[None]:
    """Until the end of this nothing that the page asks for by such an address is answered."""
    waiting: list[Route] = []
    over: list[bool] = []

    def hold(route: Route) -> None:
        if over:
            route.continue_()
        else:
            waiting.append(route)

    page.route(pattern, hold)
    yield
    over.append(True)
    for route in waiting:
        route.continue_()


def load(page: Page, record: str) -> None:
    """Loads a golden record into the replay page."""
    page.locator("#file").set_input_files(GOLDEN / record)
    page.locator(".review").wait_for()
