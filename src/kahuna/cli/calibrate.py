"""The command `kahuna calibrate`."""

import argparse
import sys
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_setting, check_players, crew_of, figures_text, status_of
from kahuna.cli.options import chosen_rules, read_whole
from kahuna.cli.progress import progress

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_calibrate(commands: "Commands") -> None:
    """Adds `kahuna calibrate`."""
    commands.add_parser(
        "calibrate",
        help="check whether a player's win chances are calibrated",
        description="Let a player play itself, and compare the win chances it states with the results.",
        options=_options,
    )


def _options(calibrate: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    calibrate.add_argument(
        "spec", metavar="PLAYER", help="a player that states its win chances; see kahuna players"
    )
    calibrate.add_argument(
        "--games",
        type=read_whole,
        default=400,
        metavar="N",
        help="number of games (default: 400, about 40,000 positions)",
    )
    add_setting(calibrate)
    calibrate.add_argument("--svg", metavar="F.svg", help="write a chart of stated chances and results")
    calibrate.set_defaults(run=run_calibrate)


def run_calibrate(options: argparse.Namespace) -> int:
    """Plays the games and compares stated chances with results."""
    from pathlib import Path

    from kahuna.arena.calibration import CalibrationRun, noted_games, summary
    from kahuna.arena.pictures import calibration_picture
    from kahuna.arena.report import calibration_text

    rules = chosen_rules(options)
    check_players([options.spec], rules.game)
    if options.svg:
        Path(options.svg).touch()
    course = CalibrationRun(options.spec, rules, options.seed, options.games, options.time_ms)
    with crew_of(options, options.games) as crew, progress(options.spec, options.games) as bar:
        games, stopped = noted_games(course, crew, bar.advance)
    figures = summary(course, games, stopped)
    if games and not figures["positions"]:
        raise ValueError(f"player {options.spec!r} states no win chances")
    if options.svg:
        Path(options.svg).write_text(calibration_picture(figures), "utf-8")
    sys.stdout.write((figures_text(figures) if options.json else calibration_text(figures)) + "\n")
    return status_of(stopped)
