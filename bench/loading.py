"""How long a visitor waits for a page: first content of home, cold and warm, and the board of a table on a slow line.

    python bench/loading.py [--src PATH ...] [--runs 5]

Each --src is a checkout's src folder; several are measured in turn, run by run, so that they share the machine's moods.
Home is measured on loopback as it is, until something is seen and until a game can be started; the table at
1.6 Mbit/s, 150 ms and a processor four times slower. Servers have compiled their players before that.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[1]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
  const found = list.getEntries().find(({ name }) => name === 'first-contentful-paint');
  if (found) done(found.startTime);
}).observe({ type: 'paint', buffered: true }))"""
OPEN = """async () => (await (await fetch('/api/games', {
  method: 'POST', headers: { 'content-type': 'application/json' },
  body: '{"game": "kahuna", "against": "screen"}',
})).json()).id"""
SHOWN = """(() => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('%s')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.shown = performance.now(); }));
  });
  observer.observe(document, { childList: true, subtree: true });
})()"""
"""Notes in the page when something has been painted: to ask from outside costs a busy page some tenths of a second."""
SETTLED = 1000  # milliseconds until a browser has closed the last page and made ready for the next one
GO, BOARD = ".go-btn", ".table .board, .table .chart svg, .curtain"


class Server:
    """`kahuna serve` of one checkout, on a free port."""

    def __init__(self, src: Path, folder: Path) -> None:
        command = [sys.executable, "-m", "kahuna"]
        if not (src / "kahuna/__main__.py").exists():
            command = [sys.executable, "-c", "import sys; from kahuna.cli import main; sys.exit(main())"]
        self.process = subprocess.Popen(
            [*command, "serve", "--no-browser", "--port", "0", "--store", str(folder / "store.db")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(src)},
            cwd=folder,
        )
        assert self.process.stdout
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said)):
            line = self.process.stdout.readline()
            assert line, said
            said += line
        self.url = found[0]
        while not self.ready():
            time.sleep(0.2)

    def ready(self) -> bool:
        """Whether it answers and has compiled its players."""
        try:
            with urlopen(self.url + "/api/status") as answer:
                return bool(json.load(answer)["ready"])
        except URLError:
            return False

    def stop(self) -> None:
        """Ends it."""
        self.process.terminate()
        self.process.wait(20)


def opened(page: Page, url: str, awaited: str) -> Page:
    """The page at this address, when it has shown what is awaited."""
    page.add_init_script(SHOWN % awaited)
    page.wait_for_timeout(SETTLED)
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.shown")
    return page


def home(context: BrowserContext, url: str) -> tuple[float, float]:
    """Milliseconds until the first content of home, and until a game can be started there."""
    page = opened(context.new_page(), url + "/", GO)
    found = page.evaluate(PAINTED), page.evaluate("window.shown")
    page.close()
    return found


def slow(page: Page) -> None:
    """A slow line and processor from now on."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def board(browser: Browser, url: str, seats: Any, path: str) -> float:
    """Milliseconds until a table shows its board on a slow line and processor, to a browser that was never here."""
    context = browser.new_context(storage_state=seats, service_workers="block")
    page = context.new_page()
    slow(page)
    found: float = opened(page, url + path, BOARD).evaluate("window.shown")
    context.close()
    return found


def measured(browser: Browser, url: str) -> dict[str, float]:
    """One run: home cold, home warm, a table on a slow line."""
    context = browser.new_context(service_workers="block")
    cold, cold_use = home(context, url)
    warm, warm_use = home(context, url)
    page = context.new_page()
    page.goto(url + "/")
    path = f"/play/{page.evaluate(OPEN)}"
    seats = context.storage_state()
    context.close()
    return {
        "home cold": cold,
        "home warm": warm,
        "home cold, usable": cold_use,
        "home warm, usable": warm_use,
        "table slow": board(browser, url, seats, path),
    }


def main() -> int:
    """Measures and prints the medians as JSON lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--src", action="append", type=Path, help="a src folder (default: this checkout's)")
    parser.add_argument("--runs", type=int, default=5)
    wanted = parser.parse_args()
    sources = [path.resolve() for path in wanted.src or [ROOT / "src"]]
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        servers = []
        for number, src in enumerate(sources):
            place = Path(folder) / str(number)
            place.mkdir()
            servers.append(Server(src, place))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        found: list[list[dict[str, float]]] = [[] for _ in servers]
        for _ in range(wanted.runs):
            for runs, server in zip(found, servers, strict=True):
                runs.append(measured(browser, server.url))
        browser.close()
        for server in servers:
            server.stop()
    for src, runs in zip(sources, found, strict=True):
        medians = {name: round(statistics.median(run[name] for run in runs)) for name in runs[0]}
        best = {name: round(min(run[name] for run in runs)) for name in runs[0]}
        sys.stdout.write(json.dumps({"src": str(src), "median ms": medians, "best ms": best}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
