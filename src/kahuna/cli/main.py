"""The command line: `kahuna --help`. Anything heavy is imported by the command that needs it."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kahuna import __version__
from kahuna.cli.arena import add_calibrate, add_ladder, add_match, add_players
from kahuna.cli.bot import add_bot
from kahuna.cli.learn import add_learn, add_puzzle, add_puzzles
from kahuna.cli.options import add_rules, announce_compiling, progress, rules_of, whole
from kahuna.cli.records import record_in, records_in
from kahuna.cli.review import add_review
from kahuna.cli.serve import add_serve
from kahuna.cli.store import add_store
from kahuna.cli.train import add_train
from kahuna.table.errors import BadRecord
from kahuna.table.ruleset import SEATS

if TYPE_CHECKING:
    from kahuna.table.game import Game


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong on standard error and leaves with status 2."""
        sys.exit(_complain(f"{message}; see {self.prog} --help", self.prog))


def _complain(message: str, program: str = "kahuna") -> int:
    print(f"{program}: {' '.join(message.split())}", file=sys.stderr)
    return 2


def parser() -> Parser:
    """The whole command line."""
    top = Parser(prog="kahuna", description="Kahuna, Exahuna and Exahuna Special. Without a command: serve.")
    top.add_argument("--version", action="version", version=f"kahuna {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    add_serve(commands)
    add_store(commands)

    play = commands.add_parser("play", help="a game in the terminal", description="A game in the terminal.")
    add_rules(play)
    play.add_argument(
        "--against",
        default="greedy",
        metavar="PLAYER",
        help="a player such as greedy, or friend for two people at one screen (default: greedy)",
    )
    play.add_argument("--seat", choices=SEATS, default="white", help="your side (default: white)")
    play.add_argument("--seed", help="for a game that can be repeated")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game, as it was set up")
    play.add_argument("--ascii", action="store_true", help="no characters beyond ASCII")
    play.add_argument("--no-colour", action="store_true", help="no colours (also: NO_COLOR=1)")
    play.set_defaults(run=run_play)

    self_play = commands.add_parser(
        "selfplay",
        help="games between players, written as records",
        description="Plays and writes full records.",
    )
    add_rules(self_play)
    self_play.add_argument("--games", type=whole, default=1, metavar="N", help="how many (default: 1)")
    self_play.add_argument("--seed", default="0", metavar="S", help="same seed, same games (default: 0)")
    self_play.add_argument(
        "--white", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--black", default="random", metavar="PLAYER", help="see kahuna players (default: random)"
    )
    self_play.add_argument(
        "--out", required=True, metavar="F.jsonl", help="one record a line; - for standard output"
    )
    self_play.set_defaults(run=run_selfplay)

    replay = commands.add_parser(
        "replay",
        help="shows or checks records",
        description="Shows or checks a record (or one of many in a file).",
    )
    replay.add_argument("file", metavar="F", help="a record, or a file with one a line; - for standard input")
    replay.add_argument("--seat", choices=SEATS, help="only what this seat saw")
    replay.add_argument("--verify", action="store_true", help="check every record and show none")
    replay.add_argument(
        "--number", type=whole, default=1, metavar="K", help="which record of the file (default: 1)"
    )
    replay.add_argument("--at", type=int, metavar="N", help="the board after N actions (default: at the end)")
    replay.add_argument("--labels", action="store_true", help="say how good each turn was (a quick review)")
    replay.add_argument("--ascii", action="store_true", help="no characters beyond ASCII")
    replay.set_defaults(run=run_replay)

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

    bench = commands.add_parser(
        "bench",
        help="measures speed",
        description="Measures speed side by side with C and a naive model; takes a minute.",
    )
    bench.add_argument("--json", action="store_true", help="the figures as one JSON object")
    bench.set_defaults(run=run_bench)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; the exit status is 0, or 2 with one line on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    options = parser().parse_args(given if given else ["serve"])
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except ValueError as error:
        return _complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(f"{error.filename or 'file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _complain("stopped") and 130


def run_play(options: argparse.Namespace) -> int:
    """A game in the terminal."""
    from kahuna.terminal.play import start

    return start(options, None if options.resume else rules_of(options))


def run_selfplay(options: argparse.Namespace) -> int:
    """Games between players."""
    from kahuna.arena.selfplay import play
    from kahuna.bots.registry import find_bot
    from kahuna.table.record import dump_record, write_record

    rules = rules_of(options)
    specs = {"white": options.white, "black": options.black}
    bots = {seat: find_bot(specs[seat], rules.game) for seat in SEATS}
    if any(bot.native for bot in bots.values()):
        announce_compiling()
    try:
        with _output(options.out) as out, progress("self-play", options.games) as advance:
            for number in range(options.games):
                seed = f"{options.seed}/{number}"
                played = play(rules, bots, seed, seed)
                meta = (
                    {"seed": seed} if played.fault is None else {"seed": seed, "fault": played.fault.reason}
                )
                record = write_record(played.game, specs, meta)
                out.write(dump_record(record) + "\n")
                advance()
    finally:
        for bot in bots.values():
            bot.close()
    if options.out != "-" and sys.stderr.isatty():
        print(
            f"{options.games} game{'s' if options.games > 1 else ''} written to {options.out}",
            file=sys.stderr,
        )
    return 0


@contextmanager
def _output(name: str) -> Iterator[Any]:
    if name == "-":
        yield sys.stdout
    else:
        with Path(name).open("w", encoding="utf-8") as file:
            yield file


def _labels(game: "Game") -> dict[int, str]:
    """What a quick review calls each turn, by the number of its first action."""
    from kahuna.review.review import review
    from kahuna.review.walk import turn_count

    announce_compiling()
    with progress("review", turn_count(game)) as advance:
        found = review(game, depth="quick", tell=lambda *_: advance())
    return {turn.first: turn.label for turn in found.turns}


def run_replay(options: argparse.Namespace) -> int:
    """Shows or checks records."""
    from kahuna.table.record import read_record
    from kahuna.terminal.replay import show

    if not options.verify:
        record = record_in(options.file, options.number)
        labels = _labels(read_record(record)) if options.labels else {}
        print(show(record, options.seat, options.at, options.ascii, labels))
        return 0
    records = records_in(options.file)
    for number, record in enumerate(records, 1):
        try:
            read_record(record)
        except BadRecord as error:
            return _complain(f"{options.file}, record {number}: {error}")
    print(f"{len(records)} record{'s' if len(records) > 1 else ''}, every action and result correct")
    return 0


def run_bench(options: argparse.Namespace) -> int:
    """Measures speed."""
    from kahuna.bench import speed

    quiet = options.json or not sys.stderr.isatty()
    results = speed.measure(None if quiet else lambda what: print(f"measuring {what} ...", file=sys.stderr))
    print(json.dumps(results) if options.json else speed.table(results))
    return 0
