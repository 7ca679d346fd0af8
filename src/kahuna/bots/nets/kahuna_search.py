"""Search over imagined worlds with a net in place of rollouts.

In our own turn all worlds look the same to us, so actions are judged once. Beyond it the net judges them separately in
each world, since what an opponent would do depends on their hand. The search comes back to the same worlds again
and again, always with their cards in the same order, so no node is judged twice in the same world. The tree keeps how
far tries differed from the net's judgement, over all worlds together. For the opponent's actions it also keeps this
for each world; the more tries there, the more that counts. Our own later actions have no such knowledge: we will not
know the world we are in.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.base import Mind
from kahuna.bots.ismcts import MAX_TREE_DEPTH
from kahuna.bots.nets.kahuna_games import net_game_on
from kahuna.bots.nets.kahuna_tree import (
    OPTIONS_USED,
    SIGHTS_USED,
    WORLD_SEED,
    WorldTree,
    add_node,
    gate_of,
    next_world,
    tree_has_room,
)
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import ScoreDesk, best_of, kernels_of, new_score_desk
from kahuna.rules import kahuna
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import KahunaRules, State
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from kahuna.table.knowledge import rules_of
from kahuna.table.sisters import Sisters

WORLD_DOUBT = 3.0  # tries in a world that weigh as much as the mean over all worlds


class SearchDesk(NamedTuple):
    """What a search writes on beside its tree."""

    path: NDArray[np.int64]  # nodes
    taken: NDArray[np.int64]  # the option that led to each, -1 in our own turn
    child_of: NDArray[np.int64]  # for each action's code, a node's child
    scores: ScoreDesk


def new_search_desk(game: str, net: Net) -> SearchDesk:
    """A desk for searches with this net."""
    kernels = kernels_of(game)
    return SearchDesk(
        np.empty(MAX_TREE_DEPTH, np.int64),
        np.empty(MAX_TREE_DEPTH, np.int64),
        np.empty(kernels.most, np.int64),
        new_score_desk(kernels, net),
    )


@kernel
def white_share(value: float, seat: int) -> float:
    """White's chance from this seat's, or this seat's from White's: the same step."""
    return value if seat == 0 else 1.0 - value


@kernel
def add_own_actions(tree: WorldTree, node: int, seat: int, scores: ScoreDesk, count: int, mind: Mind) -> None:
    """Adds the actions just scored in our own turn: each has the net's value, and a prior."""
    codes, odds = scores.codes, scores.odds
    top, total = odds[best_of(odds, count)], 0.0
    for i in range(count):
        total += exp((odds[i] - top) / mind.sharpness)
    for i in range(count):
        child = add_node(tree, node, int(codes[i]), seat)
        tree.value[child] = chance(odds[i])
        tree.own_prior[child] = exp((odds[i] - top) / mind.sharpness) / total


@kernel
def best_own_action(tree: WorldTree, node: int, mind: Mind) -> int:
    """In our own turn the child with the best value and prior together."""
    scale = mind.exploration * sqrt(float(tree.visits[node]))
    best, found = -1e9, -1
    child = int(tree.child[node])
    while child >= 0:
        visits = tree.visits[child]
        bound = tree.value[child] / visits + scale * float(tree.own_prior[child]) / (1 + visits)
        if bound > best:
            best, found = bound, child
        child = int(tree.sibling[child])
    return found


@kernel
def cards_in(state: State) -> int:
    """The cards on which the actions of a position depend; the rest is the same after the same actions."""
    return state.own.hand | state.row << 32


@kernel
def add_sight(tree: WorldTree, node: int, state: State, desk: SearchDesk, count: int, mind: Mind) -> int:
    """Adds what a world shows at this node: the actions just scored; returns the sight's number."""
    codes, odds, child_of = desk.scores.codes, desk.scores.odds, desk.child_of
    for i in range(count):
        child_of[codes[i]] = -1
    child = int(tree.child[node])
    while child >= 0:
        child_of[tree.code[child]] = child
        child = int(tree.sibling[child])
    sight, first = int(tree.counts[SIGHTS_USED]), int(tree.counts[OPTIONS_USED])
    tree.counts[SIGHTS_USED], tree.counts[OPTIONS_USED] = sight + 1, first + count
    tree.first[sight], tree.options[sight], tree.cards[sight] = first, count, cards_in(state)
    top, total = odds[best_of(odds, count)], 0.0
    for i in range(count):
        option, code = first + i, int(codes[i])
        child = int(child_of[code])
        tree.node[option] = child if child >= 0 else add_node(tree, node, code, state.flow.seat)
        tree.guess[option], tree.after[option] = chance(odds[i]), -1
        tree.tries[option], tree.gain[option] = 0, 0.0
        weight = exp((odds[i] - top) / mind.sharpness)
        tree.prior[option] = weight
        total += weight
    for option in range(first, first + count):
        tree.prior[option] = float(tree.prior[option]) / total
    return sight


@kernel
def best_option(tree: WorldTree, node: int, sight: int, theirs: bool, mind: Mind) -> int:
    """The option with the best value and prior together: the net's guess, corrected by what tries have shown."""
    scale = mind.exploration * sqrt(float(tree.visits[node]))
    first = int(tree.first[sight])
    best, found = -1e9, first
    for option in range(first, first + tree.options[sight]):
        child = tree.node[option]
        visits = tree.visits[child]
        correction = tree.value[child] / visits
        if theirs:
            gain = float(tree.gain[option]) + WORLD_DOUBT * correction
            correction = gain / (tree.tries[option] + WORLD_DOUBT)
        value = min(max(float(tree.guess[option]) + correction, 0.0), 1.0)
        bound = value + scale * float(tree.prior[option]) / (1 + visits)
        if bound > best:
            best, found = bound, option
    return found


@kernel
def back_up(tree: WorldTree, desk: SearchDesk, depth: int, white: float) -> None:
    """Tells all nodes of the path what the try was worth."""
    for level in range(depth + 1):
        node, option = desk.path[level], desk.taken[level]
        tree.visits[node] += 1
        won = white_share(white, tree.actor[node])
        if option >= 0:
            won -= float(tree.guess[option])
            tree.tries[option] += 1
            tree.gain[option] = float(tree.gain[option]) + won
        tree.value[node] += won


# What is known, the net, a tree and its desk, the root, how many iterations, how to search, a seed.
Grow = Callable[[Knowledge, Net, WorldTree, SearchDesk, int, int, Mind, int], None]


def net_search_on(on: KahunaRules) -> Grow:
    """The search on this board."""
    playing = net_game_on(on).playing
    scored, play, dealt = playing.scored, playing.played, playing.dealt

    def grow(
        facts: Knowledge,
        net: Net,
        tree: WorldTree,
        desk: SearchDesk,
        root: int,
        iterations: int,
        mind: Mind,
        seed: int,
    ) -> None:
        """Adds this many iterations to the tree, as far as it has room.

        A new tree imagines its worlds by this seed, which must not be 0; later seeds change nothing.
        """
        codes, odds, starts, buffers = desk.scores
        if tree.counts[WORLD_SEED] == 0:
            tree.counts[WORLD_SEED] = seed
        flow = facts.state.flow
        me = flow.seat if facts.mine else 1 - flow.seat
        for _ in range(iterations):
            if not tree_has_room(tree):
                break
            world = next_world(tree)
            state, x = sample_world(facts, seeded(int(tree.counts[WORLD_SEED]), world))
            node, depth, option = root, 0, -1
            desk.path[0], desk.taken[0] = root, -1
            white = 0.5
            while True:
                if state.flow.outcome:
                    white = worth(state.flow.outcome, WHITE)
                    break
                if depth + 1 >= MAX_TREE_DEPTH:
                    break
                seat = state.flow.seat
                if seat == me and state.flow.turn == flow.turn:
                    if tree.child[node] < 0:
                        count = scored(net, state, codes, odds, starts, buffers)
                        add_own_actions(tree, node, seat, desk.scores, count, mind)
                        white = white_share(chance(odds[best_of(odds, count)]), seat)
                        break
                    node, option = best_own_action(tree, node, mind), -1
                else:
                    gate = gate_of(tree, node) if option < 0 else -1
                    sight = int(tree.sights[gate, world] if option < 0 else tree.after[option])
                    # A kept tree with other facts than before would come to other cards: it starts again there.
                    if sight < 0 or tree.cards[sight] != cards_in(state):
                        fresh = tree.child[node] < 0
                        count = scored(net, state, codes, odds, starts, buffers)
                        sight = add_sight(tree, node, state, desk, count, mind)
                        if option < 0:
                            tree.sights[gate, world] = sight
                        else:
                            tree.after[option] = sight
                        if fresh:
                            white = white_share(chance(odds[best_of(odds, count)]), seat)
                            break
                    option = best_option(tree, node, sight, seat != me, mind)
                    node = int(tree.node[option])
                depth += 1
                desk.path[depth], desk.taken[depth] = node, option
                state, x = dealt(play(state, int(tree.code[node])), x)
            back_up(tree, desk, depth, white)

    return grow


grow_native = compiled(net_search_on(kahuna.OURS), allocates=False)
NET_SEARCHERS: Sisters[Grow] = Sisters(
    "champion", {"kahuna": grow_native}, lambda game: compiled(net_search_on(rules_of(game)), allocates=False)
)
