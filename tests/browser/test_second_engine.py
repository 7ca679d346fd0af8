"""Firefox plays whole games by mouse, driven over WebDriver BiDi (firefox.mjs): one a day, each kind by `make slow`."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from support.browser import FIREFOX, PUPPETEER, ROOT, Server, absent
from support.sight import GAMES, SEE, Game

SCRIPT = ROOT / "tests/browser/firefox.mjs"


@pytest.fixture
def firefox(tmp_path: Path) -> Path:
    """Firefox that ends with the process that started it, however that ended."""
    if not FIREFOX.exists():
        absent(f"no Firefox at {FIREFOX}: install Debian's firefox-esr, or name yours in FIREFOX")
    if not shutil.which("node") or not PUPPETEER.exists():
        absent(f"no Node, or no puppeteer-core at {PUPPETEER}: run `make web-check`")
    bound = tmp_path / "firefox"
    bound.write_text(f'#!/bin/sh\nexec {" ".join(bound_to_parent())} "{FIREFOX}" "$@"\n', encoding="utf-8")
    bound.chmod(0o755)
    return bound


def bound_to_parent() -> list[str]:
    """What before a command ends its process with the one that starts it, where there is such a thing."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", "KILL"] if found else []


def order(firefox: Path, server: Server, games: Iterable[Game] = GAMES) -> str:
    """What firefox.mjs reads."""
    wanted = {game: {"game": game, "against": "level", "level": "limu"} for game in games}
    return json.dumps({"firefox": str(firefox), "url": server.url, "games": wanted, "see": SEE})


@pytest.mark.parametrize("wanted", [GAMES[1:2], pytest.param(GAMES, marks=pytest.mark.slow)])
def test_a_second_engine_plays_whole_games(server: Server, firefox: Path, wanted: tuple[Game, ...]) -> None:
    done = subprocess.run(
        [*bound_to_parent(), "node", str(SCRIPT)],
        input=order(firefox, server, wanted),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["game"] for each in games] == list(wanted)
    for each in games:
        assert each["heading"] in ("You win!", "You lose", "A tie"), each
        assert each["told"] > 30, each
        assert not each["wrong"], each


def browsers_of(parent: int) -> list[int]:
    """The browsers that this process started."""
    found = [
        child
        for task in Path(f"/proc/{parent}/task").glob("*/children")
        for child in task.read_text().split()
    ]
    return [int(child) for child in found if "firefox" in Path(f"/proc/{child}/comm").read_text()]


def runs(process: int) -> bool:
    """Whether it is alive; one that has ended may wait for somebody to notice."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_killed_node_leaves_no_firefox_behind(server: Server, firefox: Path) -> None:
    if not bound_to_parent():
        pytest.skip("no setpriv here, so Firefox outlives a killed Node")
    node = subprocess.Popen(["node", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert node.stdin
    try:
        node.stdin.write(order(firefox, server).encode())
        node.stdin.close()
        deadline = time.monotonic() + 60
        while not (browsers := browsers_of(node.pid)):
            assert time.monotonic() < deadline, "Firefox was never started"
            time.sleep(0.05)
    finally:
        node.kill()
        node.wait()
    while any(runs(browser) for browser in browsers):
        assert time.monotonic() < deadline, "Firefox plays on alone"
        time.sleep(0.05)
