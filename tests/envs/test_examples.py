"""The examples for researchers do what they say."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from kahuna.cli import main
from kahuna.rules.jit import disabled

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(disabled(), reason="takes too long in plain Python")


def example(name: str) -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["kahuna", "exahuna", "exahuna-special"])
def test_random_rollouts_end_in_wins_losses_and_ties(game: str) -> None:
    """Rewards and margins of whole games come out."""
    results, margins, speed = example("random_rollouts").rollouts(game, games=200, steps=300)
    assert len(results) == len(margins) > 200
    assert set(results.tolist()) <= {-1, 0, 1}
    assert 0.35 < (results > 0).mean() < 0.65
    assert speed > 0


def test_the_learner_beats_random_clearly_and_then_plays_in_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From even chances to three points in four within a few thousand games; then through the bot protocol."""
    policy = tmp_path / "policy.npz"
    lesson = [sys.executable, str(EXAMPLES / "policy_gradient.py"), "--rounds", "25", "--games", "128"]
    said = subprocess.run([*lesson, "--out", str(policy)], capture_output=True, text=True, check=True).stdout
    first, last = (int(share) for share in re.findall(r"(\d+)%", said.splitlines()[-1]))
    assert 35 < first < 65
    assert last > 75
    bot = f"exec:{sys.executable} {EXAMPLES / 'trained_bot.py'} {policy}"
    assert main(["match", bot, "random", "--pairs", "3", "--seed", "1", "--json"]) in (0, None)
    assert json.loads(capsys.readouterr().out)["score"] > 0.5
