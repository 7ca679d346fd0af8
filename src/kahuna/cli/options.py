"""What commands have in common: the options that name a game, numbers, a word about compiling, a bar of progress."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kahuna.table.ruleset import GAMES, SEATS, Rules

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

INTERRUPTED_STATUS = 130  # of a command that was stopped by Ctrl-C and has kept what it had


def handicap(text: str) -> tuple[str, int]:
    """Reads `white:2`."""
    seat, _, count = text.partition(":")
    if seat not in SEATS or count not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"a handicap is written like white:2 or black:1, not {text!r} (K15)")
    return seat, int(count)


def whole(text: str) -> int:
    """Reads a number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {text!r}")
    return int(text)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say which game is played."""
    parser.add_argument("--game", choices=GAMES, default="kahuna", help="which game (default: kahuna)")
    parser.add_argument("--planning", action="store_true", help="Kahuna's planning variant (K14)")
    parser.add_argument(
        "--handicap",
        type=handicap,
        metavar="SEAT:N",
        help="bridges that a seat may place before the first turn, like white:2 (K15)",
    )
    parser.add_argument(
        "--first", choices=SEATS, default="white", help="who begins in Kahuna (default: white)"
    )


def rules_of(options: argparse.Namespace) -> Rules:
    """The rules that those options name."""
    seat, count = options.handicap or (None, 0)
    return Rules(options.game, options.planning, count, seat, options.first).check()


def announce_compiling() -> None:
    """One line, if native code must be compiled first, so that nobody wonders."""
    from kahuna.rules import jit

    if jit.cold():
        sys.stderr.write("Compiling native code, once for this version (up to a minute) ...\n")


def milliseconds(text: str) -> float:
    """Reads a time above 0."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if not 0 < time <= 3_600_000:
        raise argparse.ArgumentTypeError(f"expected milliseconds, not {text!r}")
    return time


def complain(message: str, program: str = "kahuna") -> int:
    """Writes one line on standard error; the exit status of whoever was asked for something impossible."""
    sys.stderr.write(f"{program}: {' '.join(message.split())}\n")
    return 2
