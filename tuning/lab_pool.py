"""Kahuna's search over a pool of imagined worlds that it comes back to, so that no position is judged twice.

Within our own turn all worlds look the same to us, so actions are judged once. Beyond it each world has judgements of
its own, kept from iteration to iteration (`Pool`), and the tree keeps what was found to be wrong with them, in all
worlds together. A world's cards are always dealt in the same order.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import MAX_TREE_DEPTH
from kahuna.bots.nets.kahuna_games import KERNELS, dealt
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import Buffers, best_of
from kahuna.rules import kahuna
from kahuna.rules.bits import next_random, seeded
from kahuna.rules.jit import kernel
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from lab_tree import Desk, Nodes, Switches, added

scored = KERNELS.scored
ENTRIES, ITEMS, BLOCKS, WORLDS = 400_000, 8_000_000, 20_000, 1024
MARGIN = 160_000  # nodes and items: more than an iteration can add


class Pool(NamedTuple):
    """What was judged in which world: an entry for a position in a world, an item for each action there."""

    size: NDArray[np.int64]  # entries, items, blocks
    first: NDArray[np.int64]  # item of an entry
    length: NDArray[np.int64]
    code: NDArray[np.int64]
    node: NDArray[np.int64]
    guess: NDArray[np.float64]
    weight: NDArray[np.float64]
    after: NDArray[np.int64]  # the entry of the same world after this action, -1 until it is known
    tries: NDArray[np.float64]  # in this world
    gain: NDArray[np.float64]
    block: NDArray[np.int64]  # of a node where our turn has ended, -1 until it is known
    entries: NDArray[np.int64]  # of a block, for each world


def new_pool(capacity: int) -> Pool:
    """An empty pool."""
    return Pool(
        np.zeros(3, np.int64),
        np.empty(ENTRIES, np.int64),
        np.empty(ENTRIES, np.int64),
        np.empty(ITEMS, np.int64),
        np.empty(ITEMS, np.int64),
        np.empty(ITEMS, np.float64),
        np.empty(ITEMS, np.float64),
        np.empty(ITEMS, np.int64),
        np.empty(ITEMS, np.float64),
        np.empty(ITEMS, np.float64),
        np.empty(capacity, np.int64),
        np.empty((BLOCKS, WORLDS), np.int64),
    )


@kernel
def entered(pool: Pool, nodes: Nodes, node: int, seat: int, desk: Desk, count: int, how: Switches) -> int:
    """The entry for the actions just scored at this node."""
    codes, odds, place = desk.codes, desk.odds, desk.place
    for i in range(count):
        place[codes[i]] = -1
    child = int(nodes.child[node])
    while child >= 0:
        place[nodes.code[child]] = child
        child = int(nodes.sibling[child])
    entry, item = int(pool.size[0]), int(pool.size[1])
    pool.size[0], pool.size[1] = entry + 1, item + count
    pool.first[entry], pool.length[entry] = item, count
    top, total = odds[best_of(odds, count)], 0.0
    for i in range(count):
        code = int(codes[i])
        child = int(place[code])
        if child < 0:
            child = added(nodes, node, code, seat, 1, 0.0)
            pool.block[child] = -1
        pool.code[item + i], pool.node[item + i], pool.after[item + i] = code, child, -1
        pool.guess[item + i] = chance(odds[i])
        pool.tries[item + i], pool.gain[item + i] = 0.0, 0.0
        weight = exp((odds[i] - top) / how.sharpness + how.policy * desk.policy[code])
        pool.weight[item + i] = weight
        total += weight
    for i in range(count):
        pool.weight[item + i] /= total
    return entry


@kernel
def item_chosen(pool: Pool, nodes: Nodes, node: int, entry: int, how: Switches, local: bool) -> int:
    """The item with the best judgement, corrected by what the tree has learned, and prior together."""
    first = int(pool.first[entry])
    after = first + int(pool.length[entry])
    scale = how.exploration * sqrt(float(nodes.visits[0, node]))
    if local and how.bonus > 0:
        here = 1.0
        for item in range(first, after):
            here += pool.tries[item]
        scale = how.bonus * sqrt(here)
    best, found = -1e9, first
    for item in range(first, after):
        child = pool.node[item]
        tries = float(nodes.visits[0, child])
        more = nodes.value[0, child] / (tries + how.shrink)
        if local:
            more += (pool.gain[item] - pool.tries[item] * more) / (pool.tries[item] + how.local)
            if how.bonus > 0:
                tries = pool.tries[item]
        bound = min(max(pool.guess[item] + more, 0.0), 1.0) + scale * pool.weight[item] / (1 + tries)
        if bound > best:
            best, found = bound, item
    return found


@kernel
def searched_pool(
    facts: Knowledge, net: Net, nodes: Nodes, pool: Pool, desk: Desk, buffers: Buffers, how: Switches, x: int
) -> tuple[int, int]:
    """The action tried most often, and the generator's state."""
    path, codes, odds, starts = desk.path, desk.codes, desk.odds, desk.starts
    nodes.size[0] = 0
    pool.size[:] = 0
    added(nodes, -1, 0, 0, 0, 0.0)
    pool.block[0] = -1
    turn, me = facts.state.flow.turn, facts.state.flow.seat
    base = next_random(x)
    worlds, world, rounds = how.pool, -1, 0
    for _ in range(how.iterations):
        if (
            nodes.size[0] + MARGIN > len(nodes.code)
            or pool.size[0] + MAX_TREE_DEPTH > ENTRIES
            or pool.size[1] + MARGIN > ITEMS
            or pool.size[2] + 2 > BLOCKS
        ):
            break
        world += 1
        if world == worlds:
            world = 0
            rounds += 1
            if how.more and rounds % how.more == 0 and worlds < WORLDS:
                worlds += 1
        state, y = sample_world(facts, seeded(base, world))
        node, depth, entry, at = 0, 0, -1, -1
        path[0] = 0
        white = 0.5
        while True:
            outcome = state.flow.outcome
            if outcome:
                white = worth(outcome, WHITE)
                break
            if depth + 2 >= MAX_TREE_DEPTH:
                break
            seat = state.flow.seat
            if state.flow.turn == turn:
                if nodes.scored[node] == 0:
                    count = scored(net, state, codes, odds, starts, buffers)
                    top = odds[best_of(odds, count)]
                    for i in range(count):
                        child = added(nodes, node, int(codes[i]), seat, 1, chance(odds[i]))
                        lean = how.policy * desk.policy[codes[i]]
                        nodes.weight[child] = exp((odds[i] - top) / how.sharpness + lean)
                        pool.block[child] = -1
                    nodes.scored[node] = 1
                    value = chance(top)
                    white = value if seat == 0 else 1.0 - value
                    break
                total = 0.0
                child = int(nodes.child[node])
                while child >= 0:
                    total += nodes.weight[child]
                    child = int(nodes.sibling[child])
                scale = how.exploration * sqrt(float(nodes.visits[0, node])) / total
                best, found = -1e9, -1
                child = int(nodes.child[node])
                while child >= 0:
                    tries = nodes.visits[0, child]
                    bound = nodes.value[0, child] / tries + scale * nodes.weight[child] / (1 + tries)
                    if bound > best:
                        best, found = bound, child
                    child = int(nodes.sibling[child])
                node = found
                at = -1
                desk.guesses[depth + 1] = 0.0
                desk.here[depth + 1] = -1
            else:
                if at >= 0:
                    entry = int(pool.after[at])
                else:
                    block = int(pool.block[node])
                    if block < 0:
                        block = int(pool.size[2])
                        pool.size[2] = block + 1
                        pool.block[node] = block
                        pool.entries[block, :] = -1
                    entry = int(pool.entries[block, world])
                if entry < 0:
                    count = scored(net, state, codes, odds, starts, buffers)
                    entry = entered(pool, nodes, node, seat, desk, count, how)
                    if at >= 0:
                        pool.after[at] = entry
                    else:
                        pool.entries[block, world] = entry
                    if nodes.scored[node] == 0:
                        nodes.scored[node] = 1
                        value = chance(odds[best_of(odds, count)])
                        white = value if seat == 0 else 1.0 - value
                        break
                at = item_chosen(
                    pool, nodes, node, entry, how, how.local > 0 and (seat != me or how.local_own == 1)
                )
                node = int(pool.node[at])
                desk.guesses[depth + 1] = pool.guess[at]
                desk.here[depth + 1] = at
            depth += 1
            path[depth] = node
            state, y = dealt(kahuna.play(state, int(nodes.code[node])), y)
        for level in range(depth + 1):
            node = int(path[level])
            nodes.visits[0, node] += 1
            gain = white if nodes.actor[node] == 0 else 1.0 - white
            if level:
                gain -= desk.guesses[level]
                item = int(desk.here[level])
                if item >= 0:
                    pool.tries[item] += 1
                    pool.gain[item] += gain
            nodes.value[0, node] += gain
    best_tries, chosen = -1, -1
    child = int(nodes.child[0])
    while child >= 0:
        if nodes.visits[0, child] > best_tries:
            best_tries, chosen = int(nodes.visits[0, child]), int(nodes.code[child])
        child = int(nodes.sibling[child])
    return chosen, base
