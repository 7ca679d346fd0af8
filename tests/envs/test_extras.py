"""What is an extra stays one, and the benchmark of the batch runs."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kahuna.rules.jit import disabled

ROOT = Path(__file__).parents[2]
EXTRAS = ("gymnasium", "pettingzoo", "open_spiel", "pyspiel", "scipy", "absl")


@pytest.mark.parametrize("module", ["kahuna", "kahuna.cli", "kahuna.envs.batch", "kahuna.envs.resample"])
def test_the_base_install_never_imports_an_extra(module: str) -> None:
    """Whoever plays, or uses the batch with numpy alone, needs none of them."""
    code = f"import sys, {module}; print(*sorted(set({EXTRAS}) & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "\n"
    )


def test_the_table_never_imports_the_research_environment() -> None:
    """Nor numba, nor numpy: `import kahuna` stays quick."""
    code = "import sys, kahuna; print(*[name for name in sys.modules if name.startswith('kahuna.envs')])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "\n"
    )


def test_the_extras_are_declared() -> None:
    """`pip install kahuna[pettingzoo]` and `kahuna[openspiel]`; neither is needed by the base."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {
        extra: {line.split(">")[0] for line in lines}
        for extra, lines in project["optional-dependencies"].items()
    }
    assert names["pettingzoo"] == {"gymnasium", "pettingzoo"}
    assert names["openspiel"] == {"open_spiel"}
    assert not any(line.startswith(EXTRAS) for line in project["dependencies"])


@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
def test_the_benchmark_of_the_batch_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """In slices of almost nothing; the figures themselves are no test's business."""
    spec = importlib.util.spec_from_file_location("bench_batch", ROOT / "bench/batch.py")
    assert spec
    assert spec.loader
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
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
