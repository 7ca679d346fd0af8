"""Information-set Monte-Carlo tree search for Kahuna, without learning.

Every iteration imagines a new world (table/worlds.py) and walks one tree whose nodes are sequences of actions, not of
cards: what is legal depends on the world, so each child counts how often it was available.
"""

from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import kahuna
from kahuna.rules.bits import LOW, below, next_random, nth_bit, popcount
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import Legal, State
from kahuna.table.worlds import Knowledge, sample

DISCARDS = LOW  # the discarding actions' bits in the last word of `legal`
ROW = 0b111 << (kahuna.TAKE_ROW - kahuna.DISCARD)
DEEPEST = 512  # no game is longer


class Style(NamedTuple):
    """How the search behaves; the defaults are what matches proved best (docs/strength.md)."""

    exploration: float = 0.7
    careful: int = 1  # 1: puts cards away only with a full hand, in the tree and in rollouts
    eager: int = 80  # per cent of rollout turns that win an island where a card can
    turns: int = 8  # rollouts are judged after so many turns; 0 plays them to the end


class Tree(NamedTuple):
    """Nodes in arrays; node 0 is the root. `size` has one entry, the number of nodes."""

    size: NDArray[np.int64]
    code: NDArray[np.int64]  # the action that leads here
    actor: NDArray[np.int64]  # the seat that chose it
    child: NDArray[np.int64]  # the first child, -1 for none
    sibling: NDArray[np.int64]
    visits: NDArray[np.int64]
    available: NDArray[np.int64]  # how often it was legal when its parent was visited
    value: NDArray[np.float64]  # what its actor won in all visits
    tried: NDArray[np.int64]  # five words for each node: actions that have a child


def new_tree(capacity: int) -> Tree:
    """An empty tree with room for so many nodes."""
    words = [np.zeros(capacity, np.int64) for _ in range(6)]
    for links in words[2:4]:
        links.fill(-1)
    tree = Tree(
        np.ones(1, np.int64), *words, np.zeros(capacity, np.float64), np.zeros((capacity, 5), np.int64)
    )
    return tree


@kernel
def sensible(state: State, words: Legal, careful: int) -> Legal:
    """The actions worth a look: equal cards in the row only once, and discards, if careful, only of a full hand."""
    other = words[4]
    row = state.row
    first, second, third = row & 15, row >> 4 & 15, row >> 8 & 15
    if second == first:
        other &= ~(1 << (kahuna.TAKE_ROW - kahuna.DISCARD + 1))
    if third == first or third == second:  # noqa: PLR1714 (a membership test is slower when compiled)
        other &= ~(1 << (kahuna.TAKE_ROW - kahuna.DISCARD + 2))
    if careful and popcount(state.own.hand) < kahuna.HAND and other & ~DISCARDS:
        other &= ~DISCARDS
    return words[0], words[1], words[2], words[3], other


@kernel
def winning_places(state: State, place: int) -> int:
    """Those of the placing actions that win an island at once."""
    bridges = state.own.bridges
    near = 0
    for island in range(12):
        if popcount(bridges & kahuna.LINKS_AT[island]) == kahuna.MAJORITY[island] - 1:
            near |= 1 << island
    links = kahuna.links_from(near) | kahuna.links_to(near)
    return place & (links | links << kahuna.LINKS)


@kernel
def rolled_out(state: State, style: Style, x: int) -> tuple[float, int]:
    """White's chance after random play, to the end or judged after some turns, and the generator's state."""
    last = state.flow.turn + style.turns if style.turns else 1 << 30
    while state.flow.outcome == 0:
        x = next_random(x)
        if state.due:
            state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
            continue
        if state.flow.turn >= last and state.flow.this_turn == kahuna.NOTHING:
            return judged(state), x
        words = kahuna.legal(state)
        if style.eager and words[0] and below(x, 100) < style.eager:
            x = next_random(x)
            winning = winning_places(state, words[0])
            if winning:
                state = kahuna.play(state, nth_bit(winning, below(x, popcount(winning))))
                continue
        if style.careful and words[4] & ~DISCARDS:
            words = (words[0], words[1], words[2], words[3], words[4] & ~DISCARDS)
        state = kahuna.play(state, kahuna.nth_legal(words, below(x, kahuna.count_legal(words))))
    winner = (state.flow.outcome - 1) % 3
    return (1.0 if winner == 0 else 0.0 if winner == 1 else 0.5), x


@kernel
def judged(state: State) -> float:
    """White's chance by a look at the board: points, islands, bridges and cards in hand."""
    own, enemy, flow = state.own, state.enemy, state.flow
    islands = popcount(kahuna.controlled(own.bridges)) - popcount(kahuna.controlled(enemy.bridges))
    bridges = popcount(own.bridges) - popcount(enemy.bridges)
    cards = popcount(own.hand) - popcount(enemy.hand)
    rounds = flow.round
    lead = 0.45 * (own.points - enemy.points) + 0.10 * bridges + 0.12 * cards + 0.1
    lead += (0.30 + 0.06 * rounds) * islands
    chance = 1.0 / (1.0 + exp(-lead))
    return chance if flow.seat == 0 else 1.0 - chance


@kernel
def grow(facts: Knowledge, tree: Tree, root: int, iterations: int, style: Style, x: int) -> int:
    """Adds so many iterations to the tree, as far as it has room; the generator's state."""
    path = np.empty(DEEPEST, np.int64)
    for _ in range(iterations):
        if tree.size[0] >= len(tree.code):
            break
        state, x = sample(facts, x)
        node, depth = root, 0
        path[0] = root
        while state.flow.outcome == 0:
            x = next_random(x)
            if state.due:
                state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
                continue
            words = sensible(state, kahuna.legal(state), style.careful)
            tried = tree.tried[node]
            untried = (
                words[0] & ~tried[0],
                words[1] & ~tried[1],
                words[2] & ~tried[2],
                words[3] & ~tried[3],
                words[4] & ~tried[4],
            )
            count = kahuna.count_legal(untried)
            fresh = -1
            if count:
                fresh = kahuna.nth_legal(untried, below(x, count))
                _add_child(tree, node, fresh, state.flow.seat)
            node = _selected(tree, node, words, fresh, style.exploration)
            depth += 1
            path[depth] = node
            state = kahuna.play(state, tree.code[node])
            if fresh >= 0 or depth + 1 >= DEEPEST:
                break
        chance, x = rolled_out(state, style, x)
        for level in range(depth + 1):
            node = path[level]
            tree.visits[node] += 1
            tree.value[node] += chance if tree.actor[node] == 0 else 1.0 - chance
    return x


@kernel
def _add_child(tree: Tree, node: int, code: int, actor: int) -> None:
    new = tree.size[0]
    tree.size[0] = new + 1
    tree.code[new] = code
    tree.actor[new] = actor
    tree.sibling[new] = tree.child[node]
    tree.child[node] = new
    tree.tried[node, code // kahuna.WORD_BITS] |= 1 << code % kahuna.WORD_BITS


@kernel
def _selected(tree: Tree, node: int, words: Legal, fresh: int, exploration: float) -> int:
    """The child for the fresh action, else the legal one with the best upper bound; all legal ones were available."""
    best, found = -1.0, -1
    child = tree.child[node]
    while child >= 0:
        code = tree.code[child]
        if words[code // kahuna.WORD_BITS] >> code % kahuna.WORD_BITS & 1:
            tree.available[child] += 1
            if fresh >= 0:
                if code == fresh:
                    found = child
            else:
                visits = tree.visits[child]
                bound = tree.value[child] / visits + exploration * sqrt(log(tree.available[child]) / visits)
                if bound > best:
                    best, found = bound, child
        child = tree.sibling[child]
    return found


grow_native = compiled(grow)
