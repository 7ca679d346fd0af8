"""The learned players: the net by itself, and search with it."""

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kahuna.bots.base import TOLD_ACTIONS, Bot, ByGame, Choice, Mind
from kahuna.bots.mcts import Mcts
from kahuna.bots.nets.kahuna_search import NET_SEARCHERS, new_search_desk
from kahuna.bots.nets.kahuna_tree import (
    WorldTree,
    clear_world_tree,
    is_half_full,
    new_world_tree,
    tree_has_room,
)
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.opinions import opinions
from kahuna.bots.nets.scoring import KERNELS, kernels_of, playing_net
from kahuna.bots.turn_search import TurnSearch
from kahuna.rules.kahuna import State
from kahuna.table.games.kahuna_worlds import Knowledge, known_to_mover
from kahuna.table.knowledge import rules_of
from kahuna.table.sisters import Sisters, family_of
from kahuna.table.view import View, has_cards

BUNDLED_NETS = Path(__file__).parent / "nets" / "bundled"  # the bundled nets, GAME.net
# Factors for the log odds of reported win chances, fitted by `kahuna calibrate`; in Kahuna one for each round. A net
# trained on a custom map has none.
CONFIDENCE = {"kahuna": (1.2, 1.14, 1.06), "exahuna": (1.48,), "exahuna-special": (1.57,)}
PLANNING_CONFIDENCE = {"kahuna": (1.4, 1.21, 1.14)}  # in the planning variant (K14)
MINDS = {"kahuna": Mind(0.2, 0.3), "exahuna": Mind(0.4, 0.5), "exahuna-special": Mind(0.4, 0.3)}
TRUST = 1.0  # in the open games, the net's share in a score; the rest is the fitted judge's
WIDE = 32  # how many actions the net is asked about there


class Habits(NamedTuple):
    """How a champion searches; the defaults are what matches proved best, None is the game's."""

    early: bool = True  # a decision ends when no other action can catch up
    exploration: float | None = None
    sharpness: float | None = None
    trust: float | None = None  # in the open games
    wide: int | None = None
    confidence: float | None = None
    told: int = TOLD_ACTIONS  # actions told with a choice, at most
    time_ms: float | None = None  # its own time for a decision, whatever time others have


def mind_of(game: str, habits: Habits) -> Mind:
    """The mind that these habits describe; the game's defaults where they say nothing."""
    given = {key: getattr(habits, key) for key in Mind._fields if getattr(habits, key) is not None}
    return MINDS[family_of(game)]._replace(**given)


def path_of(game: str) -> Path:
    """The file of this game's bundled net."""
    return BUNDLED_NETS / f"{game}.net"


@cache
def net_for(game: str, path: Path) -> Net:
    """The net in this file, ready to play; it must be a net for this game."""
    return playing_net(read_net(path, game, kernels_of(game).slots)[0], game)


class NetPlayer(Bot):
    """The net by itself: the action after which it likes the position best, among those that it notices."""

    name = "net"
    games: Collection[str] = KERNELS.keys()
    native = True

    def __init__(
        self,
        path: Path | None = None,
        attention: int = 100,  # per cent of its actions that it notices
        memory: bool = True,  # whether it remembers what the opponent took
        compiled: bool = True,
    ) -> None:
        self.path = path
        if path:
            self.games = (read_net(path)[1]["game"],)
            # A net that cannot be used is refused now, not in the middle of a game.
            net_for(self.games[0], path)
        self.attention = attention
        self.memory = memory
        self.compiled = compiled

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """One ply, no search."""
        net = net_for(view["game"], self.path or path_of(view["game"]))
        found = opinions(net, view, self.memory, self.compiled)
        noticed = [entry for entry in found if random.randrange(100) < self.attention]
        best = (noticed or [random.choice(found)])[:TOLD_ACTIONS]
        return Choice(*best[0], tuple(best))


def confidence_in(view: View) -> float:
    """The factor for log odds stated in this position."""
    game = view["game"]
    if not has_cards(view):
        return CONFIDENCE[game][0]
    table = PLANNING_CONFIDENCE if view["rules"]["planning"] else CONFIDENCE
    return table[game][view["round"] - 1] if game in table else 1.0


def calibrated_chance(value: float, confidence: float) -> float:
    """The chance to win with its log odds multiplied; what is certain stays certain."""
    good, bad = value**confidence, (1 - value) ** confidence
    return float(good / (good + bad))


def calibrated(choice: Choice, confidence: float) -> Choice:
    """The same with all chances calibrated."""
    best = tuple((action, calibrated_chance(value, confidence)) for action, value in choice.best)
    return Choice(*best[0], best)


class KahunaChampion(TurnSearch[WorldTree]):
    """Search with the net over imagined worlds."""

    name = "champion"
    chunk = 20

    def __init__(self, game: str, net: Net, iterations: int | None, threads: int, habits: Habits) -> None:
        super().__init__(iterations, threads)
        self.games = (game,)
        self.net = net
        self.mind = mind_of(game, habits)
        self.early, self.told = habits.early, habits.told
        self.desks = [new_search_desk(game, net) for _ in range(threads)]
        self.confidence, self.time_ms = habits.confidence, habits.time_ms
        self.awaited: State | None = None  # as `expected`, in games without a table

    def searched(self, state: State, x: int) -> list[tuple[int, float, int]]:
        """Tries, value and code of the actions in a game without a table, after the iterations it was given.

        The preferred action is the first. It sees the whole state and looks only at what that seat is certain of.
        """
        self.game, self.expected = self.games[0], []
        if state != self.awaited:
            self._forget()
        self._iterate(0, known_to_mover(state), self.iterations or self.chunk, x)
        return self._found()

    def follow(self, state: State, code: int) -> None:
        """Keeps the tree if this action, which was searched in this state, leaves the turn open."""
        self.awaited = rules_of(self.game).play(state, code) if self._followed(code) else None

    def answer(self, state: State, x: int) -> int:
        """The action for the seat to move in a game without a table."""
        code = self.searched(state, x)[0][2]
        self.follow(state, code)
        return code

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often, with calibrated chances."""
        choice = super().choose(view, random, self.time_ms or time_ms)
        return calibrated(choice, self.confidence or confidence_in(view))

    def _new_tree(self) -> WorldTree:
        return new_world_tree()

    def _clear(self, tree: WorldTree) -> None:
        clear_world_tree(tree)

    def _has_room(self, tree: WorldTree) -> bool:
        return tree_has_room(tree)

    def _is_half_full(self, tree: WorldTree) -> bool:
        return is_half_full(tree)

    def _iterate(self, number: int, facts: Knowledge, iterations: int, x: int) -> int:
        """As below; only a new tree needs the generator, for its worlds."""
        tree, desk, root = self.trees[number], self.desks[number], self.roots[number]
        NET_SEARCHERS[self.game](facts, self.net, tree, desk, root, iterations, self.mind, x)
        return x


class OpenChampion(Mcts):
    """Search with the net where nothing is hidden."""

    name = "champion"
    chunk = 20

    def __init__(self, game: str, net: Net, iterations: int | None, threads: int, habits: Habits) -> None:
        from kahuna.bots.nets import hex_judge  # here, since Kahuna does not need it

        super().__init__(iterations, threads=threads, mind=mind_of(game, habits))
        self.games = (game,)
        self.grow = hex_judge.GROWERS[game]
        trust = TRUST if habits.trust is None else habits.trust
        wide = habits.wide or WIDE
        self.judges = [hex_judge.new_judge(game, net, trust, wide) for _ in range(threads)]
        self.early, self.told = habits.early, habits.told
        self.confidence, self.time_ms = habits.confidence, habits.time_ms

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The action that was tried most often, or one that is proven to be best, with calibrated chances."""
        choice = super().choose(view, random, self.time_ms or time_ms)
        return calibrated(choice, self.confidence or confidence_in(view))

    def _judge(self, game: str, number: int) -> tuple[Callable[..., int], Any]:
        """The search, and who judges the positions of this graph."""
        return self.grow, self.judges[number]


def _kahuna_champion(
    game: str, net: Net, iterations: int | None, threads: int, habits: Habits
) -> KahunaChampion:
    for key in ("trust", "wide"):
        if getattr(habits, key) is not None:
            raise ValueError(f"the champion of {game} has no {key}")
    return KahunaChampion(game, net, iterations, threads, habits)


Maker = Callable[[str, Net, int | None, int, Habits], KahunaChampion | OpenChampion]
CHAMPIONS: Sisters[Maker] = Sisters(
    "champion",
    {"kahuna": _kahuna_champion, "exahuna": OpenChampion, "exahuna-special": OpenChampion},
    lambda _: _kahuna_champion,
)


def champion(path: Path | None, iterations: int | None, threads: int, habits: Habits) -> Bot:
    """Search with this net in its game, or with the bundled nets in every game."""

    def make(game: str) -> Bot:
        return CHAMPIONS[game](game, net_for(game, path or path_of(game)), iterations, threads, habits)

    return make(read_net(path)[1]["game"]) if path else ByGame("champion", make, CHAMPIONS.keys())
