"""The command `kahuna replay`."""

import argparse
from typing import TYPE_CHECKING

from kahuna.cli.options import announce_compiling, complain, whole
from kahuna.cli.progress import progress
from kahuna.cli.records import record_in, records_in
from kahuna.table.errors import BadRecord
from kahuna.table.ruleset import SEATS

if TYPE_CHECKING:
    from kahuna.cli.options import Commands
    from kahuna.table.game import Game


def add_replay(commands: "Commands") -> None:
    """Adds `kahuna replay`."""
    replay = commands.add_parser(
        "replay",
        help="shows or checks records",
        description="Shows or checks a record (or one of many in a file).",
    )
    replay.add_argument("file", metavar="F", help="a record, or a file with one a line; - for standard input")
    replay.add_argument("--seat", choices=SEATS, help="only what this seat saw")
    replay.add_argument("--verify", action="store_true", help="check every record and show none")
    replay.add_argument(
        "--number", type=whole, default=1, metavar="K", help="which record of the file (default: 1)"
    )
    replay.add_argument("--at", type=int, metavar="N", help="the board after N actions (default: at the end)")
    replay.add_argument("--labels", action="store_true", help="say how good each turn was (a quick review)")
    replay.add_argument("--ascii", action="store_true", help="no characters beyond ASCII")
    replay.set_defaults(run=run_replay)


def _labels(game: "Game") -> dict[int, str]:
    """What a quick review calls each turn, by the number of its first action."""
    from kahuna.review.review import review
    from kahuna.review.walk import turn_count

    announce_compiling()
    with progress("review", turn_count(game)) as bar:
        found = review(game, depth="quick", tell=lambda *_: bar.advance())
    return {turn.first: turn.label for turn in found.turns}


def run_replay(options: argparse.Namespace) -> int:
    """Shows or checks records."""
    from kahuna.table.record import read_record
    from kahuna.terminal.replay import show

    if not options.verify:
        record = record_in(options.file, options.number)
        labels = _labels(read_record(record)) if options.labels else {}
        print(show(record, options.seat, options.at, options.ascii, labels))
        return 0
    records = records_in(options.file)
    for number, record in enumerate(records, 1):
        try:
            read_record(record)
        except BadRecord as error:
            return complain(f"{options.file}, record {number}: {error}")
    print(f"{len(records)} record{'s' if len(records) > 1 else ''}, every action and result correct")
    return 0
