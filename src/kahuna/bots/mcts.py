"""The strong player of the open games, Exahuna and Special: graph search with a fitted judge (hex_graph.py)."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from kahuna.bots.base import Bot, Choice
from kahuna.bots.hex_graph import EDGES, Graph, clear, grow_exahuna, grow_special, new_graph, uproot
from kahuna.bots.hex_value import CODE
from kahuna.bots.hex_weights import fitted, plain
from kahuna.bots.watch import Watch
from kahuna.rules.bits import seeded
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.worlds import position

CHUNK = 100  # iterations between two looks at the clock
DEFAULT_MS = 50.0
BEST = 5  # actions told with a choice
# With so few bridges left to place, the search goes on until all is proven: most often after some hundred iterations.
LAST = {"exahuna": 6, "exahuna-special": 3}
ENOUGH = 10_000


class Mcts(Bot):
    """The search as a player. Limited by time, it keeps its graph while a game goes on; by iterations, it does not."""

    name = "mcts"
    games: tuple[str, ...] = ("exahuna", "exahuna-special")
    native = True
    chunk = CHUNK
    early = False  # whether a decision ends when no other action can catch up

    def __init__(
        self,
        iterations: int | None = None,
        attention: int = 100,  # per cent of its own actions that it notices
        simple: bool = False,  # sees islands and bridges only
        exact: bool = True,  # whether it looks longer at the last moves
    ) -> None:
        self.iterations = iterations
        self.attention = attention
        self.weights = plain if simple else fitted
        self.exact = exact
        self.graph = new_graph()
        self.log: list[str] = []  # as it stood after the last choice

    def start(self, game: str, rules: Mapping[str, Any], seat: Seat) -> None:
        """Forgets the last game."""
        self.log = []

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often, or one that is proven to be best."""
        game, graph = view["game"], self.graph
        grow, judge = self._judge(game)
        state, x = position(view), seeded(random.getrandbits(62), 0)
        if self._goes_on(view["log"]):
            uproot(graph)
        else:
            clear(graph)
        if self.iterations:
            late = self.exact and to_place(view) <= LAST[game]
            limit = max(self.iterations, ENOUGH) if late else self.iterations
            grow(graph, judge, state, limit, self.attention, x)
        else:
            watch = Watch(time_ms or DEFAULT_MS, self._tries if self.early else None)
            while grow(graph, judge, state, self.chunk, self.attention, x) == self.chunk:
                if watch.over():
                    break
        found = [(write(game, code), value) for code, value in ranked(graph)[:BEST]]
        self.log = [*view["log"], found[0][0]]
        return Choice(*found[0], tuple(found))

    def _judge(self, game: str) -> tuple[Callable[..., int], Any]:
        """The search of this game, and who judges its positions."""
        return grow_exahuna if game == "exahuna" else grow_special, self.weights(game)

    def _tries(self) -> list[int]:
        """How often each action was tried."""
        root = self.graph.nodes[self.graph.edges[0].child]
        return [int(edge.tries) for edge in self.graph.edges[root.first : root.first + root.ready]]

    def _goes_on(self, log: list[str]) -> bool:
        """Whether the graph is worth keeping: the game has gone on from the last choice, and there is room."""
        if self.iterations or self.attention < 100 or self.graph.size[EDGES] > len(self.graph.move) // 2:
            return False
        return 0 < len(self.log) < len(log) and log[: len(self.log)] == self.log


def to_place(view: Mapping[str, Any]) -> int:
    """How many bridges both sides have left to place."""
    supplies = [view["supply"][seat] for seat in SEATS]
    return sum(sum(supply.values()) if isinstance(supply, Mapping) else supply for supply in supplies)


def ranked(graph: Graph) -> list[tuple[int, float]]:
    """Codes and values of the root's actions that were looked at, the preferred first.

    That is the most tried, unless it is proven that another is as good as any or that this one loses.
    """
    root, rows = graph.nodes[graph.edges[0].child], []
    for number in range(root.first, root.first + root.ready):
        edge = graph.edges[number]
        standing = edge.sure * (int(edge.worth == 1) - int(edge.worth == 0))
        if root.proven:
            standing = edge.sure * int(edge.worth == root.worth)
        rows.append((int(standing), int(edge.tries), float(edge.worth), int(graph.move[number] & CODE)))
    return [(code, value) for _, _, value, code in sorted(rows, reverse=True)]
