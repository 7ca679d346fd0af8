"""The mean of several nets, weight by weight: trainings that began with the same net, and that net itself.

    python tuning/mean_net.py mean.net kahuna.net one.net other.net

The last step of every training leaves some noise in each weight. Where nets come from the same one, their units mean
the same, so that the noise cancels in the mean and what was learned stays.
"""

import argparse
from pathlib import Path

import numpy as np

from kahuna.arena.checkout import commit
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Net

# What describes the net itself; the rest of a header tells how one training went.
KEPT = ("game", "rules", "program")


def mean_of(nets: list[Net]) -> Net:
    """The net whose weights are the means of theirs."""
    return Net(*(np.stack(parts).mean(axis=0) for parts in zip(*nets, strict=True)))


def main() -> None:
    """Reads the nets, writes their mean."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("nets", type=Path, nargs="+")
    options = parser.parse_args()
    _, first = read_net(options.nets[0])
    read = [read_net(path, first["game"], first["shapes"][0][0]) for path in options.nets]
    about = {key: first[key] for key in KEPT}
    told = ("digest", "commit", "games", "minutes", "seed", "source", "search")
    about["commit"] = commit() or ""
    about["mean_of"] = [{key: header.get(key) for key in told} for _, header in read]
    write_net(options.out, mean_of([net for net, _ in read]), about)


if __name__ == "__main__":
    main()
