"""The command `kahuna replay`."""

import argparse
import sys
from typing import TYPE_CHECKING

from kahuna.cli.options import announce_compiling, complain, read_whole
from kahuna.cli.progress import progress
from kahuna.cli.records import record_in, records_in
from kahuna.table.errors import BadRecord
from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from kahuna.cli.options import Commands
    from kahuna.table.game import Game


def add_replay(commands: "Commands") -> None:
    """Adds `kahuna replay`."""
    commands.add_parser(
        "replay",
        help="show or check records",
        description="Show or check records. In a terminal the arrow keys step through the game.",
        options=_options,
    )


def _options(replay: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    replay.add_argument(
        "file", metavar="F", help="a record, or a file with one record per line; - for standard input"
    )
    replay.add_argument("--seat", choices=SEATS, help="show only what this seat saw")
    replay.add_argument(
        "--verify", action="store_true", help="check every record in the file instead of showing one"
    )
    replay.add_argument(
        "--commitment", metavar="HEX", help="with --verify: check that the deal matches this commitment"
    )
    replay.add_argument(
        "--number",
        type=read_whole,
        default=1,
        metavar="K",
        help="number of the record in the file (default: 1)",
    )
    replay.add_argument(
        "--at", type=int, metavar="N", help="show the board after N actions (default: at the end)"
    )
    replay.add_argument("--text", action="store_true", help="print the game as text, even in a terminal")
    replay.add_argument(
        "--labels", action="store_true", help="label each turn by how good it was (runs a quick review)"
    )
    replay.add_argument("--ascii", action="store_true", help="use only ASCII characters")
    replay.set_defaults(run=run_replay)


def _labels(game: "Game") -> dict[int, str]:
    """The label a quick review gives each turn, by the number of its first action."""
    from kahuna.review.review import review
    from kahuna.review.walk import turn_count

    announce_compiling()
    with progress("review", turn_count(game)) as bar:
        found = review(game, depth="quick", tell=lambda *_: bar.advance())
    return {turn.first: turn.label for turn in found.turns}


def _at_a_terminal(options: argparse.Namespace) -> bool:
    """Whether the game can be stepped through: an interactive terminal, and no text was asked for."""
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
            raise ValueError("--commitment needs --verify")
        record = record_in(options.file, options.number)
        labels = _labels(read_record(record)) if options.labels else {}
        if _at_a_terminal(options):
            style = style_for(options.ascii, False)
            step_through(record, options.seat, style, pressed_keys(), Lines(remember=False).repaint, labels)
            return 0
        print(show(record, options.seat, options.at, options.ascii, labels))
        return 0
    return _verify(options.file, options.commitment)


def _verify(file: str, promised: str | None) -> int:
    """Checks every record of a file, and its fair cards against the commitment if one is given."""
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
            return complain(f"{where}: no fair cards, so there is no commitment to compare")
        if promised and commitment != promised.lower():
            return complain(f"{where}: not the promised deal: its commitment is {commitment}")
    print(f"{len(records)} record{'s' if len(records) > 1 else ''}, all actions and results correct")
    if promised:
        print("Fair cards: this is the promised deal.")
    elif fair:
        print(f"Fair cards: {fair}, every deck follows from its secret and both seats' bytes.")
    return 0
