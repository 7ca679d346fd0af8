"""The tree of Kahuna's search with a net.

Its nodes are sequences of actions, the same for all imagined worlds. What an action is worth depends on the cards, so
beyond our own turn a node is *seen* separately in each world: a sight lists the actions of that world with what the net
says of them there, and knows where each leads.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import MAX_TREE_DEPTH
from kahuna.bots.nets.network import Floats
from kahuna.rules.jit import kernel

# Enough for seconds of thinking: a tree that was full would end a decision early, and its time would tell of the hand.
MAX_NODES = 4_000_000
MAX_OPTIONS = 4_000_000
MAX_SIGHTS = 400_000
MAX_GATES = 8_192
MAX_WORLDS = 256
MAX_NEW_OPTIONS = 160_000  # and nodes: more than an iteration can add, on any map
FIRST_WORLDS = 16
ROUNDS_A_WORLD = 4  # a world is added each time all have been visited this often

Wholes = NDArray[np.int32]

# What `counts` counts; the seed is 0 until the first iteration.
NODES_USED, SIGHTS_USED, OPTIONS_USED, GATES_USED = range(4)
WORLDS_USED, NEXT_WORLD, ROUNDS_DONE, WORLD_SEED = range(4, 8)


class WorldTree(NamedTuple):
    """Nodes, sights, their options, and gates, each in arrays; node 0 is the root."""

    counts: NDArray[np.int64]
    # Of a node. Its value is what its actor won in all visits; where a sight's option leads to it, only what that was
    # beyond the guesses.
    code: NDArray[np.int16]  # the action that leads here
    actor: NDArray[np.int8]  # the seat that chose it
    child: Wholes  # the first child, -1 for none
    sibling: Wholes
    visits: Wholes
    value: NDArray[np.float64]
    own_prior: Floats  # in our own turn, where it is the same in all worlds
    gate: Wholes  # through which worlds leave our own turn here, -1 for none yet
    # Of a sight:
    first: Wholes  # its first option
    options: Wholes  # how many it has
    cards: NDArray[np.int64]  # the hand of the seat to move, and the row
    # Of an option:
    node: Wholes
    guess: Floats  # what the net expects of it in this world
    prior: Floats
    after: Wholes  # the sight it leads to, -1 until that is known
    tries: Wholes  # in this world alone
    gain: Floats  # what these won beyond the guess
    # For each gate and world, the first sight beyond our own turn:
    sights: Wholes


def new_world_tree() -> WorldTree:
    """A tree with nothing but a root; memory that is never used is never taken."""
    tree = WorldTree(
        counts=np.zeros(8, np.int64),
        code=np.empty(MAX_NODES, np.int16),
        actor=np.empty(MAX_NODES, np.int8),
        child=np.empty(MAX_NODES, np.int32),
        sibling=np.empty(MAX_NODES, np.int32),
        visits=np.empty(MAX_NODES, np.int32),
        value=np.empty(MAX_NODES, np.float64),
        own_prior=np.empty(MAX_NODES, np.float32),
        gate=np.empty(MAX_NODES, np.int32),
        first=np.empty(MAX_SIGHTS, np.int32),
        options=np.empty(MAX_SIGHTS, np.int32),
        cards=np.empty(MAX_SIGHTS, np.int64),
        node=np.empty(MAX_OPTIONS, np.int32),
        guess=np.empty(MAX_OPTIONS, np.float32),
        prior=np.empty(MAX_OPTIONS, np.float32),
        after=np.empty(MAX_OPTIONS, np.int32),
        tries=np.empty(MAX_OPTIONS, np.int32),
        gain=np.empty(MAX_OPTIONS, np.float32),
        sights=np.empty((MAX_GATES, MAX_WORLDS), np.int32),
    )
    clear_world_tree(tree)
    return tree


def clear_world_tree(tree: WorldTree, worlds: int = FIRST_WORLDS) -> None:
    """Forgets everything but an empty root; the next search begins with so many worlds."""
    tree.counts[:] = 0
    tree.counts[WORLDS_USED] = worlds
    add_node(tree, -1, 0, 0)
    tree.visits[0] = 0


@kernel
def tree_has_room(tree: WorldTree) -> bool:
    """Whether one more iteration fits in."""
    counts = tree.counts
    return bool(
        counts[NODES_USED] + MAX_NEW_OPTIONS < MAX_NODES
        and counts[OPTIONS_USED] + MAX_NEW_OPTIONS < MAX_OPTIONS
        and counts[SIGHTS_USED] + MAX_TREE_DEPTH < MAX_SIGHTS
        and counts[GATES_USED] + 2
        <= MAX_GATES  # a second one where the opponent places handicap bridges (K15)
    )


def is_half_full(tree: WorldTree) -> bool:
    """Whether there may be no room for another decision."""
    counts = tree.counts
    return bool(
        2 * counts[NODES_USED] > MAX_NODES
        or 2 * counts[OPTIONS_USED] > MAX_OPTIONS
        or 2 * counts[SIGHTS_USED] > MAX_SIGHTS
        or 2 * counts[GATES_USED] > MAX_GATES
    )


@kernel
def add_node(tree: WorldTree, parent: int, code: int, actor: int) -> int:
    """A new child of this node, which counts as visited once; returns its number."""
    new = int(tree.counts[NODES_USED])
    tree.counts[NODES_USED] = new + 1
    tree.code[new], tree.actor[new], tree.child[new], tree.sibling[new] = code, actor, -1, -1
    tree.visits[new], tree.value[new], tree.gate[new] = 1, 0.0, -1
    if parent >= 0:
        tree.sibling[new] = tree.child[parent]
        tree.child[parent] = new
    return new


@kernel
def next_world(tree: WorldTree) -> int:
    """The world to visit next: each in turn, and after some rounds one more."""
    counts = tree.counts
    world = int(counts[NEXT_WORLD])
    if world == counts[WORLDS_USED]:
        world = 0
        counts[ROUNDS_DONE] += 1
        if counts[ROUNDS_DONE] % ROUNDS_A_WORLD == 0 and counts[WORLDS_USED] < MAX_WORLDS:
            counts[WORLDS_USED] += 1
    counts[NEXT_WORLD] = world + 1
    return world


@kernel
def gate_of(tree: WorldTree, node: int) -> int:
    """The gate of this node."""
    gate = int(tree.gate[node])
    if gate < 0:
        gate = int(tree.counts[GATES_USED])
        tree.counts[GATES_USED] = gate + 1
        tree.gate[node] = gate
        for world in range(MAX_WORLDS):
            tree.sights[gate, world] = -1
    return gate
