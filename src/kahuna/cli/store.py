"""The command `kahuna store`: maintenance of a server's stored games."""

import argparse
import os
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kahuna.cli.options import Commands
    from kahuna.server.settings import ServerSettings
    from kahuna.server.store_places import Place

DAMAGED = 1  # exit status of a check that found something


def add_store(commands: "Commands") -> None:
    """Adds `kahuna store` and its subcommands."""
    commands.add_parser(
        "store",
        help="manage a server's stored games: show, check, backup, restore, copy, prune, delete",
        description="Manage a server's stored games.",
        options=_options,
    )


def _options(store: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    things = store.add_subparsers(dest="thing", metavar="WHAT", required=True)

    show = _thing(things, "show", "show the number of games and the size of the store", run_show)
    show.add_argument("--games", type=int, default=0, metavar="N", help="also list the N games changed last")
    show.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    _thing(things, "check", "read every game and replay it by the rules", run_check)
    backup = _thing(things, "backup", "copy the store into a file; the server may be running", run_backup)
    backup.add_argument("file", metavar="FILE", help="a new file")
    restore = _thing(
        things, "restore", "replace the store by a backup; the server must not be running", run_restore
    )
    restore.add_argument("file", metavar="FILE", help="a backup")
    copy = _thing(things, "copy", "copy everything into a new file or an empty database", run_copy)
    copy.add_argument("source", metavar="FROM", help="a path, sqlite:///path or postgresql://...")
    copy.add_argument("target", metavar="TO", help="a new file or an empty database")
    prune = _thing(things, "prune", "delete games older than the store keeps them", run_prune)
    prune.add_argument(
        "--finished-days",
        type=float,
        metavar="D",
        help="delete finished games unchanged for this many days (default: as configured)",
    )
    prune.add_argument(
        "--running-days",
        type=float,
        metavar="D",
        help="delete running games unchanged for this many days (default: as configured)",
    )
    delete = _thing(things, "delete", "delete one game permanently", run_delete)
    delete.add_argument("game", metavar="GAME", help="its id, the last part of /play/...")


def _thing(things: "Commands", name: str, text: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = things.add_parser(
        name, help=text, description=f"{text[0].upper()}{text[1:]}."
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where games are stored: a path, sqlite:///path or postgresql://... (default: your data folder)",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="the server's settings, for the place of the store and how long games are kept",
    )
    parser.set_defaults(run=run)
    return parser


def _settings(options: argparse.Namespace) -> "ServerSettings":
    """The settings of the server whose store this is."""
    from kahuna.server.settings import read_settings

    return read_settings(options.config, os.environ, {"store": options.store})


def _place(options: argparse.Namespace) -> "Place":
    from kahuna.server.store_places import store_place

    return store_place(_settings(options).store)


def run_show(options: argparse.Namespace) -> int:
    """Shows the size of a store."""
    import json

    from kahuna.server.store_copying import opened

    with opened(_place(options)) as store:
        name, size, games = store.name, store.size(), store.last_changed(options.games)
    if options.json:
        shown = {"store": name, **size._asdict(), "games": [game._asdict() for game in games]}
        print(json.dumps(shown))
        return 0
    print(name)
    print(f"{size.running} running and {size.finished} finished games of {size.visitors} visitors")
    print(f"{size.events} events in {size.used / 1e6:.1f} MB ({size.file / 1e6:.1f} MB on disk)")
    for game in games:
        changed = datetime.fromtimestamp(game.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        state = "finished" if game.over else "running"
        print(f"{game.id}  {changed} UTC  {state:8}  {game.events} events")
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Reads the whole store; the exit status is 1 if anything is damaged."""
    from kahuna.cli.progress import progress
    from kahuna.server.store_copying import opened

    with opened(_place(options)) as store:
        problems = [f"the store: {problem}" for problem in store.problems()]
        games = store.games()
        with progress("checking", len(games)) as bar:
            for game in games:
                if problem := store.problem_of(game):
                    problems.append(f"game {game}: {problem}")
                bar.advance()
    for problem in problems:
        print(problem)
    print(
        f"{len(games)} games read, {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'} found"
    )
    return DAMAGED if problems else 0


def run_backup(options: argparse.Namespace) -> int:
    """Copies the store into a file."""
    from pathlib import Path

    from kahuna.server.store_files import backup

    place = _place(options)
    if isinstance(place, Path):
        backup(place, Path(options.file))
    else:
        _copy(place, Path(options.file))
    print(f"Copied to {options.file}", file=sys.stderr)
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Replaces the store by a backup; a database must be empty."""
    from pathlib import Path

    from kahuna.server.store_files import restore
    from kahuna.server.store_places import name_of

    place, kept = _place(options), ""
    if not isinstance(place, Path):
        _copy(Path(options.file), place)
    elif old := restore(Path(options.file), place):
        kept = f"; the previous store is now {old}"
    print(f"{name_of(place)} restored from {options.file}{kept}", file=sys.stderr)
    return 0


def run_copy(options: argparse.Namespace) -> int:
    """Copies everything into another store."""
    from kahuna.server.store_places import name_of, store_place

    source, target = store_place(options.source), store_place(options.target)
    games = _copy(source, target)
    print(f"{games} games copied to {name_of(target)} and read back", file=sys.stderr)
    return 0


def _copy(source: "Place", target: "Place") -> int:
    from kahuna.cli.progress import progress
    from kahuna.server.store_copying import copy, opened

    with opened(source) as store, progress("copying", store.number("SELECT count(*) FROM events")) as bar:
        return copy(store, target, bar.advance)


def run_prune(options: argparse.Namespace) -> int:
    """Deletes games older than the store keeps them."""
    from kahuna.server.store_copying import opened

    given = {"finished_days": options.finished_days, "running_days": options.running_days}
    retention = _settings(options).retention._replace(
        **{name: days for name, days in given.items() if days is not None}
    )
    with opened(_place(options)) as store:
        gone = store.prune(time.time_ns() // 1_000_000, retention)
    print(f"{gone} games deleted")
    return 0


def run_delete(options: argparse.Namespace) -> int:
    """Deletes one game."""
    from kahuna.server.store_copying import opened

    with opened(_place(options)) as store:
        found = store.delete(options.game)
    if not found:
        raise ValueError(f"there is no game {options.game} in this store")
    print(f"game {options.game} deleted")
    return 0
