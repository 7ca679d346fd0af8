"""A net that learns what the search with it finds: what is played, what is learned from, and that it can be stopped."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kahuna.bots.champion import CHAMPIONS, Habits, net_for, path_of
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import Net
from kahuna.cli.main import main
from kahuna.rules.bits import seeded
from kahuna.training import by_search, growth, loop
from kahuna.training.by_search import chosen, teach_by_search
from kahuna.training.file import Course
from kahuna.training.learning import Lesson, Samples, new_samples
from kahuna.training.subjects import subject_of

GAME = "exahuna"
LESSON = Lesson(keep=1024, opening=0)
FOUND = [(60, 0.6, 7), (30, 0.5, 8), (10, 0.4, 9)]


def taught(net: Net, iterations: int) -> Samples:
    """What one game teaches."""
    subject = subject_of(GAME)
    samples = new_samples(1000, subject.kernels.active)
    count = teach_by_search(GAME, subject, net, iterations, LESSON, 1, seeded(4, 0), samples)
    return Samples(samples.slots[:count], samples.starts[:count], samples.goals[:count])


def bundled() -> Net:
    return read_net(path_of(GAME))[0]


def test_the_preferred_action_is_played_and_now_and_then_another_one_as_often_as_it_was_tried() -> None:
    places = [chosen(FOUND, seeded(number, 0))[0] for number in range(4000)]
    others = by_search.LOOSE / 1000
    assert places.count(0) / 4000 == pytest.approx(1 - others * 0.4, abs=0.02)
    assert places.count(1) / 4000 == pytest.approx(others * 0.3, abs=0.01)
    assert places.count(2) / 4000 == pytest.approx(others * 0.1, abs=0.01)


def test_what_was_tried_often_is_worth_what_the_search_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first decision is known: the same search is made again beside it."""
    monkeypatch.setattr(by_search, "LOOSE", 0)
    subject, searches = subject_of(GAME), []
    champion = CHAMPIONS[GAME](GAME, net_for(GAME, path_of(GAME)), 60, 1, Habits())

    class Watched:
        def searched(self, state: Any, x: int) -> list[tuple[int, float, int]]:
            searches.append((state, champion.searched(state, x)))
            return searches[-1][1]

        def follow(self, state: Any, code: int) -> None:
            pass

    monkeypatch.setattr(by_search, "CHAMPIONS", {GAME: lambda *_: Watched()})
    samples = taught(bundled(), 60)
    others = [value for tries, value, _ in searches[0][1][1:] if tries >= by_search.OFTEN]
    assert others
    assert samples.goals[: len(others)] == pytest.approx(others)
    for place, (_, _, code) in enumerate(searches[0][1][1 : len(others) + 1]):
        slots = np.empty(subject.kernels.active, np.int16)
        subject.kernels.inputs(subject.kernels.played(searches[0][0], code), 0, slots)
        assert np.array_equal(samples.slots[place], slots)
    played = len(searches)
    assert len(samples.goals) == played + sum(
        1 for _, found in searches for tries, _, _ in found[1:] if tries >= by_search.OFTEN
    ), "every decision is learned from once more, as it was played"


def test_a_training_by_search_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SEARCH_DUEL", 1)
    monkeypatch.setattr(growth, "ANCHORS", {GAME: ()})
    course = Course(
        GAME, games=2 * loop.CHUNKS, games_a_chunk=1, snapshots=1, search=2, source=str(path_of(GAME))
    )
    rounds = iter([False, True])
    loop.train(course, tmp_path / "parts", stop=lambda: next(rounds))
    loop.train(course, tmp_path / "parts")
    about = loop.train(course, tmp_path / "whole")
    one, two = (read_net(tmp_path / name)[0] for name in ("parts", "whole"))
    assert all(np.array_equal(mine, other) for mine, other in zip(one, two, strict=True))
    assert not np.array_equal(one.rows, bundled().rows)
    assert (about["search"], about["source"]) == (2, "exahuna.net")
    assert 0 <= about["growth"][0]["score"] <= 1


def test_a_search_of_ones_own_goes_with_no_open_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--games", "1", "--out", str(tmp_path / "net"), "--search", "9", "--open"]) == 2
    said = capsys.readouterr().err
    assert "--search and --open cannot be combined" in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())
