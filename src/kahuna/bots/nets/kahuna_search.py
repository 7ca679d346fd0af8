"""Search over imagined worlds with a net in place of rollouts.

As in ismcts.py the tree's nodes are sequences of actions. Where a world has actions that a node does not have yet,
the net scores all of them at once: each is added with that value and a prior, and the best value is backed up.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.base import Mind
from kahuna.bots.ismcts import CAPACITY, MAX_NEW_NODES, MAX_TREE_DEPTH, Tree, search_on
from kahuna.bots.nets.kahuna_games import SEARCH_STYLE, net_game_on
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import ScoreDesk, best_of, kernels_of, new_score_desk
from kahuna.rules import kahuna
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import KahunaRules, Legal
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from kahuna.table.knowledge import rules_of
from kahuna.table.sisters import Sisters

NodeWeights = NDArray[np.float64]


class SearchDesk(NamedTuple):
    """What a search writes on beside its tree: the nodes' priors, and working space."""

    weight: NodeWeights
    path: NDArray[np.int64]
    scores: ScoreDesk


def new_search_desk(game: str, net: Net) -> SearchDesk:
    """A desk for a tree of the usual size."""
    scores = new_score_desk(kernels_of(game), net)
    return SearchDesk(np.empty(CAPACITY, np.float64), np.empty(MAX_TREE_DEPTH, np.int64), scores)


Grow = Callable[[Knowledge, Net, Tree, SearchDesk, int, int, Mind, int], int]


def net_search_on(on: KahunaRules) -> Grow:
    """The search on this board."""
    legal, is_legal, word_of, word_bits = on.legal, on.is_legal, on.word_of, on.WORD_BITS
    sensible, add_child, _ = search_on(on)
    playing = net_game_on(on).playing
    scored, play, dealt = playing.scored, playing.played, playing.dealt

    @kernel
    def selected(tree: Tree, weight: NodeWeights, node: int, words: Legal, mind: Mind) -> int:
        """The legal child with the best value and prior together."""
        total = 0.0
        child = tree.child[node]
        while child >= 0:
            code = int(tree.code[child])
            if is_legal(words, code):
                total += weight[child]
            child = tree.sibling[child]
        scale = mind.exploration * sqrt(float(tree.visits[node])) / total
        best, found = -1e9, -1
        child = tree.child[node]
        while child >= 0:
            code = int(tree.code[child])
            if is_legal(words, code):
                visits = tree.visits[child]
                bound = tree.value[child] / visits + scale * weight[child] / (1 + visits)
                if bound > best:
                    best, found = bound, child
            child = tree.sibling[child]
        return found

    def grow(
        facts: Knowledge,
        net: Net,
        tree: Tree,
        desk: SearchDesk,
        root: int,
        iterations: int,
        mind: Mind,
        x: int,
    ) -> int:
        """Adds this many iterations to the tree, as far as it has room; returns the generator's state."""
        weight, path, scores = desk
        codes, odds, starts, buffers = scores
        for _ in range(iterations):
            if tree.size[0] + MAX_NEW_NODES > len(tree.code):
                break
            state, x = sample_world(facts, x)
            node, depth = root, 0
            path[0] = root
            white = 0.5
            while True:
                outcome = state.flow.outcome
                if outcome:
                    white = worth(outcome, WHITE)
                    break
                if depth + 1 >= MAX_TREE_DEPTH:
                    break
                words = sensible(state, legal(state), SEARCH_STYLE)
                tried = tree.tried[node]
                seat = state.flow.seat
                if (
                    words[0] & ~tried[0]
                    or words[1] & ~tried[1]
                    or words[2] & ~tried[2]
                    or words[3] & ~tried[3]
                    or words[4] & ~tried[4]
                ):
                    count = scored(net, state, codes, odds, starts, buffers)
                    for i in range(count):
                        code = int(codes[i])
                        word = word_of(code)
                        if not tried[word] >> code - word * word_bits & 1:
                            add_child(tree, node, code, seat)
                            new = tree.child[node]
                            tree.visits[new] = 1
                            tree.value[new] = chance(odds[i])
                            weight[new] = exp(odds[i] / mind.sharpness)
                    best = chance(odds[best_of(odds, count)])
                    white = best if seat == 0 else 1.0 - best
                    break
                node = selected(tree, weight, node, words, mind)
                depth += 1
                path[depth] = node
                state, x = dealt(play(state, int(tree.code[node])), x)
            for level in range(depth + 1):
                node = path[level]
                tree.visits[node] += 1
                tree.value[node] += white if tree.actor[node] == 0 else 1.0 - white
        return x

    return grow


grow = net_search_on(kahuna.OURS)
grow_native = compiled(grow, allocates=False)
NET_SEARCHERS: Sisters[Grow] = Sisters(
    "champion", {"kahuna": grow_native}, lambda game: compiled(net_search_on(rules_of(game)), allocates=False)
)
