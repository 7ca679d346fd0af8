"""The command `kahuna play`."""

import argparse
from typing import TYPE_CHECKING

from kahuna.cli.options import add_bot_log, add_rules, bot_log_of, chosen_rules
from kahuna.table.ruleset import SEATS

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_play(commands: "Commands") -> None:
    """Adds `kahuna play`."""
    play = commands.add_parser("play", help="a game in the terminal", description="A game in the terminal.")
    add_rules(play)
    play.add_argument(
        "--against",
        metavar="PLAYER",
        help="a player such as honu, or friend for two people at one screen (default: greedy); with --resume the "
        "game goes on against this one",
    )
    play.add_argument("--seat", choices=SEATS, default="white", help="your side (default: white)")
    play.add_argument("--seed", help="for a game that can be repeated")
    play.add_argument(
        "--resume", metavar="FILE", help="go on with a saved game, by the rules it was set up with"
    )
    play.add_argument("--ascii", action="store_true", help="no characters beyond ASCII")
    play.add_argument("--no-colour", action="store_true", help="no colours (also: NO_COLOR=1)")
    add_bot_log(play)
    play.set_defaults(run=run_play)


def run_play(options: argparse.Namespace) -> int:
    """A game in the terminal."""
    from kahuna.terminal.play import play_in_terminal

    return play_in_terminal(options, None if options.resume else chosen_rules(options), bot_log_of(options))
