"""What hiding costs: the champion against one that sees its opponent's hand, by mirrored pairs.

    python bench/open_cards.py --pairs 200 --iterations 2000

No player of the program can do this, since players see views alone (K16); here a script looks into the game. Its score
bounds what could be won by guessing better which cards the opponent holds.
"""

import argparse
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kahuna.arena import statistics
from kahuna.arena.selfplay import act, sit_down
from kahuna.bots.champion import Habits, KahunaChampion, net_for, path_of
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.worlds import SCALE, Knowledge


class Seer(KahunaChampion):
    """The champion with open cards: both its net and its search know the opponent's hand and what he put away."""

    table: Game

    def _facts(self, view: Mapping[str, Any]) -> Knowledge:
        state = self.table.state
        mine = state.flow.seat == SEATS.index(view["seat"])
        rival = state.enemy if mine else state.own
        seen = rival._replace(known=rival.hand)
        state = state._replace(enemy=seen) if mine else state._replace(own=seen)
        row = (SCALE, rival.hand, rival.secret, 0, 0, state.stack)
        return Knowledge(state, int(mine), np.array([row], np.int64))


@cache
def players(net: Path, iterations: int | None) -> tuple[Seer, KahunaChampion]:
    """Both players, made once in each process."""
    weights = net_for("kahuna", net)
    return Seer(weights, iterations, 1, Habits()), KahunaChampion(weights, iterations, 1, Habits())


def pair(net: Path, iterations: int | None, time_ms: float | None, number: int) -> float:
    """The seer's mean score in two games of the same deal."""
    seer, blind = players(net, iterations)
    total = 0.0
    for seat in SEATS:
        game = Game(Rules(), seed=f"open cards/{number}")
        bots: dict[Seat, KahunaChampion] = {name: seer if name == seat else blind for name in SEATS}
        seer.table = game
        randoms = {name: Random(f"{number}/{seat}/{name}") for name in SEATS}
        for name in SEATS:
            sit_down(bots[name], game.rules, name)
        while (mover := game.to_move) is not None:
            act(bots[mover], game, mover, randoms[mover], time_ms, [])
        winner = (game.result or {})["winner"]
        total += 0.5 if winner is None else float(winner == seat)
    return total / 2


def main() -> None:
    """Plays the pairs on all cores."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--iterations", type=int, help="of each decision")
    parser.add_argument("--time-ms", type=float, help="of each decision, where no iterations are given (50)")
    parser.add_argument("--net", type=Path, default=path_of("kahuna"))
    options = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        tasks = [
            pool.submit(pair, options.net, options.iterations, options.time_ms, n)
            for n in range(options.pairs)
        ]
        scores = []
        for task in tasks:
            scores.append(task.result())
            sys.stderr.write(f"\r{len(scores)} pairs ")
    score = statistics.score(statistics.count_pairs(scores))
    sys.stdout.write(
        f"\nopen cards against hidden: {score.value:.3f} ({score.low:.3f} to {score.high:.3f})\n"
    )


if __name__ == "__main__":
    main()
