"""Where figures come from: the version, the commit of the checkout if there is one, the machine."""

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kahuna import __version__

Figures = dict[str, Any]  # results as one JSON object, for --json and for people's own programs

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


def machine() -> Figures:
    """The processor, the versions of the software, and the load of the machine."""
    try:
        numba: str | None = version("numba")
    except PackageNotFoundError:
        numba = None
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba,
        "gcc": output(["gcc", "-dumpfullversion"]),
        "load": round(os.getloadavg()[0], 2),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def provenance() -> Figures:
    """Where figures come from, for `--json`: the version, the commit and the machine."""
    return {"version": __version__, "commit": commit(), "machine": machine()}
