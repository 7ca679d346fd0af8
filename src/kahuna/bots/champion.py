"""The learned players: the net by itself, and search with it."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from kahuna.bots.base import Bot, Choice
from kahuna.bots.ismcts import BEST, CAPACITY, DEFAULT_MS, Ismcts, Style
from kahuna.bots.nets.judge import opinions
from kahuna.bots.nets.kahuna_search import Mind, grow_native
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.open_search import clear, new_tree, ranked, searching
from kahuna.bots.nets.subjects import subject_of
from kahuna.table.notation import write
from kahuna.table.worlds import Knowledge, position

OPEN_MIND = Mind(0.3, 0.5)
OPEN_CAPACITY = 2_000_000
OPEN_CHUNK = 10  # iterations between two looks at the clock
OPENING = 8  # turns in which near-equal actions are chosen by lot, or every game would be the same


@cache
def search_of(game: str) -> Any:
    """The compiled search of this open game."""
    return searching(subject_of(game).kernels)


@cache
def net_for(game: str, path: Path) -> Net:
    """The net of a file, which must be one for this game."""
    return read_net(path, game, subject_of(game).slots)[0]


class NetPlayer(Bot):
    """The net by itself: the action after which it likes the position best."""

    name = "net"
    native = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games = (read_net(path)[1]["game"],)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """One ply, no search."""
        best = opinions(net_for(view["game"], self.path), view)[:BEST]
        return Choice(*best[0], tuple(best))


class KahunaChampion(Ismcts):
    """Search with the net over imagined worlds."""

    name = "champion"
    chunk = 20

    def __init__(self, path: Path, iterations: int | None, threads: int, mind: Mind) -> None:
        super().__init__(Style(), iterations, threads)
        self.net = net_for("kahuna", path)
        self.mind = mind
        self.weights = [np.empty(CAPACITY, np.float64) for _ in range(threads)]

    def _iterate(self, number: int, facts: Knowledge, iterations: int, x: int) -> int:
        """Adds so many iterations to a tree; the generator's state."""
        tree, weight = self.trees[number], self.weights[number]
        return grow_native(facts, self.net, tree, weight, self.roots[number], iterations, self.mind, x)


class OpenChampion(Bot):
    """Search with the net where nothing is hidden. It remembers nothing from move to move."""

    name = "champion"
    native = True

    def __init__(self, game: str, path: Path, iterations: int | None, mind: Mind) -> None:
        self.games = (game,)
        self.net = net_for(game, path)
        self.iterations = iterations
        self.mind = mind
        self.grow = search_of(game)
        self.tree = new_tree(OPEN_CAPACITY)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often, or one that is proven to be best."""
        state, tree = position(view), self.tree
        clear(tree)
        if self.iterations:
            self.grow(self.net, tree, state, self.iterations, self.mind)
        else:
            end = perf_counter() + (time_ms or DEFAULT_MS) / 1000
            while (
                self.grow(self.net, tree, state, OPEN_CHUNK, self.mind) == OPEN_CHUNK and perf_counter() < end
            ):
                pass
        found = ranked(tree, random if view["turn"] <= OPENING else None)[:BEST]
        best = tuple((write(view["game"], code), value) for code, value in found)
        return Choice(*best[0], best)


def champion(path: Path, iterations: int | None, threads: int, changes: Mapping[str, float]) -> Bot:
    """Search with this net, in the game it was trained for; `changes` are fields of its usual Mind."""
    game = read_net(path)[1]["game"]
    if game == "kahuna":
        return KahunaChampion(path, iterations, threads, Mind()._replace(**changes))
    return OpenChampion(game, path, iterations, OPEN_MIND._replace(**changes))
