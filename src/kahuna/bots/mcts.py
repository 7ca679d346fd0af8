"""The strong player of the open games, Exahuna and Special: graph search with a fitted judge (hex_graph.py)."""

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

from kahuna.bots.base import DEFAULT_TIME_MS, TOLD_ACTIONS, Bot, Choice, Mind
from kahuna.bots.hex_graph import (
    MIND,
    Graph,
    clear_graph,
    grow_exahuna,
    grow_special,
    half_full,
    new_graph,
    uproot,
)
from kahuna.bots.hex_value import CODE_MASK
from kahuna.bots.hex_weights import fitted_weights, plain
from kahuna.bots.watch import CHUNK, Watch
from kahuna.rules import special
from kahuna.rules.bits import seeded
from kahuna.table.knowledge import position
from kahuna.table.notation import write
from kahuna.table.ruleset import Seat
from kahuna.table.sisters import Sisters
from kahuna.table.view import Settings, View

# With this few bridges left to place, the search continues until everything is proven, mostly after a few hundred
# iterations.
LAST = Sisters("graph search", {"exahuna": 6, "exahuna-special": 3})
TO_PLACE: Sisters[Callable[[Any], Iterable[int]]] = Sisters(
    "graph search",  # bridges that both sides have left to place
    {
        "exahuna": lambda state: (state.left, state.enemy_left),
        "exahuna-special": lambda state: (
            supply >> 3 * kind & 7
            for supply in (state.supply, state.enemy_supply)
            for kind in range(len(special.KINDS))
        ),
    },
)
GROWERS = {"exahuna": grow_exahuna, "exahuna-special": grow_special}
ENOUGH = 10_000


class Mcts(Bot):
    """The search as a player. Limited by time, it keeps its graph while a game goes on; by iterations, it does not."""

    name = "mcts"
    games: Collection[str] = LAST.keys()
    native = True
    chunk = CHUNK
    early = False  # whether a decision ends when no other action can catch up
    told = TOLD_ACTIONS

    def __init__(
        self,
        iterations: int | None = None,
        attention: int = 100,  # per cent of its own actions that it notices
        simple: bool = False,  # sees islands and bridges only
        exact: bool = True,  # whether it looks longer at the last moves
        threads: int = 1,  # each with a graph of its own
        mind: Mind = MIND,
    ) -> None:
        self.iterations = iterations
        self.attention = attention
        self.weights = plain if simple else fitted_weights
        self.exact = exact
        self.graphs = [new_graph(mind) for _ in range(threads)]
        self.log: list[str] = []  # as it stood after the last choice

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """Forgets the last game."""
        self.log = []

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often, or one that is proven to be best."""
        game, state = view["game"], position(view)
        goes_on = self._goes_on(view["log"])
        for graph in self.graphs:
            (uproot if goes_on else clear_graph)(graph)
        seeds = [seeded(random.getrandbits(62), 0) for _ in self.graphs]
        grow, judge = self._judge(game, 0)
        grow(
            self.graphs[0], judge, state, 0, self.attention, seeds[0]
        )  # loads native code before the clock runs
        watch = Watch(time_ms or DEFAULT_TIME_MS, self._tries if self.early else None)
        limit = self._limit(game, state) if self.iterations else 0
        if len(self.graphs) == 1:
            self._grow(0, game, state, limit, watch, seeds[0])
        else:
            with ThreadPoolExecutor(len(self.graphs)) as pool:
                numbers = range(len(self.graphs))
                list(pool.map(lambda i: self._grow(i, game, state, limit, watch, seeds[i]), numbers))
        found = [(write(game, code), value) for code, value in ranked(self.graphs)[: self.told]]
        self.log = [*view["log"], found[0][0]]
        return Choice(*found[0], tuple(found))

    def searched(self, state: Any, x: int) -> list[tuple[int, float, int]]:
        """Tries, value and code of the actions in a game without a table, after the iterations it was given.

        The preferred action is the first.
        """
        (game,) = self.games
        graph = self.graphs[0]
        clear_graph(graph)
        grow, judge = self._judge(game, 0)
        grow(graph, judge, state, self._limit(game, state), self.attention, x)
        return [(row.tries, row.value, row.code) for row in sorted(root_actions([graph]), reverse=True)]

    def follow(self, state: Any, code: int) -> None:
        """Nothing is kept: the next decision is the opponent's."""

    def answer(self, state: Any, x: int) -> int:
        """The action for the seat to move in a game without a table."""
        return self.searched(state, x)[0][2]

    def _limit(self, game: str, state: Any) -> int:
        """The iterations of this decision: more than usual for the last moves."""
        limit = self.iterations or self.chunk
        late = self.exact and bridges_to_place(game, state) <= LAST[game]
        return max(limit, ENOUGH) if late else limit

    def _grow(self, number: int, game: str, state: Any, limit: int, watch: Watch, x: int) -> None:
        """Grows a graph by this many iterations or, without a limit, until time is up or everything is proven."""
        grow, judge = self._judge(game, number)
        graph = self.graphs[number]
        if limit:
            grow(graph, judge, state, -(-limit // len(self.graphs)), self.attention, x)
            return
        while grow(graph, judge, state, self.chunk, self.attention, x) == self.chunk and not watch.over():
            pass

    def _judge(self, game: str, number: int) -> tuple[Callable[..., int], Any]:
        """The search of this game, and who judges the positions of this graph."""
        return GROWERS[game], self.weights(game)

    def _tries(self) -> list[int]:
        """How often each action was tried."""
        return [row.tries for row in root_actions(self.graphs)]

    def _goes_on(self, log: list[str]) -> bool:
        """Whether the graphs are worth keeping: the game has gone on from the last choice, and there is room."""
        if self.iterations or self.attention < 100 or any(half_full(graph) for graph in self.graphs):
            return False
        return 0 < len(self.log) < len(log) and log[: len(self.log)] == self.log


def bridges_to_place(game: str, state: Any) -> int:
    """How many bridges both sides have left to place."""
    return sum(TO_PLACE[game](state))


class RootAction(NamedTuple):
    """What the search thinks of an action. The greater row is the better action."""

    standing: int  # 1 if proven to be best, -1 if proven to lose
    tries: int
    value: float
    code: int


def root_actions(graphs: Sequence[Graph]) -> list[RootAction]:
    """The root's searched actions, in any order; if one graph has proven which is best, only that graph's."""
    grown = [(graph, graph.nodes[graph.edges[0].child]) for graph in graphs if graph.edges[0].child]
    proven = [(graph, root) for graph, root in grown if root.proven]
    found: dict[int, RootAction] = {}
    for graph, root in proven[:1] or grown:
        number = root.head
        for _ in range(root.ready):
            edge = graph.edges[number]
            number, code = edge.next, int(edge.move & CODE_MASK)
            tries, value = int(edge.tries), float(edge.worth)
            standing = edge.sure * (int(value == 1) - int(value == 0))
            if root.proven:
                standing = edge.sure * int(value == root.worth)
            old = found.get(code, RootAction(0, 0, 0.0, code))
            total = max(tries + old.tries, 1)
            mean = value if standing or not old.tries else (value * tries + old.value * old.tries) / total
            found[code] = RootAction(int(standing) or old.standing, tries + old.tries, mean, code)
    return list(found.values())


def ranked(graphs: Sequence[Graph]) -> list[tuple[int, float]]:
    """Codes and values of the root's searched actions, the preferred first.

    The preferred one is the most tried, unless another is proven to be best or this one to lose.
    """
    return [(row.code, row.value) for row in sorted(root_actions(graphs), reverse=True)]
