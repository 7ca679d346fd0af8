"""How fast the batch is beside pgx, on one core in one run.

    pip install pgx                        # in an environment that has kahuna too; CPU wheels of JAX are enough
    python bench/beside_pgx.py [--games 2048]

Both play random legal actions, make a mask and an observation in every step and begin ended games anew. Slices in turn,
by processor time of the whole process, which is kept on one core; a figure is the median of its slices, in brackets
the lowest and the highest. A step of pgx is one action of a player, with its dice. Compilation is not counted.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable

# pgx is no dependency of this project, so it is loaded by name and has no types here.
from importlib import import_module
from statistics import median
from typing import Any

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

from kahuna.arena.checkout import commit, machine  # noqa: E402
from kahuna.envs.batch import Batch  # noqa: E402

SLICES, SECONDS, STEPS = 5, 0.5, 10
Run = Callable[[], int]


def ours(name: str, games: int) -> Run:
    """Steps of the batch with masks and observations."""
    batch = Batch(name, games)
    batch.reset(1)

    def run() -> int:
        for _ in range(STEPS):
            batch.step(batch.random_actions())
            batch.masks()
            batch.observations()
        return STEPS * games

    return run


def theirs(name: str, games: int) -> Run:
    """Steps of a game of pgx."""
    jax, pgx = import_module("jax"), import_module("pgx")
    wrappers = import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    step = wrappers.auto_reset(env.step, env.init)

    def some_steps(states: Any, key: Any) -> Any:
        def one(states: Any, key: Any) -> tuple[Any, Any]:
            choosing, dice = jax.random.split(key)
            scores = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(choosing, scores, axis=1)
            return jax.vmap(step)(states, actions, jax.random.split(dice, games)), None

        return jax.lax.scan(one, states, jax.random.split(key, STEPS))[0]

    advance, key = jax.jit(some_steps), jax.random.PRNGKey(1)
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(key, games)), key]

    def run() -> int:
        now[1], used = jax.random.split(now[1])
        now[0] = advance(now[0], used)
        now[0].observation.block_until_ready()
        return STEPS * games

    return run


def main(games: int) -> None:
    """Prints the table."""
    runs = {f"kahuna's batch: {name}": ours(name, games) for name in ("kahuna", "exahuna", "exahuna-special")}
    runs |= {f"pgx: {name}": theirs(name, games) for name in ("backgammon", "hex", "connect_four")}
    for run in runs.values():
        run()
    rates: dict[str, list[float]] = {label: [] for label in runs}
    for _ in range(SLICES):
        for label, run in runs.items():
            begin, actions, taken = time.process_time(), 0, 0.0
            while taken < SECONDS:
                actions += run()
                taken = time.process_time() - begin
            rates[label].append(actions / taken)
    lines = [
        f"{label:<34}{median(found):>12,.0f}   ({min(found):,.0f} to {max(found):,.0f})"
        for label, found in rates.items()
    ]
    about = machine()
    lines += [
        f"{about['cpu']}, one core of {about['cores']}; Python {about['python']}, {games} games at once",
        ", ".join(f"{name} {import_module(name).__version__}" for name in ("pgx", "jax", "numba")),
        f"commit {commit()}; load before this run {about['load']}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=2048)
    main(parser.parse_args().games)
