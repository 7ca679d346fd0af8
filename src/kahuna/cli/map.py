"""The command `kahuna map`: a look at a map of one's own."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_map(commands: "Commands") -> None:
    """Adds `kahuna map`."""
    maps = commands.add_parser(
        "map",
        help="checks a map of your own",
        description="Looks at a map of your own, on which Kahuna can be played with --map (docs/maps.md).",
    )
    doing = maps.add_subparsers(dest="doing", metavar="WHAT", required=True)
    check = doing.add_parser(
        "check",
        help="whether it can be played, its degrees, a picture",
        description="Says whether Kahuna can be played on a map, how many links control each island, and shows it.",
    )
    check.add_argument("file", metavar="F.toml", help="islands and links, as docs/maps.md shows")
    check.add_argument("--svg", metavar="OUT", help="write a picture, too")
    check.add_argument("--ascii", action="store_true", help="no characters beyond ASCII")
    check.set_defaults(run=run_check)


def run_check(options: argparse.Namespace) -> int:
    """Shows a map, or says in one line why it is none."""
    from pathlib import Path

    from kahuna.rules.maps import read_map
    from kahuna.terminal.map_report import map_svg, map_text
    from kahuna.terminal.screen import style_for

    board = read_map(options.file)
    print(map_text(board, style_for(options.ascii, False)))
    if options.svg:
        Path(options.svg).write_text(map_svg(board), "utf-8")
    return 0
