"""Positions that games for learning begin with: no two games should be the same."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kahuna.bots.nets.kahuna_games import net_game_on
from kahuna.rules import kahuna
from kahuna.rules.bits import below, next_random
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import KahunaRules, State
from kahuna.training.learning import Lesson


@lru_cache(64)
def beginning_kahuna(on: KahunaRules) -> Callable[[Lesson, int], tuple[State, int]]:
    """The kernel that begins a game of Kahuna on this board."""
    start, dealt = on.start, net_game_on(on).playing.dealt

    @kernel
    def begun(lesson: Lesson, x: int) -> tuple[State, int]:
        """A freshly dealt game, sometimes of the planning variant, sometimes with a handicap, and the generator."""
        x = next_random(x)
        planning = 1 if below(x, 1000) < lesson.planning else 0
        x = next_random(x)
        handicap = 1 + below(x, 3) if x & 1023 < lesson.handicap else 0
        x = next_random(x)
        state = start(planning, handicap, x >> 20 & 1, x >> 30 & 1)
        return dealt(state, x)

    return begun


begun_kahuna = beginning_kahuna(kahuna.OURS)


def beginning_open(rules: Any) -> Callable[[Lesson, int], tuple[Any, int]]:
    """The kernel that begins an open game with a few moves at random."""
    start, play, legal_of = rules.start, rules.play, rules.legal
    count_legal, nth_legal = rules.count_legal, rules.nth_legal

    @kernel
    def begun(lesson: Lesson, x: int) -> tuple[Any, int]:
        x = next_random(x)
        state = start()
        for _ in range(below(x, lesson.opening + 1)):
            x = next_random(x)
            legal = legal_of(state)
            state = play(state, nth_legal(legal, below(x, count_legal(legal))))
        return state, x

    return begun
