"""Kahuna's search that judges actions in each imagined world, but only those that are usually good.

Within our own turn all worlds look the same to us, so actions are judged once. Beyond it the net judges actions in
the world of each iteration, and the tree keeps what was found to be wrong with that judgement. Which actions are
judged is decided by how far each has been behind the best one in this search so far (`History`).
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import MAX_TREE_DEPTH, sensible
from kahuna.bots.nets.kahuna_games import SEARCH_STYLE, dealt, ended, mover
from kahuna.bots.nets.kahuna_inputs import changes, inputs
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import Buffers, asking, best_of
from kahuna.rules import kahuna
from kahuna.rules.bits import lowest
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import Legal
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from lab_tree import Desk, Nodes, Switches, added

asked = asking(kahuna.play, inputs, changes, ended, mover)
SEEN = 4  # an action that was judged less often than this is judged first
LASTING = 32  # judgements that the mean reaches back


class History(NamedTuple):
    """For each seat and action, how far it was behind the best action where it was judged."""

    behind: NDArray[np.float64]
    seen: NDArray[np.int64]


@kernel
def listed(words: Legal, history: History, seat: int, most: int, codes: NDArray[np.int64]) -> int:
    """Writes the codes of the legal actions, or of the most promising ones if there are more; how many."""
    behind, seen = history.behind[seat], history.seen[seat]
    count = 0
    for word in range(5):
        bits = words[word]
        while bits:
            code = word * kahuna.WORD_BITS + lowest(bits)
            bits &= bits - 1
            hope = behind[code] if seen[code] >= SEEN else 1.0
            if count < most:
                at = count
                count += 1
            elif hope <= (behind[codes[count - 1]] if seen[codes[count - 1]] >= SEEN else 1.0):
                continue
            else:
                at = count - 1
            while at > 0:
                other = codes[at - 1]
                if (behind[other] if seen[other] >= SEEN else 1.0) >= hope:
                    break
                codes[at] = other
                at -= 1
            codes[at] = code
    return count


@kernel
def remembered(
    history: History, seat: int, codes: NDArray[np.int64], odds: NDArray[np.float64], count: int, top: float
) -> None:
    """Adds these judgements to what is known."""
    for i in range(count):
        code = codes[i]
        n = min(history.seen[seat, code] + 1, LASTING)
        history.seen[seat, code] = n
        history.behind[seat, code] += (odds[i] - top - history.behind[seat, code]) / n


@kernel
def searched_wide(
    facts: Knowledge, net: Net, nodes: Nodes, desk: Desk, buffers: Buffers, how: Switches, x: int
) -> tuple[int, int]:
    """The action tried most often, and the generator's state."""
    path, codes, odds = desk.path, desk.codes, desk.odds
    nodes.size[0] = 0
    added(nodes, -1, 0, 0, 0, 0.0)
    history = History(desk.behind, desk.seen)
    for other in range(2):
        for code in range(kahuna.ACTIONS):
            history.behind[other, code], history.seen[other, code] = 0.0, 0
    turn = facts.state.flow.turn
    for _ in range(how.iterations):
        if nodes.size[0] + 2 * kahuna.ACTIONS > len(nodes.code):
            break
        state, x = sample_world(facts, x)
        node, depth = 0, 0
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
            own = state.flow.turn == turn
            fresh = nodes.scored[node] == 0
            if fresh or not own:
                words = sensible(state, kahuna.legal(state), SEARCH_STYLE)
                count = listed(words, history, seat, kahuna.ACTIONS if own else how.wide, codes)
                for i in range(count):
                    odds[i] = 0.0
                asked(net, state, codes, count, odds, buffers)
                top = odds[best_of(odds, count)]
                remembered(history, seat, codes, odds, count, top)
                if own:
                    for i in range(count):
                        child = added(nodes, node, int(codes[i]), seat, 1, chance(odds[i]))
                        nodes.weight[child] = exp((odds[i] - top) / how.sharpness)
                if fresh:
                    nodes.scored[node] = 1
                    value = chance(top)
                    white = value if seat == 0 else 1.0 - value
                    break
            if own:
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
                desk.guesses[depth + 1] = 0.0
            else:
                for i in range(count):
                    desk.place[codes[i]] = -1
                child = int(nodes.child[node])
                while child >= 0:
                    desk.place[nodes.code[child]] = child
                    child = int(nodes.sibling[child])
                total = 0.0
                for i in range(count):
                    desk.starts[i] = exp((odds[i] - top) / how.sharpness)
                    total += desk.starts[i]
                scale = how.exploration * sqrt(float(nodes.visits[0, node])) / total
                best, found = -1e9, 0
                for i in range(count):
                    child = desk.place[codes[i]]
                    bound, tries = chance(odds[i]), 1
                    if child >= 0:
                        tries = int(nodes.visits[0, child])
                        bound += nodes.value[0, child] / (tries + how.shrink)
                        bound = min(max(bound, 0.0), 1.0)
                    bound += scale * desk.starts[i] / (1 + tries)
                    if bound > best:
                        best, found = bound, i
                child = int(desk.place[codes[found]])
                node = child if child >= 0 else added(nodes, node, int(codes[found]), seat, 1, 0.0)
                desk.guesses[depth + 1] = chance(odds[found])
            depth += 1
            path[depth] = node
            state, x = dealt(kahuna.play(state, int(nodes.code[node])), x)
        for level in range(depth + 1):
            node = int(path[level])
            nodes.visits[0, node] += 1
            nodes.value[0, node] += (white if nodes.actor[node] == 0 else 1.0 - white) - (
                desk.guesses[level] if level else 0.0
            )
    best_tries, chosen = -1, -1
    child = int(nodes.child[0])
    while child >= 0:
        if nodes.visits[0, child] > best_tries:
            best_tries, chosen = int(nodes.visits[0, child]), int(nodes.code[child])
        child = int(nodes.sibling[child])
    return chosen, x
