"""The command `kahuna selfplay`."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kahuna.cli.options import add_rules, announce_compiling, milliseconds, rules_of, whole
from kahuna.cli.progress import progress
from kahuna.table.ruleset import SEATS

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_selfplay(commands: "Commands") -> None:
    """Adds `kahuna selfplay`."""
    self_play = commands.add_parser(
        "selfplay",
        help="games between players, written as records",
        description="Plays and writes full records.",
    )
    add_rules(self_play)
    self_play.add_argument("--games", type=whole, default=1, metavar="N", help="how many (default: 1)")
    self_play.add_argument("--seed", default="0", metavar="S", help="same seed, same games (default: 0)")
    self_play.add_argument(
        "--white", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--black", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--time-ms", type=milliseconds, metavar="T", help="for a decision, of players limited by time"
    )
    self_play.add_argument(
        "--out", required=True, metavar="F.jsonl", help="one record a line; - for standard output"
    )
    self_play.set_defaults(run=run_selfplay)


def run_selfplay(options: argparse.Namespace) -> int:
    """Games between players."""
    from kahuna.arena.selfplay import play
    from kahuna.bots.registry import find_bot
    from kahuna.table.record import dump_record, write_record

    rules = rules_of(options)
    specs = {"white": options.white, "black": options.black}
    bots = {seat: find_bot(specs[seat], rules.game) for seat in SEATS}
    if any(bot.native for bot in bots.values()):
        announce_compiling()
    try:
        with _output(options.out) as out, progress("self-play", options.games) as bar:
            for number in range(options.games):
                seed = f"{options.seed}/{number}"
                played = play(rules, bots, seed, seed, options.time_ms)
                meta = (
                    {"seed": seed} if played.fault is None else {"seed": seed, "fault": played.fault.reason}
                )
                record = write_record(played.game, specs, meta)
                out.write(dump_record(record) + "\n")
                bar.advance()
    finally:
        for bot in bots.values():
            bot.close()
    if options.out != "-" and sys.stderr.isatty():
        print(
            f"{options.games} game{'s' if options.games > 1 else ''} written to {options.out}",
            file=sys.stderr,
        )
    return 0


@contextmanager
def _output(name: str) -> Iterator[Any]:
    if name == "-":
        yield sys.stdout
    else:
        with Path(name).open("w", encoding="utf-8") as file:
            yield file
