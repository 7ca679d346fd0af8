"""One source, two speeds: where native code is kept, and that nobody waits for Numba without need."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna.rules import jit, playout

PACKAGE = Path(jit.__file__).parents[1]
SOURCES = PACKAGE.parent
PLAY = """
import json
from kahuna.rules import playout
print(json.dumps([playout.random_kahuna(5, 6, 0), playout.random_kahuna(5, 6, 1),
                  playout.random_exahuna(5, 6), playout.random_special(5, 6)]))
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache home of its own, temporary folder included; what `cache_dir` remembers is forgotten around it."""
    for name in ("home", "temp"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temp"))
    jit.cache_dir.cache_clear()
    yield tmp_path / "home"
    jit.cache_dir.cache_clear()


def fresh_cache_dir() -> Path:
    jit.cache_dir.cache_clear()
    return jit.cache_dir()


def in_python(code: str, **environment: str) -> str:
    """What a new interpreter prints for this code."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCES), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    "source",
    [
        "rules/bits.py", "rules/boards.py", "rules/boards.toml", "rules/capture.py", "rules/exahuna.py",
        "rules/intrinsics.py", "rules/kahuna.py", "rules/outcome.py", "rules/playout.py", "rules/special.py",
        "bots/greedy.py", "bots/nets/lanes_native.py", "table/games/kahuna_worlds.py",
    ],
)  # fmt: skip
def test_native_code_is_kept_apart_for_every_version_of_the_sources(
    source: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design: a changed kernel, constant or board, also in another file than the caller's, means another folder."""
    copy = tmp_path / "kahuna"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "KERNEL_SOURCES", copy)
    before = fresh_cache_dir()
    assert fresh_cache_dir() == before
    with (copy / source).open("a") as file:
        file.write("\n# changed\n")
    after = fresh_cache_dir()
    assert after != before
    assert before.parent == after.parent == home / "kahuna"
    assert after.is_dir()


def test_a_home_that_cannot_be_written_is_replaced_by_the_temporary_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design: read-only installations and homes work, at worst without keeping anything."""
    home.rmdir()
    home.write_text("in the way")
    second = tmp_path / "temp" / f"kahuna-cache-{os.getuid()}"
    assert fresh_cache_dir().parent == second
    shutil.rmtree(second)
    second.write_text("in the way too")
    last = fresh_cache_dir()
    assert last.is_dir()
    assert last.parent == tmp_path / "temp"


def test_a_folder_that_exists_and_cannot_be_written_is_passed_over(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design: being there is not enough."""
    monkeypatch.setattr(os, "access", lambda path, mode: not Path(path).is_relative_to(home))
    assert fresh_cache_dir().is_relative_to(tmp_path / "temp")


def test_native_code_unused_for_a_month_is_deleted(home: Path) -> None:
    """Design: of other versions only; what was used since stays."""
    for name, days in (("old", 31), ("recent", 29)):
        folder = home / "kahuna" / name / "rules"
        folder.mkdir(parents=True)
        (folder / "code.nbi").write_text("native")
        os.utime(folder.parent, (time.time() - days * 86400,) * 2)
    current = fresh_cache_dir()
    assert set((home / "kahuna").iterdir()) == {home / "kahuna" / "recent", current}


def test_whether_it_has_to_compile_is_known_beforehand(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Design: nothing kept means cold; plain Python never is."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    assert jit.cold()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not jit.cold()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "")
    (fresh_cache_dir() / "code.nbi").write_text("native")
    assert not jit.cold()


def test_plain_python_plays_the_same_games_without_numba() -> None:
    """Design: one source; NUMBA_DISABLE_JIT=1 gives the same tallies of random games as native code."""
    plain = in_python(PLAY + "import sys; print('numba' in sys.modules)", NUMBA_DISABLE_JIT="1")
    tallies, numba = plain.splitlines()
    assert numba == "False"
    assert json.loads(tallies) == [
        [*playout.random_kahuna(5, 6, 0)],
        [*playout.random_kahuna(5, 6, 1)],
        [*playout.random_exahuna(5, 6)],
        [*playout.random_special(5, 6)],
    ]
    assert [sum(tally[:3]) for tally in json.loads(tallies)] == [6] * 4


COMPILES = """
import numba.core.event as event
from kahuna.rules.jit import compiled

@compiled
def total(upto: int) -> int:
    sum = 0
    for number in range(upto):
        sum += number
    return sum

class Count(event.Listener):
    seen = 0
    def on_start(self, happened):
        self.seen += happened.data["dispatcher"].py_func.__name__ == "total"
    def on_end(self, happened):
        pass

with event.install_listener("numba:compile", count := Count()):
    assert total(4) == 6
print(count.seen)
"""


def test_processes_that_need_the_same_native_code_compile_it_once(home: Path, tmp_path: Path) -> None:
    """Whoever comes second waits and reads what the first has kept."""
    script = tmp_path / "compiles.py"
    script.write_text(COMPILES)
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    processes = [
        subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert sorted(process.communicate()[0] for process in processes) == ["0\n", "1\n"]


@pytest.mark.parametrize("module", ["kahuna", "kahuna.rules.playout", "kahuna.cli"])
def test_importing_the_program_does_not_import_numba(module: str) -> None:
    """Design: whoever plays one game never waits for it, and a game needs none of it."""
    game = "g = kahuna.Game(seed=1); [g.play(g.legal()[0]) for _ in range(20)]; "
    code = f"import kahuna, {module}, sys; {game} print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert in_python(code) == "False False\n"
