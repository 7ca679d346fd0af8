"""What `kahuna bench` measures: random games beside C and the oracle, search, threads, the API, start-up, memory.

Machines are noisy and their speed drifts, so runners that are compared take turns in short slices, and a ratio is
the median of the ratios of neighbouring slices. One thread's work is timed by its processor time, which does not
grow when another process uses the core; only threads and start-up are timed by the clock.
"""

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from kahuna import Game, Rules
from kahuna.arena.checkout import Figures, commit, machine
from kahuna.bench import oracle
from kahuna.bench.figures import MEASURED_GAMES
from kahuna.rules import playout
from kahuna.table.view import kahuna_view

LIMIT_SOURCE = Path(__file__).with_name("limit.c")
SLICES = 5
SLICE_SECONDS = 0.3
BENCH_SEED = 20_000
MAX_LEGAL = 300  # of a position

Announce = Callable[[str], None]
Runner = Callable[[int, int], float]  # a seed and a number of games in, seconds out


def measure(progress: Announce | None = None, seconds: float = SLICE_SECONDS) -> Figures:
    """All figures of one run with slices of about this many seconds; `progress` is called with what comes next."""
    tell = progress or (lambda _: None)
    figures: Figures = {"machine": machine(), "commit": commit()}
    figures |= {"random_games_per_s": {}, "ratio_to_c": {}, "ratio_to_oracle": {}}
    tell("one action at a time from Python")
    figures["api_actions_per_s"] = round(actions_per_s(_play_by_code, seconds))
    figures["api_views_per_s"] = round(actions_per_s(_play_by_view, seconds))
    one, two = [], []
    with tempfile.TemporaryDirectory(prefix="kahuna-bench-") as folder:
        tell("start-up, cold and warm")
        limit = build_limit(Path(folder))
        figures["cold_s"], figures["warm_s"] = start_up(Path(folder))
        # While they ran this process was still small, and a later child's own peak would contain ours.
        peak = _peak_mb(resource.RUSAGE_SELF) + _peak_mb(resource.RUSAGE_CHILDREN)
        for game in MEASURED_GAMES:
            tell(f"{game}: random games beside C and the oracle")
            games_per_s, to_c, to_oracle = beside_c_and_oracle(game, limit, seconds)
            figures["random_games_per_s"][game] = games_per_s
            figures["ratio_to_c"][game], figures["ratio_to_oracle"][game] = to_c, to_oracle
            tell(f"{game} done; two threads beside one")
            for _ in range(2):  # a few slices at a time, so that a disturbance cannot spoil them all
                one.append(seconds_per_game(1, seconds))
                two.append(seconds_per_game(2, seconds))
    tell("search beside random games")
    figures["search_iterations_per_s"], figures["search_to_random_games"] = searching(seconds)
    tell("the learned player")
    figures["net_load_s"] = loading()
    look, actions = looked()
    decisions, iterations = alternating([look, learned()], seconds)[-1]
    figures["net_decision_us"] = round(1e6 / decisions, 1)
    figures["net_evaluations_per_s"] = round(decisions * actions)
    figures["champion_iterations_per_s"] = round(iterations)
    # Other work on the machine slows two threads but not one, so the best times count.
    figures["threads_2"] = _significant(min(one) / min(two))
    figures["peak_mb"] = round(max(peak, _peak_mb(resource.RUSAGE_SELF)))
    return figures


# Random games beside C and the oracle


def _oracle_kahuna(rng: random.Random) -> oracle.Kahuna:
    deck = 2 * oracle.Kahuna.board.islands
    return oracle.Kahuna(rng.sample(deck, len(deck)), lambda _, pile: rng.sample(pile, len(pile)))


# Only games with an entry in all of these are measured.
ORACLES: dict[str, Callable[[random.Random], Any]] = {
    "kahuna": _oracle_kahuna,
    "exahuna": lambda _: oracle.Exahuna(),
    "exahuna-special": lambda _: oracle.Special(),
}
RANDOM_GAMES: dict[str, Callable[[int, int], object]] = {
    "kahuna": lambda seed, games: playout.random_kahuna(seed, games, 0),
    "exahuna": playout.random_exahuna,
    "exahuna-special": playout.random_special,
}


def ours(game: str) -> Runner:
    """Random games at native speed."""

    def run(seed: int, games: int) -> float:
        begin = time.thread_time()
        RANDOM_GAMES[game](seed, games)
        return time.thread_time() - begin

    return run


def in_c(limit: Path, game: str) -> Runner:
    """The same games in C, in a separate process that measures its own time."""

    def run(seed: int, games: int) -> float:
        command = [str(limit), game, str(seed), str(games)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])

    return run


def in_oracle(game: str) -> Runner:
    """Random games of the oracle, uniform over its legal actions."""

    def run(seed: int, games: int) -> float:
        rng = random.Random(seed)
        begin = time.thread_time()
        for _ in range(games):
            table = _oracle_game(game, rng)
            while table.result() is None:
                table.play(rng.choice(table.legal()), trusted=True)
        return time.thread_time() - begin

    return run


def _oracle_game(game: str, rng: random.Random) -> Any:
    return ORACLES[game](rng)


def beside_c_and_oracle(game: str, limit: Path | None, seconds: float) -> tuple[int, float | None, float]:
    """Our games a second, and how many times as fast we are as C (None without it) and as the oracle."""
    runners = [ours(game), in_oracle(game), *([in_c(limit, game)] if limit else [])]
    slices = alternating(runners, seconds)
    ratios = [_significant(median(one[0] / one[i] for one in slices)) for i in range(1, len(runners))]
    return round(median(one[0] for one in slices)), ratios[1] if limit else None, ratios[0]


def alternating(runners: list[Runner], seconds: float) -> list[tuple[float, ...]]:
    """Games a second of each runner in each slice; within a slice they run one after the other."""
    games = [_games_in(run, seconds) for run in runners]
    return [
        tuple(count / run(BENCH_SEED + number, count) for run, count in zip(runners, games, strict=True))
        for number in range(SLICES)
    ]


def _games_in(run: Runner, seconds: float) -> int:
    """About how many games it plays in this time, at least one; compiling comes first and does not count."""
    run(BENCH_SEED, 1)
    games, taken = 1, run(BENCH_SEED, 1)
    while taken < seconds / 8:
        games *= 4
        taken = run(BENCH_SEED, games)
    return max(1, round(games * seconds / taken))


def build_limit(folder: Path) -> Path | None:
    """The compiled yardstick, limit.c, in this folder; None where there is no gcc or it cannot compile it."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    program = folder / "limit"
    command = [gcc, "-O3", "-o", str(program), str(LIMIT_SOURCE)]
    return program if subprocess.run(command, capture_output=True).returncode == 0 else None


# Search


def searched() -> Runner:
    """Iterations of the plain search from Kahuna's opening: as many random games, each from a node of a tree."""
    from kahuna.bots import ismcts
    from kahuna.rules.bits import seeded
    from kahuna.table.games.kahuna_worlds import knowledge

    facts = knowledge(kahuna_view(Game(Rules("kahuna"), seed=BENCH_SEED).view("white")))
    tree = ismcts.new_tree(ismcts.CAPACITY)

    def run(seed: int, iterations: int) -> float:
        taken = 0.0
        while iterations > 0:
            share = min(iterations, ismcts.CAPACITY - 2 * ismcts.MAX_NEW_NODES)
            ismcts.clear_tree(tree)
            begin = time.thread_time()
            ismcts.grow_native(facts, tree, 0, share, ismcts.PLAIN, seeded(seed, iterations))
            taken += time.thread_time() - begin
            iterations -= share
        return taken

    return run


def searching(seconds: float) -> tuple[int, float]:
    """Iterations a second of the plain search, and how many that is for each random game."""
    slices = alternating([searched(), ours("kahuna")], seconds)
    return round(median(one[0] for one in slices)), _significant(median(a / b for a, b in slices))


def looked() -> tuple[Runner, float]:
    """Decisions by Kahuna's net alone, from positions of a game, and the mean number of actions in them."""
    from kahuna.bots.champion import net_for, path_of
    from kahuna.bots.nets.opinions import native_scores

    net, judge = net_for("kahuna", path_of("kahuna")), native_scores("kahuna")
    codes, odds = np.empty(MAX_LEGAL, np.int64), np.empty(MAX_LEGAL, np.float64)
    game, states = Game(Rules("kahuna"), seed=BENCH_SEED), []
    while not game.over:
        states.append(game.state)
        game.play_code(game.codes()[-1])

    def run(seed: int, decisions: int) -> float:
        begin = time.thread_time()
        for number in range(decisions):
            judge(net, states[(seed + number) % len(states)], codes, odds)
        return time.thread_time() - begin

    return run, sum(judge(net, state, codes, odds) for state in states) / len(states)


def learned() -> Runner:
    """Iterations of the search with the net from Kahuna's opening."""
    from kahuna.bots.champion import MINDS, net_for, path_of
    from kahuna.bots.nets.kahuna_search import grow_native, new_search_desk
    from kahuna.bots.nets.kahuna_tree import clear_world_tree, new_world_tree
    from kahuna.rules.bits import seeded
    from kahuna.table.games.kahuna_worlds import knowledge

    net, facts = (
        net_for("kahuna", path_of("kahuna")),
        knowledge(kahuna_view(Game(Rules("kahuna"), seed=BENCH_SEED).view("white"))),
    )
    tree, desk = new_world_tree(), new_search_desk("kahuna", net)

    def run(seed: int, iterations: int) -> float:
        clear_world_tree(tree)
        begin = time.thread_time()
        grow_native(facts, net, tree, desk, 0, iterations, MINDS["kahuna"], seeded(seed, 0))
        spent = time.thread_time() - begin
        assert tree.visits[0] == iterations  # or there was no room for all
        return spent

    return run


def loading() -> float:
    """Seconds to read the nets of all games."""
    from kahuna.bots.champion import path_of
    from kahuna.bots.nets.netfile import read_net

    begin = time.perf_counter()
    for game in MEASURED_GAMES:
        read_net(path_of(game), game)
    return round(time.perf_counter() - begin, 3)


# Threads, the API, start-up


def seconds_per_game(threads: int, seconds: float) -> float:
    """Seconds by the clock for a random game of Kahuna when this many threads play at once."""
    games = _games_in(ours("kahuna"), seconds)
    workers = [
        threading.Thread(target=playout.random_kahuna, args=(BENCH_SEED + number, games, 0))
        for number in range(threads)
    ]
    begin = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return (time.perf_counter() - begin) / (games * threads)


def actions_per_s(play: Callable[[Game, random.Random], int], seconds: float) -> float:
    """Actions a second over whole games of Kahuna; `play` finishes a game and counts its actions.

    To be measured before Numba is loaded, which the API never does: Python's garbage collector walks through
    Numba's many objects again and again.
    """
    rates = []
    for number in range(SLICES):
        rng = random.Random(BENCH_SEED + number)
        begin, actions, taken = time.thread_time(), 0, 0.0
        while taken < seconds:
            actions += play(Game(Rules("kahuna"), seed=rng.getrandbits(32)), rng)
            taken = time.thread_time() - begin
        rates.append(actions / taken)
    return median(rates)


def _play_by_code(game: Game, rng: random.Random) -> int:
    actions = 0
    while not game.over:
        game.play_code(rng.choice(game.codes()))
        actions += 1
    return actions


def _play_by_view(game: Game, rng: random.Random) -> int:
    actions = 0
    while not game.over:
        game.play(rng.choice(game.view(game.to_move)["legal"]))
        actions += 1
    return actions


FIRST_GAME = """
import time
from kahuna.rules.playout import random_kahuna
from kahuna.table.view import kahuna_view
random_kahuna(1, 1, 0)
print(time.time())
"""


def start_up(folder: Path) -> tuple[float, float]:
    """Seconds from the interpreter's start to the first finished game, nothing in the cache and then all of it."""
    path = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": path}
    command = [sys.executable, "-c", FIRST_GAME]

    def first_game() -> float:
        begin = time.time()
        run = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return round(float(run.stdout) - begin, 2)

    return first_game(), first_game()


# Where and what was measured


def _peak_mb(who: int) -> float:
    """The most memory this process (or the largest of its children) has had at once."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(who).ru_maxrss / unit


def _significant(number: float) -> float:
    """The number with three significant digits."""
    return float(f"{number:.3g}")
