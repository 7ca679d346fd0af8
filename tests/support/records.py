"""Records for tests: of random games, whole, stopped or spoilt."""

import copy
from random import Random
from typing import Any

from kahuna import Game, Rules, write_record
from kahuna.table.record import Record
from support.lockstep_players import lively, uniform

Wrong = dict[str, Any]  # a document that may be no record


def played(rules: Rules, seed: int, actions: int = 10_000) -> Game:
    """A random game, whole or stopped after so many actions."""
    game, random = Game(rules, seed=f"record {seed}"), Random(seed)
    while not game.over and len(game.steps) < actions:
        game.play_code((uniform if seed % 2 else lively)(game, random))
    return game


def whole() -> Record:
    """A finished game of three rounds."""
    record = write_record(played(Rules(), 3))
    assert len(record["decks"]) == 3
    return record


def changed(record: Record, **keys: Any) -> Wrong:
    """A copy with these keys put in, which may make it none."""
    return {**copy.deepcopy(record), **keys}


WHOLE = whole()
