"""Trial: a net that learns from what search finds, not from one-ply games.

    python tuning/lab_teach.py --from kahuna.net --iterations 100 --minutes 20 --workers 2 --out taught.net
    python tuning/lab.py --nets taught.net kahuna.net --first iterations=300 --second iterations=300

The search of the lab plays itself with the net as it is. Each decision teaches what the tree knows: the action played
is worth what later decisions and the result make of it (as in training, with the search's values on the way), and the
other actions that were tried often enough are worth what their tries were worth.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from kahuna.bots.nets.kahuna_games import dealt
from kahuna.bots.nets.kahuna_inputs import ACTIVE, SLOTS, inputs
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Net, chance, in_integers
from kahuna.bots.nets.scoring import new_buffers, settled
from kahuna.rules import kahuna
from kahuna.rules.bits import below, next_random, seeded
from kahuna.rules.jit import compiled
from kahuna.table.games.kahuna_worlds import known_to_mover
from kahuna.training.file import zeros
from kahuna.training.learning import Lesson, Samples, adam_native, new_samples, slope_native
from kahuna.training.openings import beginning_kahuna
from kahuna.training.subjects import subject_of
from lab_search import searched
from lab_tree import POLICY, Nodes, Switches, new_desk, new_nodes

LONGEST = 400
OFTEN = 6  # tries from which on an action that was not played teaches something
TRACE = 0.9
LOOSE = 100  # of 1,000 decisions, those in which an action is played as often as it was tried
GAMES = 16  # of a chunk
CHUNKS = 4
MEMORY, BATCH = 400_000, 2048
RATES = 1.5e-4, 2e-5
begun = beginning_kahuna(kahuna.OURS)


def practise(
    net: Net, how: Switches, lesson: Lesson, games: int, x: int, nodes: Nodes, samples: Samples
) -> int:
    """Plays this many games and writes what they teach; returns how many samples that are."""
    desk, buffers = new_desk(np.zeros(POLICY)), new_buffers(net, ACTIVE)
    seen = np.empty((LONGEST, ACTIVE), np.int16)
    seats, values = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.float64)
    written = 0
    for _ in range(games):
        state, x = begun(lesson, x)
        length = 0
        while state.flow.outcome == 0 and length < LONGEST:
            seat = state.flow.seat
            code, x = searched(known_to_mover(state), net, nodes, desk, buffers, how, x)
            x = next_random(x)
            if below(x, 1000) < LOOSE:
                x = next_random(x)
                left = below(x, how.iterations)
                child = int(nodes.child[0])
                while child >= 0:
                    left -= int(nodes.visits[0, child]) - 1
                    if left < 0:
                        code = int(nodes.code[child])
                        break
                    child = int(nodes.sibling[child])
            value = 0.5
            child = int(nodes.child[0])
            while child >= 0:
                tries = nodes.visits[0, child]
                worth = nodes.value[0, child] / tries
                if nodes.code[child] == code:
                    value = worth
                elif tries >= OFTEN and written < len(samples.goals):
                    other = kahuna.play(state, int(nodes.code[child]))
                    if other.flow.outcome == 0:
                        inputs(other, seat, samples.slots[written])
                        samples.goals[written] = worth
                        written += 1
                child = int(nodes.sibling[child])
            after = kahuna.play(state, code)
            inputs(after, seat, seen[length])
            seats[length], values[length] = seat, value
            length += 1
            state, x = dealt(after, x)
        for seat in range(2):
            goal = chance(settled(state.flow.outcome, seat)) if state.flow.outcome else 0.5
            for number in range(length - 1, -1, -1):
                if seats[number] == seat and written < len(samples.goals):
                    samples.slots[written] = seen[number]
                    samples.goals[written] = goal
                    written += 1
                    goal = values[number] + TRACE * (goal - values[number])
    return written


practise_native = compiled(practise)


def main() -> None:
    """Plays, learns, and compares now and then."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--passes", type=float, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source, header = read_net(options.source, "kahuna", SLOTS)
    net = Net(*(part.copy() for part in source))
    means, squares = zeros(net), zeros(net)
    memory, filled, steps, games = new_samples(MEMORY, ACTIVE), 0, 0, 0
    random = np.random.default_rng(options.seed)
    pool = ThreadPoolExecutor(options.workers)
    nodes = [new_nodes(60_000) for _ in range(CHUNKS)]
    space = [new_samples(GAMES * LONGEST * 4, ACTIVE) for _ in range(CHUNKS)]
    how = Switches(iterations=options.iterations)
    start, told, slopes = time.monotonic(), time.monotonic(), zeros(net)
    while (part := (time.monotonic() - start) / options.minutes / 60) < 1:
        playing = in_integers(net)
        tasks = [
            pool.submit(
                practise_native,
                playing,
                how,
                Lesson(),
                GAMES,
                seeded(options.seed, games + n),
                nodes[n],
                space[n],
            )
            for n in range(CHUNKS)
        ]
        fresh = 0
        for number, task in enumerate(tasks):
            count = task.result()
            where = (filled + np.arange(count)) % MEMORY
            memory.slots[where], memory.goals[where] = (
                space[number].slots[:count],
                space[number].goals[:count],
            )
            memory.starts[where] = 0
            filled, fresh = filled + count, fresh + count
        games += GAMES * CHUNKS
        rate = RATES[0] * (RATES[1] / RATES[0]) ** part
        for _ in range(round(options.passes * fresh / BATCH)):
            steps += 1
            order = random.integers(0, min(filled, MEMORY), BATCH)
            slope_native(net, np.ascontiguousarray(net.second.T), memory, order, slopes)
            adam_native(net, slopes, means, squares, rate, 1 / BATCH, steps)
        if time.monotonic() - told > 120:
            told = time.monotonic()
            sys.stdout.write(f"{part:.0%}: {games} games, {filled} samples, {compared(net, source)}\n")
            sys.stdout.flush()
            write_net(options.out, net, header)
    write_net(options.out, net, header)
    sys.stdout.write(f"{games} games, {filled} samples, {compared(net, source)}\n")


def compared(net: Net, source: Net) -> str:
    """By one ply against the net it started from."""
    scores = np.empty(400, np.int64)
    subject_of("kahuna").duel(net, source, Lesson(), len(scores), seeded(7, 7), scores)
    return f"{scores.mean() / 4:.3f} ± {1.96 * scores.std() / 4 / len(scores) ** 0.5:.3f} by one ply"


if __name__ == "__main__":
    main()
