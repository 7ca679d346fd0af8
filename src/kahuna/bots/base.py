"""What a player is: a view in, an action out."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from random import Random
from typing import NamedTuple

from kahuna.table.ruleset import GAMES, Seat
from kahuna.table.sisters import MAP_MARK, family_of
from kahuna.table.view import Result, Settings, View

DEFAULT_TIME_MS = 50.0  # for a decision, unless another time is given
TOLD_ACTIONS = 5  # actions listed with a choice


class Choice(NamedTuple):
    """The action a player chose, and what it thinks of it."""

    action: str
    value: float | None = None  # its chance to win, 0 to 1, a tie counting half
    best: tuple[tuple[str, float], ...] = ()  # the best few actions with theirs, the preferred first


class Mind(NamedTuple):
    """How a search with priors behaves."""

    exploration: float
    sharpness: float  # a prior is exp(log odds / sharpness)


class Fault(Exception):
    """A player's fault: it crashed, took too long or gave an invalid answer. `by` goes into the result.

    `detail` is the end of its output, for whoever debugs it.
    """

    def __init__(self, by: str, reason: str, detail: str = "") -> None:
        super().__init__(by, reason, detail)
        self.by, self.reason, self.detail = by, reason, detail

    def __str__(self) -> str:
        return self.reason


def not_played(name: str, bot: "Bot", game: str) -> str:
    """The line for a player that does not play this game."""
    if family_of(game) in bot.games and MAP_MARK in game:
        own = f"{family_of(game)}'s own board"
        return f"player {name!r} has learned {own} and knows no other map; kahuna train --map teaches one"
    if family_of(game) in map(family_of, bot.games):
        return f"player {name!r} has learned the map of {', '.join(bot.games)} and knows no other board"
    return f"player {name!r} does not play {game}, only {', '.join(bot.games)}"


class Bot(ABC):
    """A player. It sees views, which hold its legal actions, and can reach nothing else."""

    name: str
    games: Collection[str] = GAMES  # what it plays
    maps: bool = False  # whether it also plays these games on custom maps
    native: bool = False  # whether it runs compiled code, which must be compiled once

    def start(self, game: str, rules: Settings, seat: Seat) -> None:  # noqa: B027
        """A game begins."""

    def plays(self, game: str) -> bool:
        """Whether it plays this game, on this map."""
        return game in self.games or (self.maps and family_of(game) in self.games)

    @abstractmethod
    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """One of `view["legal"]`. All randomness comes from the generator.

        A player that is limited by its own options, such as iterations, does not look at the time.
        """

    def end(self, result: Result) -> None:  # noqa: B027
        """The game is over."""

    def close(self) -> None:  # noqa: B027
        """The player is not needed any more."""


class ByGame(Bot):
    """A player made of one player per game; each is created when it is needed."""

    native = True

    def __init__(self, name: str, make: Callable[[str], Bot], games: Collection[str] = GAMES) -> None:
        self.name = name
        self.games = games
        self._make = make
        self._player: Bot | None = None
        self._game = ""

    def seated(self, game: str) -> Bot:
        """The player for this game."""
        if self._player is None or game != self._game:
            self.close()
            self._player, self._game = self._make(game), game
        return self._player

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """A game begins."""
        self.seated(game).start(game, rules, seat)

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """What this game's player chooses."""
        return self.seated(view["game"]).choose(view, random, time_ms)

    def end(self, result: Result) -> None:
        """The game is over."""
        if self._player:
            self._player.end(result)

    def close(self) -> None:
        """The player is not needed any more."""
        if self._player:
            self._player.close()
        self._player = None
