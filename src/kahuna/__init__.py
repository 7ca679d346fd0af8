"""Kahuna, Exahuna and Exahuna Special: exact rules, records and players.

from kahuna import Game, Rules

game = Game(Rules("kahuna"), seed=7)
while not game.over:
    game.play(game.legal()[0])
print(game.result)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kahuna.bots.base import Bot
    from kahuna.table.errors import BadNotation, BadRecord, IllegalAction
    from kahuna.table.game import Game
    from kahuna.table.record import read_record, write_record
    from kahuna.table.ruleset import Rules

__version__ = "0.2.0"
__all__ = [
    "BadNotation",
    "BadRecord",
    "Game",
    "IllegalAction",
    "Rules",
    "player",
    "read_record",
    "write_record",
]

_HOMES = {
    "BadNotation": "errors",
    "BadRecord": "errors",
    "Game": "game",
    "IllegalAction": "errors",
    "Rules": "ruleset",
    "read_record": "record",
    "write_record": "record",
}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used, so that a start that needs no game loads none."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kahuna' has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = found = getattr(import_module(f"kahuna.table.{_HOMES[name]}"), name)
    return found


def player(spec: str, game: str) -> "Bot":
    """The player that this spec names, for this game: `player("champion:iterations=100", "kahuna")`.

    `choose(view, random)` returns its `Choice`: `action`, `value` (its chance to win) and the `best` few actions. A
    ValueError says what is wrong with a spec. Call `close()` when you no longer need it.
    """
    from kahuna.bots.registry import find_bot

    return find_bot(spec, game)
