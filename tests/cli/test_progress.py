"""The one progress bar."""

import io
import re
import sys

import pytest
from rich.console import Console

from kahuna.cli.progress import progress, shortened

LONG = (
    "champion:iterations=1000,threads=2,exploration=0.25 : exec:python3 /home/somebody/bots/my_bot.py --slow"
)


def test_long_names_are_shortened_before_count_and_time_left() -> None:
    """At 80 columns the whole of the count and the score stays readable, on one line."""
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, color_system=None, legacy_windows=False)
    with progress(LONG, 1000, console) as bar:
        for _ in range(3):
            bar.advance("0.512 (0.480 to 0.544)")
    lines = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "\n", out.getvalue()).replace("\r", "\n").splitlines()
    last = [line for line in lines if line.strip()][-1]
    assert "3/1000" in last
    assert "0.512 (0.480 to 0.544)" in last
    assert "…" in last


def test_names_that_fit_stay_whole() -> None:
    assert shortened("random : greedy", 30) == "random : greedy"
    assert shortened(LONG, 23) == "champion:… : exec:pyth…"
    assert all(len(name) <= 10 for name in shortened(LONG, 23).split(" : "))


def test_where_nobody_watches_only_lines_that_stay_are_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    with progress("training", 1.0) as bar:
        bar.reach(0.5, "100 games")
        bar.advance()
        bar.say("50%, 100 games: better than before")
    assert capsys.readouterr().err == "50%, 100 games: better than before\n"
