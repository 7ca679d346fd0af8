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
    calibrate = commands.add_parser(
        "calibrate",
        help="whether a player's chances to win are calibrated",
        description="Lets a player meet itself, and compares the chances it says with how the games end.",
    )
    calibrate.add_argument("spec", metavar="PLAYER", help="one that says its chances; see kahuna players")
    calibrate.add_argument(
        "--games",
        type=read_whole,
        default=400,
        metavar="N",
        help="how many (default: 400, about 40,000 positions)",
    )
    add_setting(calibrate)
    calibrate.add_argument("--svg", metavar="F.svg", help="a picture of said and real chances")
    calibrate.set_defaults(run=run_calibrate)


def run_calibrate(options: argparse.Namespace) -> int:
    """Plays the games and prints said and real chances."""
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
        raise ValueError(f"player {options.spec!r} says no chances")
    if options.svg:
        Path(options.svg).write_text(calibration_picture(figures), "utf-8")
    sys.stdout.write((figures_text(figures) if options.json else calibration_text(figures)) + "\n")
    return status_of(stopped)
