"""Options and helpers shared by the arena's commands: pairs, seeds, workers and exit status."""

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

MOST_OPENING = 20


def add_arena(parser: argparse.ArgumentParser) -> None:
    """Adds the options of every command that plays mirrored pairs."""
    parser.add_argument(
        "--pairs",
        type=read_whole,
        default=100,
        metavar="N",
        help="mirrored pairs for each pairing of players (default: 100)",
    )
    parser.add_argument(
        "--luck",
        action="store_true",
        help="also report the score adjusted for the luck of the cards (implies --strict; --sprt uses that score)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="restart programs (exec:) for every game, so that they cannot remember the deal",
    )
    parser.add_argument(
        "--opening",
        type=read_opening,
        default=0,
        metavar="N",
        help="the first N actions of each pair are drawn by lot; for the open games, where no deal makes games differ "
        "(default: 0)",
    )
    add_bot_log(parser)
    add_setting(parser)


def read_opening(text: str) -> int:
    """Reads a number of actions that leaves the players something to decide."""
    if not text.isdecimal() or int(text) > MOST_OPENING:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to {MOST_OPENING}, not {text!r}")
    return int(text)


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Adds the options for how games are set up."""
    parser.add_argument("--seed", default="0", metavar="S", help="same seed, same deals (default: 0)")
    add_rules(parser)
    parser.add_argument(
        "--time-ms",
        type=read_milliseconds,
        metavar="T",
        help="time for each decision, for players limited by time",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    add_crew(parser)


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Adds the options for where games are played: local processes or a cluster's workers."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--workers", type=read_whole, metavar="N", help="number of processes (default: one per core)"
    )
    place.add_argument(
        "--cluster",
        type=cluster,
        metavar="ADDRESS",
        help="run on a dask cluster, for example tcp://10.0.0.5:8786",
    )


def match_setup(options: argparse.Namespace, specs: tuple[str, str]) -> "MatchSetup":
    """The match that these options describe."""
    from kahuna.arena.pair import MatchSetup

    strict = options.strict or options.luck
    rules, seed = chosen_rules(options), options.seed
    if options.luck:
        from kahuna.review.assessors import MODULES

        MODULES[rules.game]  # fails at once for games whose luck cannot be measured
    return MatchSetup(
        specs,
        rules,
        seed,
        options.time_ms,
        luck=options.luck,
        strict=strict,
        opening=options.opening,
        log=bot_log_of(options),
    )


def check_players(specs: Iterable[str], game: str) -> None:
    """Fails at once, in one line, if a player does not exist or does not play this game."""
    from kahuna.bots.registry import find_bot

    native = False
    for spec in specs:
        bot = find_bot(spec, game)
        native = native or bot.native
        bot.close()
    if native:
        announce_compiling()


def figures_text(figures: "Figures") -> str:
    """The figures as one JSON object, with version, commit and machine."""
    import json

    from kahuna.arena.checkout import provenance

    return json.dumps(figures | provenance())


def status_of(stopped: str) -> int:
    """The exit status; writes one line if the match could not continue."""
    from kahuna.arena.match import INTERRUPTED

    if stopped and stopped != INTERRUPTED:
        sys.stderr.write(f"kahuna: {stopped}\n")
        return 2
    return INTERRUPTED_STATUS if stopped else 0


@contextmanager
def crew_of(options: argparse.Namespace, tasks: int) -> "Iterator[Crew]":
    """The crew that these options name, with no more workers than there are tasks."""
    from kahuna.arena.crew import Cluster, Processes, cores

    crew: Crew = (
        Cluster(options.cluster) if options.cluster else Processes(min(options.workers or cores(), tasks))
    )
    try:
        yield crew
    finally:
        crew.close()
