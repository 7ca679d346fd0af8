"""Information-set Monte-Carlo tree search for Kahuna, without learning.

Every iteration imagines a new world (table/games/kahuna_worlds.py) and walks one tree whose nodes are sequences of
actions, not of cards: what is legal depends on the world, so each child counts how often it was available.
"""

from collections.abc import Callable
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.turn_search import TurnSearch
from kahuna.rules import kahuna
from kahuna.rules.bits import below, next_random, nth_bit, popcount
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import KahunaRules, Legal, State
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from kahuna.table.knowledge import rules_of
from kahuna.table.sisters import Sisters

MAX_TREE_DEPTH = 512  # no game is longer
CAPACITY = 1_600_000  # nodes of a tree: enough for a second of thinking
MAX_NEW_NODES = 512  # nodes that an iteration may add at most
# What a lead in each thing is worth in rounds 1 to 3 and in the last turns, on the scale of log odds.
MOVE_LOG_ODDS = (0.31, 0.38, 0.26, 0.04)
POINT = (0.0, 0.15, 0.65, 1.34)
ISLAND_LOG_ODDS = (0.09, 0.20, 0.79, 2.22)
BRIDGE = (0.50, 0.52, 0.14, 0.0)
CARD = (0.70, 0.71, 0.50, 0.59)


class SearchStyle(NamedTuple):
    """How the search behaves; the defaults are what matches proved best."""

    exploration: float = 0.7
    careful: int = 1  # 1: discards only with a full hand, in the tree and in rollouts
    eager: int = 80  # per cent of rollout turns that win an island where a card can
    turns: int = 8  # rollouts are estimated after this many turns; 0 plays them to the end
    removes: int = 1  # 0: thinks of no removal, neither its own nor the opponent's


PLAIN = SearchStyle(0.7, 0, 0, 0)  # the textbook search: uniform rollouts to the end


class Tree(NamedTuple):
    """Nodes in arrays; node 0 is the root. `size` has one entry, the number of nodes."""

    size: NDArray[np.int64]
    code: NDArray[np.int32]  # the action that leads here
    actor: NDArray[np.int32]  # the seat that chose it
    child: NDArray[np.int32]  # the first child, -1 for none
    sibling: NDArray[np.int32]
    visits: NDArray[np.int32]
    available: NDArray[np.int32]  # how often it was legal when its parent was visited
    value: NDArray[np.float64]  # what its actor won in all visits
    tried: NDArray[np.int64]  # five words for each node: actions that have a child


def new_tree(capacity: int) -> Tree:
    """A tree with room for this many nodes and nothing but a root in it; memory that is never used is never taken."""
    whole = [np.empty(capacity, np.int32) for _ in range(6)]
    value, tried = np.empty(capacity, np.float64), np.empty((capacity, 5), np.int64)
    tree = Tree._make((np.zeros(1, np.int64), *whole, value, tried))
    clear_tree(tree)
    return tree


def clear_tree(tree: Tree) -> None:
    """Forgets everything but an empty root."""
    tree.size[0] = 0
    _add_node(tree, -1, 0, -1)


@kernel
def _add_node(tree: Tree, code: int, actor: int, sibling: int) -> int:
    """A new node without visits; returns its number."""
    new = tree.size[0]
    tree.size[0] = new + 1
    tree.code[new] = code
    tree.actor[new] = actor
    tree.child[new] = -1
    tree.sibling[new] = sibling
    tree.visits[new] = 0
    tree.available[new] = 0
    tree.value[new] = 0.0
    tree.tried[new, :] = 0
    return int(new)


class SearchKernels(NamedTuple):
    """What the search does on one board."""

    sensible: Callable[[State, Legal, SearchStyle], Legal]
    grow: Callable[[Knowledge, Tree, int, int, SearchStyle, int], int]


@lru_cache(64)
def search_on(on: KahunaRules) -> SearchKernels:
    """The kernels for this board."""
    legal, count_legal, nth_legal, is_legal, word_of = (
        on.legal,
        on.count_legal,
        on.nth_legal,
        on.is_legal,
        on.word_of,
    )
    play, deal_nth, controlled, links_from, links_to = (
        on.play,
        on.deal_nth,
        on.controlled,
        on.links_from,
        on.links_to,
    )
    links, islands, links_at, majority = on.LINKS, on.ISLANDS, on.LINKS_AT, on.MAJORITY
    word_bits, discards, slot = on.WORD_BITS, on.ALL_ISLANDS, on.TAKE_ROW - on.DISCARD

    @kernel
    def sensible(state: State, words: Legal, style: SearchStyle) -> Legal:
        """The actions worth trying: equal row cards only once and, if careful, discards only from a full hand."""
        if not style.removes and (words[0] or words[4]):
            words = (words[0], 0, 0, 0, words[4])
        other = words[4]
        row = state.row
        first, second, third = row & 15, row >> 4 & 15, row >> 8 & 15
        if second == first:
            other &= ~(1 << (slot + 1))
        if third in (first, second):
            other &= ~(1 << (slot + 2))
        if style.careful and popcount(state.own.hand) < kahuna.HAND_LIMIT and other & ~discards:
            other &= ~discards
        return words[0], words[1], words[2], words[3], other

    @kernel
    def winning_places(state: State, place: int) -> int:
        """Those of the placing actions that win an island at once."""
        bridges = state.own.bridges
        near = 0
        for island in range(islands):
            if popcount(bridges & links_at[island]) == majority[island] - 1:
                near |= 1 << island
        here = links_from(near) | links_to(near)
        return place & (here | here << links)

    @kernel
    def rolled_out(state: State, style: SearchStyle, x: int) -> tuple[float, int]:
        """White's chance after random play, to the end or estimated after some turns, and the generator's state."""
        last = state.flow.turn + style.turns if style.turns else 1 << 30
        while state.flow.outcome == 0:
            x = next_random(x)
            if state.due:
                state = deal_nth(state, below(x, popcount(state.stack)))
                continue
            if state.flow.turn >= last and state.flow.this_turn == kahuna.NOTHING:
                return estimated(state), x
            words = legal(state)
            if style.eager and words[0] and below(x, 100) < style.eager:
                x = next_random(x)
                winning = winning_places(state, words[0])
                if winning:
                    state = play(state, nth_bit(winning, below(x, popcount(winning))))
                    continue
            if style.careful and words[4] & ~discards:
                words = (words[0], words[1], words[2], words[3], words[4] & ~discards)
            if not style.removes and (words[0] or words[4]):
                words = (words[0], 0, 0, 0, words[4])
            state = play(state, nth_legal(words, below(x, count_legal(words))))
        return worth(state.flow.outcome, WHITE), x

    @kernel
    def estimated(state: State) -> float:
        """White's chance at the beginning of a turn, estimated from the board: a logistic fit to played games."""
        own, enemy, flow = state.own, state.enemy, state.flow
        period = 3 if flow.last_turns else flow.round - 1
        lead = MOVE_LOG_ODDS[period]
        lead += POINT[period] * (own.points - enemy.points)
        lead += ISLAND_LOG_ODDS[period] * (
            popcount(controlled(own.bridges)) - popcount(controlled(enemy.bridges))
        )
        lead += BRIDGE[period] * (popcount(own.bridges) - popcount(enemy.bridges))
        lead += CARD[period] * (popcount(own.hand) - popcount(enemy.hand))
        chance = 1.0 / (1.0 + exp(-lead))
        return chance if flow.seat == 0 else 1.0 - chance

    def grow(facts: Knowledge, tree: Tree, root: int, iterations: int, style: SearchStyle, x: int) -> int:
        """Adds this many iterations to the tree, as far as it has room; returns the generator's state."""
        path = np.empty(MAX_TREE_DEPTH, np.int64)
        for _ in range(iterations):
            if tree.size[0] + MAX_NEW_NODES > len(tree.code):
                break
            state, x = sample_world(facts, x)
            node, depth = root, 0
            path[0] = root
            while state.flow.outcome == 0:
                x = next_random(x)
                if state.due:
                    state = deal_nth(state, below(x, popcount(state.stack)))
                    continue
                words = sensible(state, legal(state), style)
                tried = tree.tried[node]
                untried = (
                    words[0] & ~int(tried[0]),
                    words[1] & ~int(tried[1]),
                    words[2] & ~int(tried[2]),
                    words[3] & ~int(tried[3]),
                    words[4] & ~int(tried[4]),
                )
                count = count_legal(untried)
                fresh = -1
                if count:
                    fresh = nth_legal(untried, below(x, count))
                    add_child(tree, node, fresh, state.flow.seat)
                node = selected(tree, node, words, fresh, style.exploration)
                depth += 1
                path[depth] = node
                state = play(state, int(tree.code[node]))
                if fresh >= 0 or depth + 1 >= MAX_TREE_DEPTH:
                    break
            chance, x = rolled_out(state, style, x)
            for level in range(depth + 1):
                node = path[level]
                tree.visits[node] += 1
                tree.value[node] += chance if tree.actor[node] == 0 else 1.0 - chance
        return x

    @kernel
    def add_child(tree: Tree, node: int, code: int, actor: int) -> None:
        """Adds the node that this action of this seat leads to."""
        tree.child[node] = _add_node(tree, code, actor, tree.child[node])
        word = word_of(code)
        tree.tried[node, word] |= 1 << code - word * word_bits

    @kernel
    def selected(tree: Tree, node: int, words: Legal, fresh: int, exploration: float) -> int:
        """The child for the fresh action, else the legal one with the best upper bound; all were available."""
        best, found = -1e9, -1
        child = tree.child[node]
        while child >= 0:
            code = int(tree.code[child])
            if is_legal(words, code):
                tree.available[child] += 1
                if fresh >= 0:
                    if code == fresh:
                        found = child
                else:
                    visits = tree.visits[child]
                    bound = tree.value[child] / visits + exploration * sqrt(
                        log(tree.available[child]) / visits
                    )
                    if bound > best:
                        best, found = bound, child
            child = tree.sibling[child]
        return found

    return SearchKernels(sensible, grow)


sensible, grow = search_on(kahuna.OURS)
grow_native = compiled(grow)
SEARCHERS: Sisters[Callable[[Knowledge, Tree, int, int, SearchStyle, int], int]] = Sisters(
    "search over imagined worlds",
    {"kahuna": grow_native},
    lambda game: compiled(search_on(rules_of(game)).grow),
)


class Ismcts(TurnSearch[Tree]):
    """The search as a player."""

    name = "ismcts"
    maps = True

    def __init__(
        self,
        style: SearchStyle = SearchStyle(),
        iterations: int | None = None,
        threads: int = 1,
        memory: bool = True,
    ) -> None:
        super().__init__(iterations, threads, memory)
        self.style = style

    def _new_tree(self) -> Tree:
        return new_tree(CAPACITY)

    def _clear(self, tree: Tree) -> None:
        clear_tree(tree)

    def _has_room(self, tree: Tree) -> bool:
        return bool(tree.size[0] + MAX_NEW_NODES < CAPACITY)

    def _is_half_full(self, tree: Tree) -> bool:
        return bool(tree.size[0] > CAPACITY // 2)

    def _iterate(self, number: int, facts: Knowledge, iterations: int, x: int) -> int:
        grow = SEARCHERS[self.game]
        return grow(facts, self.trees[number], self.roots[number], iterations, self.style, x)
