"""What a longer search thinks of the choices of shorter ones, and how much there is left to win by thinking longer.

    python tuning/lab_regret.py --games 80 --iterations 10 100 1000 4000 20000 --judge 20000

Games are played with 300 iterations a decision, and every ninth position is searched again by all of them. What a
choice loses is how much better the judge likes its own choice. The judge prefers its own choice, also where it is
wrong, so a search as long as the judge's, with other worlds, shows what such preference makes of equals. The means of
what each search expects tell whether an imagined opponent who knows too much makes longer ones timid: they are
played over both seats, so they should not fall.
"""

import argparse
import sys

import numpy as np

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.kahuna_inputs import ACTIVE
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.scoring import new_buffers
from kahuna.rules import kahuna
from kahuna.rules.bits import seeded
from kahuna.table.games.kahuna_worlds import Knowledge
from lab import CAPACITY, deal_native, known_native, search_pool_native, switches
from lab_pool import new_pool
from lab_tree import POLICY, Switches, new_desk, new_nodes

TODAY = Switches(iterations=300, pool=16, more=4, local=3.0)  # the search of today
EVERY = 9  # positions, of which one is searched again


class Searcher:
    """A search with all that it needs."""

    def __init__(self, net: Net) -> None:
        self.net, self.nodes, self.pool = net, new_nodes(CAPACITY), new_pool(CAPACITY)
        self.desk, self.buffers = new_desk(np.zeros(POLICY)), new_buffers(net, ACTIVE)

    def choice(self, known: Knowledge, how: Switches, seed: int) -> int:
        """The action tried most often."""
        code, _ = search_pool_native(
            known, self.net, self.nodes, self.pool, self.desk, self.buffers, how, seed
        )
        return int(code)

    def values(self) -> dict[int, float]:
        """What the last search expects of each action."""
        found, nodes = {}, self.nodes
        child = int(nodes.child[0])
        while child >= 0:
            found[int(nodes.code[child])] = float(nodes.value[0, child] / nodes.visits[0, child])
            child = int(nodes.sibling[child])
        return found


def game(
    searcher: Searcher, number: int, ways: list[Switches], judge: Switches
) -> tuple[list[list[float]], int]:
    """For each position searched again, losses and expectations of all searches; and the game's decisions."""
    net, desk, buffers = searcher.net, searcher.desk, searcher.buffers
    x, y = seeded(number, 1), seeded(number, 2)
    state, _, x = deal_native(net, kahuna.start(0, 0, 0, 0), desk, buffers, x)
    rows, decisions = [], 0
    while state.flow.outcome == 0:
        known = known_native(state)
        if decisions % EVERY == number % EVERY:
            best = searcher.choice(known, judge, seeded(y, 0))
            judged = searcher.values()
            losses, expected = [], []
            for place, how in enumerate(ways, 1):
                code = searcher.choice(known, how, seeded(y, place))
                losses.append(judged[best] - judged[code])
                expected.append(searcher.values()[code])
            rows.append(losses + expected)
        y = seeded(y, 99)
        code = searcher.choice(known, TODAY, y)
        state, _, x = deal_native(net, kahuna.play(state, code), desk, buffers, x)
        decisions += 1
    return rows, decisions


def main() -> None:
    """Plays and tells."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--iterations", type=int, nargs="+", default=[10, 100, 1000, 4000, 20000])
    parser.add_argument("--judge", type=int, default=20000)
    parser.add_argument("--search", type=switches, default=TODAY, help="what all of them do, as in lab.py")
    options = parser.parse_args()
    ways = [options.search._replace(iterations=number) for number in (*options.iterations, options.judge)]
    searcher = Searcher(net_for("kahuna", path_of("kahuna")))
    rows: list[list[float]] = []
    decisions = 0
    for number in range(options.games):
        more, count = game(searcher, number, ways[:-1], ways[-1])
        rows, decisions = rows + more, decisions + count
        if number % 10 == 9:
            sys.stdout.write(f"{number + 1} games\n")
            sys.stdout.flush()
    found = np.array(rows)
    mean, error = found.mean(0), 1.96 * found.std(0, ddof=1) / len(found) ** 0.5
    a_seat = decisions / options.games / 2
    sys.stdout.write(f"{len(found)} positions, {a_seat:.1f} decisions a game and seat\n")
    width = len(options.iterations)
    for place, iterations in enumerate(options.iterations):
        sys.stdout.write(
            f"{iterations} iterations: loses {mean[place] * 100:.3f} ± {error[place] * 100:.3f} % a decision, "
            f"{mean[place] * a_seat:.3f} ± {error[place] * a_seat:.3f} a game; expects {mean[width + place]:.4f}\n"
        )


if __name__ == "__main__":
    main()
