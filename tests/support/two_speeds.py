"""The same program in plain Python and as native code (design: one source, two speeds)."""

import os
import subprocess
import sys


def printed_at_both_speeds(program: str) -> list[str]:
    """What this program prints, compiled and not."""
    return [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
