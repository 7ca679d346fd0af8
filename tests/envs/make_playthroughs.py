"""Writes the golden playthroughs anew: `python tests/envs/make_playthroughs.py`. Look at what has changed, and why."""

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import kahuna.envs.openspiel_game  # noqa: F401

GOLDEN = Path(__file__).parents[1] / "golden/openspiel"
GAMES = {
    "kahuna": "python_kahuna(planning=True,handicap=1,handicap_to=black)",
    "exahuna": "python_exahuna",
    "exahuna_special": "python_exahuna_special",
}

if __name__ == "__main__":
    flags.FLAGS.mark_as_parsed()
    GOLDEN.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        text = generate_playthrough.playthrough(game, None, seed=1)
        (GOLDEN / f"{name}.txt").write_text(text, "utf-8")
