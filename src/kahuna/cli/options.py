"""Shared by the commands: options that name a game, parsing of numbers, the notice about compiling, error messages."""

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any

from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from kahuna.table.ruleset import Rules

    Commands = argparse._SubParsersAction[Any]

INTERRUPTED_STATUS = 130  # of a command stopped by Ctrl-C that has saved its work so far


def handicap(text: str) -> tuple[str, int]:
    """Reads `white:2`."""
    seat, _, count = text.partition(":")
    if seat not in SEATS or count not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"a handicap is written like white:2 or black:1, not {text!r} (K15)")
    return seat, int(count)


def read_whole(text: str) -> int:
    """Reads a number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {text!r}")
    return int(text)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Adds the options for which game is played."""
    add_game(parser)
    add_map_option(parser)
    parser.add_argument("--planning", action="store_true", help="Kahuna's planning variant (K14)")
    parser.add_argument(
        "--handicap",
        type=handicap,
        metavar="SEAT:N",
        help="bridges a seat may place before the first turn, for example white:2 (K15)",
    )
    parser.add_argument(
        "--first", choices=SEATS, default="white", help="who begins in Kahuna (default: white)"
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a game."""
    from kahuna.table.games import GAMES

    parser.add_argument("--game", choices=GAMES, default="kahuna", help="which game (default: kahuna)")


def add_map_option(parser: argparse.ArgumentParser) -> None:
    """Adds the option that names a map."""
    parser.add_argument("--map", metavar="F.toml", help="Kahuna on a map of your own (docs/maps.md)")


def chosen_game(options: argparse.Namespace) -> str:
    """The name of the chosen game, on its map if `--map` is given.

    The map's file is added to KAHUNA_MAPS, so that processes started later know it too.
    """
    if not options.map:
        game: str = options.game
        return game
    import os
    from pathlib import Path

    from kahuna.rules.maps import read_map
    from kahuna.table.games import on_map, spec_of

    if not spec_of(options.game).on_maps:
        raise ValueError(f"--map: {options.game} is played on its own board only")
    path = str(Path(options.map).resolve())
    name = on_map(read_map(path))
    known = filter(None, os.environ.get("KAHUNA_MAPS", "").split(os.pathsep))
    os.environ["KAHUNA_MAPS"] = os.pathsep.join(dict.fromkeys([*known, path]))
    return name


def chosen_rules(options: argparse.Namespace) -> "Rules":
    """The rules these options describe."""
    from kahuna.table.ruleset import Rules

    seat, count = options.handicap or (None, 0)
    return Rules(chosen_game(options), options.planning, count, seat, options.first).check()


def announce_compiling() -> None:
    """Writes one line if native code must be compiled first, so that the wait is explained."""
    from kahuna.rules import jit

    if jit.cold():
        sys.stderr.write("Compiling native code, once for this version (up to a minute) ...\n")


def read_time(text: str, unit: str, most: float) -> float:
    """Reads a time above 0 and up to `most`, in this unit."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if not 0 < time <= most:
        raise argparse.ArgumentTypeError(f"expected {unit}, not {text!r}")
    return time


def read_milliseconds(text: str) -> float:
    """Reads a time of at most an hour."""
    return read_time(text, "milliseconds", 3_600_000)


def cluster(text: str) -> str:
    """Reads the address of a dask scheduler; it is not contacted yet."""
    if not re.fullmatch(r"(\w+://)?[^\s/:]+(:\d{1,5})", text):
        raise argparse.ArgumentTypeError(
            f"expected a cluster's address like tcp://10.0.0.5:8786, not {text!r}"
        )
    return text


def add_bot_log(parser: argparse.ArgumentParser) -> None:
    """Adds `--bot-log`."""
    parser.add_argument(
        "--bot-log",
        metavar="DIR",
        help="write all messages to and from programs (exec:), and their standard error, into this folder",
    )


def bot_log_of(options: argparse.Namespace) -> str:
    """The folder given by `--bot-log`, created if needed; "" without the option."""
    from pathlib import Path

    if not options.bot_log:
        return ""
    folder = Path(options.bot_log)
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder.resolve())


def complain(message: str, program: str = "kahuna") -> int:
    """Writes one line to standard error and returns the exit status for a bad request."""
    sys.stderr.write(f"{program}: {' '.join(message.split())}\n")
    return 2
