"""Two versions of the program side by side: what became slower or faster from one checkout to the other.

    git archive COMMIT | tar -x -C /somewhere/old
    python bench/side_by_side.py /somewhere/old --rounds 40 --core 0

Each version runs in processes of its own. Their slices alternate on one core, are timed by processor time (starts by
the clock) and play the same games, so that a busy machine disturbs both alike; the ratio is the median of the ratios
of slices that stood next to each other. Above 1 the version of this checkout takes longer.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

HERE = Path(__file__).parents[1]
SLICE_SECONDS = 0.25
BYTECODE = tempfile.TemporaryDirectory(prefix="kahuna-bytecode-")  # kept for the whole run
API = ("by code, kahuna", "by code, exahuna", "by code, exahuna-special", "by view, kahuna")
NATIVE = (
    *("random games, kahuna", "random games, exahuna", "random games, exahuna-special"),
    *("search, iterations", "net, decisions", "champion, iterations"),
)
STARTS = {
    "import kahuna": ["-c", "import kahuna"],
    "kahuna --help": ["-c", "import sys; from {main} import main; sys.argv[1:] = ['--help']; main()"],
    "first native game": ["-c", "from kahuna.rules.playout import random_kahuna; random_kahuna(1, 1, 0)"],
}

# Asked by a line "part count" it answers with the seconds that took. Older versions have kahuna.speed.
WORKER = """
import random, sys, time

def by_code(game, rng):
    while not game.over:
        game.play_code(rng.choice(game.codes()))

def by_view(game, rng):
    while not game.over:
        game.play(rng.choice(game.view(game.to_move)["legal"]))

def played(play, name):
    from kahuna import Game, Rules
    def run(seed, games):
        begin = time.thread_time()
        for number in range(games):
            play(Game(Rules(name), seed=seed + number), random.Random(seed + number))
        return time.thread_time() - begin
    return run

def runner(part):
    what, _, name = part.partition(", ")
    if what.startswith("by "):
        return played(by_code if what == "by code" else by_view, name)
    try:
        from kahuna.bench import speed
    except ImportError:
        from kahuna import speed
    if what == "random games":
        return speed.ours(name)
    if what == "search":
        return speed.searched()
    if what == "champion":
        return speed.learned()
    looked = speed.looked()
    return looked[0] if isinstance(looked, tuple) else looked

runners = {}
for line in sys.stdin:
    part, _, count = line.strip().rpartition(" ")
    if part not in runners:
        runners[part] = runner(part)
        runners[part](1, 1)
    print(runners[part](20_000, int(count)), flush=True)
"""


def main() -> None:
    """Prints a table: a row for each part, with the ratio's quartiles."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path, help="the checkout or archive to compare with")
    parser.add_argument("--rounds", type=int, default=20, help="slices of each part")
    parser.add_argument("--core", type=int, help="the core both run on")
    parser.add_argument("--only", default="", help="parts whose names contain this")
    options = parser.parse_args()
    if not (options.old / "src/kahuna").is_dir():
        parser.error(f"{options.old} is no checkout: it has no src/kahuna")
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    tell("| measured | old, ms | new, ms | new / old | quartiles |")
    tell("| --- | --- | --- | --- | --- |")
    for parts in (API, NATIVE):
        for part in (part for part in parts if options.only in part):
            row(part, [asked(version(options.old), part), asked(version(HERE), part)], options.rounds)
    for part, arguments in STARTS.items():
        if options.only in part:
            row(part, [started(folder, arguments) for folder in (options.old, HERE)], options.rounds)


def version(folder: Path) -> subprocess.Popen[str]:
    """A process that measures this version."""
    return subprocess.Popen(
        [sys.executable, "-c", WORKER],
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def environment(folder: Path) -> dict[str, str]:
    """The surroundings in which a process finds this version and no other, with bytecode as if it were installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(folder / "src"), "PYTHONPYCACHEPREFIX": BYTECODE.name}


def asked(process: subprocess.Popen[str], part: str) -> Callable[[], float]:
    """Asks this process for slices of this part."""
    questions, answers = process.stdin, process.stdout
    assert questions is not None
    assert answers is not None

    def seconds(count: int) -> float:
        questions.write(f"{part} {count}\n")
        questions.flush()
        return float(answers.readline())

    count, taken = 1, seconds(1)
    while taken < SLICE_SECONDS / 4:
        count *= 4
        taken = seconds(count)
    COUNTS.setdefault(part, max(1, round(count * SLICE_SECONDS / taken)))  # the same for both
    return lambda: seconds(COUNTS[part])


COUNTS: dict[str, int] = {}


def started(folder: Path, arguments: list[str]) -> Callable[[], float]:
    """Starts this version anew each time."""
    main = "kahuna.cli.main" if (folder / "src/kahuna/cli").is_dir() else "kahuna.cli"
    words = [word.replace("{main}", main) for word in arguments]

    def seconds() -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, *words], env=environment(folder), stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin

    seconds()  # writes the bytecode
    return seconds


def row(part: str, sides: list[Callable[[], float]], rounds: int) -> None:
    """Measures both in turn and prints one row."""
    slices = []
    for number in range(rounds):
        order = (0, 1) if number % 2 else (1, 0)
        taken = [0.0, 0.0]
        for side in order:
            taken[side] = sides[side]()
        slices.append(taken)
    ratios = [new / old for old, new in slices]
    low, middle, high = quantiles(ratios, n=4)
    old, new = (1000 * median(taken[side] for taken in slices) for side in (0, 1))
    tell(f"| {part} | {old:.1f} | {new:.1f} | {middle:.3f} | {low:.3f} to {high:.3f} |")


def tell(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
