"""Whether reviews can be trusted: stability, loss by level, luck without bias, what a depth costs.

    python tuning/review_trials.py levels --games 40 --out levels.jsonl
    python tuning/review_trials.py stability --games 50 --out stability.jsonl
    python tuning/review_trials.py own --games 12 --out own.jsonl
    python tuning/review_trials.py unbiased --games 20000 --out unbiased.jsonl
    python tuning/review_trials.py timing --games 3 --out timing.jsonl

Every line of the file is one game (of `unbiased`, a hundred). Started again, a trial goes on where its file ends.
At the end, or with `--games 0`, it prints what the file says; `tuning/review_tables.py` writes that into the documents.
"""

import argparse
import json
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot
from kahuna.bots.levels import ADVISER, LEVELS
from kahuna.bots.nets.network import new_net
from kahuna.bots.registry import find_bot
from kahuna.review.account import luck_of
from kahuna.review.assessors import assessor_of
from kahuna.review.labels import BLUNDER, MISTAKE
from kahuna.review.open_inputs import SLOTS
from kahuna.review.review import review
from kahuna.review.starts import DEALS, START_SEED
from kahuna.review.walk import walk
from kahuna.review.worth import start_sums, white_chance
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import BLACK
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, Rules
from review_tables import TABLES, Line, read_lines

LOUD = 8.0  # times the weights of a new net
TOP_ITERATIONS = (
    3000  # for a decision of the strongest level: about 50 ms of one core, whatever else it is busy with
)
OWN = ((150, "normal"), (TOP_ITERATIONS, "deep"))  # iterations of the champion, and the depth of its review
CROWD = 100  # games of quick players in one line


def say(line: str) -> None:
    """A line for whoever started the trial."""
    sys.stdout.write(line + "\n")


def played(game: str, white: Bot, black: Bot, seed: str) -> Game:
    """A game between these players."""
    return play_whole(Rules(game), {"white": white, "black": black}, seed, seed).game


def player(level: str, game: str = "kahuna") -> Bot:
    """The player of a level; the strongest is limited by iterations, so that its games can be played again."""
    spec = LEVELS[level].players[game]
    return find_bot(f"champion:iterations={TOP_ITERATIONS},threads=1" if level == ADVISER else spec, game)


def level_game(level: str, number: int) -> Line:
    """A game of a level against itself, and what its turns lost."""
    found = review(
        played("kahuna", player(level), player(level), f"levels {number}"), depth="quick", workers=1
    )
    turns, account = [turn for turn in found.turns if turn.decisions], found.account
    return {
        "level": level,
        "losses": [round(turn.loss, 5) for turn in turns],
        "labels": [turn.label for turn in turns],
        "chances": [round(turn.decisions[0].chance, 3) for turn in turns],
        "account": [abs(part) for part in (account.cards, account.white + account.black, account.hidden)],
    }


def stable_game(number: int) -> Line:
    """The labels of a game between different levels by two seeds at normal depth."""
    names = tuple(LEVELS)
    first, second = names[number % 8], names[(3 * number + 1 + number // 8) % 8]
    game = played("kahuna", player(first), player(second), f"stability {number}")
    one, other = (review(game, depth="normal", seed=seed, workers=1) for seed in ("0", "1"))
    pairs = [
        (a.label, b.label, round(a.loss, 4), round(b.loss, 4))
        for a, b in zip(one.turns, other.turns, strict=True)
        if a.decisions
    ]
    return {"levels": [first, second], "pairs": pairs}


def own_game(iterations: int, depth: str, number: int) -> Line:
    """The labels of a game of the champion, reviewed at least ten times as long, and what it thinks better of then."""

    def champion(iterations: int) -> Bot:
        return find_bot(f"champion:iterations={iterations},threads=1", "kahuna")

    game = played("kahuna", champion(iterations), champion(iterations), f"own {number}")
    turns = [turn for turn in review(game, depth=depth, workers=1).turns if turn.decisions]
    views = {asked.number: asked.view for turn in walk(game) for asked in turn.decisions}
    bad = [turn.advice for turn in turns if turn.advice and turn.label in (MISTAKE, BLUNDER)]
    longer = [champion(10 * iterations).choose(views[one.number], Random(one.number)) for one in bad]
    return {
        "iterations": iterations,
        "depth": depth,
        "labels": [turn.label for turn in turns],
        "losses": [round(turn.loss, 5) for turn in turns],
        "again": sum(choice.action == one.played for choice, one in zip(longer, bad, strict=True)),
    }


def unbiased_games(number: int) -> Line:
    """Sums over a hundred games of quick players: score, luck, and luck by a W that is wrong on purpose."""
    assessor = assessor_of("kahuna")
    wrong = wrong_assessor()
    white, black = find_bot("beginner:attention=10", "kahuna"), find_bot("random", "kahuna")
    rows = []
    for place in range(CROWD):
        game = played("kahuna", white, black, f"unbiased {number} {place}")
        assert game.result
        score = {"white": 1.0, "black": 0.0, None: 0.5}[game.result["winner"]]
        rows.append([score, round(luck_of(assessor, game), 6), round(luck_of(wrong, game), 6)])
    return {"rows": rows}


class WrongAssessor:
    """Kahuna by a net that knows nothing: random weights, so large that it is sure of itself."""

    hidden_means, net = "cards", "wrong"

    def __init__(self) -> None:
        ignorant = new_net(SLOTS, seed=1)
        self.ignorant = ignorant._replace(rows=ignorant.rows * LOUD)
        total, _ = start_sums(self.ignorant, 0, 0, BLACK, DEALS, seeded(START_SEED, 0))
        self.before = total / DEALS

    def position(self, view: Any) -> Any:
        """Nobody asks it about decisions."""
        raise NotImplementedError

    def start(self, rules: Rules) -> float:
        """Its mean over a million deals of the standard game."""
        assert rules == Rules()
        return self.before

    def white(self, state: Any) -> float:
        """Nonsense, but the mean of nonsense where cards are awaited."""
        return white_chance(self.ignorant, state)


@cache
def wrong_assessor() -> WrongAssessor:
    """Made once: its start takes some seconds."""
    return WrongAssessor()


def timed_game(game: str, depth: str, number: int) -> Line:
    """How long a review takes."""
    one, other = player("mano", game), player("kohola", game)
    record = played(game, one, other, f"timing {number}")
    begin = perf_counter()
    found = review(record, depth=depth)
    seconds = perf_counter() - begin
    return {"game": game, "depth": depth, "seconds": seconds, "turns": len(found.turns)}


TRIALS: dict[str, Callable[[int], list[Callable[[], Line]]]] = {
    "levels": lambda games: [
        partial(level_game, level, number) for number in range(games) for level in LEVELS
    ],
    "stability": lambda games: [partial(stable_game, number) for number in range(games)],
    "own": lambda games: [
        partial(own_game, iterations, depth, number)
        for number, (iterations, depth) in product(range(games), OWN)
    ],
    "unbiased": lambda games: [partial(unbiased_games, number) for number in range(games // CROWD)],
    "timing": lambda games: [
        partial(timed_game, game, depth, number)
        for number, depth, game in product(range(games), ("quick", "normal", "deep"), GAMES)
    ],
}


def main() -> int:
    """Runs a trial, or tells what it found so far."""
    parser = argparse.ArgumentParser(description="Whether reviews can be trusted.")
    parser.add_argument("trial", choices=TRIALS)
    parser.add_argument("--games", type=int, required=True, help="how many; 0: only tell what was found")
    parser.add_argument("--out", type=Path, required=True, help="a file with one line a game, added to")
    options = parser.parse_args()
    done = options.out.read_text().splitlines() if options.out.exists() else []
    for task in TRIALS[options.trial](options.games)[len(done) :]:
        with options.out.open("a") as file:
            file.write(json.dumps(task()) + "\n")
    say(TABLES[options.trial](read_lines(options.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
