"""Whole games by uniformly random actions at native speed, for benchmarks and statistics."""

from collections.abc import Callable
from typing import Any

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import below, next_random, popcount, seeded
from kahuna.rules.jit import compiled

Tally = tuple[int, int, int, int]


@compiled
def random_kahuna(seed: int, games: int, planning: int) -> Tally:
    """Games won by White, won by Black and tied, and the number of actions in all of them."""
    white, black, tied, actions = 0, 0, 0, 0
    x = seeded(seed, 0)
    for _ in range(games):
        state = kahuna.start(planning, 0, 0, 0)
        while state.flow.outcome == 0:
            x = next_random(x)
            if state.due:
                state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
            else:
                words = kahuna.legal(state)
                state = kahuna.play(state, kahuna.nth_legal(words, below(x, kahuna.count_legal(words))))
                actions += 1
        winner = (state.flow.outcome - 1) % 3
        white, black, tied = white + (winner == 0), black + (winner == 1), tied + (winner == 2)
    return white, black, tied, actions


def _random_hex(rules: Any) -> Callable[[int, int], Tally]:
    """The same for a game without chance."""
    start, legal, count_legal, nth_legal, play = (
        rules.start,
        rules.legal,
        rules.count_legal,
        rules.nth_legal,
        rules.play,
    )

    def random_games(seed: int, games: int) -> Tally:
        white, black, tied, actions = 0, 0, 0, 0
        x = seeded(seed, 0)
        for _ in range(games):
            state = start()
            while state.outcome == 0:
                x = next_random(x)
                choices = legal(state)
                state = play(state, nth_legal(choices, below(x, count_legal(choices))))
                actions += 1
            winner = (state.outcome - 1) % 3
            white, black, tied = white + (winner == 0), black + (winner == 1), tied + (winner == 2)
        return white, black, tied, actions

    return compiled(random_games)


random_exahuna = _random_hex(exahuna)
random_special = _random_hex(special)
