"""The command `kahuna ladder`."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_arena, check_players, crew_of, setup_of, status_of
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_ladder(commands: "Commands") -> None:
    """Adds `kahuna ladder`."""
    ladder = commands.add_parser(
        "ladder",
        help="ratings of several players, by a round robin",
        description="Lets every player meet every other by mirrored pairs and rates them all.",
    )
    ladder.add_argument("specs", metavar="PLAYER", nargs="+", help="two or more; see kahuna players")
    add_arena(ladder)
    ladder.add_argument("--svg", metavar="F.svg", help="a picture of the ratings")
    ladder.set_defaults(run=run_ladder)


def run_ladder(options: argparse.Namespace) -> int:
    """Plays a round robin and prints the ratings, as far as it came."""
    from kahuna.arena.ladder import play_ladder, summary
    from kahuna.arena.pictures import ladder_picture
    from kahuna.arena.report import ladder_text

    specs = tuple(options.specs)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise ValueError("a ladder needs two or more different players")
    setup = setup_of(options, (specs[0], specs[1]))
    check_players(specs, options.game)
    if options.svg:
        Path(options.svg).touch()  # whoever cannot write there hears it before, not after
    total = options.pairs * len(specs) * (len(specs) - 1) // 2

    def tell(pairing: tuple[int, int]) -> None:
        bar.advance(" : ".join(specs[number] for number in pairing))

    with crew_of(options, total) as crew, progress("ladder", total) as bar:
        ladder = play_ladder(specs, setup, options.pairs, crew, tell)
    figures = summary(ladder)
    if options.svg:
        Path(options.svg).write_text(ladder_picture(figures), "utf-8")
    sys.stdout.write((json.dumps(figures) if options.json else ladder_text(figures)) + "\n")
    return status_of(ladder.stopped)
