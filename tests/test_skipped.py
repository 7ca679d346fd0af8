"""What `make test` says in its last lines."""

import os
import subprocess
import sys
from pathlib import Path

SKIPPING = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_of_the_page(number):
    pytest.skip("no browser here")

@pytest.mark.skip(reason="no database")
def test_of_the_store():
    pass
"""


def test_a_run_says_at_its_end_how_many_tests_were_skipped_and_why(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SKIPPING, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", "."]
    path = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | path, capture_output=True, text=True, check=True
    )
    said = ran.stdout.splitlines()
    assert said[-3:-1] == ["3 tests skipped: no browser here", "1 test skipped: no database"]
