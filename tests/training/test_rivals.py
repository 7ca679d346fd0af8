"""A net that learns to beat a search: who is asked, what is learned from, and that it can be stopped."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import new_net
from kahuna.bots.nets.scoring import playing_net
from kahuna.cli.main import main
from kahuna.rules import exahuna
from kahuna.rules.bits import seeded
from kahuna.training import by_search, growth, loop
from kahuna.training.file import Course
from kahuna.training.learning import BY_SEARCH, Lesson, new_samples
from kahuna.training.rivals import read_rival, rival_name
from kahuna.training.subjects import subject_of

SPEC = "champion:iterations=2"


def test_only_the_rivals_seat_is_asked_and_only_the_other_is_learned_from() -> None:
    """The rival is Black in the first game and White in the second."""
    subject = subject_of("exahuna")
    asked: list[int] = []

    def first_of(state: Any, x: int) -> int:
        assert x > 0
        asked.append(state.seat)
        return int(exahuna.codes(exahuna.legal(state))[0])

    net = playing_net(new_net(subject.kernels.slots, 1, 16, 8), "exahuna")
    samples = new_samples(400, subject.kernels.active)
    lesson = Lesson(rivalry=BY_SEARCH, keep=1024, opening=0)
    count = subject.teach(net, net, lesson, 2, seeded(1, 0), samples, first_of)
    assert set(asked) == {0, 1}
    assert asked == sorted(asked, reverse=True)
    assert abs(count - len(asked)) <= 2, "they take turns, so both have as many moves, or one more"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly any games for comparison."""
    monkeypatch.setattr(growth, "SEARCH_DUEL", 1)
    monkeypatch.setattr(growth, "ANCHORS", {"exahuna": ()})


@pytest.mark.usefixtures("quick")
def test_a_training_against_a_search_can_be_stopped(tmp_path: Path) -> None:
    course = Course("exahuna", games=2 * loop.CHUNKS, games_a_chunk=1, snapshots=1, against=SPEC)
    rounds = iter([False, True])
    loop.train(course, tmp_path / "parts", stop=lambda: next(rounds))
    loop.train(course, tmp_path / "parts")
    about = loop.train(course, tmp_path / "whole")
    one, two = (read_net(tmp_path / name)[0] for name in ("parts", "whole"))
    assert all(np.array_equal(mine, other) for mine, other in zip(one, two, strict=True))
    bundled = read_net(path_of("exahuna"))[0]
    assert one.rows.shape == bundled.rows.shape
    assert not np.array_equal(one.rows, bundled.rows)
    assert 0 <= about["growth"][0]["score"] <= 1
    assert about["against"] == SPEC


def test_a_learner_who_searches_learns_from_its_own_seat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rival is Black in the first game and White in the second, as above."""
    monkeypatch.setattr(by_search, "OFTEN", 1000)  # nothing but what was played
    monkeypatch.setattr(by_search, "LOOSE", 0)
    subject = subject_of("exahuna")
    asked: list[int] = []

    def first_of(state: Any, x: int) -> int:
        asked.append(state.seat)
        return int(exahuna.codes(exahuna.legal(state))[0])

    net = net_for("exahuna", path_of("exahuna"))
    samples = new_samples(400, subject.kernels.active)
    lesson = Lesson(keep=1024, opening=0)
    count = by_search.teach_by_search("exahuna", subject, net, 2, lesson, 2, seeded(1, 0), samples, first_of)
    assert asked == sorted(asked, reverse=True)
    assert set(asked) == {0, 1}
    assert abs(count - len(asked)) <= 4, "they take turns, and the last moves of a game are not asked about"


@pytest.mark.usefixtures("quick")
def test_a_learner_who_searches_is_compared_by_its_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[tuple[str, str]] = []

    def searched_pairs(_: Course, one: str, two: str) -> Any:
        met.append((one, two))
        return np.array([0.75])

    monkeypatch.setattr(growth, "_searched_pairs", searched_pairs)
    out = tmp_path / "exploiter"
    course = Course("exahuna", games=loop.CHUNKS, games_a_chunk=1, snapshots=1, search=3, against=SPEC)
    about = loop.train(course, out)
    assert met == [(f"champion:file={out}.1,iterations=3", SPEC)]
    assert (about["search"], about["against"]) == (3, SPEC)
    assert about["growth"][0]["score"] == 0.75
    assert not np.array_equal(read_net(out)[0].rows, read_net(path_of("exahuna"))[0].rows)


def test_a_learner_who_searches_needs_a_rival_who_searches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = str(path_of("exahuna"))
    wanted = ["--game", "exahuna", "--games", "1", "--search", "9", "--against", net]
    assert main(["train", *wanted, "--out", str(tmp_path / "net")]) == 2
    said = capsys.readouterr().err
    assert "--search needs a rival who searches too" in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("against", "words"),
    [
        ("champion", "needs iterations"),
        ("champion:early=0,iterations=9", "a rival has no early"),
        ("champion:iterations=9,threads=2", "a rival has no threads"),
        ("champion:iterations=9,time_ms=5", "a rival has no time_ms"),
        ("champion:iterations=9,wide=3", "has no wide"),
        ("champion:iterations=none", "iterations must be a whole number"),
        ("champion:iterations=9,file=nowhere", "nowhere"),
        ("greedy", "a rival is the file of a net or champion:iterations=N, not 'greedy'"),
        ("hoku", "not 'hoku'"),
    ],
)
def test_rivals_that_make_no_sense_are_refused_in_one_line(
    against: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "net"
    assert main(["train", "--games", "1", "--out", str(out), "--against", against]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_rival_is_named_without_its_folder() -> None:
    assert rival_name("/somewhere/a.net") == "a.net"
    assert rival_name("champion:file=/somewhere/a.net,iterations=9") == "champion:file=a.net,iterations=9"
    assert rival_name("") == ""
    rival = read_rival("champion:iterations=9,exploration=0.5", "kahuna", subject_of("kahuna").kernels.slots)
    assert (rival.path, rival.iterations, rival.habits.exploration) == (path_of("kahuna"), 9, 0.5)
