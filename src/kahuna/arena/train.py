"""Training a net by self-play: rounds of games by the net as it is, then steps of learning from them.

A round's games are dealt out in a fixed number of chunks to an executor, and every sum is taken in a fixed order, so
the same seed and the same number of games give the same net on any machine and any number of workers.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna import __version__
from kahuna.arena.pair import Setup, play_pair
from kahuna.bots.nets.learning import Lesson, Samples, adam_native, new_samples, slope_native
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import HIDDEN, MIDDLE, Net, new_net
from kahuna.bots.nets.subjects import subject_of
from kahuna.checkout import commit
from kahuna.rules.bits import seeded
from kahuna.table.ruleset import Rules

CHUNKS = 4  # of a round, played side by side
PARTS = 2  # of a batch, whose gradients are computed side by side
BATCH = 2048
MEMORY = 400_000  # samples that are kept to learn from again
OUTCOMES = 0.02  # the first part of the training learns from results alone
TEMPERATURES = 0.25, 0.08  # of the choice, from the first round to the last
RATES = 1e-3, 3e-5  # of learning, from the first round to the last
DUEL = 400  # mirrored pairs of a comparison with an earlier net
ANCHORS = {  # players that stay the same, and mirrored pairs against each
    "kahuna": (("greedy", 20), ("ismcts:iterations=400", 10)),
    "exahuna": (("greedy", 20), ("mcts:iterations=100", 10)),
    "exahuna-special": (("greedy", 20), ("mcts:iterations=100", 10)),
}


class Course(NamedTuple):
    """What is trained, and for how long: minutes of this machine or a number of games."""

    game: str
    minutes: float = 0.0
    games: int = 0
    seed: int = 1
    hidden: int = HIDDEN
    middle: int = MIDDLE
    games_a_chunk: int = 250
    snapshots: int = 10  # nets that are kept on the way and compared with each other
    against: str = ""  # the file of a net: only beating it is learned, beginning with what it knows


class Report(NamedTuple):
    """What a training says of itself after each round."""

    part: float  # of the whole, 0 to 1
    seconds: float
    games: int
    samples: int
    loss: float
    rate: float  # games a second in this run
    news: str  # the result of a comparison, if there was one in this round


class Training(NamedTuple):
    """Everything a training needs to go on: it is written to a file and read back bit for bit."""

    net: Net
    means: Net
    squares: Net
    memory: Samples
    marks: dict[str, Any]  # plain numbers: rounds, games, steps, seconds, filled, growth


def zeros(net: Net) -> Net:
    """As many zeros as the net has weights."""
    return Net(*(np.zeros_like(part) for part in net))


def begin(course: Course) -> Training:
    """A training that has not learned anything yet."""
    subject = subject_of(course.game)
    net = rival_of(course) or new_net(subject.slots, course.seed, course.hidden, course.middle)
    marks = {"rounds": 0, "games": 0, "samples": 0, "steps": 0, "seconds": 0.0, "filled": 0, "growth": []}
    return Training(net, zeros(net), zeros(net), new_samples(MEMORY, subject.kernels.active), marks)


def rival_of(course: Course) -> Net | None:
    """The net that is to be beaten, if there is one."""
    if not course.against:
        return None
    return read_net(Path(course.against), course.game, subject_of(course.game).slots)[0]


def chunk(
    game: str, net: Net, rival: Net | None, lesson: Lesson, games: int, seed: int
) -> tuple[NDArray[np.int16], Any]:
    """Slots and goals of so many games: what one worker does. Each position is shown from any of the board's sides."""
    subject = subject_of(game)
    samples = new_samples(games * subject.kernels.longest, subject.kernels.active)
    lesson = lesson._replace(rivalry=1 if rival else 0)
    count = subject.teach(net, rival or net, lesson, games, seeded(seed, 0), samples)
    slots = samples.slots[:count].copy()
    if subject.symmetries:
        maps = subject.symmetries()
        sides = np.random.default_rng(seed).integers(0, len(maps), (count, 1))
        slots = maps[sides, slots]
    return slots, samples.goals[:count].copy()


def part_done(course: Course, marks: dict[str, Any]) -> float:
    """How much of the course lies behind, 0 to 1."""
    if course.games:
        return min(1.0, float(marks["games"]) / course.games)
    return min(1.0, float(marks["seconds"]) / (course.minutes * 60))


def falling(ends: tuple[float, float], part: float) -> float:
    """What falls from the first to the second number in equal ratios, after this part of the training."""
    return float(ends[0] * (ends[1] / ends[0]) ** part)


def train(
    course: Course,
    out: Path,
    tell: Callable[[Report], None] = lambda _: None,
    executor: Executor | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Trains until the course is over or `stop` says so, and leaves the net in `out`; what is to be known of it.

    Beside the net lies `out` + ".training", from which the same command goes on.
    """
    beside = out.with_name(out.name + ".training")
    training = read_training(beside, course) if beside.exists() else begin(course)
    rival = rival_of(course)
    workers = os.cpu_count() or 1
    own = None if executor else ThreadPoolExecutor(workers)
    learners = ThreadPoolExecutor(PARTS)
    run_games, run_started, saved = 0, monotonic(), monotonic()
    try:
        while (part := part_done(course, training.marks)) < 1 and not stop():
            started = monotonic()
            loss = one_round(course, training, rival, part, executor or own, learners)
            run_games += CHUNKS * course.games_a_chunk
            training.marks["seconds"] += monotonic() - started
            part = part_done(course, training.marks)
            news = _compared(course, training, rival, part, out)
            if monotonic() - saved > 120:
                write_training(beside, training, course)
                saved = monotonic()
            marks = training.marks
            rate = run_games / (monotonic() - run_started)
            tell(Report(part, marks["seconds"], marks["games"], marks["samples"], loss, rate, news))
    finally:
        for pool in (own, learners):
            if pool:
                pool.shutdown()
        write_training(beside, training, course)
        about = about_net(course, training.marks)
        write_net(out, training.net, about)
    return about


def one_round(
    course: Course,
    training: Training,
    rival: Net | None,
    part: float,
    executor: Executor | None,
    learners: Executor,
) -> float:
    """Plays a round, remembers it, and learns as many samples as it brought; the mean loss."""
    assert executor
    marks, subject = training.marks, subject_of(course.game)
    lesson = Lesson(
        temperature=falling(TEMPERATURES, part),
        trace=1.0 if part < OUTCOMES else Lesson().trace,
        keep=subject.keep,
    )
    base = (course.seed * 1_000_003 + marks["rounds"]) * CHUNKS
    tasks = [
        executor.submit(chunk, course.game, training.net, rival, lesson, course.games_a_chunk, base + number)
        for number in range(CHUNKS)
    ]
    fresh = 0
    for task in tasks:
        slots, goals = task.result()
        fresh += len(goals)
        _remember(training, slots, goals)
    marks["rounds"] += 1
    marks["games"] += CHUNKS * course.games_a_chunk
    marks["samples"] += fresh
    rate = falling(RATES, part)
    random = np.random.default_rng((course.seed, marks["rounds"]))
    steps = max(1, subject.passes * fresh // BATCH)
    filled = min(marks["filled"], MEMORY)
    slopes = [zeros(training.net) for _ in range(PARTS)]
    loss = 0.0
    for _ in range(steps):
        order = random.integers(0, filled, BATCH)
        loss += _step(training, order, slopes, rate, learners)
    return loss / steps / BATCH


def _remember(training: Training, slots: NDArray[np.int16], goals: NDArray[np.float32]) -> None:
    """Puts samples in the place of the oldest ones."""
    where = (training.marks["filled"] + np.arange(len(goals))) % MEMORY
    training.memory.slots[where] = slots
    training.memory.goals[where] = goals
    training.marks["filled"] += len(goals)


def _step(
    training: Training, order: NDArray[np.int64], slopes: list[Net], rate: float, learners: Executor
) -> float:
    """One step of learning from these samples; the summed loss."""
    net = training.net
    turned = np.ascontiguousarray(net.second.T)
    parts = np.array_split(order, PARTS)
    tasks = [
        learners.submit(slope_native, net, turned, training.memory, part, into)
        for part, into in zip(parts, slopes, strict=True)
    ]
    loss = sum(task.result() for task in tasks)
    for other in slopes[1:]:
        for into, more in zip(slopes[0], other, strict=True):
            into += more
            more.fill(0)
    training.marks["steps"] += 1
    adam_native(
        net, slopes[0], training.means, training.squares, rate, 1 / len(order), training.marks["steps"]
    )
    return loss


def snapshot(out: Path, number: int) -> Path:
    """Where the net after so many parts of the training is kept."""
    return out.with_name(f"{out.name}.{number}")


def _compared(course: Course, training: Training, rival: Net | None, part: float, out: Path) -> str:
    """Keeps a snapshot whenever another part of the course is over, and plays it against the one before or a rival."""
    marks = training.marks
    number = int(part * course.snapshots)
    if number <= len(marks["growth"]):
        return ""
    path = snapshot(out, number)
    write_net(path, training.net, about_net(course, marks))
    entry: dict[str, Any] = {"part": number, "games": marks["games"], "score": None}
    entry["minutes"] = round(marks["seconds"] / 60, 2)
    other = rival
    if not rival and marks["growth"]:
        other, _ = read_net(snapshot(out, marks["growth"][-1]["part"]), course.game)
    told = []
    if other:
        scores = np.empty(DUEL, np.int64)
        random = seeded(course.seed, number)
        subject_of(course.game).duel(training.net, other, Lesson(), DUEL, random, scores)
        entry["score"] = round(float(scores.mean()) / 4, 4)
        entry["error"] = round(float(scores.std()) / 4 / DUEL**0.5 * 1.96, 4)
        named = "the rival" if rival else "the part before"
        told.append(f"{entry['score']:.3f} ± {entry['error']:.3f} against {named}")
    for anchor, pairs in ANCHORS[course.game]:
        setup = Setup((f"net:file={path}", anchor), Rules(course.game), f"anchor {course.seed}")
        entry[anchor] = round(sum(play_pair(setup, pair).score for pair in range(pairs)) / pairs, 3)
        told.append(f"{entry[anchor]:.3f} against {anchor}")
    marks["growth"].append(entry)
    return ", ".join(told)


def about_net(course: Course, marks: dict[str, Any]) -> dict[str, Any]:
    """What a net's header says of its making."""
    return {
        "game": course.game,
        "rules": "rules.md, all variants",
        "program": __version__,
        "commit": commit() or "",
        "games": marks["games"],
        "samples": marks["samples"],
        "minutes": round(marks["seconds"] / 60, 1),
        "seed": course.seed,
        "against": Path(course.against).name,
        "growth": marks["growth"],
    }


def write_training(path: Path, training: Training, course: Course) -> None:
    """Writes everything that is needed to go on, all at once or not at all."""
    new = path.with_name(path.name + ".new")
    filled = min(training.marks["filled"], MEMORY)
    text = json.dumps({"course": course._asdict(), "marks": training.marks})
    arrays: dict[str, Any] = {f"net{i}": part for i, part in enumerate(training.net)}
    arrays |= {f"means{i}": part for i, part in enumerate(training.means)}
    arrays |= {f"squares{i}": part for i, part in enumerate(training.squares)}
    with new.open("wb") as file:
        np.savez(
            file,
            about=np.frombuffer(text.encode(), np.uint8),
            slots=training.memory.slots[:filled],
            goals=training.memory.goals[:filled],
            **arrays,
        )
    new.replace(path)


def read_training(path: Path, course: Course) -> Training:
    """A training to go on with; ValueError if it was another course's."""
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(file["about"].tobytes())
        was = Course(**about["course"])
        wanted = course._replace(minutes=was.minutes, games=was.games)
        if was != wanted:
            raise ValueError(f"{path}: the training of {was.game} with seed {was.seed}, not of this course")
        parts = [Net(*(file[f"{name}{i}"] for i in range(6))) for name in ("net", "means", "squares")]
        memory = new_samples(MEMORY, file["slots"].shape[1])
        memory.slots[: len(file["slots"])] = file["slots"]
        memory.goals[: len(file["goals"])] = file["goals"]
    return Training(parts[0], parts[1], parts[2], memory, about["marks"])
