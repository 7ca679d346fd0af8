"""The command `kahuna store`: looking after the games that a server keeps."""

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kahuna.cli.options import Commands

DAMAGED = 1  # exit status of a check that found something


def add_store(commands: "Commands") -> None:
    """Adds `kahuna store` with what can be done to a store."""
    store = commands.add_parser(
        "store",
        help="the games that a server keeps: show, check, back up, restore, prune",
        description="Looks after the games that a server keeps.",
    )
    things = store.add_subparsers(dest="thing", metavar="WHAT", required=True)

    show = _thing(things, "show", "how many games there are, and how large the store is", run_show)
    show.add_argument("--games", type=int, default=0, metavar="N", help="also the N games changed last")
    show.add_argument("--json", action="store_true", help="the figures as one JSON object")
    _thing(things, "check", "reads every game through and plays it by the rules", run_check)
    backup = _thing(things, "backup", "copies the store into a file, also while the server runs", run_backup)
    backup.add_argument("file", metavar="FILE", help="a file that is not there yet")
    restore = _thing(
        things, "restore", "puts a backup in place of the store; the server must not run", run_restore
    )
    restore.add_argument("file", metavar="FILE", help="a backup")
    prune = _thing(things, "prune", "deletes games that are kept no longer", run_prune)
    prune.add_argument(
        "--finished-days", type=float, metavar="D", help="finished games unchanged for so long (default: 90)"
    )
    prune.add_argument(
        "--running-days", type=float, metavar="D", help="running games unchanged for so long (default: 365)"
    )
    delete = _thing(things, "delete", "deletes one game for good", run_delete)
    delete.add_argument("game", metavar="GAME", help="its id, the last part of /play/...")


def _thing(things: "Commands", name: str, text: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = things.add_parser(
        name, help=text, description=f"{text[0].upper()}{text[1:]}."
    )
    parser.add_argument("--store", metavar="URL", help="a path or sqlite:///path (default: your data folder)")
    parser.set_defaults(run=run)
    return parser


def _path(options: argparse.Namespace) -> Path:
    from kahuna.server.serve import store_path

    return store_path(options.store)


def run_show(options: argparse.Namespace) -> int:
    """What a store holds."""
    from kahuna.server.store_files import opened
    from kahuna.server.store_keeping import last_changed, size_of

    path = _path(options)
    with opened(path) as connection:
        size, games = size_of(connection), last_changed(connection, options.games)
    if options.json:
        shown = {"store": str(path), **size._asdict(), "games": [game._asdict() for game in games]}
        print(json.dumps(shown))
        return 0
    print(f"{path}")
    print(f"{size.running} running and {size.finished} finished games of {size.visitors} visitors")
    print(f"{size.events} events in {size.used / 1e6:.1f} MB (the file has {size.file / 1e6:.1f} MB)")
    for game in games:
        changed = datetime.fromtimestamp(game.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        state = "finished" if game.over else "running"
        print(f"{game.id}  {changed} UTC  {state:8}  {game.events} events")
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Reads everything stored; the status is 1 if anything is damaged."""
    from kahuna.cli.progress import progress
    from kahuna.server.store_files import games_in, opened, problem_of_game, problems_of_file

    path = _path(options)
    with opened(path) as connection:
        problems = [f"the file: {problem}" for problem in problems_of_file(connection)]
        games = games_in(connection)
        with progress("checking", len(games)) as bar:
            for game in games:
                if problem := problem_of_game(connection, game):
                    problems.append(f"game {game}: {problem}")
                bar.advance()
    for problem in problems:
        print(problem)
    print(
        f"{len(games)} games read, {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'} found"
    )
    return DAMAGED if problems else 0


def run_backup(options: argparse.Namespace) -> int:
    """Copies the store."""
    from kahuna.server.store_files import backup

    backup(_path(options), Path(options.file))
    print(f"Copied to {options.file}", file=sys.stderr)
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Puts a backup in the store's place."""
    from kahuna.server.store_files import restore

    path = _path(options)
    old = restore(Path(options.file), path)
    kept = f"; the store that was there is now {old}" if old else ""
    print(f"{path} is restored from {options.file}{kept}", file=sys.stderr)
    return 0


def run_prune(options: argparse.Namespace) -> int:
    """Deletes games that are kept no longer."""
    from kahuna.server.store import Retention
    from kahuna.server.store_files import opened
    from kahuna.server.store_keeping import prune

    usual = Retention()
    retention = Retention(
        usual.finished_days if options.finished_days is None else options.finished_days,
        usual.running_days if options.running_days is None else options.running_days,
        0,
    )
    gone, some = 0, 1
    with opened(_path(options)) as connection:
        while some:
            connection.execute("BEGIN IMMEDIATE")
            some, _ = prune(connection, time.time_ns() // 1_000_000, retention, 50)
            connection.execute("COMMIT")
            gone += some
    print(f"{gone} games deleted")
    return 0


def run_delete(options: argparse.Namespace) -> int:
    """Deletes one game."""
    from kahuna.server.store_files import opened
    from kahuna.server.store_keeping import delete

    with opened(_path(options)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        found = delete(connection, options.game)
        connection.execute("COMMIT")
    if not found:
        raise ValueError(f"there is no game {options.game} in this store")
    print(f"game {options.game} is deleted")
    return 0
