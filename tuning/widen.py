"""Kahuna's net of version 0.1 with the inputs of today, and wider if wanted: it judges as before.

    python tuning/widen.py kahuna-0.1.net wider.net --hidden 256

Where one input became several, each has the old one's weights. New numbers of the first layer count for nothing yet.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.kahuna_inputs import HELD, OURS
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Net, new_net
from kahuna.rules.kahuna import ISLANDS, LINKS

OWN, OTHERS, PHASE, POINTS, SLOTS = OURS.OWN, OURS.OTHERS, OURS.PHASE, OURS.POINTS, OURS.SLOTS
OLD_OWN = LINKS * 27 * 2
OLD_OTHERS = OLD_OWN + ISLANDS * 84
OLD_PHASE = OLD_OTHERS + (PHASE - OTHERS)
OLD_POINTS = OLD_PHASE + 144
OLD_SLOTS = OLD_POINTS + (SLOTS - POINTS)


def old_slots() -> NDArray[np.int64]:
    """For every input of today the one of version 0.1 whose weights it begins with."""
    own_cards = [next(pair // 3 for pair in range(9) if HELD[pair] == held) for held in range(6)]
    own = [OLD_OWN + place * 3 + cards for place in range(ISLANDS * 28) for cards in own_cards]
    phase = [OLD_PHASE + min(slot, slot % 24 + 5 * 24) for slot in range(POINTS - PHASE)]
    parts = (range(OWN), own, range(OLD_OTHERS, OLD_PHASE), phase, range(OLD_POINTS, OLD_SLOTS))
    return np.concatenate([np.array(part, np.int64) for part in parts])


def widened(net: Net, hidden: int, seed: int) -> Net:
    """The net with so many numbers in its first layer; its judgement is the same."""
    have = len(net.bias)
    wide = new_net(len(net.rows), seed, hidden, len(net.second_bias))
    wide.rows[:, :have], wide.bias[:have], wide.second[:have] = net.rows, net.bias, net.second
    wide.second[have:] = 0
    return wide._replace(second_bias=net.second_bias, last=net.last, last_bias=net.last_bias)


def main() -> None:
    """Reads one net, writes the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--hidden", type=int, default=0, help="how many numbers in the first layer")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    net, header = read_net(options.old, "kahuna")
    if len(net.rows) == OLD_SLOTS:
        net = net._replace(rows=np.ascontiguousarray(net.rows[old_slots()]))
    if options.hidden:
        net = widened(net, options.hidden, options.seed)
    kept = ("format", "version", "dtype", "shapes", "digest")
    write_net(options.new, net, {key: value for key, value in header.items() if key not in kept})


if __name__ == "__main__":
    main()
