"""The command `kahuna replay`."""

import argparse
import sys
from typing import TYPE_CHECKING

from kahuna.cli.options import announce_compiling, complain, read_whole
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
        description="Shows or checks a record (or one of many in a file). In a terminal the arrow keys go through it.",
    )
    replay.add_argument("file", metavar="F", help="a record, or a file with one a line; - for standard input")
    replay.add_argument("--seat", choices=SEATS, help="only what this seat saw")
    replay.add_argument("--verify", action="store_true", help="check every record and show none")
    replay.add_argument(
        "--commitment", metavar="HEX", help="with --verify: whether it is the deal that was promised so"
    )
    replay.add_argument(
        "--number", type=read_whole, default=1, metavar="K", help="which record of the file (default: 1)"
    )
    replay.add_argument("--at", type=int, metavar="N", help="the board after N actions (default: at the end)")
    replay.add_argument("--text", action="store_true", help="in words, also in a terminal")
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


def _at_a_terminal(options: argparse.Namespace) -> bool:
    """Whether somebody sits there who can step through the game, and has not asked for words."""
    plain = options.text or options.at is not None or options.file == "-"
    return not plain and sys.stdin.isatty() and sys.stdout.isatty()


def run_replay(options: argparse.Namespace) -> int:
    """Shows or checks records."""
    from kahuna.table.record import read_record
    from kahuna.terminal.keys import pressed_keys
    from kahuna.terminal.lines import Lines
    from kahuna.terminal.replay import show
    from kahuna.terminal.screen import style_for
    from kahuna.terminal.stepping import step_through

    if not options.verify:
        if options.commitment:
            raise ValueError("--commitment is checked by --verify: give both")
        record = record_in(options.file, options.number)
        labels = _labels(read_record(record)) if options.labels else {}
        if _at_a_terminal(options):
            style = style_for(options.ascii, False)
            step_through(record, options.seat, style, pressed_keys(), Lines(remember=False).redraw, labels)
            return 0
        print(show(record, options.seat, options.at, options.ascii, labels))
        return 0
    return _verify(options.file, options.commitment)


def _verify(file: str, promised: str | None) -> int:
    """Checks every record of a file, and whether its cards are the promised ones."""
    from kahuna.table.fair import FairDealer
    from kahuna.table.record import read_record

    records = records_in(file)
    fair = 0
    for number, record in enumerate(records, 1):
        where = f"{file}, record {number}"
        try:
            dealer = read_record(record).dealer
        except BadRecord as error:
            return complain(f"{where}: {error}")
        commitment = dealer.commitment if isinstance(dealer, FairDealer) else None
        fair += commitment is not None
        if promised and commitment is None:
            return complain(f"{where}: it shows no fair cards, so it keeps no promise")
        if promised and commitment != promised.lower():
            return complain(f"{where}: not the deal that was promised: its commitment is {commitment}")
    print(f"{len(records)} record{'s' if len(records) > 1 else ''}, every action and result correct")
    if promised:
        print("Fair cards: the deal that was promised.")
    elif fair:
        print(f"Fair cards: {fair}, every deck consistent with its secret and both seats' bytes.")
    return 0
