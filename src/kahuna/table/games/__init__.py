"""All games. A new one is written beside these and listed here (docs/adding-a-game.md).

A game from outside this package calls `register`. Where other processes must know it too, name its module in the
environment variable KAHUNA_GAMES: every process registers the `SPEC` of each module named there.

Kahuna on a custom map is a game too, but is not listed in `GAMES`; `on_map` returns its name. Other
processes know the maps in the files that the environment variable KAHUNA_MAPS names.
"""

import os
from importlib import import_module

from kahuna.rules.boards import KAHUNA, Board
from kahuna.rules.kahuna import rules_for
from kahuna.rules.maps import read_map
from kahuna.table.errors import quoted
from kahuna.table.games import exahuna, kahuna, special
from kahuna.table.sisters import MAP_MARK
from kahuna.table.spec import Spec

_SPECS: dict[str, Spec] = {}
_ON_MAPS: dict[str, Spec] = {}  # Kahuna on maps, the latest last
MAX_MAPS = 64  # known at a time: maps sent by strangers must not fill the memory
GAMES = _SPECS.keys()  # the names, in order; it grows with `register`
CODES: dict[str, dict[str, int]] = {}  # of each game: the code of every action by its short form
REASONS: dict[str, tuple[str, str]] = {}  # of all games: for every reason the rule and the sentence


class UnknownGame(ValueError):
    """No game has this name; the message lists the names there are."""


def register(spec: Spec) -> None:
    """Makes this game one of the games; ValueError if its name, or a reason it refuses with, is taken."""
    if _SPECS.get(spec.name, spec) is not spec:
        raise ValueError(f"there is a game called {spec.name} already")
    taken = [
        reason for reason in spec.reasons if REASONS.get(reason, spec.reasons[reason]) != spec.reasons[reason]
    ]
    if taken:
        raise ValueError(f"{spec.name}: another game says {', '.join(taken)} in other words")
    _SPECS[spec.name] = spec
    CODES[spec.name] = {text: code for code, text in enumerate(spec.texts)}
    REASONS.update(spec.reasons)


def on_map(board: Board) -> str:
    """The name of Kahuna on this board, under which it is known from now on."""
    if board == KAHUNA:
        return kahuna.SPEC.name
    name = kahuna.name_on(board)
    if name not in _ON_MAPS:
        if len(_ON_MAPS) >= MAX_MAPS:
            oldest = next(iter(_ON_MAPS))
            del _ON_MAPS[oldest], CODES[oldest]
        spec = _ON_MAPS[name] = kahuna.spec_on(rules_for(board))
        CODES[name] = {text: code for code, text in enumerate(spec.texts)}
    return name


def known_on_maps() -> list[str]:
    """The names of Kahuna on the maps that are known here."""
    return list(_ON_MAPS)


def spec_of(game: str) -> Spec:
    """What this game says about itself; UnknownGame if there is none of this name."""
    try:
        return _SPECS.get(game) or _ON_MAPS[game]
    except (KeyError, TypeError):
        if MAP_MARK in str(game):
            raise UnknownGame(
                f"no map is known here as {quoted(game)}: name its file in KAHUNA_MAPS"
            ) from None
        raise UnknownGame(f"no game is called {quoted(game)}; there are {', '.join(GAMES)}") from None


for _spec in (kahuna.SPEC, exahuna.SPEC, special.SPEC):
    register(_spec)
for _module in filter(None, os.environ.get("KAHUNA_GAMES", "").split(",")):
    try:
        register(import_module(_module).SPEC)
    except (ImportError, AttributeError) as _error:
        raise ValueError(f"KAHUNA_GAMES: {_module} is not a game: {_error}") from _error
for _path in filter(None, os.environ.get("KAHUNA_MAPS", "").split(os.pathsep)):
    on_map(read_map(_path))
