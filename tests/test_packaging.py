"""What is installed from a wheel is what is in the tree."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_every_file_of_the_package_and_what_the_bench_needs(tmp_path: Path) -> None:
    """Design: an editable install would hide a file that is missing."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    package = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src/kahuna").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert package <= names
    assert {"kahuna/bench/limit.c", "kahuna/bench/oracle/__init__.py"} <= names
