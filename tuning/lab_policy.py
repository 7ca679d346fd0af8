"""Teaches Kahuna's net a policy: which actions a search tries, beside what it thinks they are worth.

    python tuning/lab_policy.py play --games 4000 --out decisions.npz
    python tuning/lab_policy.py learn decisions.npz --hidden 128 --out policy.net
    kahuna match champion:file=policy.net,iterations=300 champion:iterations=300 --pairs 200 --seed policy --luck

The champion plays itself and notes at each decision how often it tried every action. The net's last layer gets a second
row of weights, `lean`: softmax(log odds / sharpness + leaning) are the priors, and they are to come near the shares of
the tries (cross entropy). Both layers get more units, which only the leaning knows; what the net thinks of a position
stays as it is. A tenth of the games is kept back and tells what that is worth.
"""

import argparse
import sys
from math import exp, log
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.champion import CHAMPIONS, MINDS, Habits, net_for, path_of
from kahuna.bots.nets.kahuna_inputs import ACTIVE
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Floats, Net, Slots, answered, gathered, leaning, new_net
from kahuna.bots.nets.scoring import kernels_of, new_score_desk
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled
from kahuna.training.by_search import chosen, steps_of
from kahuna.training.learning import Lesson, adam_native
from kahuna.training.subjects import subject_of

GAME = "kahuna"
MOST = 128  # actions of a decision
BATCH = 256  # decisions
SHARPNESS = MINDS[GAME].sharpness


class Decisions(NamedTuple):
    """Actions of decisions, one after the other."""

    slots: Slots  # action, group
    shares: Floats  # of the decision's tries
    ends: NDArray[np.int64]  # for each decision, where its actions end
    games: NDArray[np.int64]  # for each decision, its game


def record(games: int, iterations: int, seed: int) -> Decisions:
    """The decisions of games that the champion plays against itself."""
    net, subject, steps = net_for(GAME, path_of(GAME)), subject_of(GAME), steps_of(GAME)
    kernels, lesson = kernels_of(GAME), Lesson()
    champion = CHAMPIONS[GAME](GAME, net, iterations, 1, Habits())
    desk = new_score_desk(kernels, net)
    slots: list[Slots] = []
    shares, ends, numbers, started = [], [], [], monotonic()
    x = seeded(seed, 1)
    for game in range(games):
        state, x = subject.begun(lesson, x)
        while not kernels.ended(state):
            found = champion.searched(state, x)
            place, x = chosen(found, x)
            count = steps.listed(state, desk.codes, desk.starts, desk.buffers)
            tried = {code: tries for tries, _, code in found}
            rows, tries_of = [], []
            for code in desk.codes[:count].tolist():
                row = np.empty(ACTIVE, np.int16)
                if not kernels.ended(steps.played(state, code, row)):  # or nobody asks the net about it
                    rows.append(row)
                    tries_of.append(tried.get(code, 0))
            if len(rows) > 1 and sum(tries_of):
                slots.extend(rows)
                shares.extend(tries / sum(tries_of) for tries in tries_of)
                ends.append(len(slots))
                numbers.append(game)
            code = found[place][2]
            champion.follow(state, code)
            state, x = kernels.dealt(kernels.played(state, code), x)
        if game % 100 == 99:
            sys.stdout.write(f"{game + 1} games, {len(ends)} decisions, {monotonic() - started:.0f} s\n")
            sys.stdout.flush()
    return Decisions(
        np.array(slots),
        np.array(shares, np.float32),
        np.array(ends),
        np.array(numbers),
    )


class Desk(NamedTuple):
    """Working space: both layers' sums for each action of a decision, and what is passed back."""

    totals: Floats
    middles: Floats
    priors: NDArray[np.float64]
    back: Floats
    awake: NDArray[np.int64]


def new_desk(net: Net) -> Desk:
    """Working space that fits this net."""
    hidden, middle = net.second.shape
    return Desk(
        np.empty((MOST, hidden), np.float32),
        np.empty((MOST, middle), np.float32),
        np.empty(MOST),
        np.empty(hidden, np.float32),
        np.empty(hidden, np.int64),
    )


def passed(
    net: Net,
    turned: Floats,
    decisions: Decisions,
    order: NDArray[np.int64],
    sharpness: float,
    into: Net,
    desk: Desk,
    judging: tuple[int, int],
    learns: bool,
) -> float:
    """The loss over these decisions, summed; adds the gradient to `into` if it learns.

    `judging` are the numbers of units in both layers that the net's opinion comes from: what leads to them stays.
    """
    loss = 0.0
    hidden, middle = len(net.bias), len(net.second_bias)
    for decision in order:
        first = 0 if decision == 0 else decisions.ends[decision - 1]
        count = min(MOST, decisions.ends[decision] - first)
        top, total = -1e9, 0.0
        for i in range(count):
            gathered(net, decisions.slots[first + i], desk.totals[i])
            answer = answered(net, desk.totals[i], desk.middles[i], desk.awake)[0]
            desk.priors[i] = answer / sharpness + leaning(net, desk.middles[i])
            top = max(top, desk.priors[i])
        for i in range(count):
            desk.priors[i] = exp(desk.priors[i] - top)
            total += desk.priors[i]
        for i in range(count):
            prior, share = desk.priors[i] / total, decisions.shares[first + i]
            loss -= share * log(max(prior, 1e-12))
            if not learns:
                continue
            error, middles, totals = np.float32(prior - share), desk.middles[i], desk.totals[i]
            for j in range(judging[0], hidden):
                desk.back[j] = 0
            for k in range(middle):
                if middles[k] <= 0:
                    continue
                into.lean[k] += error * middles[k]
                if k < judging[1]:
                    continue
                passing = error * net.lean[k]
                into.second_bias[k] += passing
                row, grown = turned[k], into.second[:, k]
                for j in range(hidden):
                    if totals[j] > 0:
                        grown[j] += passing * totals[j]
                for j in range(judging[0], hidden):
                    if totals[j] > 0:
                        desk.back[j] += passing * row[j]
            for j in range(judging[0], hidden):
                into.bias[j] += desk.back[j]
            for slot in decisions.slots[first + i]:
                row = into.rows[slot]
                for j in range(judging[0], hidden):
                    row[j] += desk.back[j]
    return loss


passed_native = compiled(passed, allocates=False)


def with_policy(net: Net, hidden: int, middle: int, seed: int) -> Net:
    """The net with more units in both layers, of which only the leaning knows."""
    have = net.second.shape
    wide = new_net(len(net.rows), seed, have[0] + hidden, have[1] + middle)
    wide.rows[:, : have[0]], wide.bias[: have[0]] = net.rows, net.bias
    wide.second[:, : have[1]] = 0
    wide.second[: have[0], : have[1]], wide.second_bias[: have[1]] = net.second, net.second_bias
    wide.last[:] = 0
    wide.last[: have[1]], wide.last_bias[:] = net.last, net.last_bias
    wide.lean[:] = np.random.default_rng(seed).standard_normal(len(wide.lean)) * 0.01
    return wide


def learn(decisions: Decisions, net: Net, judging: tuple[int, int], epochs: int, rate: float) -> None:
    """Teaches the net a policy."""
    random = np.random.default_rng(1)
    held = np.flatnonzero(decisions.games % 10 == 0)
    taught = np.flatnonzero(decisions.games % 10 != 0)
    slopes, means, squares = (Net(*(np.zeros_like(part) for part in net)) for _ in range(3))
    desk, step, last = new_desk(net), 0, epochs * (len(taught) // BATCH)
    sure = decisions.shares[decisions.shares > 0].astype(np.float64)
    floor = -(sure * np.log(sure)).sum() / len(decisions.ends)
    sys.stdout.write(f"{len(taught)} decisions, {len(held)} kept back; no policy can be below {floor:.4f}\n")

    def tell(part: float) -> None:
        turned = np.ascontiguousarray(net.second.T)
        loss = passed_native(net, turned, decisions, held, SHARPNESS, slopes, desk, judging, False)
        sys.stdout.write(f"{part:.0%}: {loss / len(held):.4f}\n")
        sys.stdout.flush()

    tell(0)
    for _ in range(epochs):
        random.shuffle(taught)
        for batch in range(len(taught) // BATCH):
            order = taught[batch * BATCH : (batch + 1) * BATCH]
            turned = np.ascontiguousarray(net.second.T)
            passed_native(net, turned, decisions, order, SHARPNESS, slopes, desk, judging, True)
            step += 1
            adam_native(net, slopes, means, squares, rate * (1 - 0.95 * step / last), 1 / BATCH, step)
            if step % (last // 10) == 0:
                tell(step / last)


def main() -> None:
    """Plays or learns."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parts = parser.add_subparsers(dest="part", required=True)
    play = parts.add_parser("play", help="record decisions of games")
    play.add_argument("--games", type=int, default=4000)
    play.add_argument("--iterations", type=int, default=200)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--out", type=Path, required=True)
    study = parts.add_parser("learn", help="learn from decisions")
    study.add_argument("decisions", type=Path)
    study.add_argument("--hidden", type=int, default=0, help="more units in the first layer")
    study.add_argument("--middle", type=int, default=32, help="more units in the second layer")
    study.add_argument("--epochs", type=int, default=2)
    study.add_argument(
        "--rate", type=float, default=1e-3, help="of learning at first; it falls to a twentieth"
    )
    study.add_argument("--seed", type=int, default=1)
    study.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.part == "play":
        decisions = record(options.games, options.iterations, options.seed)
        np.savez(options.out, **decisions._asdict())
        return
    net, header = read_net(path_of(GAME), GAME)
    with np.load(options.decisions) as file:
        decisions = Decisions(*(file[name] for name in Decisions._fields))
    wide = with_policy(net, options.hidden, options.middle, options.seed)
    learn(decisions, wide, net.second.shape, options.epochs, options.rate)
    kept = ("format", "version", "dtype", "shapes", "digest")
    write_net(options.out, wide, {key: value for key, value in header.items() if key not in kept})


if __name__ == "__main__":
    main()
