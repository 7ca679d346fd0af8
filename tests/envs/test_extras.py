"""What is an extra stays one."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("module", "needs", "extra"),
    [
        ("kahuna_v1", "pettingzoo", "pettingzoo"),
        ("exahuna_v1", "gymnasium", "pettingzoo"),
        ("exahuna_special_v1", "pettingzoo", "pettingzoo"),
        ("openspiel_game", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(module: str, needs: str, extra: str) -> None:
    """With what to install."""
    code = f"import sys; sys.modules[{needs!r}] = None; import kahuna.envs.{module}"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr
    assert said.splitlines()[-1].startswith(f"ModuleNotFoundError: {needs} is not installed")
    assert f"pip install 'kahuna[{extra}]'" in said.splitlines()[-1]
