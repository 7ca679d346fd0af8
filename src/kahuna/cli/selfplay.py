"""The command `kahuna selfplay`."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kahuna.cli.arena_options import check_players
from kahuna.cli.options import add_bot_log, add_rules, bot_log_of, chosen_rules, read_milliseconds, read_whole
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_selfplay(commands: "Commands") -> None:
    """Adds `kahuna selfplay`."""
    commands.add_parser(
        "selfplay",
        help="play games between players and write their records",
        description="Play games between two players and write their full records.",
        options=_options,
    )


def _options(self_play: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    add_rules(self_play)
    self_play.add_argument(
        "--games", type=read_whole, default=1, metavar="N", help="number of games (default: 1)"
    )
    self_play.add_argument("--seed", default="0", metavar="S", help="same seed, same games (default: 0)")
    self_play.add_argument(
        "--white", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--black", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--time-ms",
        type=read_milliseconds,
        metavar="T",
        help="time for each decision, for players limited by time",
    )
    self_play.add_argument(
        "--out",
        required=True,
        metavar="F.jsonl",
        help="output file, one record per line; - for standard output",
    )
    self_play.add_argument(
        "--workers",
        type=read_whole,
        default=1,
        metavar="N",
        help="processes that play in parallel (default: 1)",
    )
    add_bot_log(self_play)
    self_play.set_defaults(run=run_selfplay)


def run_selfplay(options: argparse.Namespace) -> int:
    """Games between players."""
    from kahuna.arena.crew import Processes
    from kahuna.arena.pair import MatchSetup, close_players
    from kahuna.arena.recorded import recorded_games

    rules = chosen_rules(options)
    check_players((options.white, options.black), rules.game)
    specs = (options.white, options.black)
    setup = MatchSetup(specs, rules, options.seed, options.time_ms, log=bot_log_of(options))
    crew = Processes(min(options.workers, options.games)) if options.workers > 1 else None
    try:
        with _output(options.out) as out, progress("self-play", options.games) as bar:
            for record in recorded_games(setup, options.games, crew):
                out.write(record + "\n")
                bar.advance()
    finally:
        if crew:
            crew.close()
        close_players()
    if options.out != "-" and sys.stderr.isatty():
        print(
            f"{options.games} game{'s' if options.games > 1 else ''} written to {options.out}",
            file=sys.stderr,
        )
    return 0


@contextmanager
def _output(name: str) -> Iterator[Any]:
    from pathlib import Path

    if name == "-":
        yield sys.stdout
    else:
        with Path(name).open("w", encoding="utf-8") as file:
            yield file
