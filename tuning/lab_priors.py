"""Learns from searches which actions deserve a larger prior than the net's judgement gives them.

    python tuning/lab_priors.py --games 200 --search iterations=800 --out priors.npy
    python tuning/lab.py --priors priors.npy --first policy=1 --second policy=0
    python tuning/lab_priors.py --games 200 --search iterations=800,pool=16,more=4,local=3 --codes --out codes.npy

The champion of the lab plays itself; at each decision the shares of its tries are what priors should have been. What
is added to log odds / sharpness is linear: a number for each action's code, that is for its kind and its place on the
board, and, unless --codes is given, one for each unit of the net's middle layer, which knows the position. All are
fitted together with the sharpness, so that the priors come nearest to the shares (cross entropy). A fifth of the
decisions is kept back and tells what that is worth.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.ismcts import sensible
from kahuna.bots.nets.kahuna_games import SEARCH_STYLE, dealt
from kahuna.bots.nets.kahuna_inputs import ACTIVE
from kahuna.bots.nets.network import MIDDLE_UNITS, Net
from kahuna.bots.nets.scoring import new_buffers
from kahuna.rules import kahuna
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled
from lab import CAPACITY, known_native, search_native, search_pool_native, switches
from lab_pool import Pool, new_pool
from lab_search import weighed
from lab_tree import POLICY, Nodes, Switches, new_desk, new_nodes

ROWS = 40_000  # actions of a game's decisions, at most
STEPS = 600  # of the fit
SHARPNESS = 0.3  # of the champion
SMALL = 1e-4  # what the squares of the numbers cost


class Seen(NamedTuple):
    """The actions of all decisions, one after the other."""

    decision: NDArray[np.int64]
    code: NDArray[np.int64]
    odds: NDArray[np.float64]
    features: NDArray[np.float32]
    tries: NDArray[np.float64]


def new_seen() -> Seen:
    """Room for a game."""
    whole = (np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64), np.zeros(ROWS))
    return Seen(*whole, np.zeros((ROWS, MIDDLE_UNITS), np.float32), np.zeros(ROWS))


weigh_native = compiled(weighed, allocates=False)


def play(net: Net, how: Switches, seed: int, nodes: Nodes, pool: Pool, seen: Seen) -> int:
    """Plays a game and writes what it saw at each decision that leaves a choice; how many actions that are."""
    desk, buffers = new_desk(np.zeros(POLICY)), new_buffers(net, ACTIVE)
    state, x = dealt(kahuna.start(0, 0, 0, 0), seeded(seed, 1))
    row, decision = 0, 0
    while state.flow.outcome == 0 and row + kahuna.ACTIONS < len(seen.code):
        known = known_native(state)
        if how.pool:
            code, x = search_pool_native(known, net, nodes, pool, desk, buffers, how, x)
        else:
            code, x = search_native(known, net, nodes, desk, buffers, how, x)
        words = sensible(state, kahuna.legal(state), SEARCH_STYLE)
        count = weigh_native(net, state, words, desk, buffers)
        child = int(nodes.child[0])
        while child >= 0:
            desk.place[nodes.code[child]] = nodes.visits[0, child] - 1
            child = int(nodes.sibling[child])
        for i in range(count if count > 1 else 0):
            seen.decision[row], seen.code[row], seen.odds[row] = decision, desk.codes[i], desk.odds[i]
            seen.features[row] = desk.features[i]
            seen.tries[row] = desk.place[desk.codes[i]]
            row += 1
        decision += 1
        state, x = dealt(kahuna.play(state, code), x)
    return row


class Fit(NamedTuple):
    """Actions of decisions, ready to be fitted."""

    inputs: NDArray[np.float64]  # action: log odds, then the features
    code: NDArray[np.int64]
    share: NDArray[np.float64]
    starts: NDArray[np.int64]  # where each decision begins
    sizes: NDArray[np.int64]


def prepared(seen: list[Seen], scale: NDArray[np.float64]) -> Fit:
    """The decisions of these games, with features of about the same size."""
    sizes = np.concatenate([np.unique(game.decision, return_counts=True)[1] for game in seen])
    starts = np.cumsum(sizes) - sizes
    odds, features, code, tries = (
        np.concatenate([getattr(game, name) for game in seen])
        for name in ("odds", "features", "code", "tries")
    )
    total = np.add.reduceat(tries, starts)
    return Fit(np.column_stack((odds, features / scale)), code, tries / total.repeat(sizes), starts, sizes)


def priors_of(fit: Fit, weights: NDArray[np.float64], bias: NDArray[np.float64]) -> NDArray[np.float64]:
    """The priors by these numbers."""
    raw = fit.inputs @ weights + bias[fit.code]
    raw -= np.maximum.reduceat(raw, fit.starts).repeat(fit.sizes)
    priors = np.exp(raw)
    return np.asarray(priors / np.add.reduceat(priors, fit.starts).repeat(fit.sizes))


def loss_of(fit: Fit, weights: NDArray[np.float64], bias: NDArray[np.float64]) -> float:
    """The cross entropy of shares and priors."""
    return float(-(fit.share * np.log(priors_of(fit, weights, bias) + 1e-12)).sum() / len(fit.sizes))


def fitted(fit: Fit, learns: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weights of log odds and features, as far as they may learn, and the numbers of the codes."""
    numbers = np.zeros(fit.inputs.shape[1] + kahuna.ACTIONS)
    numbers[0] = 1 / SHARPNESS
    width = fit.inputs.shape[1]
    means, squares = np.zeros_like(numbers), np.zeros_like(numbers)
    for step in range(1, STEPS + 1):
        wrong = priors_of(fit, numbers[:width], numbers[width:]) - fit.share
        wrong /= len(fit.sizes)
        by_code = np.bincount(fit.code, wrong, kahuna.ACTIONS).astype(np.float64)
        slopes = np.concatenate((fit.inputs.T @ wrong, by_code)) + SMALL * numbers
        means = 0.9 * means + 0.1 * slopes
        squares = 0.99 * squares + 0.01 * slopes**2
        speed = 0.03 * min(1.0, 3 * (1 - step / STEPS))
        numbers -= learns * speed * means / (squares**0.5 + 1e-9)
    return numbers[:width], numbers[width:]


def main() -> None:
    """Plays and fits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--search", type=switches, default=Switches(iterations=800), help="as in lab.py")
    parser.add_argument(
        "--codes", action="store_true", help="only a number for each code, as lab_pool.py needs it"
    )
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net, nodes, pool = net_for("kahuna", path_of("kahuna")), new_nodes(CAPACITY), new_pool(CAPACITY)
    games = []
    for number in range(options.games):
        seen = new_seen()
        rows = play(net, options.search, number, nodes, pool, seen)
        games.append(Seen._make(part[:rows] for part in seen))
        if number % 10 == 9:
            sys.stdout.write(f"{number + 1} games\n")
            sys.stdout.flush()
    scale = np.concatenate([game.features for game in games]).std(0).astype(np.float64) + 1e-6
    kept = len(games) // 5
    held, taught = prepared(games[:kept], scale), prepared(games[kept:], scale)
    width = 1 + MIDDLE_UNITS
    parts = {
        "sharpness": range(1),
        "codes": range(width, width + kahuna.ACTIONS),
    } | ({} if options.codes else {"features": range(1, width)})
    learns = np.zeros(width + kahuna.ACTIONS)
    start = np.zeros(width)
    start[0] = 1 / SHARPNESS
    sys.stdout.write(f"{len(taught.sizes)} decisions; {len(held.sizes)} kept back\n")
    sys.stdout.write(f"the net's priors: {loss_of(held, start, np.zeros(kahuna.ACTIONS)):.4f}\n")
    for name, places in parts.items():
        learns[list(places)] = 1
        weights, bias = fitted(taught, learns)
        told = f"with {name}: {loss_of(held, weights, bias):.4f}, sharpness {1 / weights[0]:.3f}\n"
        sys.stdout.write(told)
    np.save(options.out, np.concatenate((bias, weights[1:] / scale)))


if __name__ == "__main__":
    main()
