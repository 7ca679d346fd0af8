"""Where the sources lie, if they are a checkout, and which commit of them runs."""

import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]


def commit() -> str | None:
    """The commit of the checkout, marked if files have changed since; None outside of one."""
    if not (CHECKOUT / ".git").exists() or not (CHECKOUT / "src/kahuna/bench/limit.c").exists():
        return None
    return output(["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty", "--exclude=*"])


def output(command: list[str]) -> str | None:
    """What the command prints, None if it is not there or fails."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
