"""The command `kahuna match`."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_arena, check_players, crew_of, figures_text, match_setup, status_of
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.arena.pair import MatchSetup, Pair
    from kahuna.arena.resume import MatchFile
    from kahuna.cli.options import Commands


def add_match(commands: "Commands") -> None:
    """Adds `kahuna match`."""
    commands.add_parser(
        "match",
        help="play two players against each other in mirrored pairs",
        description="Play every deal twice, seats swapped, and report the score with its confidence interval.",
        options=_options,
    )


def _options(match: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    match.add_argument("specs", metavar="PLAYER", nargs=2, help="see kahuna players")
    add_arena(match)
    match.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop as soon as one of these Elo differences is accepted, with 5 %% error either way",
    )
    match.add_argument("--records", metavar="F.jsonl", help="write every game, one record per line")
    match.add_argument(
        "--resume",
        metavar="FILE",
        help="save every finished pair in this file and skip pairs saved there; run the same command to continue",
    )
    match.set_defaults(run=run_match)


def elo_bounds(text: str) -> tuple[float, float]:
    """Reads `0,10`."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two Elo differences like 0,10, not {text!r}") from None
    if not -1000 <= low < high <= 1000:
        raise argparse.ArgumentTypeError(f"expected a lower and a higher Elo difference, not {text!r}")
    return low, high


def run_match(options: argparse.Namespace) -> int:
    """Plays a match and prints the result so far, even if it was stopped."""
    from kahuna.arena.match import play_match, summary
    from kahuna.arena.report import match_text
    from kahuna.arena.statistics import SequentialTest

    specs: tuple[str, str] = tuple(options.specs)
    setup = match_setup(options, specs)._replace(records=bool(options.records))
    test = SequentialTest(*options.sprt) if options.sprt else None
    check_players(specs, setup.rules.game)
    with (
        _noted(options.resume, setup) as noted,
        _kept(options.records, bool(noted and noted.pairs)) as keep,
        crew_of(options, options.pairs) as crew,
        progress("{} : {}".format(*specs), options.pairs) as bar,
    ):
        known = noted.pairs if noted else {}
        for _ in range(min(len(known), options.pairs)):
            bar.advance()
        match = play_match(
            setup,
            options.pairs,
            crew,
            test,
            keep,
            lambda pairs: bar.advance(_running(pairs)),
            known,
            noted.note if noted else lambda _: None,
        )
    figures = summary(match)
    sys.stdout.write((figures_text(figures) if options.json else match_text(figures)) + "\n")
    if match.stopped and options.resume:
        sys.stderr.write("kahuna: run the same command to continue\n")
    return status_of(match.stopped)


@contextmanager
def _noted(name: str | None, setup: "MatchSetup") -> "Iterator[MatchFile | None]":
    """The file of finished pairs, if one is named."""
    from pathlib import Path

    from kahuna.arena.resume import MatchFile

    if name is None:
        yield None
        return
    with closing(MatchFile(Path(name), setup)) as file:
        yield file


@contextmanager
def _kept(name: str | None, more: bool) -> "Iterator[Callable[[Pair], None]]":
    """Writes the games of each pair it is given; with `more`, after those already in the file."""
    from pathlib import Path

    if name is None:
        yield lambda _: None
        return
    with Path(name).open("a" if more else "w", encoding="utf-8") as file:

        def keep(pair: "Pair") -> None:
            file.writelines(record + "\n" for record in pair.records)
            file.flush()

        yield keep


def _running(pairs: "Mapping[int, Pair]") -> str:
    """The score so far."""
    from kahuna.arena import statistics

    score = statistics.score(statistics.count_pairs(pair.score for pair in pairs.values()))
    return f"{score.value:.3f} ({score.low:.3f} to {score.high:.3f})"
