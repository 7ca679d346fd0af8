"""Players by name, from Python."""

import re
from pathlib import Path

import pytest

import kahuna
from kahuna.rules.jit import disabled

DOCUMENT = (Path(__file__).parents[2] / "docs/bots.md").read_text("utf-8")


@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
def test_the_example_for_our_players_from_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """As it stands in docs/bots.md: a legal action, its chance to win, and the best few."""
    example = DOCUMENT.split("## Our players from Python")[1].split("```python\n")[1].split("```")[0]
    exec(example, {})
    action, value, *_ = capsys.readouterr().out.split()
    assert action in kahuna.Game(seed=7).legal()
    assert re.fullmatch(r"0\.\d+", value)


def test_a_player_is_asked_for_by_its_spec_and_the_game() -> None:
    """One that does not play the game says which games it plays."""
    assert kahuna.player("greedy", "exahuna").name == "greedy"
    with pytest.raises(ValueError, match="'ismcts' does not play exahuna, only kahuna"):
        kahuna.player("ismcts", "exahuna")
    with pytest.raises(ValueError, match="nobody"):
        kahuna.player("nobody", "kahuna")
