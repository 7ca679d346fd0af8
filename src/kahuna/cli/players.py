"""The command `kahuna players`."""

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_players(commands: "Commands") -> None:
    """Adds `kahuna players`."""
    commands.add_parser(
        "players",
        help="list the players",
        description="List the players that a command can name.",
        options=_options,
    )


def _options(players: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    players.set_defaults(run=run_players)


class PlayerLine(NamedTuple):
    """An entry of `kahuna players`."""

    spec: str
    about: str
    options: tuple[str, ...] = ()


def listed_players() -> list[PlayerLine]:
    """The players of the registry with their options."""
    from kahuna.bots.registry import PLAYERS

    return [PlayerLine(name, entry.about, entry.options) for name, entry in PLAYERS.items()]


def listed_levels() -> list[PlayerLine]:
    """The opponents for people, the weakest first."""
    from kahuna.bots.levels import LEVELS

    return [PlayerLine(level.name, level.about) for level in LEVELS.values()]


def run_players(options: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Lists everything that can be named as a player."""
    listings = {
        "Levels for people, each stronger than the one before, in every game": listed_levels(),
        "Players": listed_players(),
    }
    width = max(len(entry.spec) for entries in listings.values() for entry in entries) + 2
    for heading, entries in listings.items():
        sys.stdout.write(f"{heading}\n")
        for entry in entries:
            sys.stdout.write(f"  {entry.spec:<{width}}{entry.about}\n")
            if entry.options:
                sys.stdout.write(f"  {'':<{width}}options: {', '.join(entry.options)}\n")
    return 0
