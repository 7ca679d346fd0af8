"""A player of Kahuna that searches a tree over imagined worlds, and keeps it while its turn goes on."""

from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from numpy.typing import NDArray

from kahuna.bots.base import DEFAULT_TIME_MS, TOLD_ACTIONS, Bot, Choice
from kahuna.bots.watch import CHUNK, Watch
from kahuna.rules.bits import seeded
from kahuna.table.games.kahuna_worlds import Knowledge, forgetful_knowledge, knowledge
from kahuna.table.knowledge import rules_of
from kahuna.table.notation import write
from kahuna.table.ruleset import Seat
from kahuna.table.view import Settings, View, kahuna_view


class GrownTree(Protocol):
    """What a player reads in a tree, whoever grew it: arrays with an entry for each node."""

    @property
    def code(self) -> NDArray[Any]:
        """The action that leads here."""

    @property
    def child(self) -> NDArray[Any]:
        """The first child, -1 for none."""

    @property
    def sibling(self) -> NDArray[Any]:
        """The next child of the same node, -1 for none."""

    @property
    def visits(self) -> NDArray[Any]:
        """How often it was tried."""

    @property
    def value(self) -> NDArray[Any]:
        """What that won in all, for the actions of the seat that searches."""


SomeTree = TypeVar("SomeTree", bound=GrownTree)


class TurnSearch(Bot, Generic[SomeTree]):
    """The search as a player. Each thread has a tree, kept while the turn goes on and nothing unknown has happened."""

    games = ("kahuna",)
    native = True
    chunk = CHUNK
    early = False  # whether a decision ends when no other action can catch up
    told = TOLD_ACTIONS

    def __init__(self, iterations: int | None = None, threads: int = 1, memory: bool = True) -> None:
        self.iterations = iterations
        self.memory = memory
        self.trees: list[SomeTree] = [self._new_tree() for _ in range(threads)]
        self.roots = [0] * threads
        self.game = "kahuna"  # on which map
        self.expected: list[str] = []  # the log as it would be if only our own action had been played

    @abstractmethod
    def _new_tree(self) -> SomeTree:
        """An empty tree."""

    @abstractmethod
    def _clear(self, tree: SomeTree) -> None:
        """Forgets everything but an empty root."""

    @abstractmethod
    def _has_room(self, tree: SomeTree) -> bool:
        """Whether it can grow."""

    @abstractmethod
    def _is_half_full(self, tree: SomeTree) -> bool:
        """Whether there may be no room for another decision."""

    @abstractmethod
    def _iterate(self, number: int, facts: Knowledge, iterations: int, x: int) -> int:
        """Adds this many iterations to a tree; returns the generator's state, for searches that go on with it."""

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """Forgets the last game."""
        self.expected = []

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often."""
        facts = self._facts(view)
        assert facts.mine  # a player is only asked when it is to move
        self.game = view["game"]
        if view["log"] != self.expected:
            self._forget()
        seeds = [seeded(random.getrandbits(62), 0) for _ in self.trees]
        # Even a single legal action is searched: it needs a value, and must take as long as any other decision
        # (K16).
        self._search(facts, seeds, time_ms or DEFAULT_TIME_MS)
        found = self._found()
        self._step_down(found[0][2], view)
        best = tuple((write(self.game, code), value) for _, value, code in found[: self.told])
        return Choice(*best[0], best)

    def _facts(self, view: View) -> Knowledge:
        """The knowledge from which worlds are imagined."""
        seen = kahuna_view(view)
        return knowledge(seen) if self.memory else forgetful_knowledge(seen)

    def _forget(self) -> None:
        for tree in self.trees:
            self._clear(tree)
        self.roots = [0] * len(self.trees)

    def _search(self, facts: Knowledge, seeds: list[int], time_ms: float) -> None:
        """Grows every tree in a thread of its own, by iterations or for a time."""
        self._iterate(0, facts, 0, seeds[0])  # native code is loaded before the clock runs
        watch = Watch(time_ms, self._tries if self.early else None)
        if len(self.trees) == 1:
            self._grow(0, facts, seeds[0], watch)
            return
        with ThreadPoolExecutor(len(self.trees)) as pool:
            list(pool.map(lambda i: self._grow(i, facts, seeds[i], watch), range(len(self.trees))))

    def _grow(self, number: int, facts: Knowledge, x: int, watch: Watch) -> None:
        if self.iterations:
            self._iterate(number, facts, -(-self.iterations // len(self.trees)), x)
            return
        x = self._iterate(number, facts, self.chunk, x)
        while not watch.over() and self._has_room(self.trees[number]):
            x = self._iterate(number, facts, self.chunk, x)

    def _tries(self) -> list[int]:
        """How often each action was tried."""
        return [visits for visits, _, _ in self._found()]

    def _found(self) -> list[tuple[int, float, int]]:
        """Visits, value and code of the root's actions in all trees together, the most visited first."""
        total: dict[int, tuple[int, float]] = {}
        for tree, root in zip(self.trees, self.roots, strict=True):
            child = tree.child[root]
            while child >= 0:
                code = int(tree.code[child])
                visits, value = total.get(code, (0, 0.0))
                total[code] = visits + int(tree.visits[child]), value + float(tree.value[child])
                child = tree.sibling[child]
        found = [(visits, value / visits, code) for code, (visits, value) in total.items() if visits]
        return sorted(found, key=lambda entry: (-entry[0], -entry[1], entry[2]))

    def _step_down(self, code: int, view: View) -> None:
        """Keeps the tree for the next decision, if this one leaves the turn open."""
        self.expected = [*view["log"], write(self.game, code)] if self._followed(code) else []

    def _followed(self, code: int) -> bool:
        """Makes the chosen action's node the root; False if it ends the turn, or the tree cannot be kept."""
        if code >= rules_of(self.game).TAKE_ROW:
            return False
        for number, tree in enumerate(self.trees):
            child = tree.child[self.roots[number]]
            while child >= 0 and tree.code[child] != code:
                child = tree.sibling[child]
            if child < 0 or self._is_half_full(tree):
                return False
            self.roots[number] = int(child)
        return True
