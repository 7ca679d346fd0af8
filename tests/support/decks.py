"""Whether fair decks look like chance: no place prefers a card, and nothing follows from a neighbour."""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from kahuna.table.fair import FairDealer

CARDS = 24
FAR_OUT = 4.75  # standard deviations: true chance passes them once in a million times


class ChiSquare(NamedTuple):
    """A statistic and the bound that true chance passes once in a million times."""

    name: str
    value: float
    bound: float


def bound_for(freedom: int) -> float:
    """The value that a chi-square with so many degrees of freedom hardly ever passes (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + FAR_OUT * part**0.5) ** 3)


def chi_squares(games: int, tell: Callable[[int], None] = lambda _: None) -> list[ChiSquare]:
    """Three tests over the decks of this many games: places, neighbours in a deck, the same place in two rounds."""
    pile = range(CARDS)
    places = np.zeros((CARDS, CARDS))
    neighbours = np.zeros((CARDS, CARDS))
    rounds = np.zeros((CARDS, CARDS))
    every_place = np.arange(CARDS)
    for game in range(games):
        white, black = sha256(b"white %d" % game).digest(), sha256(b"black %d" % game).digest()
        dealer = FairDealer(sha256(b"secret %d" % game).digest(), white, black)
        first, second = dealer.shuffle(1, pile), dealer.shuffle(2, pile)
        places[every_place, first] += 1
        neighbours[first[0], first[1]] += 1
        rounds[first[0], second[0]] += 1
        tell(game)
    squares = (CARDS - 1) ** 2
    apart = ~np.eye(CARDS, dtype=bool)  # a card is never its own neighbour
    return [
        # A deck puts each card at one place only, so the squares come out larger by CARDS / (CARDS - 1).
        ChiSquare("places", _sum(places, games / CARDS) * (CARDS - 1) / CARDS, bound_for(squares)),
        ChiSquare(
            "neighbours", _sum(neighbours[apart], games / apart.sum()), bound_for(int(apart.sum()) - 1)
        ),
        ChiSquare("rounds", _sum(rounds, games / CARDS**2), bound_for(CARDS**2 - 1)),
    ]


def _sum(seen: np.ndarray, expected: float) -> float:
    return float(((seen - expected) ** 2 / expected).sum())
