"""Monte-Carlo search of an open game over a graph of positions, with a judge instead of rollouts.

A node is a position, however it was reached; an edge is an action. Edges are added in the order of their scores.
Which one to follow depends on its mean result and a bonus that grows with the score and shrinks with every try
(PUCT). What is proven, a win, a loss or a tie against every defence, is passed up and not searched again, so that
the last moves are exact.

The scores come from a judge: the fitted weights (hex_value.py), or a net (hex_judge.py).
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.base import Mind
from kahuna.bots.hex_value import (
    CODE_BITS,
    CODE_MASK,
    MAX_MOVES,
    SCRATCH,
    SURE,
    Ints,
    moves_exahuna,
    moves_special,
)
from kahuna.rules import exahuna, special
from kahuna.rules.bits import below, next_random, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.outcome import worth

MIND = Mind(exploration=0.4, sharpness=0.5)  # with the fitted judge
REPLY = 0.5  # the share of the best reply in a new position's value
SHAKE = 5  # the first moves' scores vary by up to this, since no deal makes games differ
MAX_GRAPH_DEPTH = 160  # no game is longer
NODE_COUNT, EDGE_COUNT, MOVE_COUNT = 0, 1, 2  # in Graph.size


NODE = np.dtype(
    [
        ("key", np.int64),
        ("slot", np.int64),  # the one that holds it; a slot is free if the node it names is not in it
        ("first", np.int32),  # move
        ("count", np.int32),  # moves
        ("ready", np.int32),  # moves that have an edge, the best first; the others are still in any order
        ("head", np.int32),  # the first edge, that of the best move
        ("tail", np.int32),  # the last
        ("visits", np.int32),
        ("proven", np.int32),  # 1 if the worth is exact
        ("worth", np.float64),  # for the seat to move
        ("promise", np.float64),  # of all edges together
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("child", np.int32),  # 0 if none was made yet
        ("tries", np.int32),
        ("move", np.int32),  # score and code
        ("next", np.int32),  # edge of the same node
        ("sure", np.int32),  # 1 if the worth is exact
        ("worth", np.float64),  # for the player who moves, as far as this edge knows
    ],
    align=True,
)


class Graph(NamedTuple):
    """Nodes and edges, as records. Edge 0 leads to the root, node 0 is none. Few moves ever get an edge."""

    size: Ints
    slots: NDArray[np.int32]  # nodes by their keys
    nodes: Any  # of NODE
    edges: Any  # of EDGE
    moves: NDArray[np.int32]  # score and code, of each node in a row
    chance: NDArray[np.float64]  # of winning, by score
    weight: NDArray[np.float64]  # promise, by how far a score is below the best
    exploration: float
    path: Ints  # of an iteration: edges, and the nodes they start from
    scratch: Ints  # the judge's working space


def new_graph(mind: Mind = MIND, nodes: int = 1 << 18, edges: int = 1 << 21, moves: int = 1 << 23) -> Graph:
    """An empty graph for this mind, with so much room; memory that is never used is never taken."""
    chance = [1 / (1 + exp(-score / 100)) for score in range(-SURE, SURE + 1)]
    weight = [exp(-gap / 100 / mind.sharpness) + 1e-6 for gap in range(2 * SURE + 1)]
    graph = Graph(
        np.zeros(3, np.int64),
        np.zeros(2 * nodes, np.int32),
        np.empty(nodes, NODE).view(np.recarray),
        np.empty(edges, EDGE).view(np.recarray),
        np.empty(moves, np.int32),
        np.array([0.0, *chance[1:-1], 1.0]),
        np.array(weight),
        mind.exploration,
        np.empty((MAX_GRAPH_DEPTH, 2), np.int64),
        np.empty(SCRATCH, np.int64),
    )
    clear_graph(graph)
    return graph


def clear_graph(graph: Graph) -> None:
    """Forgets everything."""
    graph.nodes[0].slot, graph.nodes[0].proven = -1, 0
    graph.size[NODE_COUNT], graph.size[EDGE_COUNT], graph.size[MOVE_COUNT] = 1, 1, 0
    uproot(graph)


def uproot(graph: Graph) -> None:
    """Forgets which position is the root, and nothing else."""
    edge = graph.edges[0]
    edge.child, edge.tries, edge.worth = 0, 1, 0.5


def half_full(graph: Graph) -> bool:
    """Whether the graph may be too full for one more decision."""
    rooms = {NODE_COUNT: graph.nodes, EDGE_COUNT: graph.edges, MOVE_COUNT: graph.moves}
    return any(graph.size[what] > len(room) // 2 for what, room in rooms.items())


@kernel
def has_graph_room(graph: Graph) -> bool:
    """Whether one more iteration fits."""
    return bool(
        graph.size[NODE_COUNT] < len(graph.nodes)
        and graph.size[EDGE_COUNT] + MAX_GRAPH_DEPTH <= len(graph.edges)
        and graph.size[MOVE_COUNT] + 2 * MAX_MOVES <= len(graph.moves)
    )


@kernel
def _find(graph: Graph, key: int) -> tuple[int, int]:
    """The node with this key and its slot; if there is none, 0 and the free slot for it."""
    mask = len(graph.slots) - 1
    slot = key & mask
    while True:
        number = int(graph.slots[slot])
        if number >= graph.size[NODE_COUNT] or graph.nodes[number].slot != slot:
            return 0, slot
        if graph.nodes[number].key == key:
            return number, slot
        slot = (slot + 1) & mask


@kernel
def _add_node(graph: Graph, slot: int, key: int, count: int, value: float) -> int:
    """A new node, seen once with this value, whose moves were written after all others; returns its number."""
    number, first = int(graph.size[NODE_COUNT]), int(graph.size[MOVE_COUNT])
    graph.size[NODE_COUNT], graph.size[MOVE_COUNT] = number + 1, first + count
    graph.slots[slot] = number
    top = _top(graph.moves[first : first + count])
    promise = 0.0
    for place in range(first, first + count):
        promise += graph.weight[top - (graph.moves[place] >> CODE_BITS)]
    node = graph.nodes[number]
    node.key, node.slot, node.first, node.count, node.ready = key, slot, first, count, 0
    node.visits, node.proven, node.worth, node.promise = 1, 0, value, promise
    return number


@kernel
def _top(moves: NDArray[np.int32]) -> int:
    """The best score among these moves."""
    top = 0
    for number in range(len(moves)):
        top = max(top, moves[number])
    return int(top) >> CODE_BITS


@kernel
def _make_ready(graph: Graph, node: Any) -> None:
    """Gives an edge to the best move that has none yet."""
    place = node.first + node.ready
    best = place
    for other in range(place + 1, node.first + node.count):
        if graph.moves[other] > graph.moves[best]:
            best = other
    move = int(graph.moves[best])
    graph.moves[best] = graph.moves[place]
    graph.moves[place] = move
    number = int(graph.size[EDGE_COUNT])
    graph.size[EDGE_COUNT] = number + 1
    edge = graph.edges[number]
    edge.child, edge.tries, edge.sure, edge.move, edge.next = 0, 0, 0, move, 0
    edge.worth = graph.chance[move >> CODE_BITS]
    if node.ready:
        graph.edges[node.tail].next = number
    else:
        node.head = number
    node.tail = number
    node.ready += 1


@kernel
def _selected(graph: Graph, node: Any) -> int:
    """The edge to follow: one that is proven to win, else the most promising open one, else any."""
    if node.ready == 0 or (node.ready < node.count and graph.edges[node.tail].tries):
        _make_ready(graph, node)
    top = graph.edges[node.head].move >> CODE_BITS
    scale = graph.exploration * sqrt(node.visits) / node.promise
    best, found, number = -1.0, node.head, node.head
    while number:
        edge = graph.edges[number]
        if edge.sure:
            if edge.worth == 1.0:
                return int(number)
        else:
            bound = edge.worth + scale * graph.weight[top - (edge.move >> CODE_BITS)] / (1 + edge.tries)
            if bound > best:
                best, found = bound, number
        number = edge.next
    return int(found)


@kernel
def _prove(graph: Graph, node: Any) -> None:
    """Marks the node if its value is certain: a win is proven, or every edge is settled."""
    best, unsure = 0.0, node.count - node.ready
    number = node.head
    while number:
        edge = graph.edges[number]
        if edge.sure:
            best = max(best, edge.worth)
        else:
            unsure += 1
        number = edge.next
    if best == 1.0 or unsure == 0:
        node.worth, node.proven = best, 1


@kernel
def _noticed(moves: NDArray[np.int32], attention: int, x: int) -> int:
    """Keeps each move with this chance in per cent, at least one, with scores changed a little; returns how many."""
    x = next_random(x)
    kept, spare = 0, moves[below(x, len(moves))]
    for number in range(len(moves)):
        x = next_random(x)
        if below(x, 100) < attention:
            x = next_random(x)
            moves[kept] = _shaken(int(moves[number]), below(x, 2 * SHAKE + 1) - SHAKE)
            kept += 1
    if kept == 0:
        moves[0] = spare
        kept = 1
    return kept


@kernel
def _shaken(move: int, change: int) -> int:
    """The move with its score changed, unless it ends the game."""
    score = move >> CODE_BITS
    if 0 < score < 2 * SURE:
        score = max(1, min(2 * SURE - 1, score + change))
    return score << CODE_BITS | move & CODE_MASK


@kernel
def _pass_up(graph: Graph, path: Ints, depth: int, value: float) -> None:
    """Adds a result, seen by the player of the path's last move, to all nodes and edges of the path."""
    for level in range(depth - 1, -1, -1):
        edge, node = graph.edges[path[level, 0]], graph.nodes[path[level, 1]]
        edge.tries += 1
        if edge.child:
            child = graph.nodes[edge.child]
            edge.worth, edge.sure = 1.0 - child.worth, child.proven
        node.visits += 1
        node.worth += (value - node.worth) / node.visits
        if edge.sure:
            _prove(graph, node)
            if node.proven:
                value = node.worth
        value = 1.0 - value


def growing(
    play: Any, moves_of: Any, key_of: Any, dear: bool
) -> Callable[[Graph, Any, Any, int, int, int], int]:
    """The search of the game with these rules; where judging is expensive, nothing is judged twice."""

    def grow(graph: Graph, judge: Any, root: Any, iterations: int, attention: int, x: int) -> int:
        """Adds this many iterations, fewer if the root gets proven or room runs out; returns how many were made.

        Attention is the per cent of the root's moves that are looked at. Attention and the generator's state matter
        only if the root is new to the graph.
        """
        path, scratch = graph.path, graph.scratch
        for done in range(iterations):
            if graph.nodes[graph.edges[0].child].proven or not has_graph_room(graph):
                return done
            state, number, depth, value = root, 0, 0, 0.5
            while True:
                edge = graph.edges[number]
                key, slot = 0, 0
                if edge.child == 0 and (dear or edge.tries):
                    key = key_of(state)
                    edge.child, slot = _find(graph, key)
                    if edge.child and number:  # known from another way
                        value = 1.0 - graph.nodes[edge.child].worth
                        break
                if edge.child == 0:
                    size = graph.size[MOVE_COUNT]
                    count = moves_of(judge, state, graph.moves[size:], scratch)
                    if edge.tries == 0:
                        top = _top(graph.moves[size : size + count])
                        if top in (0, 2 * SURE):  # a reply wins, or all end the game and lose
                            edge.sure, edge.worth = 1, 1.0 - graph.chance[top]
                        edge.worth += REPLY * (1.0 - graph.chance[top] - edge.worth)
                        if dear and not edge.sure:
                            edge.child = _add_node(graph, slot, key, count, 1.0 - edge.worth)
                        value = edge.worth
                        break
                    if number == 0:
                        count = _noticed(graph.moves[size : size + count], attention, x)
                    edge.child = _add_node(graph, slot, key, count, 1.0 - edge.worth)
                node = graph.nodes[edge.child]
                if node.proven:  # by another way
                    value = 1.0 - node.worth
                    break
                path[depth, 1] = edge.child
                number = _selected(graph, node)
                path[depth, 0] = number
                depth += 1
                if graph.edges[number].sure:
                    value = graph.edges[number].worth
                    break
                seat = state.seat
                state = play(state, int(graph.edges[number].move & CODE_MASK))
                if state.outcome:
                    value = worth(state.outcome, seat)
                    graph.edges[number].worth = value
                    graph.edges[number].sure = 1
                    break
            _pass_up(graph, path, depth, value)
        return iterations

    return compiled(grow, allocates=False)


@kernel
def key_exahuna(state: exahuna.State) -> int:
    """A number for the position; two different positions share one with a chance of about 1 in 2**63."""
    rest = state.left << 7 | state.enemy_left << 1 | state.passed
    return seeded(seeded(state.own, state.enemy), rest)


@kernel
def key_special(state: special.State) -> int:
    """The same for Special."""
    bridges = seeded(seeded(state.own, state.enemy), state.kinds.low)
    kinds = seeded(seeded(bridges, state.kinds.middle), state.kinds.high)
    return seeded(kinds, state.supply << 25 | state.enemy_supply << 1 | state.passed)


grow_exahuna = growing(exahuna.play, moves_exahuna, key_exahuna, dear=False)
grow_special = growing(special.play, moves_special, key_special, dear=False)
