"""Trains a baseline with three seeds, measures it on the way and writes the table and curves of docs/baselines.md.

    pip install torch                                  # the examples' only need beyond kahuna itself
    python examples/baselines/run.py ppo search        # all of it again
    python examples/baselines/run.py --table           # only the table, out of examples/baselines/results/*.json

To add a learner: a file beside this one with `train(game, rounds, seed)`, a line in ROUNDS, and its JSON file; or only
a JSON file in the same form, from whatever program.
"""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
ROOT = Path(__file__).parents[2]
RESULTS, PAGE = Path(__file__).parent / "results", ROOT / "docs/baselines.md"
PICTURE = ROOT / "docs/pictures/baselines.svg"

ROUNDS = {"ppo": 32, "search": 24}  # of 256 and 128 games
SEEDS, POINTS = (1, 2, 3), 4  # points of a curve
RIVALS = {"greedy": 50, "honu": 20, "champion:iterations=50": 20}  # mirrored pairs at each point


def run(learner, game, seed, rounds):
    """A training's curve: games played, processor seconds of learning, and scores against each rival."""
    import common

    curve, learned, begun = [], 0.0, time.process_time()
    for number, (games, net) in enumerate(importlib.import_module(learner).train(game, rounds, seed), 1):
        if number * POINTS % rounds and number != rounds:
            continue
        learned += time.process_time() - begun
        scores = {rival: [round(part, 4) for part in common.strength(net, game, rival, pairs)]
                  for rival, pairs in RIVALS.items()}  # fmt: skip
        curve.append({"games": games, "cpu_s": round(learned, 1), "scores": scores})
        print(learner, game, f"seed {seed}:", json.dumps(curve[-1]), flush=True)
        begun = time.process_time()
    return curve


def save(learner, game, seeds, rounds):
    """Trains with these seeds and writes the learner's file after each."""
    from kahuna.arena.checkout import commit, machine

    path = RESULTS / f"{learner}-{game}.json"
    runs = []
    for seed in seeds:
        runs.append({"seed": seed, "curve": run(learner, game, seed, rounds)})
        made = {"learner": learner, "game": game, "rounds": rounds, "pairs": RIVALS, "commit": commit(),
                "machine": machine(), "runs": runs}  # fmt: skip
        path.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def table():
    """The rows of docs/baselines.md: of every learner the last point of each seed."""
    lines = []
    for path in sorted(RESULTS.glob("*.json")):
        made = json.loads(path.read_text(encoding="utf-8"))
        for run in made["runs"]:
            last = run["curve"][-1]
            cells = [f"{value:.3f} ({low:.3f} to {high:.3f})" for value, low, high in last["scores"].values()]
            said = (
                made["learner"],
                made["game"],
                run["seed"],
                f"{last['games']:,}",
                f"{last['cpu_s']:.0f} s",
            )
            lines.append("| " + " | ".join(map(str, (*said, *cells))) + " |")
    head = (
        "| learner | game | seed | games | processor | " + " | ".join(f"`{rival}`" for rival in RIVALS) + " |"
    )
    return "\n".join([head, "| --- " * (5 + len(RIVALS)) + "|", *lines])


def write_page():
    """Puts the table between its marks."""
    from curves import draw

    before, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- table -->\n")
    _, _, after = rest.partition("<!-- end of table -->")
    PAGE.write_text(f"{before}<!-- table -->\n{table()}\n<!-- end of table -->{after}", encoding="utf-8")
    made = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))]
    if made:
        draw(made, PICTURE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("learners", nargs="*", help=f"of {', '.join(ROUNDS)}")
    parser.add_argument("--game", default="kahuna")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--rounds", type=int, help="of self-play, instead of each learner's own number")
    parser.add_argument("--table", action="store_true", help="write docs/baselines.md out of what there is")
    options = parser.parse_args()
    for learner in options.learners:
        save(learner, options.game, options.seeds, options.rounds or ROUNDS[learner])
    if options.table or options.learners:
        write_page()
