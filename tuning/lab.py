"""Matches between two ways to search, in compiled code, with luck taken out of the score.

    python tuning/lab.py --first iterations=400,blind=1 --second iterations=400 --pairs 200

Both games of a pair have the same first deal. For every later card the net says what it was worth and what a card
of that stack is worth on average; the difference is luck and is taken off. Whatever the net thinks, that does not
change the expected score, only how far it scatters.
"""

import argparse
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.kahuna_games import scored
from kahuna.bots.nets.kahuna_inputs import ACTIVE, inputs
from kahuna.bots.nets.network import Net, answered, chance, gathered
from kahuna.bots.nets.scoring import Buffers, best_of, new_buffers
from kahuna.rules import kahuna
from kahuna.rules.bits import below, count_card, next_random, nth_card, popcount, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import State
from kahuna.rules.outcome import worth
from kahuna.table.games.kahuna_worlds import known_to_mover
from lab_pool import WORLDS, Pool, new_pool, searched_pool
from lab_search import searched
from lab_tree import POLICY, Desk, Nodes, Switches, new_desk, new_nodes
from lab_wide import searched_wide

CAPACITY = 3_000_000
# Native code is kept by the text of the lab, too: Numba would not notice a change in the other file.
TEXT = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("lab*.py")))
FOLDER = f"kahuna-lab-{hashlib.blake2b(TEXT, digest_size=8).hexdigest()}"
os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir()) / FOLDER)


@kernel
def prospects(net: Net, state: State, taker: int, desk: Desk, buffers: Buffers) -> float:
    """White's chance: seen by the taker of a card, or, where it went to the row, by who moves now."""
    if state.flow.outcome:
        return worth(state.flow.outcome, 0)
    if taker >= 0:
        inputs(state, taker, buffers.sheet[0])
        gathered(net, buffers.sheet[0], buffers.sums[0])
        value, seat = chance(answered(net, buffers.sums[0], buffers.middle, buffers.awake)[0]), taker
    else:
        count = scored(net, state, desk.codes, desk.odds, desk.starts, buffers)
        value, seat = chance(desk.odds[best_of(desk.odds, count)]), state.flow.seat
    return value if seat == 0 else 1.0 - value


@kernel
def dealt_fairly(net: Net, state: State, desk: Desk, buffers: Buffers, x: int) -> tuple[State, float, int]:
    """The state when all cards are dealt, White's luck in it, and the generator's state."""
    luck = 0.0
    while state.due:
        x = next_random(x)
        card = nth_card(state.stack, below(x, popcount(state.stack)))
        after = kahuna.deal(state, card)
        if after.due == 0 and state.flow.turn < after.flow.turn and state.flow.round == after.flow.round:
            taker = state.flow.seat if state.due & 15 == kahuna.TO_OWN_HAND else -1
            mean, total = 0.0, 0
            for other in range(12):
                copies = count_card(state.stack, other)
                if copies:
                    total += copies
                    mean += copies * prospects(net, kahuna.deal(state, other), taker, desk, buffers)
            luck += prospects(net, after, taker, desk, buffers) - mean / total
        state = after
    return state, luck, x


search_native = compiled(searched, allocates=False)
search_wide_native = compiled(searched_wide, allocates=False)
search_pool_native = compiled(searched_pool, allocates=False)
deal_native = compiled(dealt_fairly, allocates=False)
known_native = compiled(known_to_mover)


def play_pair(
    nets: tuple[Net, Net],
    ways: tuple[Switches, Switches],
    seed: int,
    spent: list[list[float]],
    nodes: Nodes,
    pool: Pool,
    desk: Desk,
) -> tuple[float, float]:
    """The first player's mean score of two games, and the same without luck."""
    score, adjusted = 0.0, 0.0
    buffers = [new_buffers(net, ACTIVE) for net in nets]
    for side in range(2):
        x, y = seeded(seed, 1), seeded(seed, 2 + side)
        state, luck, x = deal_native(nets[0], kahuna.start(0, 0, 0, 0), desk, buffers[0], x)
        while state.flow.outcome == 0:
            mover = 0 if state.flow.seat == side else 1
            known, how = known_native(state), ways[mover]
            begun = thread_time()
            if how.pool:
                code, y = search_pool_native(known, nets[mover], nodes, pool, desk, buffers[mover], how, y)
            else:
                search = search_wide_native if how.wide else search_native
                code, y = search(known, nets[mover], nodes, desk, buffers[mover], how, y)
            spent[mover].append(thread_time() - begun)
            state, more, x = deal_native(nets[0], kahuna.play(state, code), desk, buffers[0], x)
            luck += more
        result = worth(state.flow.outcome, side)
        score += result / 2
        adjusted += (result - (luck if side == 0 else -luck)) / 2
    return score, adjusted


def switches(text: str) -> Switches:
    """Reads iterations=400,blind=1."""
    given: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, _, value = part.partition("=")
        given[key] = type(Switches._field_defaults[key])(value)
    found = Switches(**given)
    if found.pool > WORLDS:
        raise argparse.ArgumentTypeError(f"a pool has at most {WORLDS} worlds, not {found.pool}")
    return found


def main() -> None:
    """Plays the pairs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--first", type=switches, default=Switches())
    parser.add_argument("--second", type=switches, default=Switches())
    parser.add_argument("--nets", type=Path, nargs=2, default=[path_of("kahuna")] * 2)
    parser.add_argument("--priors", type=Path, help="what lab_priors.py has learned, for the switch policy")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    one, two = (net_for("kahuna", path) for path in options.nets)
    policy = np.load(options.priors) if options.priors else np.zeros(POLICY)
    nodes, pool, desk, found = (
        new_nodes(CAPACITY),
        new_pool(CAPACITY),
        new_desk(policy),
        np.zeros((options.pairs, 2)),
    )
    spent: list[list[float]] = [[], []]
    for number in range(options.pairs):
        seed = options.seed * 1_000_003 + number
        found[number] = play_pair((one, two), (options.first, options.second), seed, spent, nodes, pool, desk)
        done = found[: number + 1]
        error = 1.96 * done.std(0, ddof=1) / len(done) ** 0.5 if number else done[0]
        if number % 10 == 9 or number + 1 == options.pairs:
            sys.stdout.write(
                f"{number + 1} pairs: {done[:, 0].mean():.3f} ± {error[0]:.3f}, "
                f"without luck {done[:, 1].mean():.3f} ± {error[1]:.3f}; "
                f"ms a decision {np.median(spent[0]) * 1e3:.2f} and {np.median(spent[1]) * 1e3:.2f}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
