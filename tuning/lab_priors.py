"""Learns from searches which actions deserve a larger prior than the net's judgement gives them.

    python tuning/lab_priors.py --games 120 --iterations 1000 --out priors.npy
    python tuning/lab.py --priors priors.npy --first policy=1 --second policy=0

The champion of the lab plays itself; at each decision the shares of its tries are what priors should have been. A
number for each action's code and a sharpness are fitted, so that softmax(log odds / sharpness + number) is nearest
to the shares (cross entropy; the numbers are kept small). The codes differ by kind of action and by link or island,
so this is the smallest policy that can be learned: it knows the board's places but not the position.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.kahuna_games import dealt, scored
from kahuna.bots.nets.kahuna_inputs import ACTIVE
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.scoring import new_buffers
from kahuna.rules import kahuna
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled
from kahuna.table.games.kahuna_worlds import known_to_mover
from lab import CAPACITY
from lab_search import searched
from lab_tree import Nodes, Switches, new_desk, new_nodes

LONGEST = 400
STEPS = 400  # of the fit
SMALL = 3e-4  # what a number's square costs


def play(
    net: Net, how: Switches, seed: int, nodes: Nodes, odds: NDArray[np.float64], tries: NDArray[np.int64]
) -> int:
    """Plays a game and writes, for each decision, the log odds of all actions and how often each was tried."""
    desk, buffers = new_desk(np.zeros(kahuna.ACTIONS)), new_buffers(net, ACTIVE)
    x = seeded(seed, 1)
    state, x = dealt(kahuna.start(0, 0, 0, 0), x)
    length = 0
    while state.flow.outcome == 0 and length < len(odds):
        code, x = searched(known_to_mover(state), net, nodes, desk, buffers, how, x)
        count = scored(net, state, desk.codes, desk.odds, desk.starts, buffers)
        for i in range(count):
            odds[length, desk.codes[i]] = desk.odds[i]
        child = int(nodes.child[0])
        while child >= 0:
            tries[length, nodes.code[child]] = nodes.visits[0, child] - 1
            child = int(nodes.sibling[child])
        length += 1
        state, x = dealt(kahuna.play(state, code), x)
    return length


play_native = compiled(play)


def fitted(
    odds: NDArray[np.float64], tries: NDArray[np.int64]
) -> tuple[NDArray[np.float64], float, list[float]]:
    """The numbers, the sharpness, and the loss of the net's priors, of the sharpness alone, and of both."""
    shares = tries / tries.sum(1, keepdims=True)
    bias, softness, means, squares = np.zeros(odds.shape[1]), 1 / 0.3, 0.0, 0.0
    losses: list[float] = []
    moments = np.zeros((2, odds.shape[1]))
    for learns in (False, True):
        for _ in range(STEPS):
            raw = odds * softness + bias
            raw -= raw.max(1, keepdims=True)
            priors = np.exp(raw)
            priors /= priors.sum(1, keepdims=True)
            loss = -(shares * np.log(priors + 1e-12)).sum(1).mean()
            if not losses:
                losses.append(float(loss))
            wrong = (priors - shares) / len(odds)
            slope = (wrong * np.where(np.isfinite(odds), odds, 0)).sum()
            means, squares = 0.9 * means + 0.1 * slope, 0.99 * squares + 0.01 * slope**2
            softness -= 0.02 * means / (squares**0.5 + 1e-9)
            if learns:
                slopes = wrong.sum(0) + SMALL * bias / len(odds) ** 0.5
                moments = np.array([0.9, 0.99])[:, None] * moments + np.array([0.1, 0.01])[
                    :, None
                ] * np.stack((slopes, slopes**2))
                bias -= 0.02 * moments[0] / (moments[1] ** 0.5 + 1e-9)
        losses.append(float(loss))
    return bias, 1 / softness, losses


def main() -> None:
    """Plays and fits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net, nodes = net_for("kahuna", path_of("kahuna")), new_nodes(CAPACITY)
    how = Switches(iterations=options.iterations)
    gathered_odds, gathered_tries = [], []
    for number in range(options.games):
        odds = np.full((LONGEST, kahuna.ACTIONS), -np.inf)
        tries = np.zeros((LONGEST, kahuna.ACTIONS), np.int64)
        length = play_native(net, how, number, nodes, odds, tries)
        choices = np.isfinite(odds[:length]).sum(1) > 1
        gathered_odds.append(odds[:length][choices])
        gathered_tries.append(tries[:length][choices])
        if number % 10 == 9:
            sys.stdout.write(f"{number + 1} games\n")
            sys.stdout.flush()
    odds, tries = np.concatenate(gathered_odds), np.concatenate(gathered_tries)
    held = len(odds) // 5
    bias, sharpness, losses = fitted(odds[held:], tries[held:])
    np.save(options.out, bias)
    sys.stdout.write(
        f"{len(odds)} decisions; sharpness {sharpness:.3f}; loss {losses}; numbers {bias.std():.3f}\n"
    )


if __name__ == "__main__":
    main()
