"""Trains a baseline with three seeds, measures it on the way and writes the table and curves of docs/baselines.md.

    pip install torch                                  # the only thing these examples need beyond kahuna
    python examples/baselines/run.py ppo search        # run everything again
    python examples/baselines/run.py --table           # only the table, from examples/baselines/results/*.json

To add a learner: a file beside this one with `train(game, rounds, seed)`, a line in ROUNDS, and its JSON file; or only
a JSON file of the same form, from any program.
"""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path

import numpy as np

from kahuna.arena import statistics
from kahuna.arena.checkout import provenance

sys.path.insert(0, str(Path(__file__).parent))
ROOT = Path(__file__).parents[2]
RESULTS, PAGE = Path(__file__).parent / "results", ROOT / "docs/baselines.md"
PICTURE = ROOT / "docs/pictures/baselines.svg"

ROUNDS = {"ppo": 64, "search": 56}  # of 256 and 128 games, which take about as long
SEEDS, POINTS = (1, 2, 3), 4  # points of a curve
RIVALS = {"greedy": 50, "honu": 50, "champion:iterations=50": 20}  # mirrored pairs at each point


def run(learner, game, seed, rounds):
    """A training's curve: games played, processor seconds of learning, and the pairs against each rival."""
    import common

    curve, learned, begun = [], 0.0, time.process_time()
    for number, (games, net) in enumerate(importlib.import_module(learner).train(game, rounds, seed), 1):
        if number * POINTS % rounds and number != rounds:
            continue
        learned += time.process_time() - begun
        pairs = {rival: common.strength(net, game, rival, pairs, seed) for rival, pairs in RIVALS.items()}
        curve.append({"games": games, "cpu_s": round(learned, 1), "pairs": pairs})
        print(learner, game, f"seed {seed}:", json.dumps(curve[-1]), flush=True)
        begun = time.process_time()
    return curve


def save(learner, game, seeds, rounds, made_by, resume):
    """Trains with these seeds and writes the learner's file after each; `resume` keeps the seeds it already has."""
    path = RESULTS / f"{learner}-{game}.json"
    made = {"learner": learner, "game": game, "rounds": rounds, **made_by, "runs": []}
    if resume and path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
        if (kept["rounds"], kept["commit"]) != (rounds, made_by["commit"].removesuffix("-dirty")):
            sys.exit(f"{path.name} has {kept['rounds']} rounds of commit {kept['commit']}: cannot resume it")
        made = kept
    for seed in sorted(set(seeds) - {each["seed"] for each in made["runs"]}):
        made["runs"].append({"seed": seed, "curve": run(learner, game, seed, rounds)})
        path.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def pooled(runs):
    """One curve of all the seeds: means of games and seconds, and the pairs of all together."""
    curve = []
    for entries in zip(*(run["curve"] for run in runs), strict=True):
        pairs = {rival: np.sum([entry["pairs"][rival] for entry in entries], 0) for rival in RIVALS}
        means = {name: np.mean([entry[name] for entry in entries]) for name in ("games", "cpu_s")}
        curve.append({**means, "pairs": pairs})
    return curve


def table(learners):
    """The rows of docs/baselines.md: of every learner the end of each seed's curve, and all seeds together."""
    head = ("learner", "game", "commit", "seed", "games", "processor", *(f"`{rival}`" for rival in RIVALS))
    lines = [head, ("---",) * len(head)]
    for made in learners:
        for seed, curve in [
            *((run["seed"], run["curve"]) for run in made["runs"]),
            ("all", pooled(made["runs"])),
        ]:
            end = curve[-1]
            cells = [cell(end["pairs"][rival]) for rival in RIVALS]
            said = (made["learner"], made["game"], made["commit"], seed)
            lines.append((*said, f"{end['games']:,.0f}", f"{end['cpu_s']:.0f} s", *cells))
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def cell(pairs):
    """A score with its interval."""
    value, low, high = statistics.score(pairs)
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def write_page():
    """Puts curves and table between the marks."""
    from curves import render

    made = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))]
    before, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- table -->\n")
    _, _, after = rest.partition("<!-- end of table -->")
    shown = f"![Learning curves](pictures/{PICTURE.name})\n\n{table(made)}"
    PAGE.write_text(f"{before}<!-- table -->\n{shown}\n<!-- end of table -->{after}", encoding="utf-8")
    render(
        [(f"{each['learner']}, {each['game']}", each["runs"], pooled(each["runs"])) for each in made], PICTURE
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("learners", nargs="*", help=f"of {', '.join(ROUNDS)}")
    parser.add_argument("--game", default="kahuna")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--rounds", type=int, help="of self-play, instead of each learner's own number")
    parser.add_argument(
        "--resume", action="store_true", help="go on after an interruption: keep finished seeds"
    )
    parser.add_argument("--table", action="store_true", help="only write docs/baselines.md from the results")
    options = parser.parse_args()
    made_by = provenance()  # asked once: the first learner's file changes the tree
    for learner in options.learners:
        rounds = options.rounds or ROUNDS[learner]
        save(learner, options.game, options.seeds, rounds, made_by, options.resume)
    if options.table or options.learners:
        write_page()
