"""The command `kahuna match`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_arena, check_players, crew_of, setup_of, status_of
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.arena.pair import Pair
    from kahuna.cli.options import Commands


def add_match(commands: "Commands") -> None:
    """Adds `kahuna match`."""
    match = commands.add_parser(
        "match",
        help="two players against each other, by mirrored pairs",
        description="Plays every deal twice, seats swapped, and says how sure the result is.",
    )
    match.add_argument("specs", metavar="PLAYER", nargs=2, help="see kahuna players")
    add_arena(match)
    match.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop as soon as one of these differences is clear, each error 5 %%",
    )
    match.add_argument("--records", metavar="F.jsonl", help="keep every game, one record a line")
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
    """Plays a match and prints its result, as far as it came."""
    from kahuna.arena.match import play_match, summary
    from kahuna.arena.report import match_text
    from kahuna.arena.statistics import SequentialTest

    specs: tuple[str, str] = tuple(options.specs)
    setup = setup_of(options, specs)._replace(records=bool(options.records))
    test = SequentialTest(*options.sprt) if options.sprt else None
    check_players(specs, options.game)
    with (
        _kept(options.records) as keep,
        crew_of(options, options.pairs) as crew,
        progress("{} : {}".format(*specs), options.pairs) as bar,
    ):
        match = play_match(setup, options.pairs, crew, test, keep, lambda pairs: bar.advance(_running(pairs)))
    figures = summary(match)
    sys.stdout.write((json.dumps(figures) if options.json else match_text(figures)) + "\n")
    return status_of(match.stopped)


@contextmanager
def _kept(name: str | None) -> "Iterator[Callable[[Pair], None]]":
    """Writes the games of the pairs it is given, so that a match that is killed leaves what it had."""
    if name is None:
        yield lambda _: None
        return
    with Path(name).open("w", encoding="utf-8") as file:

        def keep(pair: "Pair") -> None:
            file.writelines(record + "\n" for record in pair.records)
            file.flush()

        yield keep


def _running(pairs: "Mapping[int, Pair]") -> str:
    """The score so far."""
    from kahuna.arena import statistics

    score = statistics.score(statistics.count_pairs(pair.score for pair in pairs.values()))
    return f"{score.value:.3f} ({score.low:.3f} to {score.high:.3f})"
