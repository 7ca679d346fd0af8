"""The command `kahuna play`."""

import argparse
from typing import TYPE_CHECKING

from kahuna.cli.options import add_bot_log, add_rules, bot_log_of, chosen_rules
from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_play(commands: "Commands") -> None:
    """Adds `kahuna play`."""
    commands.add_parser(
        "play", help="play in the terminal", description="Play a game in the terminal.", options=_options
    )


def _options(play: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    add_rules(play)
    play.add_argument(
        "--against",
        metavar="PLAYER",
        help="a player such as honu, or friend for two people at one screen (default: greedy); with --resume, the "
        "opponent to continue against",
    )
    play.add_argument("--seat", choices=SEATS, default="white", help="your side (default: white)")
    play.add_argument("--seed", help="deal the same cards again with the same seed")
    play.add_argument(
        "--resume", metavar="FILE", help="continue a saved game, with the rules it was started with"
    )
    play.add_argument("--ascii", action="store_true", help="use only ASCII characters")
    play.add_argument("--no-colour", action="store_true", help="use no colours (same as NO_COLOR=1)")
    add_bot_log(play)
    play.set_defaults(run=run_play)


def run_play(options: argparse.Namespace) -> int:
    """A game in the terminal."""
    from kahuna.terminal.play import play_in_terminal

    return play_in_terminal(options, None if options.resume else chosen_rules(options), bot_log_of(options))
