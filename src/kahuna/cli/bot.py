"""The command `kahuna bot`: a player as a program that speaks the bot protocol."""

import argparse
import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_bot(commands: "Commands") -> None:
    """Adds `kahuna bot`."""
    commands.add_parser(
        "bot",
        help="run a player as a program that speaks the bot protocol",
        description="Run a player that speaks the bot protocol on standard input and output (docs/bots.md).",
        options=_options,
    )


def _options(bot: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    bot.add_argument("spec", metavar="PLAYER", help="for example random, or ismcts:iterations=2000")
    bot.add_argument(
        "--seed", metavar="S", help="same seed and same questions, same answers (default: random)"
    )
    bot.set_defaults(run=run_bot)


def run_bot(options: argparse.Namespace) -> int:
    """Speaks the protocol until `quit`."""
    from kahuna.bots.serve import serve_bot

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    serve_bot(options.spec, sys.stdin, sys.stdout, options.seed)
    return 0
