"""How a net grows: on the way it is compared with earlier parts of its training and with players that stay the same."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna import __version__
from kahuna.arena.pair import MatchSetup, play_pair
from kahuna.arena.selfplay import opening_for
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Net
from kahuna.rules.bits import seeded
from kahuna.table.ruleset import Rules
from kahuna.table.sisters import Sisters
from kahuna.training.file import Course, Training, TrainingMarks
from kahuna.training.learning import Lesson
from kahuna.training.open_games import subject_for
from kahuna.training.rivals import Rival, rival_name

DUEL = 400  # mirrored pairs of a comparison with an earlier net
SEARCH_DUEL = 40  # the same with a rival who searches
DUEL_OPENING = 2  # its first actions, which are drawn by lot in games without cards
KAHUNA_ANCHORS = (("greedy", 20), ("ismcts:iterations=400", 10))
ANCHORS: Sisters[tuple[tuple[str, int], ...]] = Sisters(
    "training",  # fixed opponents for comparison, and mirrored pairs against each; every game with a net has them
    {
        "kahuna": KAHUNA_ANCHORS,
        "exahuna": (("greedy", 20), ("mcts:iterations=100", 10)),
        "exahuna-special": (("greedy", 20), ("mcts:iterations=100", 10)),
    },
    lambda _: KAHUNA_ANCHORS,
)


def snapshot(out: Path, number: int) -> Path:
    """The file of the net saved after this many parts of the training."""
    return out.with_name(f"{out.name}.{number}")


def compared(course: Course, training: Training, rival: Rival | None, part: float, out: Path) -> str:
    """Keeps a snapshot whenever another part of the course is over, and plays it against the one before or a rival."""
    marks = training.marks
    number = int(part * course.snapshots)
    if number <= marks["part"]:
        return ""
    before, named = None, "the part before"
    if marks["growth"]:
        before = snapshot(out, marks["growth"][-1]["part"])
    elif course.search and course.source:
        before, named = Path(course.source), "the net it started from"
    path = snapshot(out, number)
    write_net(path, training.net, about_net(course, marks))
    entry: dict[str, Any] = {"part": number, "games": marks["games"], "score": None}
    entry["minutes"] = round(marks["seconds"] / 60, 2)
    told = []
    scores = _met(course, training.net, number, path, rival, before)
    if scores is not None:
        entry["score"] = round(float(scores.mean()), 4)
        entry["error"] = round(float(scores.std()) / len(scores) ** 0.5 * 1.96, 4)
        whom = "the rival" if rival else named
        told.append(f"{entry['score']:.3f} ± {entry['error']:.3f} against {whom}")
    for anchor, pairs in ANCHORS[course.game]:
        setup = MatchSetup((f"net:file={path}", anchor), Rules(course.game), f"anchor {course.seed}")
        entry[anchor] = round(sum(play_pair(setup, pair).score for pair in range(pairs)) / pairs, 3)
        told.append(f"{entry[anchor]:.3f} against {anchor}")
    marks["growth"].append(entry)
    marks["part"] = number
    return ", ".join(told)


def _met(
    course: Course, net: Net, number: int, path: Path, rival: Rival | None, before: Path | None
) -> NDArray[np.float64] | None:
    """The net's scores in pairs against the rival, or against the part before; by search where somebody searches."""
    if rival and rival.iterations:
        one = f"champion:file={path},iterations={course.search}" if course.search else f"net:file={path}"
        return _searched_pairs(course, one, course.against)
    if rival:
        other = rival.net
    elif before is None:
        return None
    elif course.search:
        one, two = (f"champion:file={file},iterations={course.search}" for file in (path, before))
        return _searched_pairs(course, one, two)
    else:
        other, _ = read_net(before, course.game)
    halves = np.empty(DUEL, np.int64)
    duel = subject_for(course.game, course.open).duel
    duel(net, other, Lesson(), DUEL, seeded(course.seed, number), halves)
    return halves / 4


def _searched_pairs(course: Course, one: str, two: str) -> NDArray[np.float64]:
    """The first player's scores, some pairs of them."""
    opening = opening_for(course.game, DUEL_OPENING)
    setup = MatchSetup((one, two), Rules(course.game), f"rival {course.seed}", opening=opening)
    return np.array([play_pair(setup, pair).score for pair in range(SEARCH_DUEL)])


def about_net(course: Course, marks: TrainingMarks) -> dict[str, Any]:
    """What a net's header says about its training."""
    return {
        "game": course.game,
        "rules": "rules.md, all variants",
        "program": __version__,
        "commit": " ".join(marks["commits"]),
        "games": marks["games"],
        "samples": marks["samples"],
        "minutes": round(marks["seconds"] / 60, 1),
        "seed": course.seed,
        "source": Path(course.source).name,
        "search": course.search,
        "against": rival_name(course.against),
        "growth": marks["growth"],
    }
