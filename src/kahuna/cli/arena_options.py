"""What the commands of the arena have in common: pairs, seeds, workers, and how they end."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kahuna.cli.options import (
    INTERRUPTED_STATUS,
    add_bot_log,
    add_rules,
    announce_compiling,
    bot_log_of,
    chosen_rules,
    cluster,
    read_milliseconds,
    read_whole,
)

if TYPE_CHECKING:
    from kahuna.arena.checkout import Figures
    from kahuna.arena.crew import Crew
    from kahuna.arena.pair import MatchSetup


def add_arena(parser: argparse.ArgumentParser) -> None:
    """Adds the options of everything that plays pairs of games."""
    parser.add_argument(
        "--pairs",
        type=read_whole,
        default=100,
        metavar="N",
        help="how many, of each two players (default: 100)",
    )
    parser.add_argument(
        "--luck",
        action="store_true",
        help="also the score with the luck of the cards taken out; a --sprt then looks at that (implies --strict)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="start programs (exec:) anew for every game: they could remember the deal",
    )
    add_bot_log(parser)
    add_setting(parser)


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say how games are set up."""
    parser.add_argument("--seed", default="0", metavar="S", help="same seed, same deals (default: 0)")
    add_rules(parser)
    parser.add_argument(
        "--time-ms", type=read_milliseconds, metavar="T", help="for a decision, of players limited by time"
    )
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
    add_crew(parser)


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say who plays: processes here, or a cluster's workers."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--workers", type=read_whole, metavar="N", help="processes (default: one for each core)"
    )
    place.add_argument(
        "--cluster", type=cluster, metavar="ADDRESS", help="play on a dask cluster, like tcp://10.0.0.5:8786"
    )


def match_setup(options: argparse.Namespace, specs: tuple[str, str]) -> "MatchSetup":
    """The match that these options describe."""
    from kahuna.arena.pair import MatchSetup

    strict = options.strict or options.luck
    rules, seed = chosen_rules(options), options.seed
    return MatchSetup(
        specs, rules, seed, options.time_ms, luck=options.luck, strict=strict, log=bot_log_of(options)
    )


def check_players(specs: Iterable[str], game: str) -> None:
    """Says now, in one line, if there is no such player, or none for this game."""
    from kahuna.bots.registry import find_bot

    native = False
    for spec in specs:
        bot = find_bot(spec, game)
        native = native or bot.native
        bot.close()
    if native:
        announce_compiling()


def figures_text(figures: "Figures") -> str:
    """Figures as one JSON object, with what they were made by and where."""
    import json

    from kahuna.arena.checkout import provenance

    return json.dumps(figures | provenance())


def status_of(stopped: str) -> int:
    """The exit status, and one line if the match could not go on."""
    from kahuna.arena.match import INTERRUPTED

    if stopped and stopped != INTERRUPTED:
        sys.stderr.write(f"kahuna: {stopped}\n")
        return 2
    return INTERRUPTED_STATUS if stopped else 0


@contextmanager
def crew_of(options: argparse.Namespace, tasks: int) -> "Iterator[Crew]":
    """Those whom these options name, and no more of them than there are tasks."""
    from kahuna.arena.crew import Cluster, Processes, cores

    crew: Crew = (
        Cluster(options.cluster) if options.cluster else Processes(min(options.workers or cores(), tasks))
    )
    try:
        yield crew
    finally:
        crew.close()
