"""Kahuna, Exahuna and Exahuna Special: exact rules, records and players.

from kahuna import Game, Rules

game = Game(Rules("kahuna"), seed=7)
while not game.over:
    game.play(game.legal()[0])
print(game.result)
"""

from kahuna.table.errors import BadNotation, BadRecord, IllegalAction
from kahuna.table.game import Game
from kahuna.table.record import read_record, write_record
from kahuna.table.ruleset import Rules

__version__ = "0.1.0"
__all__ = ["BadNotation", "BadRecord", "Game", "IllegalAction", "Rules", "read_record", "write_record"]
