"""The long run of the lockstep: many games of every variant on all cores, until the first difference.

    python tests/soak.py [--games 20000] [--seconds-limit 600] [--first-seed 100000]

Exit status 1 and the variant, seed and action of the first difference if program and oracle disagree.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from support.lockstep import VARIANTS, play_seed
from support.map_games import MAPS, board_named, play_on_map

CHUNK = 40  # games that a process plays before it reports
KINDS = (*VARIANTS, *(f"map {name}" for name in MAPS))


class Chunk(NamedTuple):
    """Games that one process plays in one go."""

    variant: str
    first: int
    games: int


class Report(NamedTuple):
    """What came out of a chunk."""

    chunk: Chunk
    seen: Counter[str]
    difference: str  # empty if there was none


def play_chunk(chunk: Chunk) -> Report:
    """Plays these games in lockstep up to the first difference; any error counts as one."""
    seen: Counter[str] = Counter()
    for seed in range(chunk.first, chunk.first + chunk.games):
        try:
            _play(chunk.variant, seed, seen)
        except Exception as error:
            return Report(chunk, seen, f"{chunk.variant} seed {seed}: {type(error).__name__}: {error}")
    return Report(chunk, seen, "")


def _play(variant: str, seed: int, seen: Counter[str]) -> None:
    """A game of a variant, or on a map, greedy by turns."""
    if not variant.startswith("map "):
        play_seed(variant, seed, seen)
        return
    game = play_on_map(board_named(variant[4:]), seed, greedy=seed % 2 == 0)
    seen["actions"] += len(game.steps)
    result = game.result
    seen[f"by {result['by'] if result else None}"] += 1


def chunks(games: int, first_seed: int) -> Iterator[Chunk]:
    """All chunks, the variants taking turns."""
    for start in range(0, games, CHUNK):
        for variant in KINDS:
            yield Chunk(variant, first_seed + start, min(CHUNK, games - start))


def soak(games: int, first_seed: int, seconds: float, console: Console) -> int:
    """Plays everything with a progress bar for each variant; the exit status."""
    deadline = time.monotonic() + seconds
    seen = {variant: Counter[str]() for variant in KINDS}
    columns = (
        TextColumn("{task.description:16}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
    )
    waiting = chunks(games, first_seed)
    running: set[Future[Report]] = set()
    cores = os.cpu_count() or 1
    with (
        ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool,
        Progress(*columns, console=console) as progress,
    ):
        bars = {variant: progress.add_task(variant, total=games, note="") for variant in KINDS}
        while True:
            while len(running) < 2 * cores and time.monotonic() < deadline:
                chunk = next(waiting, None)
                if chunk is None:
                    break
                running.add(pool.submit(play_chunk, chunk))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for report in (future.result() for future in done):
                if report.difference:
                    pool.shutdown(wait=False, cancel_futures=True)
                    progress.stop()
                    console.print(f"DIFFERENCE in {report.difference}", markup=False, soft_wrap=True)
                    return 1
                variant, tally = report.chunk.variant, seen[report.chunk.variant]
                tally.update(report.seen)
                progress.update(
                    bars[variant], advance=report.chunk.games, note=f"{tally['actions']:,} actions"
                )
    for variant, tally in seen.items():
        what = ", ".join(f"{name} {count:,}" for name, count in sorted(tally.items()) if count)
        console.print(f"{variant}: {what}", markup=False, highlight=False, soft_wrap=True)
    if time.monotonic() >= deadline:
        console.print(f"stopped after {seconds:.0f} s without a difference")
    return 0


def main(arguments: list[str]) -> int:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description="Plays the program and the oracle in lockstep.")
    parser.add_argument("--games", type=int, default=20_000, help="games of each variant")
    parser.add_argument(
        "--first-seed", type=int, default=100_000, help="the suite plays the seeds below 10,000"
    )
    parser.add_argument("--seconds-limit", type=float, default=float("inf"))
    options = parser.parse_args(arguments)
    return soak(options.games, options.first_seed, options.seconds_limit, Console())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
