"""Random games on the batch: who wins, by how much, and how many actions a second.

python examples/random_rollouts.py --game exahuna --games 4096 --steps 2000
"""

import argparse
import time

import numpy as np

from kahuna.envs.batch import Batch
from kahuna.table.ruleset import GAMES


def rollouts(game="kahuna", games=1024, steps=500, seed=1, threads=1):
    """White's results and margins in all games that ended, and actions a second."""
    batch = Batch(game, games, threads=threads)
    batch.reset(seed)
    batch.step(batch.random_actions())  # what must be compiled is compiled here
    results, margins = [], []
    begin = time.perf_counter()
    for _ in range(steps):
        # A learner would look at batch.observations() and batch.masks() and choose for itself.
        rewards, margin, done = batch.step(batch.random_actions())
        results.append(rewards[done, 0])
        margins.append(margin[done])
    speed = games * steps / (time.perf_counter() - begin)
    return np.concatenate(results), np.concatenate(margins), speed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="kahuna", choices=GAMES)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    results, margins, speed = rollouts(options.game, options.games, options.steps, threads=options.threads)
    print(f"{len(results):,} games of {options.game}, {speed / 1e6:.1f} million actions a second")
    print(
        f"White won {np.mean(results > 0):.1%}, tied {np.mean(results == 0):.1%}, lost {np.mean(results < 0):.1%}"
    )
    print(f"White's margin on average {margins.mean():+.2f}")
