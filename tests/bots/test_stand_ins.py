"""Who answers while native code is compiled."""

import subprocess
import sys

import pytest

from kahuna.bots.champion import NetPlayer
from kahuna.bots.registry import stand_in
from kahuna.table.ruleset import GAMES

ANSWER = """
import sys
from random import Random
from kahuna.bots.registry import stand_in
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
for game in {games}:
    table = Game(Rules(game), seed="stand-in")
    for level in ("limu", "honu", "hoku"):
        choice = stand_in(level, game).choose(table.view(table.to_move), Random(1))
        assert choice.action in table.legal()
assert "numba" not in sys.modules
"""


def test_levels_answer_without_native_code() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ANSWER.format(games=tuple(GAMES))], check=False, capture_output=True
    )
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_whoever_looks_one_ply_ahead_stays_who_it_is(game: str) -> None:
    player = stand_in("honu", game)
    assert isinstance(player, NetPlayer)
    assert player.attention < 100
    assert not player.compiled
    assert stand_in("random", game).name == "random"
