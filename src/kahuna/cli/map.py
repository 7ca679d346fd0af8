"""The command `kahuna map`: checks custom maps."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_map(commands: "Commands") -> None:
    """Adds `kahuna map`."""
    commands.add_parser(
        "map",
        help="check a map of your own",
        description="Check a map of your own. Kahuna is played on it with --map (docs/maps.md).",
        options=_options,
    )


def _options(maps: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    doing = maps.add_subparsers(dest="doing", metavar="WHAT", required=True)
    check = doing.add_parser(
        "check",
        help="say whether a map can be played, and show it",
        description="Say whether Kahuna can be played on a map and how many links control each island, and show it.",
    )
    check.add_argument("file", metavar="F.toml", help="the map: islands and links (docs/maps.md)")
    check.add_argument("--svg", metavar="OUT", help="also write a picture")
    check.add_argument("--ascii", action="store_true", help="use only ASCII characters")
    check.set_defaults(run=run_check)


def run_check(options: argparse.Namespace) -> int:
    """Shows a map, or says in one line why it cannot be played."""
    from pathlib import Path

    from kahuna.rules.maps import read_map
    from kahuna.terminal.map_report import map_svg, map_text
    from kahuna.terminal.screen import style_for

    board = read_map(options.file)
    print(map_text(board, style_for(options.ascii, False)))
    if options.svg:
        Path(options.svg).write_text(map_svg(board), "utf-8")
    return 0
