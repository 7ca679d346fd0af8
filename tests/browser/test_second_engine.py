"""Firefox plays one whole game of each kind, by mouse, driven over WebDriver BiDi (firefox.mjs)."""

import json
import shutil
import subprocess

from support.browser import FIREFOX, PUPPETEER, ROOT, Server, absent
from support.sight import GAMES, SEE


def test_a_second_engine_plays_a_whole_game_of_each_kind(server: Server) -> None:
    node = shutil.which("node") or ""
    if not FIREFOX.exists():
        absent(f"no Firefox at {FIREFOX}: install Debian's firefox-esr, or name yours in FIREFOX")
    if not node or not PUPPETEER.exists():
        absent(f"no Node, or no puppeteer-core at {PUPPETEER}: run `make web-check`")
    wanted = {game: {"game": game, "against": "level", "level": "limu"} for game in GAMES}
    order = {"firefox": str(FIREFOX), "url": server.url, "games": wanted, "see": SEE}
    done = subprocess.run(
        [node, str(ROOT / "tests/browser/firefox.mjs")],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["game"] for each in games] == list(GAMES)
    for each in games:
        assert each["heading"] in ("You win!", "You lose", "A draw"), each
        assert each["told"] > 30, each
        assert not each["wrong"], each
