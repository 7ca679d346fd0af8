"""The benchmark: its C plays the same games, and every figure is there. Nothing here depends on the time it takes."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kahuna.arena import checkout
from kahuna.bench import speed
from kahuna.bench.figures import GOALS, MEASURED_GAMES, table
from kahuna.rules import playout
from kahuna.rules.jit import disabled

GAMES = 20 if disabled() else 2_000

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc here to build bench/limit.c with")


@pytest.fixture(scope="module")
def limit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = speed.build_limit(tmp_path_factory.mktemp("limit"))
    assert program is not None, "gcc is here but bench/limit.c cannot be built"
    return program


def tally(game: str, seed: int) -> playout.Tally:
    if game == "exahuna":
        return playout.random_exahuna(seed, GAMES)
    if game == "exahuna-special":
        return playout.random_special(seed, GAMES)
    return playout.random_kahuna(seed, GAMES, int(game == "planning"))


@needs_gcc
@pytest.mark.parametrize("seed", [0, 7, 123_456_789_012, (1 << 63) - 1])
@pytest.mark.parametrize("game", ["kahuna", "planning", "exahuna", "exahuna-special"])
def test_c_plays_the_same_games(limit: Path, game: str, seed: int) -> None:
    printed = subprocess.run(
        [limit, game, str(seed), str(GAMES)], check=True, capture_output=True, text=True
    ).stdout.split()
    assert tuple(int(number) for number in printed[:4]) == tally(game, seed)
    assert float(printed[4]) >= 0


@needs_gcc
def test_the_c_has_no_warnings(tmp_path: Path) -> None:
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    subprocess.run(["gcc", *strict, "-O1", "-o", tmp_path / "limit", speed.LIMIT_SOURCE], check=True)


@needs_gcc
def test_the_c_refuses_what_it_does_not_know(limit: Path) -> None:
    for arguments in ([], ["chess", "1", "1"], ["kahuna", "1"]):
        assert subprocess.run([limit, *arguments], capture_output=True).returncode == 2


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """A whole run in slices of almost nothing, but for the start-up, which has its own test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speed, "start_up", lambda folder: (4.0, 0.5))
        told: list[str] = []
        figures = speed.measure(told.append, seconds=0.01)
        assert len(told) == len(set(told)) >= len(MEASURED_GAMES)
        return figures


def test_every_figure_is_measured(figures: dict[str, Any]) -> None:
    for key in ("random_games_per_s", "ratio_to_oracle"):
        assert set(figures[key]) == {"kahuna", "exahuna", "exahuna-special"}
        assert all(number > 0 for number in figures[key].values())
    for key in (
        "search_iterations_per_s",
        "search_to_random_games",
        "threads_2",
        "api_actions_per_s",
        "api_views_per_s",
        "cold_s",
        "warm_s",
        "peak_mb",
    ):
        assert isinstance(figures[key], int | float)
        assert figures[key] > 0
    assert set(figures["ratio_to_c"]) == set(figures["ratio_to_oracle"])
    for number in figures["ratio_to_c"].values():
        assert number is None if shutil.which("gcc") is None else number > 0
    assert {"cpu", "cores", "python", "numba"} <= set(figures["machine"])
    assert figures["commit"] is None or isinstance(figures["commit"], str)
    assert json.loads(json.dumps(figures)) == figures


def test_the_table_shows_every_figure(figures: dict[str, Any]) -> None:
    text = table(figures)
    for game in MEASURED_GAMES:
        assert f"{figures['random_games_per_s'][game]:,}" in text
    for key in GOALS:
        assert f"{figures[key]:,}" in text
    assert figures["machine"]["cpu"] in text


def test_without_gcc_its_ratio_is_null(
    figures: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checkout, "CHECKOUT", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert speed.build_limit(tmp_path) is None
    assert checkout.commit() is None
    monkeypatch.setattr(speed, "SLICES", 1)
    games, to_c, to_oracle = speed.beside_c_and_oracle("exahuna", None, 0.01)
    assert games > 0
    assert to_c is None
    assert to_oracle > 1
    nobody = dict.fromkeys(MEASURED_GAMES)
    assert " - " in table(figures | {"ratio_to_c": nobody, "commit": None})


def test_a_c_that_cannot_be_built_counts_as_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "limit.c"
    broken.write_text("this is no C")
    monkeypatch.setattr(speed, "LIMIT_SOURCE", broken)
    assert speed.build_limit(tmp_path) is None


def test_start_up_is_measured_in_a_new_process_and_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # so that this test need not wait for the compiler
    cold, warm = speed.start_up(tmp_path)
    assert cold > 0
    assert warm > 0
