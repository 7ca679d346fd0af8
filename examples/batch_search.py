"""Search in a thousand games at once: one look ahead over hidden cards, with any value function.

    python examples/batch_search.py            # the search against greedy, then against the bundled net
    python examples/batch_search.py exahuna 64

For every game and every action that a prior likes, some worlds are dealt that the seat cannot tell from the true one
(`clone` and `redeal`), the action is played in each, and the positions after it are judged. All of it is a handful of
calls on arrays. Here the judge plays the games to their end with the bundled net: put your own value function there.
"""

import sys
import time

import numpy as np

from kahuna.envs.batch import Batch
from kahuna.table.games import spec_of

WIDTH = 4  # actions searched in each game
WORLDS = 8  # deals for each of them, where cards are hidden
LONGEST = 400  # steps to the end of a game, at most


def value_of(batch: Batch, seats: np.ndarray) -> np.ndarray:
    """What each game is worth to this seat, from -1 to 1: it is played to its end by the net, once."""
    values, open_games = np.zeros(batch.games), np.ones(batch.games, bool)
    for _ in range(LONGEST):
        running = np.flatnonzero(open_games)
        if not len(running):
            break
        step = batch.step(batch.choose("net")[running], running)
        ended = running[step.done[running]]
        values[ended] = step.rewards[ended, seats[ended]]
        open_games[ended] = False
    return values


def candidates(batch: Batch, random: np.random.Generator) -> np.ndarray:
    """For each game WIDTH actions: what the net and greedy would do, and random others; some may occur twice."""
    chosen = np.zeros((batch.games, WIDTH), np.int64)
    chosen[:, 0], chosen[:, 1] = batch.choose("net"), batch.choose("greedy")
    noise = random.random((WIDTH - 2, *batch.masks().shape)) * batch.masks()
    chosen[:, 2:] = noise.argmax(axis=2).T
    return chosen


def searched(batch: Batch, random: np.random.Generator) -> np.ndarray:
    """What the net would do, or the action that is clearly worth more on average over the same worlds."""
    actions = candidates(batch, random)
    count = WORLDS if spec_of(batch.rules.game).hidden else 1
    dealt = batch.clone(np.repeat(np.arange(batch.games), count))
    dealt.redeal(seed=int(random.integers(2**62)))
    # Game by game, action by action, world by world: every action meets the same hidden cards and the same future.
    places = np.arange(batch.games * count).reshape(batch.games, 1, count).repeat(WIDTH, axis=1).ravel()
    worlds = dealt.clone(places)
    seats = worlds.seats.copy()
    first = worlds.step(np.repeat(actions.ravel(), count))
    values = np.where(first.done, first.rewards[np.arange(worlds.games), seats], 0.0)
    running = np.flatnonzero(~first.done)
    if len(running):
        values[running] = value_of(worlds.clone(running), seats[running])
    values = values.reshape(batch.games, WIDTH, count)
    gains = values - values[:, :1]
    sure = (
        gains.mean(axis=2) - gains.std(axis=2) / count**0.5
    )  # a lower bound, so that luck is not mistaken for a better action
    return actions[np.arange(batch.games), sure.argmax(axis=1)]


def match(game: str, rival: str, games: int, seed: int = 1) -> float:
    """The share of points of the search against a player, half of the games from each seat, each played once."""
    batch, random = Batch(game, games), np.random.default_rng(seed)
    batch.reset(seed=seed)
    mine, points, left = np.arange(games) % 2, np.zeros(games), np.ones(games, bool)
    while left.any():
        actions = batch.choose(rival).copy()
        thinking = np.flatnonzero(left & (batch.seats == mine))
        if len(thinking):
            actions[thinking] = searched(batch.clone(thinking), random)
        running = np.flatnonzero(left)
        step = batch.step(actions[running], running)
        ended = running[step.done[running]]
        points[ended] = (step.rewards[ended, mine[ended]] + 1) / 2
        left[ended] = False
    return float(points.mean())


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "kahuna"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    for rival in ("greedy", "net"):
        begun = time.time()
        share = match(game, rival, games)
        reach = 1.96 * (share * (1 - share) / games) ** 0.5
        print(
            f"{game}: search against {rival}: {share:.1%} ± {reach:.1%} of {games} games, {time.time() - begun:.0f} s"
        )


if __name__ == "__main__":
    main()
