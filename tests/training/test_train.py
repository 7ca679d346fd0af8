"""Training: the same net again, whoever plays the games and however often it is stopped."""

import os
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kahuna.arena import crew
from kahuna.arena.crew import MAX_LOST_WORKERS, Processes, Threads, WorkersLost
from kahuna.bots.nets.netfile import read_net
from kahuna.cli.main import main
from kahuna.table.ruleset import GAMES
from kahuna.training import loop
from kahuna.training.file import Course, read_training, write_training
from kahuna.training.growth import snapshot

SMALL = Course("exahuna", games=96, games_a_chunk=2, hidden=16, middle=8, snapshots=3)
ROUND = SMALL.games_a_chunk * loop.CHUNKS


def weights(path: Path) -> bytes:
    """All numbers of a net."""
    return path.read_bytes().partition(b"\n")[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small training in one go."""
    path = tmp_path_factory.mktemp("train") / "whole"
    loop.train(SMALL, path)
    return path


def test_a_training_that_was_stopped_goes_on_as_if_nothing_had_happened(whole: Path, tmp_path: Path) -> None:
    rounds = iter([False, True])
    loop.train(SMALL, tmp_path / "parts", stop=lambda: next(rounds))
    assert read_training(tmp_path / "parts.training", SMALL).marks["games"] == ROUND
    loop.train(SMALL, tmp_path / "parts")
    assert weights(whole) == weights(tmp_path / "parts")
    growth = read_net(whole)[1]["growth"]
    assert [entry["part"] for entry in growth] == [1, 2, 3]
    assert growth[-1]["score"] is not None
    assert weights(snapshot(whole, 3)) == weights(whole)


def test_processes_play_what_threads_play(whole: Path, tmp_path: Path) -> None:
    processes = Processes(2)
    try:
        loop.train(SMALL, tmp_path / "net", crew=processes)
    finally:
        processes.close()
    assert weights(whole) == weights(tmp_path / "net")


class Dying(Threads):
    """Threads that lose the first tasks they are given, as workers do that die."""

    class Death(Exception):
        """What a lost task says."""

    def __init__(self, losses: int) -> None:
        super().__init__(2)
        self.losses = losses

    def executor(self) -> Executor:
        pool = super().executor()
        self.losses -= 1
        return pool if self.losses < 0 else _Grave()

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, Dying.Death)


class _Grave(Executor):
    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(Dying.Death())
        return future


def test_what_dying_workers_lose_is_played_again(whole: Path, tmp_path: Path) -> None:
    loop.train(SMALL, tmp_path / "net", crew=Dying(5))
    assert weights(whole) == weights(tmp_path / "net")


def test_a_round_that_fails_leaves_everything_as_it_was(whole: Path, tmp_path: Path) -> None:
    rounds = iter([False, True])
    loop.train(SMALL, tmp_path / "net", stop=lambda: next(rounds))
    before = (tmp_path / "net.training").read_bytes(), (tmp_path / "net").read_bytes()
    with pytest.raises(WorkersLost, match=f"training exahuna: chunk .* {MAX_LOST_WORKERS} times"):
        loop.train(SMALL, tmp_path / "net", crew=Dying(1000))
    assert before == ((tmp_path / "net.training").read_bytes(), (tmp_path / "net").read_bytes())
    loop.train(SMALL, tmp_path / "net")
    assert weights(whole) == weights(tmp_path / "net")


def test_nobody_is_waited_for_who_does_not_come_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Gone(Threads):
        def executor(self) -> Executor:
            return _Silence()

        def check(self) -> None:
            raise WorkersLost("nobody is there any more")

    monkeypatch.setattr(crew, "POLL_SECONDS", 0.01)
    with pytest.raises(WorkersLost, match="nobody is there"):
        loop.train(SMALL, tmp_path / "net", crew=Gone(1))
    assert not (tmp_path / "net").exists()


class _Silence(Executor):
    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def test_a_net_learns_to_beat_greedy(tmp_path: Path) -> None:
    """A small one, in seconds."""
    course = Course("exahuna", games=3000, games_a_chunk=12, hidden=32, middle=16, snapshots=1)
    about = loop.train(course, tmp_path / "small")
    assert about["growth"][0]["greedy"] >= 0.8


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "exahuna")) for game in GAMES]
)
def test_every_game_is_learned(game: str, tmp_path: Path) -> None:
    """Rounds of games, steps of learning, matches against the part before and others."""
    course = Course(game, games=2 * loop.CHUNKS, games_a_chunk=1, hidden=16, middle=8, snapshots=2)
    about = loop.train(course, tmp_path / "net")
    assert about["games"] == 2 * loop.CHUNKS
    assert about["samples"] > 10 * about["games"]
    assert about["commit"] == " ".join(read_training(tmp_path / "net.training", course).marks["commits"])
    first, second = (read_net(snapshot(tmp_path / "net", part), game)[0] for part in (1, 2))
    assert not np.array_equal(first.rows, second.rows)
    assert np.isfinite(second.rows).all()


@pytest.mark.slow
def test_a_rival_is_beaten_by_a_net_that_learns_nothing_else(tmp_path: Path) -> None:
    rival = tmp_path / "rival"
    course = SMALL._replace(games=64, snapshots=1)
    loop.train(course, rival)
    about = loop.train(
        course._replace(games=4000, games_a_chunk=12, against=str(rival)), tmp_path / "exploiter"
    )
    assert about["growth"][0]["score"] > 0.7


def test_a_rival_stays_the_same(tmp_path: Path) -> None:
    rival = tmp_path / "rival"
    course = SMALL._replace(games=ROUND, snapshots=1)
    loop.train(course, rival)
    before = rival.read_bytes()
    against = course._replace(against=str(rival))
    about = loop.train(against, tmp_path / "exploiter")
    assert 0 <= about["growth"][0]["score"] <= 1
    assert about["against"] == "rival"
    assert rival.read_bytes() == before
    loop.train(course._replace(seed=2), tmp_path / "other")
    (tmp_path / "other").replace(rival)
    with pytest.raises(ValueError, match=r"not the net that .* was begun against"):
        loop.train(against, tmp_path / "exploiter")
    with pytest.raises(ValueError, match="is the rival"):
        loop.train(against, rival)


def test_a_training_begins_with_what_a_net_knows(whole: Path, tmp_path: Path) -> None:
    course = SMALL._replace(source=str(whole))
    training, _ = loop.started(course, tmp_path / "net", tmp_path / "net.training")
    assert np.array_equal(training.net.rows, read_net(whole)[0].rows)
    loop.train(course, tmp_path / "net")
    assert weights(tmp_path / "net") != weights(whole)
    assert read_net(tmp_path / "net")[1]["source"] == "whole"


def test_a_longer_course_goes_on_and_is_compared_anew(tmp_path: Path) -> None:
    loop.train(SMALL, tmp_path / "net")
    about = loop.train(SMALL._replace(games=192), tmp_path / "net")
    assert about["games"] == 192
    assert [entry["games"] for entry in about["growth"]] == [32, 64, 96, 128, 192]
    assert all(0 < entry["score"] < 1 for entry in about["growth"][1:])


def test_a_training_of_another_course_is_not_gone_on_with(whole: Path) -> None:
    with pytest.raises(ValueError, match="a training with seed 1, not 2"):
        loop.train(SMALL._replace(seed=2), whole)
    with pytest.raises(ValueError, match="a training with game 'exahuna', not 'kahuna'"):
        loop.train(SMALL._replace(game="kahuna"), whole)


def test_damaged_trainings_are_refused_in_one_line(whole: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "net.training", whole.with_name("whole.training").read_bytes()
    for text in (b"", b"hello", data[:1000], data[:-1000], b"x" + data[1:]):
        path.write_bytes(text)
        with pytest.raises(ValueError, match="damaged") as caught:
            loop.train(SMALL, tmp_path / "net")
        assert "\n" not in str(caught.value)
        assert path.read_bytes() == text
    training = read_training(whole.with_name("whole.training"), SMALL)
    other = training.net._replace(rows=training.net.rows[:-1])
    write_training(path, training._replace(net=other), SMALL)
    with pytest.raises(ValueError, match="made for other inputs"):
        read_training(path, SMALL)
    training.memory.slots[0, 0] = 32_000
    write_training(path, training, SMALL)
    with pytest.raises(ValueError, match="positions that cannot be"):
        read_training(path, SMALL)


def refused(line: Iterable[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says, in one line, to what it cannot do."""
    assert main(["train", *line]) == 2
    said = capsys.readouterr().err
    assert said.startswith("kahuna: ")
    assert said.count("\n") == 1
    return said


def test_the_command_says_at_once_what_it_cannot_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = ["--game", "exahuna", "--games", "1000000"]
    assert "no such folder" in refused([*games, "--out", str(tmp_path / "no" / "net")], capsys)
    assert "must not contain a comma" in refused([*games, "--out", str(tmp_path / "a,b")], capsys)
    rival = ["--against", str(tmp_path / "nobody")]
    assert "nobody" in refused([*games, "--out", str(tmp_path / "net"), *rival], capsys)
    (tmp_path / "folder.training").mkdir()
    assert "folder.training" in refused([*games, "--out", str(tmp_path / "folder")], capsys)
    assert "is a folder" in refused([*games, "--out", str(tmp_path)], capsys)
    (tmp_path / "precious").write_text("mine")
    assert "cannot be continued" in refused([*games, "--out", str(tmp_path / "precious")], capsys)
    assert (tmp_path / "precious").read_text() == "mine"


def test_the_command_trains_stops_and_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["train", "--game", "exahuna", "--out", str(tmp_path / "net")]
    monkeypatch.setattr(loop, "one_round", stopping := Stopping())
    assert main([*command, "--games", "1000000"]) == 130
    assert stopping.rounds == 1
    told = capfd.readouterr()
    assert "run the same command to continue" in told.out
    assert "stopping when this round is over" in told.err
    monkeypatch.undo()
    assert main([*command, "--games", "1024"]) == 0
    assert "1,024 games" in capfd.readouterr().out


class Stopping:
    """A round without games in which somebody presses Ctrl-C."""

    def __init__(self) -> None:
        self.rounds = 0

    def __call__(self, *_: Any) -> float:
        assert threading.current_thread() is threading.main_thread()
        self.rounds += 1
        os.kill(os.getpid(), signal.SIGINT)
        return 0.0
