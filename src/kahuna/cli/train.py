"""The command `kahuna train`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from kahuna.cli.options import (
    INTERRUPTED_STATUS,
    add_game,
    add_map_option,
    announce_compiling,
    chosen_game,
    cluster,
    read_time,
    read_whole,
)
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.cli.options import Commands
    from kahuna.cli.progress import Bar
    from kahuna.training.loop import Report


def add_train(commands: "Commands") -> None:
    """Adds `kahuna train`."""
    commands.add_parser(
        "train",
        help="train a net by self-play",
        description="Train a net by self-play. Interrupt it at any time; the same command continues.",
        options=_options,
    )


def _options(train: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    add_game(train)
    add_map_option(train)
    length = train.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=minutes, metavar="M", help="total training time in minutes")
    length.add_argument(
        "--games", type=read_whole, metavar="N", help="total number of games; same seed, same net"
    )
    train.add_argument(
        "--out",
        required=True,
        metavar="NET",
        help="file for the net; the training's other files are NET.* beside it",
    )
    train.add_argument(
        "--seed", type=read_whole, default=1, metavar="S", help="same seed, same start (default: 1)"
    )
    train.add_argument("--from", dest="source", metavar="NET", help="start from this net, with its width")
    train.add_argument(
        "--search",
        type=read_whole,
        metavar="N",
        help="let the champion's search play the games with N iterations a decision, and learn what it finds: slower, "
        "and stronger with search; best together with --from",
    )
    train.add_argument(
        "--against",
        metavar="RIVAL",
        help="learn only to beat this net, or the search champion:iterations=N, which stays fixed: measures how "
        "exploitable it is; with --search the learner searches, too",
    )
    train.add_argument(
        "--open",
        action="store_true",
        help="train the net that sees all cards, used by reviews, on games played by the bundled net",
    )
    place = train.add_mutually_exclusive_group()
    place.add_argument(
        "--workers", type=read_whole, metavar="N", help="number of threads that play (default: one per core)"
    )
    place.add_argument(
        "--cluster",
        type=cluster,
        metavar="ADDRESS",
        help="play the games on a dask cluster, for example tcp://10.0.0.5:8786",
    )
    train.set_defaults(run=run_train)


def minutes(text: str) -> float:
    """Reads a time above 0."""
    return read_time(text, "minutes", 100_000)


def run_train(options: argparse.Namespace) -> int:
    """Trains a net until its course is over or it is interrupted."""
    from pathlib import Path

    from kahuna.arena.crew import Cluster, Crew, Threads, cores
    from kahuna.training.file import Course
    from kahuna.training.loop import CHUNKS, slow_games, train
    from kahuna.training.rivals import is_search

    out = Path(options.out)
    if not out.parent.is_dir():
        raise ValueError(f"{out.parent}: no such folder")
    if options.open and options.against:
        raise ValueError("--open and --against cannot be combined: a net that sees all cards plays no games")
    if options.search and options.open:
        raise ValueError("--search and --open cannot be combined: a net that sees all cards plays no games")
    if options.search and options.against and not is_search(options.against):
        raise ValueError(
            f"--search needs a rival who searches too, champion:iterations=N, but --against {options.against} was given"
        )
    course = Course(
        chosen_game(options),
        options.minutes or 0.0,
        options.games or 0,
        options.seed,
        source=options.source or "",
        search=options.search or 0,
        against=options.against or "",
    )
    if slow := slow_games(course):
        course = course._replace(games_a_chunk=slow.games_a_chunk)
    if options.open:
        from kahuna.training.open_games import OPEN_HIDDEN_UNITS

        course = course._replace(open=True, hidden=OPEN_HIDDEN_UNITS)
    announce_compiling()
    crew: Crew = Cluster(options.cluster) if options.cluster else Threads(options.workers or cores())
    block = CHUNKS * course.games_a_chunk
    try:
        with _interruptible() as stopped, progress("training", 1.0) as bar:
            bar.reach(0.0, f"compiling; blocks of {block:,} games")
            about = train(course, out, partial(_told, bar), crew, stopped)
    finally:
        crew.close()
    sys.stdout.write(f"{out}: {about['games']:,} games in {about['minutes']} minutes\n")
    if options.open:
        from kahuna.review.starts import path_beside, write_starts

        write_starts(out)
        sys.stdout.write(f"{path_beside(out)}: its values before the deal\n")
    if stopped():
        sys.stdout.write("stopped; run the same command to continue\n")
        return INTERRUPTED_STATUS
    return 0


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C (or SIGTERM) ends the training after its round, a second one at once; yields whether it was asked for."""
    import signal

    asked: list[int] = []

    def ask(number: int, _: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        os.write(2, b"\nstopping when this round is over; once more stops at once\n")

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, ask) for number in numbers]
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _told(bar: "Bar", report: "Report") -> None:
    """Shows a report: what it counts beside the bar, its news as a line that stays."""
    counted = f"{report.games:,} games, {report.rate:.0f} a second"
    bar.reach(report.part, f"{counted}, loss {report.loss:.4f}")
    if report.news:
        bar.say(f"{report.part:.0%}, {counted}: {report.news}")
