"""The command `kahuna review`: what every decision of a game was worth."""

import argparse
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kahuna.cli.options import announce_compiling, cluster, read_whole
from kahuna.cli.progress import progress
from kahuna.cli.records import record_in
from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kahuna.cli.options import Commands
    from kahuna.review.review import JudgeAll


def add_review(commands: "Commands") -> None:
    """Adds `kahuna review`."""
    commands.add_parser(
        "review",
        help="review every decision of a finished game",
        description="Judge every decision by what its seat knew, and separate luck of the cards from play.",
        options=_options,
    )


def _options(review: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    review.add_argument(
        "file", metavar="F", help="a record, or a file with one record per line; - for standard input"
    )
    review.add_argument(
        "--number",
        type=read_whole,
        default=1,
        metavar="K",
        help="number of the record in the file (default: 1)",
    )
    review.add_argument(
        "--depth", choices=("quick", "normal", "deep"), default="normal", help="how long to search"
    )
    review.add_argument("--seat", choices=SEATS, help="the text shows only this seat's turns")
    review.add_argument("--seed", default="0", metavar="S", help="same seed, same review (default: 0)")
    review.add_argument(
        "--cluster",
        type=cluster,
        metavar="ADDRESS",
        help="search on a dask cluster, for example tcp://10.0.0.5:8786",
    )
    review.add_argument("--json", action="store_true", help="print the review as one JSON object")
    review.add_argument("--html", metavar="OUT", help="write the review as one self-contained page")
    review.set_defaults(run=run_review)


def run_review(options: argparse.Namespace) -> int:
    """Reviews a game and prints what it was worth."""
    from pathlib import Path

    from kahuna.review.data import to_json
    from kahuna.review.page import review_page
    from kahuna.review.report import review_text
    from kahuna.review.review import review
    from kahuna.review.walk import turn_count
    from kahuna.table.record import read_record

    record = record_in(options.file, options.number)
    game = read_record(record)
    if options.html:
        Path(options.html).touch()  # an unwritable file fails before the work, not after it
    announce_compiling()
    with _judges(options.cluster) as judge_all, progress("review", turn_count(game)) as bar:
        found = review(
            game,
            record["players"],
            options.depth,
            options.seed,
            lambda *_: bar.advance(),
            judge_all=judge_all,
        )
    if options.html:
        Path(options.html).write_text(review_page(game, found), "utf-8")
    if options.json:
        sys.stdout.write(to_json(found).decode() + "\n")
    elif not options.html:
        sys.stdout.write(review_text(found, options.seat) + "\n")
    return 0


@contextmanager
def _judges(address: str | None) -> "Iterator[JudgeAll | None]":
    """What judges decisions: a cluster's workers, or None for threads of this process."""
    if not address:
        yield None
        return
    from kahuna.arena.crew import Cluster, in_order
    from kahuna.review.review import judged

    crew = Cluster(address)
    try:
        yield lambda tasks: in_order(crew, judged, tasks, "decision")
    finally:
        crew.close()
