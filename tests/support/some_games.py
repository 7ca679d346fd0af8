"""Games of every kind, played by players that make different things happen, for tests of the table."""

import json
from collections.abc import Callable, Iterator
from random import Random

from kahuna import Game, Rules, write_record
from support.lockstep import VIEWERS
from support.lockstep_players import Player, clumsy, greedy, jester, lively, peaceful, sleeper, timid, uniform

ALL_RULES = {
    "standard": Rules(),
    "black begins": Rules(first="black"),
    "planning": Rules(planning=True),
    "handicap": Rules(handicap=2, handicap_to="black"),
    "own handicap": Rules(handicap=3, handicap_to="white", planning=True),
    "exahuna": Rules("exahuna"),
    "exahuna-special": Rules("exahuna-special"),
}


def pairs(name: str) -> list[tuple[Player, Player]]:
    """Players that make different things happen in this game."""
    if name == "exahuna":
        return [(uniform, uniform), (greedy, uniform), (peaceful, peaceful)]
    if name == "exahuna-special":
        return [(uniform, greedy), (jester, clumsy), (peaceful, peaceful), (clumsy, clumsy)]
    return [(uniform, uniform), (lively, greedy), (lively, lively), (sleeper, sleeper), (timid, lively)]


def games(name: str, count: int) -> Iterator[tuple[Game, Callable[[], int]]]:
    """Fresh games of this kind, each with a function that chooses the next action's code."""
    for seed in range(count):
        game, random = Game(ALL_RULES[name], seed=seed), Random(seed)
        players = pairs(name)[seed % len(pairs(name))]

        def choose(
            game: Game = game, random: Random = random, players: tuple[Player, Player] = players
        ) -> int:
            return players[game.state.seat](game, random)

        yield game, choose


def everything(game: Game) -> str:
    """All that can be said about a game."""
    return json.dumps([write_record(game), *(game.view(seat) for seat in VIEWERS), game.legal()])
