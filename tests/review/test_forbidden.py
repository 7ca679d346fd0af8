"""No player, room or environment may reach the net that sees all cards, and review never reaches a player (K16)."""

import ast
import subprocess
import sys
from pathlib import Path

import kahuna

SOURCE = Path(kahuna.__file__).parent
PLAYERS = ("bots", "envs", "table", "rules")


def test_nothing_that_plays_names_the_review() -> None:
    files = [path for room in PLAYERS for path in (SOURCE / room).rglob("*.py")]
    files += [SOURCE / "server" / name for name in ("room.py", "thinkers.py", "desk.py")]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any("review" in name for name in named), path


def test_making_every_player_and_level_loads_no_net_that_sees_all() -> None:
    program = """
import sys
from kahuna.bots.levels import LEVELS
from kahuna.bots.registry import PLAYERS, find_bot
for spec in [*LEVELS, *(name for name in PLAYERS if name != "exec")]:
    find_bot(spec).close()
import kahuna.server.room, kahuna.envs.batch
print([name for name in sys.modules if name.startswith("kahuna.review")])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
