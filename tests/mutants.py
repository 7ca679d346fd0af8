"""Mutation testing of the rules: `make mutants`.

Mutmut passes decorated functions over, so a copy of the project without `@kernel` and without native code is mutated,
in `mutants/`; survivors are listed at the end.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "mutants"
SETTINGS = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = ["src/kahuna/rules/*"]
do_not_mutate = ["src/kahuna/rules/jit.py", "src/kahuna/rules/intrinsics.py", "src/kahuna/rules/playout.py"]
also_copy = ["tests", "pyproject.toml"]
timeout_multiplier = 2.0
timeout_constant = 5.0
pytest_add_cli_args_test_selection = [
    "tests/rules", "tests/test_mutant_games.py", "--ignore=tests/rules/test_jit.py",
]
"""


def prepare() -> None:
    """Copies sources and tests, without `@kernel`."""
    shutil.rmtree(WORK, ignore_errors=True)
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, WORK / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (WORK / "src/kahuna/rules").glob("*.py"):
        path.write_text(re.sub(r"^@kernel\n", "", path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    (WORK / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8") + SETTINGS, "utf-8")


def main() -> int:
    """Runs mutmut on the copy and lists what survived."""
    prepare()
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    mutmut = [sys.executable, "-m", "mutmut"]
    status = subprocess.run(
        [*mutmut, "run", *sys.argv[1:]], cwd=WORK, env=environment, check=False
    ).returncode
    subprocess.run([*mutmut, "results"], cwd=WORK, env=environment, check=False)
    return status


if __name__ == "__main__":
    sys.exit(main())
