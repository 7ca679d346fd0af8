"""The README does what it says."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot
from kahuna.bots.registry import find_bot
from kahuna.cli.main import parser
from kahuna.table.ruleset import Rules, Seat

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The example is short, plays a whole game and prints its result."""
    _, example = EXAMPLES
    assert len(example.splitlines()) <= 10
    exec(example, {})
    assert "'winner'" in capsys.readouterr().out


def test_the_whole_bot_plays_a_game(tmp_path: Path) -> None:
    """The program shown is a player as it stands."""
    (tmp_path / "my_bot.py").write_text(EXAMPLES[0], "utf-8")
    bots: dict[Seat, Bot] = {
        "white": find_bot(f"exec:{sys.executable} {tmp_path / 'my_bot.py'}"),
        "black": find_bot("random"),
    }
    played = play_whole(Rules("exahuna"), bots, "readme", "readme", 1000)
    bots["white"].close()
    assert played.fault is None


def test_every_command_shown_is_one_that_exists() -> None:
    """Commands in the README are read by the real parser."""
    commands = re.findall(r"^kahuna (.*?)(?:\s+#.*)?$", README, re.MULTILINE)
    assert len(commands) >= 9
    for command in commands:
        parser().parse_args(shlex.split(command))


def test_every_make_target_shown_exists() -> None:
    """README, CONTRIBUTING and CI call targets of the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", ".ci/run"):
        called = set(
            re.findall(r"^(?:\w+=\w+ )?make ([a-z]+)(?!\S)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        )
        assert called
        assert called <= targets


def test_every_link_leads_somewhere() -> None:
    """Relative links in the documents name files of the project."""
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
