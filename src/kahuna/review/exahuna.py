"""Exahuna and Special for reviews: nothing is hidden, so the champion's net and search judge everything."""

import threading
from typing import Any

import numpy as np

from kahuna.bots.base import TOLD_ACTIONS
from kahuna.bots.champion import (
    TRUST,
    WIDE,
    Habits,
    calibrated_chance,
    confidence_in,
    mind_of,
    net_for,
    path_of,
)
from kahuna.bots.hex_graph import clear_graph, new_graph
from kahuna.bots.hex_value import INNER, OUTER
from kahuna.bots.mcts import ENOUGH, LAST, bridges_to_place, ranked
from kahuna.bots.nets import hex_judge
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import chance as chance_of
from kahuna.bots.nets.opinions import native_scores
from kahuna.bots.nets.scoring import kernels_of
from kahuna.rules import exahuna, special
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.knowledge import position
from kahuna.table.ruleset import Rules
from kahuna.table.view import View

# Of the iterations of a depth: one of Special takes about four times as long as one of Exahuna.
PACE = {"exahuna": 1.0, "exahuna-special": 0.4}
ALL = 100  # per cent of actions that a search notices
TWIN = dict(zip(OUTER, INNER, strict=True))  # links that join the same islands
GROW = {"exahuna": hex_judge.grow_exahuna, "exahuna-special": hex_judge.grow_special}
ENGINE: dict[str, Any] = {"exahuna": exahuna, "exahuna-special": special}


class OpenAssessor:
    """One of the open games as reviews see it."""

    hidden_means = "later"

    def __init__(self, game: str) -> None:
        self.game, self.grow, self.engine = game, GROW[game], ENGINE[game]
        self.player = net_for(game, path_of(game))
        self.net = str(read_net(path_of(game))[1]["digest"])
        self.kernels = kernels_of(game)
        self._desks = threading.local()

    def desk(self) -> tuple[Any, Any]:
        """This thread's empty graph, and the judge of its positions."""
        if not hasattr(self._desks, "desk"):
            graph = new_graph(mind_of(self.game, Habits()))
            self._desks.desk = graph, hex_judge.new_judge(self.game, self.player, TRUST, WIDE)
        graph, judge = self._desks.desk
        clear_graph(graph)
        return graph, judge

    def position(self, view: View) -> "OpenPosition":
        """The decision of the seat to move."""
        state = position(view)
        late = bridges_to_place(self.game, state) <= LAST[self.game]
        return OpenPosition(self, state, late, confidence_in(view))

    def start(self, rules: Rules) -> float:  # noqa: ARG002 (there is but one set of rules)
        """White's chance on the empty board."""
        return self.white(self.engine.start())

    def white(self, state: Any) -> float:
        """White's chance: the result, or the net's value of the best action."""
        if state.outcome:
            return worth(state.outcome, WHITE)
        codes, odds = np.empty(self.kernels.most, np.int64), np.empty(self.kernels.most, np.float64)
        count = native_scores(self.game)(self.player, state, codes, odds)
        own = chance_of(float(odds[:count].max()))
        return own if state.seat == WHITE else 1.0 - own


class OpenPosition:
    """A decision where both seats know everything."""

    def __init__(self, assessor: OpenAssessor, state: Any, late: bool, confidence: float) -> None:
        self.assessor, self.state, self.late, self.confidence = assessor, state, late, confidence

    def choices(self, iterations: int, seed: int) -> list[tuple[int, float]]:
        """The best few actions, by the champion's own search."""
        graph = self._grown(self.state, iterations, seed)
        found = ranked([graph])[:TOLD_ACTIONS]
        return [(code, calibrated_chance(value, self.confidence)) for code, value in found]

    def chance(self, code: int, iterations: int, seed: int) -> float:
        """The seat's chance after this action, by a separate search from there."""
        after = self.assessor.engine.play(self.state, code)
        if after.outcome:
            return worth(after.outcome, self.state.seat)
        graph = self._grown(after, iterations, seed)
        rival = float(graph.nodes[graph.edges[0].child].worth)
        return calibrated_chance(1.0 - rival, self.confidence)

    def _grown(self, state: Any, iterations: int, seed: int) -> Any:
        """This thread's graph after a search; near the end the search continues until everything is proven."""
        graph, judge = self.assessor.desk()
        effort = int(iterations * PACE[self.assessor.game])
        effort = max(effort, ENOUGH) if self.late else effort
        self.assessor.grow(graph, judge, state, effort, ALL, seeded(seed, 0))
        return graph

    def same(self, one: int, other: int) -> bool:
        """Whether both are the same action, or lay the same bridge between the same islands."""
        return self._inner(one) == self._inner(other)

    def _inner(self, code: int) -> int:
        """The action itself, but on the inner one of two free links that join the same islands."""
        kind, link = divmod(code, exahuna.LINKS)
        inner = TWIN.get(link, link)
        places = code < special.MOVE_JOKER  # all codes of Exahuna are below it
        free = not (self.state.own | self.state.enemy) >> inner & 1
        return kind * exahuna.LINKS + inner if places and free else code


def assessor(game: str) -> OpenAssessor:
    """The assessor of one of the open games."""
    return OpenAssessor(game)
