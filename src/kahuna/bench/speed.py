"""What `kahuna bench` measures: random games beside C and the oracle, search, threads, the API, start-up, memory.

Machines are noisy and their speed drifts, so what is compared runs in turn, in short slices, and a ratio is the
median of the ratios of slices that stood side by side. One thread's work is timed by its processor time, which
does not grow when somebody else uses the core; only threads and start-up are timed by the clock.
"""

import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from kahuna import Game, Rules
from kahuna.arena.checkout import commit, output
from kahuna.bench import oracle
from kahuna.rules import playout

LIMIT = Path(__file__).with_name("limit.c")
SLICES = 5
SLICE_SECONDS = 0.3
SEED = 20_000
MAX_LEGAL = 300  # of a position

# What is asked for; a figure must be at least this, or at most where it is a time or a size.
GOAL_TO_C = {"kahuna": 0.65, "exahuna": 0.5, "exahuna-special": 0.5}
GOAL_TO_ORACLE = {"kahuna": 300, "exahuna": 200, "exahuna-special": 200}
GAMES = tuple(GOAL_TO_C)
GOALS = {
    "search_iterations_per_s": 120_000,
    "net_decision_us": 100,
    "net_load_s": 0.2,
    "threads_2": 1.7,
    "api_actions_per_s": 100_000,
    "api_views_per_s": 15_000,
    "cold_s": 20,
    "warm_s": 1.5,
    "peak_mb": 400,
}
AT_MOST = ("net_decision_us", "net_load_s", "cold_s", "warm_s", "peak_mb")

Progress = Callable[[str], None]
Runner = Callable[[int, int], float]  # a seed and a number of games in, seconds out
Figures = dict[str, Any]


def measure(progress: Progress | None = None, seconds: float = SLICE_SECONDS) -> Figures:
    """All figures of one run with slices of about so many seconds; `progress` is told what comes next."""
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
        for game in GAMES:
            tell(f"{game}: random games beside C and the oracle")
            games_per_s, to_c, to_oracle = beside(game, limit, seconds)
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
    decisions, iterations = in_turn([look, learned()], seconds)[-1]
    figures["net_decision_us"] = round(1e6 / decisions, 1)
    figures["net_evaluations_per_s"] = round(decisions * actions)
    figures["champion_iterations_per_s"] = round(iterations)
    # Anyone else at work takes a core away from two threads but none from one: the best times count.
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
    """The same games in C, in a process of their own that takes its time itself."""

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


def beside(game: str, limit: Path | None, seconds: float) -> tuple[int, float | None, float]:
    """Our games a second, and how many times as fast we are as C (None without it) and as the oracle."""
    runners = [ours(game), in_oracle(game), *([in_c(limit, game)] if limit else [])]
    slices = in_turn(runners, seconds)
    ratios = [_significant(median(one[0] / one[i] for one in slices)) for i in range(1, len(runners))]
    return round(median(one[0] for one in slices)), ratios[1] if limit else None, ratios[0]


def in_turn(runners: list[Runner], seconds: float) -> list[tuple[float, ...]]:
    """Games a second of each runner in each slice; within a slice they run one after the other."""
    games = [_games_in(run, seconds) for run in runners]
    return [
        tuple(count / run(SEED + number, count) for run, count in zip(runners, games, strict=True))
        for number in range(SLICES)
    ]


def _games_in(run: Runner, seconds: float) -> int:
    """About how many games it plays in this time, at least one; what must be compiled is compiled before."""
    run(SEED, 1)
    games, taken = 1, run(SEED, 1)
    while taken < seconds / 8:
        games *= 4
        taken = run(SEED, games)
    return max(1, round(games * seconds / taken))


def build_limit(folder: Path) -> Path | None:
    """The compiled yardstick, limit.c, in this folder; None where there is no gcc or it cannot compile it."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    program = folder / "limit"
    command = [gcc, "-O3", "-o", str(program), str(LIMIT)]
    return program if subprocess.run(command, capture_output=True).returncode == 0 else None


# Search


def searched() -> Runner:
    """Iterations of the plain search from Kahuna's opening: as many random games, each from a node of a tree."""
    from kahuna.bots import ismcts
    from kahuna.rules.bits import seeded
    from kahuna.table.worlds import knowledge

    facts = knowledge(Game(Rules("kahuna"), seed=SEED).view("white"))
    tree = ismcts.new_tree(ismcts.CAPACITY)

    def run(seed: int, iterations: int) -> float:
        taken = 0.0
        while iterations > 0:
            share = min(iterations, ismcts.CAPACITY - 2 * ismcts.MAX_NEW_NODES)
            ismcts.clear(tree)
            begin = time.thread_time()
            ismcts.grow_native(facts, tree, 0, share, ismcts.PLAIN, seeded(seed, iterations))
            taken += time.thread_time() - begin
            iterations -= share
        return taken

    return run


def searching(seconds: float) -> tuple[int, float]:
    """Iterations a second of the plain search, and how many that is for each random game."""
    slices = in_turn([searched(), ours("kahuna")], seconds)
    return round(median(one[0] for one in slices)), _significant(median(a / b for a, b in slices))


def looked() -> tuple[Runner, float]:
    """Decisions by Kahuna's net alone, from positions of a game, and the mean number of actions in them."""
    from kahuna.bots.champion import net_for, path_of
    from kahuna.bots.nets.opinions import native_scores

    net, judge = net_for("kahuna", path_of("kahuna")), native_scores("kahuna")
    codes, odds = np.empty(MAX_LEGAL, np.int64), np.empty(MAX_LEGAL, np.float64)
    game, states = Game(Rules("kahuna"), seed=SEED), []
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
    from kahuna.bots.ismcts import CAPACITY, clear, new_tree
    from kahuna.bots.nets.kahuna_search import grow_native
    from kahuna.rules.bits import seeded
    from kahuna.table.worlds import knowledge

    net, facts = (
        net_for("kahuna", path_of("kahuna")),
        knowledge(Game(Rules("kahuna"), seed=SEED).view("white")),
    )
    tree, weight = new_tree(CAPACITY), np.empty(CAPACITY, np.float64)

    def run(seed: int, iterations: int) -> float:
        clear(tree)
        begin = time.thread_time()
        grow_native(facts, net, tree, weight, 0, iterations, MINDS["kahuna"], seeded(seed, 0))
        return time.thread_time() - begin

    return run


def loading() -> float:
    """Seconds to read the nets of all games."""
    from kahuna.bots.champion import path_of
    from kahuna.bots.nets.netfile import read_net

    begin = time.perf_counter()
    for game in GAMES:
        read_net(path_of(game), game)
    return round(time.perf_counter() - begin, 3)


# Threads, the API, start-up


def seconds_per_game(threads: int, seconds: float) -> float:
    """Seconds by the clock for a random game of Kahuna when so many threads play at once."""
    games = _games_in(ours("kahuna"), seconds)
    workers = [
        threading.Thread(target=playout.random_kahuna, args=(SEED + number, games, 0))
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
        rng = random.Random(SEED + number)
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


def machine() -> dict[str, Any]:
    """The processor and the versions that the figures hold for, and how busy it is with other things."""
    try:
        numba: str | None = version("numba")
    except PackageNotFoundError:
        numba = None
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba,
        "gcc": output(["gcc", "-dumpfullversion"]),
        "load": round(os.getloadavg()[0], 2),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _significant(number: float) -> float:
    """The number with three significant digits."""
    return float(f"{number:.3g}")


# As text


def table(figures: Figures) -> str:
    """The figures as text for people, each beside its goal."""
    lines = [f"{'random games':<18}{'a second':>12}{'of C':>9}{'goal':>7}{'of the oracle':>17}{'goal':>7}"]
    for game in GAMES:
        lines.append(
            f"{game:<18}{figures['random_games_per_s'][game]:>12,}"
            f"{_times(figures['ratio_to_c'][game]):>9}{GOAL_TO_C[game]:>7}"
            f"{_times(figures['ratio_to_oracle'][game]):>17}{GOAL_TO_ORACLE[game]:>7}"
        )
    rows = (
        ("search, iterations a second", "search_iterations_per_s"),
        ("net, microseconds for a decision", "net_decision_us"),
        ("nets of all games, seconds to load", "net_load_s"),
        ("two threads, times one", "threads_2"),
        ("actions a second from Python, by code", "api_actions_per_s"),
        ("actions a second from Python, by view", "api_views_per_s"),
        ("first game, nothing cached, seconds", "cold_s"),
        ("first game, cached, seconds", "warm_s"),
        ("peak memory, MB", "peak_mb"),
    )
    lines.append("")
    for label, key in rows:
        bound = "at most" if key in AT_MOST else "at least"
        lines.append(f"{label:<40}{figures[key]:>10,}   goal: {bound} {GOALS[key]:,}")
    about = figures["machine"]
    lines += [
        f"{'search, iterations for each random game':<40}{figures['search_to_random_games']:>10,}",
        f"{'net, evaluations a second':<40}{figures['net_evaluations_per_s']:>10,}",
        f"{'champion, iterations a second':<40}{figures['champion_iterations_per_s']:>10,}",
        "",
        f"{about['cpu']}, {about['cores']} cores, {about['system']}; Python {about['python']}, "
        f"numba {about['numba']}, gcc {about['gcc'] or 'missing'}",
        f"commit {figures['commit'] or 'unknown'}; load before this run {about['load']}",
    ]
    return "\n".join(lines)


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:g} x"
