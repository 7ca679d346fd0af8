"""A learner in numpy: policy gradient with action masks, on the batch. It learns from games against random play.

    python examples/policy_gradient.py                          # Kahuna, a minute, writes policy.npz
    python examples/policy_gradient.py --game exahuna --seconds 20

One layer of weights turns an observation into a score for each action and a guess at the result. The learner plays
one seat of each game, random actions the other. When all games have ended, actions after which things went better than
guessed become likelier, the others less so. Then let it play: examples/trained_bot.py.
"""

import argparse
import itertools
import os
import time

# These matrices are small: more threads would only slow each other down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from kahuna.envs.batch import Batch
from kahuna.table.ruleset import GAMES

MEMORY = 0.95  # how much of a surprise is passed from an action to the one before it
ENTROPY = 0.01  # the weight of the entropy bonus, which keeps the policy exploring
RATE = 0.003


class Policy:
    """Weights for the scores of all actions, and in the last column for the guess at the result."""

    def __init__(self, size, actions):
        self.weights = np.zeros((size + 1, actions + 1), np.float32)
        self.moments = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.updates = 0

    def __call__(self, seen, masks):
        """The chance of each action, 0 for illegal ones, and the guess at the result."""
        scores = seen @ self.weights[:-1] + self.weights[-1]
        guesses = np.tanh(scores[:, -1])
        chances = np.where(masks, scores[:, :-1], -np.inf)
        chances = np.exp(chances - chances.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True), guesses

    def climb(self, gradient):
        """One step of gradient ascent with Adam."""
        self.updates += 1
        for moment, power, kept in zip(self.moments, (1, 2), (0.9, 0.99), strict=True):
            moment *= kept
            moment += (1 - kept) * gradient**power
        first, second = (m / (1 - k**self.updates) for m, k in zip(self.moments, (0.9, 0.99), strict=True))
        self.weights += RATE * first / (np.sqrt(second) + 1e-8)


def choose(chances, random):
    """A random action for each row, with these chances."""
    sums = chances.cumsum(1)
    return (sums > random.random((len(sums), 1)) * sums[:, -1:]).argmax(1)


def play(batch, policy, seed, random):
    """A game in each place of the batch: what the learner saw and did, step by step, and its results."""
    batch.reset(seed)
    learner = np.arange(batch.games) % 2
    results, running = np.zeros(batch.games, np.float32), np.ones(batch.games, bool)
    steps = []
    while running.any():
        actions = batch.random_actions()
        mine = np.flatnonzero(running & (batch.seats == learner))
        if len(mine):
            seen, masks = batch.observations()[mine].astype(np.float32), batch.masks()[mine].astype(bool)
            chances, guesses = policy(seen, masks)
            actions[mine] = choose(chances, random)
            steps.append((mine, seen, masks, chances, guesses, actions[mine]))
        rewards, _, done = batch.step(actions)
        ended = running & done
        results[ended] = rewards[ended, learner[ended]]
        running &= ~done
    return steps, results


def learn(policy, steps, results):
    """Makes actions that went better than predicted more likely, and improves the predictions."""
    guessed, surprise = results.copy(), np.zeros_like(results)
    gradient, count = np.zeros_like(policy.weights), sum(len(step[0]) for step in steps)
    for mine, seen, masks, chances, guesses, actions in reversed(steps):
        surprise[mine] = guessed[mine] - guesses + MEMORY * surprise[mine]
        guessed[mine] = guesses
        better = surprise[mine]
        logs = np.log(np.where(masks, chances, 1))
        entropy = -(chances * logs).sum(1, keepdims=True)
        push = -chances * better[:, None] - ENTROPY * chances * (logs + entropy)
        push[np.arange(len(mine)), actions] += better
        pull = better * (1 - guesses**2)
        push = np.concatenate([push, pull[:, None]], 1)
        gradient[:-1] += seen.T @ push
        gradient[-1] += push.sum(0)
    policy.climb(gradient / count)


def save(policy, game, path):
    """Writes what examples/trained_bot.py reads."""
    np.savez_compressed(path, game=game, weights=policy.weights)


def train(game="kahuna", seconds=60.0, seed=1, games=256, rounds=None, tell=print):
    """A policy after this many seconds, or rounds of games, and its share of points (a tie is half) in each round."""
    batch, random = Batch(game, games), np.random.default_rng(seed)
    policy, curve = Policy(batch.observation_size, batch.actions), []
    begin = told = time.monotonic()
    for number in itertools.count() if rounds is None else range(rounds):
        steps, results = play(batch, policy, seed * 1_000_000 + number, random)
        learn(policy, steps, results)
        curve.append(float((results + 1).mean() / 2))
        now = time.monotonic()
        if now - told > seconds / 12:
            told = now
            tell(
                f"{now - begin:5.1f} s, {len(curve) * games:7,} games: {np.mean(curve[-5:]):.0%} of the points"
            )
        if rounds is None and now - begin > seconds:
            break
    return policy, curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="kahuna", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=256, help="games in a round")
    parser.add_argument("--rounds", type=int, help="learn for this many rounds instead of seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="policy.npz")
    options = parser.parse_args()
    policy, curve = train(options.game, options.seconds, options.seed, options.games, options.rounds)
    save(policy, options.game, options.out)
    print(
        f"first round {curve[0]:.0%}, last five {np.mean(curve[-5:]):.0%} of the points; written: {options.out}"
    )
