"""Trainings on disk: everything needed to continue, in plain arrays, checked when read."""

import json
import zipfile
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import numpy as np

from kahuna.bots.nets.netfile import are_net_shapes
from kahuna.bots.nets.network import HIDDEN_UNITS, MIDDLE_UNITS, Net
from kahuna.training.learning import Samples, new_samples
from kahuna.training.open_games import subject_for

MEMORY = 400_000  # samples that are kept to learn from again
NETS = ("net", "means", "squares")


class Course(NamedTuple):
    """What is trained, and for how long: minutes of this machine or a number of games."""

    game: str
    minutes: float = 0.0
    games: int = 0
    seed: int = 1
    hidden: int = HIDDEN_UNITS
    middle: int = MIDDLE_UNITS
    games_a_chunk: int = 64
    snapshots: int = 10  # nets that are kept on the way and compared with each other
    source: str = ""  # the file of a net to start from
    open: bool = False  # the net that sees all cards, for reviews
    search: int = 0  # iterations of the search that plays the games and teaches what it finds; 0: one ply
    against: str = ""  # a rival (rivals.py): the training starts from its net and learns only to beat it


class TrainingMarks(TypedDict):
    """What a training counts."""

    rounds: int
    games: int
    samples: int
    steps: int
    filled: int  # samples in the memory
    part: int
    seconds: float
    commits: list[str]
    rival: str  # the digest of the rival's net
    growth: list[dict[str, Any]]


class Training(NamedTuple):
    """Everything a training needs to continue: it is written to a file and read back bit for bit."""

    net: Net
    means: Net
    squares: Net
    memory: Samples
    marks: TrainingMarks  # what is counted, and how the net grew


def part_done(course: Course, marks: TrainingMarks) -> float:
    """How much of the course is done, 0 to 1."""
    if course.games:
        return min(1.0, float(marks["games"]) / course.games)
    return min(1.0, float(marks["seconds"]) / (course.minutes * 60))


def zeros(net: Net) -> Net:
    """Arrays of zeros in the shapes of the net's weights."""
    return Net(*(np.zeros_like(part) for part in net))


def write_training(path: Path, training: Training, course: Course) -> None:
    """Writes everything, completely or not at all."""
    new = path.with_name(path.name + ".new")
    filled = min(training.marks["filled"], MEMORY)
    text = json.dumps({"course": course._asdict(), "marks": training.marks})
    arrays: dict[str, Any] = {
        f"{name}{number}": part
        for name, net in zip(NETS, training[:3], strict=True)
        for number, part in enumerate(net)
    }
    with new.open("wb") as file:
        np.savez(
            file,
            about=np.frombuffer(text.encode(), np.uint8),
            **{name: part[:filled] for name, part in training.memory._asdict().items()},
            **arrays,
        )
    new.replace(path)


def read_training(path: Path, course: Course) -> Training:
    """A training to continue; ValueError in one line if it is damaged, or belongs to another course."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            about = json.loads(file["about"].tobytes())
            was = Course(**about["course"])
            nets = [Net(*(file[f"{name}{i}"] for i in range(len(Net._fields)))) for name in NETS]
            kept = Samples(*(file[name] for name in Samples._fields))
        marks = about["marks"]
    except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile):
        raise ValueError(f"{path}: damaged, or not a training of this version") from None
    for key, value in course._asdict().items():
        if key not in ("minutes", "games") and getattr(was, key) != value:
            raise ValueError(f"{path}: a training with {key} {getattr(was, key)!r}, not {value!r}")
    subject = subject_for(course.game, course.open)
    shape = (min(marks["filled"], MEMORY), subject.kernels.active)
    shapes = [[list(part.shape) for part in net] for net in nets]
    alike = (
        shapes[0] == shapes[1] == shapes[2]
        and are_net_shapes(shapes[0])
        and shapes[0][0][0] == subject.kernels.slots
    )
    if not alike or kept.slots.shape != shape:
        raise ValueError(f"{path}: made for other inputs: of another version?")
    whole = kept.goals.shape == kept.starts.shape == shape[:1]
    if not whole or not ((kept.slots >= 0) & (kept.slots < subject.kernels.slots)).all():
        raise ValueError(f"{path}: damaged: positions that cannot be")
    memory = new_samples(MEMORY, shape[1])
    memory.slots[: shape[0]], memory.starts[: shape[0]] = kept.slots, kept.starts
    memory.goals[: shape[0]] = kept.goals
    if (was.minutes, was.games) != (course.minutes, course.games):
        marks["part"] = int(part_done(course, marks) * course.snapshots)
    return Training(nets[0], nets[1], nets[2], memory, marks)
