"""Training a net by self-play: in each round the current net plays games, then learns from them.

A round's games are dealt out in a fixed number of chunks to a crew, and every sum is taken in a fixed order, so the
same seed and the same number of games give the same net on any machine and any number of workers.
"""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.arena.checkout import commit
from kahuna.arena.crew import Crew, Threads, cores, do_all
from kahuna.bots.nets.netfile import read_net, write_net
from kahuna.bots.nets.network import Net, new_net
from kahuna.bots.nets.scoring import playing_net
from kahuna.rules.bits import seeded
from kahuna.training.by_search import SAMPLES_A_GAME, teach_by_search
from kahuna.training.file import (
    MEMORY,
    Course,
    Training,
    TrainingMarks,
    part_done,
    read_training,
    write_training,
    zeros,
)
from kahuna.training.growth import about_net, compared
from kahuna.training.learning import (
    BY_NET,
    BY_SEARCH,
    Lesson,
    Samples,
    adam_native,
    new_samples,
    new_slope_desk,
    slope_native,
)
from kahuna.training.open_games import subject_for
from kahuna.training.rivals import Rival, is_search, read_rival, searching

CHUNKS = 16  # of a round, played side by side
PARTS = 2  # of a batch, whose gradients are computed side by side
BATCH = 2048
OUTCOMES = 0.02  # the first part of the training learns from results alone
TEMPERATURES = 0.25, 0.08  # of the choice, from the first round to the last
RATES = 1e-3, 3e-5  # of learning, from the first round to the last
AHEAD = 0.4  # a training that starts from another net begins as if this much of it were done
SAVING = 120.0  # seconds between saves


class SlowGames(NamedTuple):
    """What is different where somebody searches: games are expensive and few, and steps of learning are not."""

    ahead: float  # as AHEAD
    passes: int
    games_a_chunk: int


SEARCHING_RIVAL = SlowGames(0.7, 3, 16)
BY_OWN_SEARCH = SlowGames(0.9, 2, 4)


class Report(NamedTuple):
    """The state of a training after each round."""

    part: float  # of the whole, 0 to 1
    seconds: float
    games: int
    samples: int
    loss: float
    rate: float  # games a second in this run
    news: str  # the result of a comparison, if there was one in this round


class RoundPlan(NamedTuple):
    """What every worker must know about a round of games."""

    game: str
    net: Net  # in whole numbers, unless it sees all cards
    rival: Rival | None
    lesson: Lesson
    games: int  # of a chunk
    open: bool = False  # as in Course
    search: int = 0  # the same


def begin_training(course: Course, source: Net | None) -> Training:
    """A new training that knows only what its source net knows."""
    subject = subject_for(course.game, course.open)
    net = new_net(subject.kernels.slots, course.seed, course.hidden, course.middle)
    net.last.fill(0)  # it says nothing
    if source:
        net = Net(*(part.copy() for part in source))
    return Training(net, zeros(net), zeros(net), new_samples(MEMORY, subject.kernels.active), new_marks())


def new_marks() -> TrainingMarks:
    """What a training counts."""
    return {
        "rounds": 0, "games": 0, "samples": 0, "steps": 0, "filled": 0, "part": 0,
        "seconds": 0.0, "commits": [], "rival": "", "growth": [],
    }  # fmt: skip


def chunk(work: RoundPlan, seed: int) -> Samples:
    """One worker's part: what some games teach. Each position is shown in a random symmetry."""
    subject = subject_for(work.game, work.open)
    room = max(subject.longest, SAMPLES_A_GAME if work.search else 0)
    samples = new_samples(work.games * room, subject.kernels.active)
    rival, lesson, search, x = work.rival, work.lesson, None, seeded(seed, 0)
    if rival:
        lesson = lesson._replace(rivalry=BY_SEARCH if rival.iterations else BY_NET)
        search = searching(rival, work.game) if rival.iterations else None
    if work.search:
        count = teach_by_search(
            work.game, subject, work.net, work.search, lesson, work.games, x, samples, search
        )
    else:
        against = rival.net if rival else work.net
        count = subject.teach(work.net, against, lesson, work.games, x, samples, search)
    slots = samples.slots[:count].copy()
    if subject.symmetries:
        maps = subject.symmetries()
        sides = np.random.default_rng(seed).integers(0, len(maps), (count, 1))
        slots = maps[sides, slots]
    return Samples(slots, samples.starts[:count].copy(), samples.goals[:count].copy())


def slow_games(course: Course) -> SlowGames | None:
    """What is different in this course; None where nobody searches."""
    return BY_OWN_SEARCH if course.search else SEARCHING_RIVAL if is_search(course.against) else None


def falling(ends: tuple[float, float], part: float) -> float:
    """A geometric decay from the first to the second number, after this part of the training."""
    return float(ends[0] * (ends[1] / ends[0]) ** part)


def train(
    course: Course,
    out: Path,
    tell: Callable[[Report], None] = lambda _: None,
    crew: Crew | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Trains until the course is over or `stop` says so, and leaves the net in `out`; returns what its header says.

    The file `out` + ".training" beside the net lets the same command continue.
    """
    beside = out.with_name(out.name + ".training")
    training, rival = started(course, out, beside)
    crew, own = (crew, None) if crew else (threads := Threads(cores()), threads)
    learners = ThreadPoolExecutor(PARTS)
    run_games, run_started, saved = 0, monotonic(), monotonic()
    whole = True  # a round is complete, so the training can be saved
    try:
        while (part := part_done(course, training.marks)) < 1 and not stop():
            begun, whole = monotonic(), False
            loss = one_round(course, training, rival, part, crew, learners)
            training.marks["seconds"] += monotonic() - begun
            whole = True
            run_games += CHUNKS * course.games_a_chunk
            part = part_done(course, training.marks)
            news = "" if course.open else compared(course, training, rival, part, out)
            if monotonic() - saved > SAVING:
                write_training(beside, training, course)
                saved = monotonic()
            marks = training.marks
            rate = run_games / (monotonic() - run_started)
            tell(Report(part, marks["seconds"], marks["games"], marks["samples"], loss, rate, news))
    finally:
        learners.shutdown()
        if own:
            own.close()
        if whole:
            about = about_net(course, training.marks)
            write_net(out, training.net, about)
            write_training(beside, training, course)
    return about


def started(course: Course, out: Path, beside: Path) -> tuple[Training, Rival | None]:
    """The saved training or a new one, and the rival; whatever does not match is refused before any game."""
    if "," in str(out):
        raise ValueError(f"{out}: the name must not contain a comma, since players are named net:file=NET,…")
    if out.is_dir():
        raise ValueError(f"{out}: this is a folder; name a file for the net")
    if out.exists() and not beside.exists():
        raise ValueError(
            f"{out} exists, but {beside.name} does not, so it cannot be continued; name another file"
        )
    rival, digest = None, ""
    slots = subject_for(course.game, course.open).kernels.slots
    if course.against:
        rival = read_rival(course.against, course.game, slots)
        digest = rival.digest
        if rival.path.resolve() == out.resolve():
            raise ValueError(f"{out}: is the rival; give the new net another name")
    if beside.exists():
        training = read_training(beside, course)
        if training.marks["rival"] != digest:
            raise ValueError(f"{course.against}: not the net that {beside} was begun against")
    else:
        source = rival.net if rival else None
        if course.source:
            source, _ = read_net(Path(course.source), course.game, slots)
        training = begin_training(course, source)
        training.marks["rival"] = digest
        write_training(beside, training, course)  # an unwritable file fails now
    if (version := commit() or "") not in training.marks["commits"]:
        training.marks["commits"].append(version)
    return training, rival


def one_round(
    course: Course, training: Training, rival: Rival | None, part: float, crew: Crew, learners: Executor
) -> float:
    """Plays a round, stores its samples, and learns from as many as it added; returns the mean loss."""
    marks, subject = training.marks, subject_for(course.game, course.open)
    slow = slow_games(course)
    ahead = (slow.ahead if slow else AHEAD) if course.source or rival else 0.0
    grown = ahead + (1 - ahead) * part
    passes = slow.passes if slow else subject.passes
    lesson = Lesson(
        temperature=falling(TEMPERATURES, grown),
        trace=1.0 if grown < OUTCOMES else Lesson().trace,
        keep=subject.keep,
    )
    net = training.net
    if not course.open:  # nobody plays with a net that sees all cards
        net = playing_net(net, course.game)
        rival = rival._replace(net=playing_net(rival.net, course.game)) if rival else None
    work = RoundPlan(course.game, net, rival, lesson, course.games_a_chunk, course.open, course.search)
    base = (course.seed * 1_000_003 + marks["rounds"]) * CHUNKS
    tasks = ((work, base + number) for number in range(CHUNKS))
    with closing(do_all(crew, chunk, tasks, lambda work: f"training {work.game}: chunk")) as results:
        played = {number: result for _, number, result in results}
    fresh = 0
    for number in sorted(played):
        fresh += len(played[number].goals)
        _remember(training, played[number])
    marks["rounds"] += 1
    marks["games"] += CHUNKS * course.games_a_chunk
    marks["samples"] += fresh
    rate = falling(RATES, grown)
    random = np.random.default_rng((course.seed, marks["rounds"]))
    steps = max(1, passes * fresh // BATCH)
    filled = min(marks["filled"], MEMORY)
    slopes = [zeros(training.net) for _ in range(PARTS)]
    loss = 0.0
    for _ in range(steps):
        order = random.integers(0, filled, BATCH)
        loss += _step(training, order, slopes, rate, learners)
    return loss / steps / BATCH


def _remember(training: Training, samples: Samples) -> None:
    """Puts samples in the place of the oldest ones."""
    where = (training.marks["filled"] + np.arange(len(samples.goals))) % MEMORY
    training.memory.slots[where] = samples.slots
    training.memory.starts[where] = samples.starts
    training.memory.goals[where] = samples.goals
    training.marks["filled"] += len(samples.goals)


def _step(
    training: Training, order: NDArray[np.int64], slopes: list[Net], rate: float, learners: Executor
) -> float:
    """One step of learning from these samples; the summed loss."""
    net = training.net
    turned = np.ascontiguousarray(net.second.T)
    parts = np.array_split(order, PARTS)
    tasks = [
        learners.submit(slope_native, net, turned, training.memory, part, into, new_slope_desk(net))
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
