"""Whether chances to win are honest: what a player says on its way through games, and how these games ended.

A player meets itself; at every decision it says how likely it is to win. Positions of one game share its end, so
intervals count games, not positions.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from random import Random
from typing import Any, NamedTuple

import numpy as np

from kahuna.arena.crew import Crew
from kahuna.arena.selfplay import play
from kahuna.arena.statistics import Z
from kahuna.bots.base import Bot, Choice
from kahuna.bots.registry import find_bot
from kahuna.table.ruleset import SEATS, Rules, Seat

BINS = 10


class Course(NamedTuple):
    """What is played: a player against itself, so many games."""

    spec: str
    rules: Rules
    seed: str
    games: int
    time_ms: float | None = None


class Noting(Bot):
    """A player whose chances to win are noted, as it says them."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name, self.games = bot, bot.name, bot.games
        self.values: list[float] = []

    def start(self, game: str, rules: Mapping[str, Any], seat: Seat) -> None:
        """A game begins."""
        self.bot.start(game, rules, seat)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """What the player chooses."""
        choice = self.bot.choose(view, random, time_ms)
        if choice.value is not None:
            self.values.append(choice.value)
        return choice

    def end(self, result: Mapping[str, Any]) -> None:
        """The game is over."""
        self.bot.end(result)


def noted_game(course: Course, number: int) -> list[tuple[float, float]]:
    """What was said in one game of the course, each with what the seat that said it got in the end."""
    bots = {seat: Noting(find_bot(course.spec, course.rules.game)) for seat in SEATS}
    deal = f"{course.seed}/{number}"
    try:
        played = play(course.rules, bots, deal, deal, course.time_ms)
    finally:
        for bot in bots.values():
            bot.bot.close()
    if played.loss:
        raise ValueError(f"{course.spec}: {played.loss.reason}")
    winner = (played.game.result or {})["winner"]
    got = {seat: 0.5 if winner is None else float(winner == seat) for seat in SEATS}
    return [(value, got[seat]) for seat in SEATS for value in bots[seat].values]


def noted_games(
    course: Course, crew: Crew, tell: Callable[[str], None] = lambda _: None
) -> list[list[tuple[float, float]]]:
    """All games of the course; whatever the order in which they are finished, in the order of their numbers."""
    executor = crew.executor()
    tasks = {executor.submit(noted_game, course, number): number for number in range(course.games)}
    found: dict[int, list[tuple[float, float]]] = {}
    for task in as_completed(tasks):
        found[tasks[task]] = task.result()
        tell(f"{sum(map(len, found.values())):,} positions")
    return [found[number] for number in range(course.games)]


def summary(course: Course, games: Sequence[Sequence[tuple[float, float]]]) -> dict[str, Any]:
    """Said and real chances in ten bins, and the expected calibration error: what `kahuna calibrate --json` prints."""
    said = np.array([value for game in games for value, _ in game])
    got = np.array([result for game in games for _, result in game])
    number = np.array([index for index, game in enumerate(games) for _ in game])
    where = np.minimum((said * BINS).astype(int), BINS - 1)
    bins, error = [], 0.0
    for index in range(BINS):
        here = where == index
        count = int(here.sum())
        entry: dict[str, Any] = {"from": index / BINS, "to": (index + 1) / BINS, "positions": count}
        if count:
            real = float(got[here].mean())
            entry |= {"said": float(said[here].mean()), "real": real}
            shifts = np.bincount(number[here], got[here] - real)
            reach = Z * float(np.sqrt((shifts**2).sum())) / count
            entry["interval"] = [max(0.0, real - reach), min(1.0, real + reach)]
            error += count / len(said) * abs(entry["said"] - real)
        bins.append(entry)
    return {
        "player": course.spec,
        "game": course.rules.game,
        "rules": course.rules.settings(),
        "seed": course.seed,
        "time_ms": course.time_ms,
        "games": len(games),
        "positions": len(said),
        "error": error,
        "brier": float(((said - got) ** 2).mean()) if len(said) else None,
        "bins": bins,
    }
