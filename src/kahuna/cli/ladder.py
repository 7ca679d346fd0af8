"""The command `kahuna ladder`."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_arena, check_players, crew_of, figures_text, match_setup, status_of
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.arena.pair import MatchSetup
    from kahuna.arena.resume import LadderFile
    from kahuna.cli.options import Commands


def add_ladder(commands: "Commands") -> None:
    """Adds `kahuna ladder`."""
    commands.add_parser(
        "ladder",
        help="rate several players in a round robin",
        description="Play every player against every other in mirrored pairs, and rate them all.",
        options=_options,
    )


def _options(ladder: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    ladder.add_argument("specs", metavar="PLAYER", nargs="+", help="two or more; see kahuna players")
    add_arena(ladder)
    ladder.add_argument("--svg", metavar="F.svg", help="write a chart of the ratings")
    ladder.add_argument(
        "--resume",
        metavar="FILE",
        help="save every finished pair in this file and skip pairs saved there; run the same command to continue",
    )
    ladder.set_defaults(run=run_ladder)


def run_ladder(options: argparse.Namespace) -> int:
    """Plays a round robin and prints the ratings so far, even if it was stopped."""
    from pathlib import Path

    from kahuna.arena.ladder import play_ladder, summary
    from kahuna.arena.pictures import ladder_picture
    from kahuna.arena.report import ladder_text

    specs = tuple(options.specs)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise ValueError("a ladder needs two or more different players")
    setup = match_setup(options, (specs[0], specs[1]))
    check_players(specs, setup.rules.game)
    if options.svg:
        Path(options.svg).touch()  # an unwritable file fails before the work, not after it
    total = options.pairs * len(specs) * (len(specs) - 1) // 2

    def tell(pairing: tuple[int, int]) -> None:
        bar.advance(" : ".join(specs[number] for number in pairing))

    with (
        _noted(options.resume, specs, setup) as noted,
        crew_of(options, total) as crew,
        progress("ladder", total) as bar,
    ):
        known = noted.pairs if noted else {}
        for pairs in known.values():
            for number in pairs:
                if number < options.pairs:
                    bar.advance()
        ladder = play_ladder(
            specs, setup, options.pairs, crew, tell, known, noted.note if noted else lambda *_: None
        )
    figures = summary(ladder)
    if options.svg:
        Path(options.svg).write_text(ladder_picture(figures), "utf-8")
    sys.stdout.write((figures_text(figures) if options.json else ladder_text(figures)) + "\n")
    if ladder.stopped and options.resume:
        sys.stderr.write("kahuna: run the same command to continue\n")
    return status_of(ladder.stopped)


@contextmanager
def _noted(name: str | None, specs: tuple[str, ...], setup: "MatchSetup") -> "Iterator[LadderFile | None]":
    """The file of finished pairs, if one is named."""
    from pathlib import Path

    from kahuna.arena.resume import LadderFile

    if name is None:
        yield None
        return
    with closing(LadderFile(Path(name), specs, setup)) as file:
        yield file
