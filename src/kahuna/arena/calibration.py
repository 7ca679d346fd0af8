"""Whether a player's win chances are calibrated: the chances it states during games, and how these games ended.

A player meets itself; at every decision it says how likely it is to win. Positions of one game share its end, so
intervals count games, not positions.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.arena.checkout import Figures
from kahuna.arena.crew import Crew, WorkersLost, do_all
from kahuna.arena.match import INTERRUPTED
from kahuna.arena.selfplay import opening_for, play_whole
from kahuna.arena.statistics import Z
from kahuna.bots.base import Bot, Choice
from kahuna.bots.registry import find_bot
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.view import Result, Settings, View, has_cards

BINS = 10
CERTAIN = 1e-6  # chances closer to 0 or 1 are set to this
MEAN_DISTANCE = (2 / np.pi) ** 0.5  # from zero, in standard deviations of a normal distribution
CALIBRATION_OPENING = 4  # first actions of an open game, which are drawn by lot and not noted
STACKS = ((0, "empty stack"), (5, "stack of 1 to 5"), (10, "stack of 6 to 10"))  # up to so many cards
LARGE_STACK = "stack of 11 or more"


class NotedChance(NamedTuple):
    """A chance that a player stated, and what came of it."""

    said: float
    got: float
    moments: tuple[str, ...] = ()  # of the game: calibration is also told for each by itself


NotedChances = list[NotedChance]  # of a game


class CalibrationRun(NamedTuple):
    """What is played: a player against itself, this many games."""

    spec: str
    rules: Rules
    seed: str
    games: int
    time_ms: float | None = None


class Noting(Bot):
    """A player whose chances to win are noted, as it says them."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name, self.games = bot, bot.name, bot.games
        self.values: list[tuple[float, tuple[str, ...]]] = []

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """A game begins."""
        self.bot.start(game, rules, seat)

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """What the player chooses."""
        choice = self.bot.choose(view, random, time_ms)
        if choice.value is not None:
            self.values.append((choice.value, moments_of(view)))
        return choice

    def end(self, result: Result) -> None:
        """The game is over."""
        self.bot.end(result)


def moments_of(view: View) -> tuple[str, ...]:
    """In Kahuna the round and how many cards the stack has; the open games have neither."""
    if not has_cards(view):
        return ()
    stack = next((name for most, name in STACKS if view["stack"] <= most), LARGE_STACK)
    return f"round {view['round']}", stack


def noted_game(course: CalibrationRun, number: int) -> NotedChances:
    """The chances stated in one game, each with the result of the seat that stated it."""
    opening = opening_for(course.rules.game, CALIBRATION_OPENING)
    bots = {seat: Noting(find_bot(course.spec, course.rules.game)) for seat in SEATS}
    deal = f"{course.seed}/{number}"
    try:
        played = play_whole(course.rules, bots, deal, deal, course.time_ms, opening)
    finally:
        for bot in bots.values():
            bot.bot.close()
    if played.fault:
        raise ValueError(f"{course.spec}: {played.fault.reason}")
    result = played.game.result
    assert result
    winner = result["winner"]
    got = {seat: 0.5 if winner is None else float(winner == seat) for seat in SEATS}
    return [NotedChance(value, got[seat], moments) for seat in SEATS for value, moments in bots[seat].values]


def noted_games(
    course: CalibrationRun, crew: Crew, tell: Callable[[str], None] = lambda _: None
) -> tuple[list[NotedChances], str]:
    """The games of the run, in the order of their numbers, and why it ended early, if it did."""
    found: dict[int, NotedChances] = {}
    tasks = ((course, number) for number in range(course.games))
    stopped = ""
    try:
        with closing(do_all(crew, noted_game, tasks, lambda course: f"{course.spec}: game")) as results:
            for _, number, noted in results:
                found[number] = noted
                tell(f"{sum(map(len, found.values())):,} positions")
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except WorkersLost as loss:
        stopped = str(loss)
    return [found[number] for number in sorted(found)], stopped


def summary(course: CalibrationRun, games: Sequence[NotedChances], stopped: str = "") -> Figures:
    """Said and real chances in ten bins, and the expected calibration error: what `kahuna calibrate --json` prints."""
    said = np.array([noted.said for game in games for noted in game])
    got = np.array([noted.got for game in games for noted in game])
    number = np.array([index for index, game in enumerate(games) for _ in game])
    bins, error, noise = binned(said, got, number)
    return {
        "player": course.spec,
        "game": course.rules.game,
        "rules": course.rules.settings(),
        "seed": course.seed,
        "time_ms": course.time_ms,
        "games": len(games),
        "positions": len(said),
        "error": error,
        "noise": noise,
        "brier": float(((said - got) ** 2).mean()) if len(said) else None,
        "confidence": confidence(said, got) if len(said) else None,
        "bins": bins,
        "moments": by_moments(games),
        "stopped": stopped or None,
    }


def by_moments(games: Sequence[NotedChances]) -> list[Figures]:
    """The same error and factor for each moment of the game by itself."""
    names = sorted({moment for game in games for noted in game for moment in noted.moments})
    found: list[Figures] = []
    for name in names:
        here = [(index, noted) for index, game in enumerate(games) for noted in game if name in noted.moments]
        said, got = np.array([noted.said for _, noted in here]), np.array([noted.got for _, noted in here])
        _, error, noise = binned(said, got, np.array([index for index, _ in here]))
        row = {"moment": name, "positions": len(here), "error": error, "noise": noise}
        found.append(row | {"confidence": confidence(said, got)})
    return found


def binned(
    said: NDArray[np.float64], got: NDArray[np.float64], number: NDArray[np.int64]
) -> tuple[list[Figures], float, float]:
    """Said and real chances in ten bins, their mean distance, and what perfect chances would show by chance alone.

    `number` is each position's game: positions of one game share its result, so games are what counts.
    """
    where = np.minimum((said * BINS).astype(int), BINS - 1)
    bins, error, noise = [], 0.0, 0.0
    for index in range(BINS):
        here = where == index
        count = int(here.sum())
        entry: Figures = {"from": index / BINS, "to": (index + 1) / BINS, "positions": count}
        if count:
            real = float(got[here].mean())
            entry |= {"said": float(said[here].mean()), "real": real}
            shifts = np.bincount(number[here], got[here] - real)
            deviation = float(np.sqrt((shifts**2).sum())) / count
            entry["interval"] = [max(0.0, real - Z * deviation), min(1.0, real + Z * deviation)]
            error += count / len(said) * abs(entry["said"] - real)
            noise += count / len(said) * deviation * MEAN_DISTANCE
        bins.append(entry)
    return bins, error, noise


def confidence(said: NDArray[np.float64], got: NDArray[np.float64]) -> float:
    """The factor for the log odds of all stated chances that makes the results most likely."""
    inside = np.clip(said, CERTAIN, 1 - CERTAIN)
    odds = np.log(inside / (1 - inside))
    factors = np.exp(np.linspace(np.log(0.25), np.log(4.0), 555))
    losses = [float(np.mean(np.logaddexp(0.0, factor * odds) - got * factor * odds)) for factor in factors]
    return float(factors[int(np.argmin(losses))])
