"""Players against each other, one game after the other."""

from random import Random

from kahuna.bots.base import Bot
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat


def play_game(rules: Rules, bots: dict[Seat, Bot], seed: str) -> Game:
    """A whole game, decided by the seed and the players alone.

    The players' random numbers have nothing to do with the dealer's (K16).
    """
    game = Game(rules, seed=seed)
    randoms = {seat: Random(f"{seed}/{seat} player") for seat in SEATS}
    while (seat := game.to_move) is not None:
        game.play(bots[seat].choose(game.view(seat), randoms[seat]).action)
    return game
