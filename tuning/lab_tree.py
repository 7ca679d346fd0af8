"""The tree of the lab's search, and the switches that it is grown with."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import MAX_TREE_DEPTH
from kahuna.bots.nets.network import MIDDLE_UNITS
from kahuna.rules import kahuna
from kahuna.rules.jit import kernel

POLICY = kahuna.ACTIONS + MIDDLE_UNITS  # numbers of a policy
MERGED = 1 << 20  # places of a table, more than there are positions in 100,000 iterations
CARD = 1000  # codes from here on are no actions but what chance has shown: CARD + 13 * in the row + own


class Switches(NamedTuple):
    """How a player of the lab searches."""

    iterations: int = 200
    exploration: float = 0.2
    sharpness: float = 0.3
    soft: float = 0.0  # above 0 a new position is worth the mean of its actions, softmax(log odds / soft)
    floor: float = 0.0  # actions whose prior is less than this part of the best one's are not tried
    blind: int = 0  # 1: the opponent learns from worlds in which our hand is sampled as they know it
    split: int = 0  # above 0: what chance shows after an action tried so often makes a position of its own
    exact: int = 0  # 1: beyond our turn actions are scored in each world, and the tree learns what to add
    target: int = 0  # 1: a try that was worse than the best action counts as that one further up
    merge: int = 0  # 1: plays of one turn that lead to the same board and hand, in any order, share a node
    wide: int = 0  # above 0: the search of lab_wide.py, which judges so many actions in each world
    redeal: int = 0  # 1: when the opponent's turn comes, our hidden cards are dealt anew as they know them
    shrink: float = 0.0  # with exact: so many more tries that found nothing to add to the judgement
    onward: int = (
        0  # 1: a try does not end where a world adds actions to a known position: they alone are judged
    )
    horizon: int = (
        0  # above 0: beyond so many turns no tree is grown, the net judges that position in each world
    )
    pool: int = 0  # above 0: the search of lab_pool.py, over so many worlds
    more: int = 0  # above 0: with pool, a world is added whenever all have been visited so often
    local: float = 0.0  # above 0: with pool, the tries in a world itself count against so many of all worlds
    bonus: float = 0.0  # above 0: with local, the exploration within a world, by its own tries
    local_own: int = 0  # 1: also where the seat that searches is to move
    # how much of what `lab_priors.py` learned from searches is added to the priors; with pool only the codes' numbers
    policy: float = 0.0


class Nodes(NamedTuple):
    """The tree; node 0 is the root. Two counts and sums: of real tries and of blind ones."""

    size: NDArray[np.int64]
    code: NDArray[np.int64]
    actor: NDArray[np.int64]
    child: NDArray[np.int64]
    sibling: NDArray[np.int64]
    visits: NDArray[np.int64]  # real or blind, node
    value: NDArray[np.float64]  # real or blind, node
    weight: NDArray[np.float64]
    tried: NDArray[np.int64]
    tries: NDArray[np.int64]  # of the action that leads here, from this parent alone
    scored: NDArray[np.int64]  # 1 when its actions have been scored
    home: NDArray[np.int64]  # the node that stands for all like this one; -1 until it is known


def new_nodes(capacity: int) -> Nodes:
    """Buffers for a tree."""
    whole = [np.empty(capacity, np.int64) for _ in range(4)]
    visits, value = np.empty((2, capacity), np.int64), np.empty((2, capacity), np.float64)
    weight, tried = np.empty(capacity, np.float64), np.empty((capacity, 5), np.int64)
    more = [np.empty(capacity, np.int64) for _ in range(3)]
    return Nodes._make((np.zeros(1, np.int64), *whole, visits, value, weight, tried, *more))


class Desk(NamedTuple):
    """Working space of a search."""

    path: NDArray[np.int64]
    guesses: NDArray[np.float64]  # what was expected of the path's actions in this world
    codes: NDArray[np.int64]
    odds: NDArray[np.float64]
    starts: NDArray[np.float64]
    here: NDArray[np.int64]  # the children of the actions scored last; in lab_pool.py the items of the path
    place: NDArray[np.int64]  # for each action's code, the child it leads to
    features: NDArray[np.float32]  # of the actions scored last, the net's middle layer
    lean: NDArray[np.float64]  # of the actions scored last, what the prior's log odds should have more
    # how to know that: a number for each action's code, then one for each feature
    policy: NDArray[np.float64]
    table: NDArray[np.int64]  # for merge: keys of positions, and the nodes that stand for them
    behind: NDArray[np.float64]  # for wide: of each seat and action, how far it was behind the best one
    seen: NDArray[np.int64]  # how often it was judged


def new_desk(policy: NDArray[np.float64]) -> Desk:
    """Working space."""
    return Desk(
        np.empty(MAX_TREE_DEPTH, np.int64),
        np.empty(MAX_TREE_DEPTH, np.float64),
        np.empty(kahuna.ACTIONS, np.int64),
        np.empty(kahuna.ACTIONS, np.float64),
        np.empty(kahuna.ACTIONS, np.float64),
        np.empty(max(kahuna.ACTIONS, MAX_TREE_DEPTH), np.int64),
        np.empty(CARD + 13 * 14, np.int64),
        np.empty((kahuna.ACTIONS, MIDDLE_UNITS), np.float32),
        np.empty(kahuna.ACTIONS, np.float64),
        policy,
        np.empty((MERGED, 2), np.int64),
        np.empty((2, kahuna.ACTIONS), np.float64),
        np.empty((2, kahuna.ACTIONS), np.int64),
    )


@kernel
def added(nodes: Nodes, parent: int, code: int, actor: int, tries: int, value: float) -> int:
    """A new child; its number."""
    new = int(nodes.size[0])
    nodes.size[0] = new + 1
    nodes.code[new], nodes.actor[new], nodes.child[new], nodes.sibling[new] = code, actor, -1, -1
    nodes.tried[new, :] = 0
    nodes.tries[new], nodes.scored[new], nodes.home[new] = tries, 0, -1
    for kind in range(2):
        nodes.visits[kind, new], nodes.value[kind, new] = tries, value
    if parent >= 0:
        nodes.sibling[new] = nodes.child[parent]
        nodes.child[parent] = new
        if code < CARD:
            nodes.tried[parent, code // kahuna.WORD_BITS] |= 1 << code % kahuna.WORD_BITS
    return new
