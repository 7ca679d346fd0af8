"""How fast the batch is, side by side with stepping the table from Python and with games of OpenSpiel.

    python bench/batch.py [--games 2048] [--json]

What is compared runs in turn, in short slices on one thread, timed by processor time; a figure is the median of its
slices and a ratio the median of the ratios of slices that stood side by side (as in src/kahuna/speed.py). An action is
one of a player: the cards that chance deals are not counted, here as there. All actions are random and legal.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from kahuna import Game, Rules
from kahuna.arena.checkout import commit, machine
from kahuna.envs.batch import Batch
from kahuna.envs.observation import encode

SLICES, SECONDS = 5, 0.3
GOALS = {"masks": 4e6, "observations": 1e6}  # issue 5: million actions a second on one core
Run = Callable[[], int]  # plays for a moment and counts actions


def batch(name: str, games: int, masks: bool, observations: bool) -> Run:
    """Steps of the batch: words of legal actions always, bytes of masks and observations if asked for."""
    many = Batch(name, games)
    many.reset(1)

    def run() -> int:
        for _ in range(10):
            many.step(many.random_actions())
            if masks:
                many.masks()
            if observations:
                many.observations()
        return 10 * games

    return run


def table(name: str, observations: bool) -> Run:
    """A game of the public interface, one action at a time."""

    def run() -> int:
        rng = random.Random(1)
        game = Game(Rules(name), seed=rng.getrandbits(32))
        while not game.over:
            if observations:
                encode(game.view(game.to_move))
            game.play_code(rng.choice(game.codes()))
        return len(game.steps)

    return run


def openspiel(name: str, observations: bool) -> Run | None:
    """A game of OpenSpiel through its Python bindings; None where it is not installed."""
    try:
        import pyspiel

        import kahuna.envs.openspiel_game  # noqa: F401
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), random.Random(1)

    def run() -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            if observations:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        return actions

    return run


def in_turn(runs: dict[str, Run]) -> list[dict[str, float]]:
    """Actions a second of each in each slice."""
    for run in runs.values():
        run()  # what must be compiled is compiled here
    slices = []
    for _ in range(SLICES):
        rates = {}
        for label, run in runs.items():
            begin, actions, taken = time.thread_time(), 0, 0.0
            while taken < SECONDS:
                actions += run()
                taken = time.thread_time() - begin
            rates[label] = actions / taken
        slices.append(rates)
    return slices


def compared(name: str, games: int) -> dict[str, Any]:
    """The figures of one game, without and with observations."""
    ours = "python_" + name.replace("-", "_")
    figures: dict[str, Any] = {}
    for seen in (False, True):
        runs: dict[str, Run | None] = {
            "batch, words": batch(name, games, False, seen),
            "batch, masks": batch(name, games, True, seen),
            "table": table(name, seen),
            "openspiel backgammon": openspiel("backgammon", seen),
            "openspiel gin_rummy": openspiel("gin_rummy", seen),
            f"openspiel {ours}": openspiel(ours, seen),
        }
        slices = in_turn({label: run for label, run in runs.items() if run})
        figures["observations" if seen else "masks"] = {
            label: {
                "actions_per_s": round(median(one[label] for one in slices)),
                "batch_is_times": float(f"{median(one['batch, masks'] / one[label] for one in slices):.3g}"),
            }
            for label in slices[0]
        }
    return figures


def text(figures: dict[str, Any]) -> str:
    """The figures as a table."""
    lines = []
    for name, parts in figures["games"].items():
        for part, rows in parts.items():
            title = f"{name}, with observations" if part == "observations" else name
            goal = f"goal: at least {GOALS[part]:,.0f}"
            lines += ["", f"{title:<44}{'actions a second':>18}{'batch is':>12}   {goal}"]
            for label, row in rows.items():
                times = "" if label == "batch, masks" else f"{row['batch_is_times']:g} x"
                lines.append(f"  {label:<42}{row['actions_per_s']:>18,}{times:>12}")
    about = figures["machine"]
    lines += [
        "",
        f"{about['cpu']}, {about['cores']} cores, {about['system']}; Python {about['python']}, "
        f"numba {about['numba']}; batches of {figures['batch']} games, one thread",
        f"commit {figures['commit']}; load before this run {about['load']}",
    ]
    return "\n".join(lines[1:])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=2048)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = {"machine": machine(), "commit": commit(), "batch": options.games}
    figures["games"] = {
        name: compared(name, options.games) for name in ("kahuna", "exahuna", "exahuna-special")
    }
    sys.stdout.write((json.dumps(figures) if options.json else text(figures)) + "\n")
