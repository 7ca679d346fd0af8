"""The examples for researchers and the benchmark of the batch do what they say."""

import importlib.util
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

from kahuna.cli.main import main
from kahuna.rules.jit import disabled

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(disabled(), reason="takes too long in plain Python")


def script(path: str) -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["kahuna", "exahuna", "exahuna-special"])
def test_random_rollouts_end_in_wins_losses_and_ties(game: str) -> None:
    """Rewards and margins of whole games come out."""
    results, margins, speed = script("examples/random_rollouts.py").rollouts(game, games=200, steps=300)
    assert len(results) == len(margins) > 200
    assert set(results.tolist()) <= {-1, 0, 1}
    assert 0.35 < (results > 0).mean() < 0.65
    assert speed > 0


def test_the_learner_beats_random_clearly_and_then_plays_in_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From even chances to three points in four within a few thousand games; then through the bot protocol."""
    policy = tmp_path / "policy.npz"
    lesson = [sys.executable, str(ROOT / "examples/policy_gradient.py"), "--rounds", "20", "--games", "96"]
    said = subprocess.run([*lesson, "--out", str(policy)], capture_output=True, text=True, check=True).stdout
    first, last = (int(share) for share in re.findall(r"(\d+)%", said.splitlines()[-1]))
    assert 35 < first < 65
    assert last > 75
    bot = f"exec:{sys.executable} {ROOT / 'examples/trained_bot.py'} {policy}"
    assert main(["match", bot, "random", "--pairs", "3", "--seed", "1", "--json"]) in (0, None)
    assert json.loads(capsys.readouterr().out)["score"] > 0.5


def test_a_search_in_many_games_at_once_beats_greedy() -> None:
    """With few games; how strong it is in truth is no test's business."""
    search = script("examples/batch_search.py")
    assert search.match("exahuna", "greedy", 4) >= 0.5
    assert len((ROOT / "examples/batch_search.py").read_text("utf-8").splitlines()) < 150


def test_the_benchmark_of_the_batch_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """In slices of almost nothing; the figures themselves are no test's business."""
    bench = script("bench/batch.py")
    monkeypatch.setattr(bench, "SLICES", 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    games = {"exahuna": bench.compared("exahuna", 16)}
    for part in ("masks", "observations"):
        rows = games["exahuna"][part]
        assert len(rows) == 6
        assert all(row["actions_per_s"] > 0 for row in rows.values())
    shown = bench.text({"games": games, "machine": bench.machine(), "commit": None, "batch": 16})
    assert "openspiel gin_rummy" in shown
    assert "exahuna, with observations" in shown


def test_the_table_of_baselines_has_a_line_for_every_seed_and_one_for_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anyone can add a file; the page and the curves are made out of what there is, without torch."""
    run = script("examples/baselines/run.py")
    for learner in ("mine", "theirs"):
        runs = []
        for seed, pairs in ((1, [10, 0, 0, 0, 0]), (2, [0, 0, 0, 0, 10])):
            curve = [
                {"games": games, "cpu_s": 2.4, "pairs": dict.fromkeys(run.RIVALS, pairs)}
                for games in (512, 1024)
            ]
            runs.append({"seed": seed, "curve": curve})
        made = {"learner": learner, "game": "kahuna", "commit": "abc", "runs": runs}
        (tmp_path / f"{learner}.json").write_text(json.dumps(made), "utf-8")
    monkeypatch.setattr(run, "RESULTS", tmp_path)
    monkeypatch.setattr(run, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(run, "PICTURE", tmp_path / "curves.svg")
    run.PAGE.write_text("Before\n<!-- table -->\nold\n<!-- end of table -->\nAfter\n", "utf-8")
    run.write_page()
    lines = run.PAGE.read_text("utf-8").splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("Before", "After", 14)
    assert lines[6].startswith("| mine | kahuna | abc | 1 | 1,024 | 2 s | 0.000 (0.000 to ")
    assert lines[8].startswith("| mine | kahuna | abc | all | 1,024 | 2 s | 0.500 (0.")
    assert ET.parse(run.PICTURE).getroot().tag.endswith("svg")


def test_a_baseline_that_was_interrupted_keeps_its_finished_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first seed's file makes the checkout dirty; another commit or another length is refused."""
    run = script("examples/baselines/run.py")
    trained: list[int] = []
    monkeypatch.setattr(run, "RESULTS", tmp_path)
    monkeypatch.setattr(run, "run", lambda _learner, _game, seed, _rounds: trained.append(seed))
    run.save("ppo", "kahuna", [1], 8, {"commit": "abc"}, resume=False)
    run.save("ppo", "kahuna", [1, 2, 3], 8, {"commit": "abc-dirty"}, resume=True)
    assert trained == [1, 2, 3]
    made = json.loads((tmp_path / "ppo-kahuna.json").read_text("utf-8"))
    assert (made["commit"], [each["seed"] for each in made["runs"]]) == ("abc", [1, 2, 3])
    for rounds, commit in ((9, "abc"), (8, "def")):
        with pytest.raises(SystemExit, match="cannot resume"):
            run.save("ppo", "kahuna", [4], rounds, {"commit": commit}, resume=True)
