"""Proves the answer of every bundled puzzle anew, and judges the best turns anew; a part of `make soak`.

    python tests/prove_puzzles.py [--jobs N]

Exit status 1 and one line for each puzzle whose answer does not stand.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from rich.progress import track

from kahuna.learn.shelf import all_puzzles
from support.puzzles import fault


def main(arguments: list[str]) -> int:
    """Reads the options and proves."""
    parser = argparse.ArgumentParser(description="Proves the answer of every bundled puzzle anew.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    puzzles = all_puzzles()
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        faults = [found for found in track(pool.map(fault, puzzles), "puzzles", total=len(puzzles)) if found]
    for found in faults:
        sys.stderr.write(f"{found}\n")
    sys.stdout.write(f"{len(puzzles) - len(faults)} of {len(puzzles)} answers proven\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
