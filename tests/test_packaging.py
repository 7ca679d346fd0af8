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


def test_make_installs_from_an_activated_environment_that_has_no_pip(tmp_path: Path) -> None:
    """README: the program's own environment has none, and people activate it before they type `make test`."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "active")], check=True)
    command = ["make", "--dry-run", "--always-make", "setup", f"PYTHON={tmp_path / 'active/bin/python'}"]
    planned = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    installs = [line for line in planned.splitlines() if " -m pip " in line]
    assert installs
    for line in installs:
        python = line.split()[0].lstrip("@")
        assert (
            subprocess.run([python, "-m", "pip", "--version"], check=False, capture_output=True).returncode
            == 0
        )
