"""What a view tells about the game behind it, in every game."""

from collections.abc import Callable
from typing import Any

from kahuna.rules.kahuna import KahunaRules
from kahuna.table.games import spec_of
from kahuna.table.games.kahuna_worlds import knowledge
from kahuna.table.sisters import NoSister, Sisters
from kahuna.table.view import View


def rules_of(game: str) -> KahunaRules:
    """The rules of Kahuna on the board that this game's name stands for."""
    engine = spec_of(game).engine
    if not isinstance(engine, KahunaRules):
        raise NoSister(f"{game} is not played by Kahuna's rules")
    return engine


def position(view: View) -> Any:
    """The state of a running game as far as this view tells it: all of it where nothing is hidden."""
    return spec_of(view["game"]).position(view)


# What is worked out from a view before a search, in games where something is hidden.
KNOWLEDGE: Sisters[Callable[[Any], Any]] = Sisters(
    "knowledge of hidden cards", {"kahuna": knowledge}, lambda _: knowledge
)
