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
    play.add_argument(
        "--like",
        metavar="LEVEL",
        help="the level that you beat about every second time: Kahuna against another one begins with a fair handicap",
    )
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

    if options.like:
        _give_fair_start(options)
    return play_in_terminal(options, None if options.resume else chosen_rules(options), bot_log_of(options))


def _give_fair_start(options: argparse.Namespace) -> None:
    """Chooses the handicap that makes the game as even as it can be, and says so."""
    from kahuna.bots.head_starts import HEAD_START_GAME, fair_start
    from kahuna.bots.levels import LEVELS
    from kahuna.table.seats import other

    if options.handicap or options.resume:
        raise ValueError("--like chooses a handicap: it does not go with --handicap or --resume")
    if options.game != HEAD_START_GAME or options.map:
        raise ValueError(f"--like: only {HEAD_START_GAME} on its own board has a handicap that was measured")
    for option, level in (("--like", options.like), ("--against", options.against)):
        if level not in LEVELS:
            raise ValueError(f"--like compares two levels, and {option} is not one: {', '.join(LEVELS)}")
    bridges, share = fair_start(options.like, options.against)
    if bridges:
        options.handicap = (options.seat if bridges > 0 else other(options.seat), abs(bridges))
    count, whom = abs(bridges), "you" if bridges > 0 else options.against
    given = f"{count} {'bridge' if count == 1 else 'bridges'} for {whom}" if count else "none"
    print(f"Fair head start: {given}. You would win about {100 * share:.0f} of 100 games.")
