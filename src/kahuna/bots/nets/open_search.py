"""Search with a net in the open games: no chance, nothing hidden, so a tree of positions with proofs at its ends.

Expanding a node judges all its actions at once; each comes in with that value and a prior, and the best value is
backed up. What is proven is not searched again.
"""

from collections.abc import Callable
from math import exp, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.games import Kernels, best_of, new_room
from kahuna.bots.nets.kahuna_search import Mind
from kahuna.bots.nets.network import WIDEST, Net, chance
from kahuna.rules.jit import compiled, kernel

DEEPEST = 512
NEAR = 0.9  # of the best one's visits: an action tried nearly as often is as good


class Tree(NamedTuple):
    """Nodes in arrays; node 0 is the root, and a node's children lie side by side. `size` has one entry."""

    size: NDArray[np.int64]
    code: NDArray[np.int64]  # the action that leads here
    first: NDArray[np.int64]  # the first child, -1 while there is none
    children: NDArray[np.int64]  # how many
    visits: NDArray[np.int64]
    value: NDArray[np.float64]  # what the seat that moved here won in all visits
    weight: NDArray[np.float64]  # the prior before it is divided by the sum of all children's
    proven: NDArray[np.int64]  # 1 if `result` is exact
    result: NDArray[np.float64]


def new_tree(capacity: int) -> Tree:
    """A tree with room for so many nodes."""
    code, first, children, visits, proven = (np.empty(capacity, np.int64) for _ in range(5))
    value, weight, result = (np.empty(capacity, np.float64) for _ in range(3))
    tree = Tree(np.zeros(1, np.int64), code, first, children, visits, value, weight, proven, result)
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Forgets everything but a root."""
    tree.size[0] = 1
    add_node(tree, 0, -1, 0.5, 1.0, 0)
    tree.visits[0] = 0


@kernel
def add_node(tree: Tree, node: int, code: int, value: float, weight: float, proven: int) -> None:
    """Makes this node a leaf with one virtual visit."""
    tree.code[node], tree.first[node], tree.children[node] = code, -1, 0
    tree.visits[node], tree.value[node], tree.weight[node] = 1, value, weight
    tree.proven[node], tree.result[node] = proven, value


@kernel
def selected(tree: Tree, node: int, mind: Mind) -> int:
    """The child that is not proven with the best value and prior together."""
    first, count = int(tree.first[node]), int(tree.children[node])
    total = 0.0
    for child in range(first, first + count):
        if not tree.proven[child]:
            total += tree.weight[child]
    scale = mind.exploration * sqrt(float(tree.visits[node])) / total
    best, found = -1.0, first
    for child in range(first, first + count):
        if tree.proven[child]:
            continue
        visits = tree.visits[child]
        bound = tree.value[child] / visits + scale * tree.weight[child] / (1 + visits)
        if bound > best:
            best, found = bound, child
    return found


@kernel
def prove(tree: Tree, node: int) -> None:
    """Marks a node as proven if one child wins for sure, or if all are proven."""
    best, all_proven = 0.0, True
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        if not tree.proven[child]:
            all_proven = False
        elif tree.result[child] > best:
            best = tree.result[child]
    if best == 1.0 or all_proven:
        tree.proven[node] = 1
        tree.result[node] = 1.0 - best


def searching(game: Kernels) -> Callable[[Net, Tree, Any, int, Mind], int]:
    """The compiled function that adds iterations to the tree of a state; how many it did."""
    judged, played, ended, mover = game.judged, game.played, game.ended, game.mover
    active, most = game.active, game.most

    def grow(net: Net, tree: Tree, root: Any, iterations: int, mind: Mind) -> int:
        path = np.empty(DEEPEST, np.int64)
        codes, odds = np.empty(most, np.int64), np.empty(most, np.float64)
        room = new_room(net, active)
        for iteration in range(iterations):
            if tree.size[0] + most > len(tree.code) or tree.proven[0]:
                return iteration
            state, node, depth = root, 0, 0
            path[0] = 0
            while tree.first[node] >= 0 and depth + 1 < DEEPEST:
                node = selected(tree, node, mind)
                depth += 1
                path[depth] = node
                state = played(state, int(tree.code[node]))
            count = judged(net, state, codes, odds, room)
            best = odds[best_of(odds, count)]
            first = tree.size[0]
            tree.size[0] += count
            tree.first[node], tree.children[node] = first, count
            for i in range(count):
                sure = ended(played(state, int(codes[i]))) if abs(odds[i]) == WIDEST or odds[i] == 0.0 else 0
                worth = chance(odds[i])
                if sure:
                    winner = (sure - 1) % 3
                    worth = 0.5 if winner == 2 else 1.0 if winner == mover(state) else 0.0
                weight = exp((odds[i] - best) / mind.sharpness)
                add_node(tree, first + i, int(codes[i]), worth, weight, 1 if sure else 0)
            worth = chance(best)
            prove(tree, node)
            for level in range(depth, -1, -1):
                node = path[level]
                tree.visits[node] += 1
                tree.value[node] += 1.0 - worth
                worth = 1.0 - worth
                if level and tree.proven[node]:
                    prove(tree, path[level - 1])
        return iterations

    return compiled(grow)


def ranked(tree: Tree, random: Random | None = None) -> list[tuple[int, float]]:
    """Codes and values of the root's actions, the preferred first; with a generator, near-equal ones in any order.

    That is the most tried, unless another is proven to be as good as any or this one is proven to lose.
    """
    rows = []
    for child in range(tree.first[0], tree.first[0] + tree.children[0]):
        result = float(tree.result[child])
        standing = (1 if result == 1.0 else -1 if result == 0.0 else 0) if tree.proven[child] else 0
        if tree.proven[0]:
            standing = int(tree.proven[child] and result == 1.0 - tree.result[0])
        value = result if tree.proven[child] else tree.value[child] / tree.visits[child]
        rows.append((standing, int(tree.visits[child]), float(value), int(tree.code[child])))
    rows.sort(reverse=True)
    if random:
        near = [row for row in rows if row[0] == rows[0][0] and row[1] >= NEAR * rows[0][1]]
        chosen = random.choice(near)
        rows.remove(chosen)
        rows.insert(0, chosen)
    return [(code, value) for _, _, value, code in rows]
