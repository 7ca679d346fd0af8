"""The command line. Heavy imports are left to the command that needs them."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import cache
from shutil import get_terminal_size
from typing import Any, NoReturn

from kahuna import __version__
from kahuna.cli.bench import add_bench
from kahuna.cli.bot import add_bot
from kahuna.cli.calibrate import add_calibrate
from kahuna.cli.completion import add_completion
from kahuna.cli.ladder import add_ladder
from kahuna.cli.learn import add_learn, add_puzzle, add_puzzles
from kahuna.cli.map import add_map
from kahuna.cli.match import add_match
from kahuna.cli.options import INTERRUPTED_STATUS, complain
from kahuna.cli.play import add_play
from kahuna.cli.players import add_players
from kahuna.cli.replay import add_replay
from kahuna.cli.review import add_review
from kahuna.cli.selfplay import add_selfplay
from kahuna.cli.serve import add_serve
from kahuna.cli.store import add_store
from kahuna.cli.train import add_train


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line.

    A command's options are added when the command is given: nobody waits for those of all the others.
    """

    def __init__(
        self, options: Callable[[argparse.ArgumentParser], None] | None = None, **settings: Any
    ) -> None:
        super().__init__(**settings, formatter_class=_formatter)
        self._add_options = options

    def complete(self) -> None:
        """Adds the options, if they are not there yet."""
        add, self._add_options = self._add_options, None
        if add:
            add(self)

    def parse_known_args(self, *given: Any) -> Any:  # type: ignore[override]
        """As argparse does, with the options."""
        self.complete()
        return super().parse_known_args(*given)

    def error(self, message: str) -> NoReturn:
        """Writes the error to standard error and exits with status 2."""
        sys.exit(complain(f"{message}; see {self.prog} --help", self.prog))


@cache
def _columns() -> int:
    return get_terminal_size().columns - 2


def _formatter(prog: str) -> argparse.HelpFormatter:
    """argparse's own formatter asks for the terminal's size once for every option; this one asks once."""
    return argparse.HelpFormatter(prog, width=_columns())


def parser() -> Parser:
    """The command line; the options of a command are added when it is given."""
    top = Parser(
        prog="kahuna",
        description="Kahuna, Exahuna and Exahuna Special. Without a command, kahuna runs serve.",
    )
    top.add_argument("--version", action="version", version=f"kahuna {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    add_serve(commands)
    add_store(commands)
    add_play(commands)
    add_selfplay(commands)
    add_replay(commands)
    add_map(commands)
    add_learn(commands)
    add_puzzle(commands)
    add_puzzles(commands)
    add_review(commands)
    add_players(commands)
    add_match(commands)
    add_ladder(commands)
    add_calibrate(commands)
    add_bot(commands)
    add_train(commands)
    add_bench(commands)
    add_completion(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; the exit status is 0, or 2 with one line on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    top = parser()
    if given and given[0].startswith("-") and given[0] not in top._option_string_actions:
        top.error(f"unknown option {given[0][:40]}")
    try:
        options, unknown = top.parse_known_args(given if given else ["serve"])
        if unknown:
            what = "unknown option" if unknown[0].startswith("-") else "too many arguments:"
            command = f"{top.prog} {options.command}"
            return complain(f"{what} {unknown[0][:40]}; see {command} --help", command)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except ValueError as error:
        return complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return complain(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        complain("stopped")
        return INTERRUPTED_STATUS
