"""Matches on a real dask cluster of two workers on this machine."""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kahuna.arena.crew import Cluster
from kahuna.arena.match import Match, play_match
from kahuna.arena.pair import MatchSetup
from kahuna.cli.main import main
from kahuna.table.record import read_record
from support.arena_players import Threads, command, find

GOLDEN = Path(__file__).parents[1] / "golden"
MISSING = "dask is not installed: pip install 'kahuna[dask]'"
dask: Any = pytest.importorskip("dask", reason=MISSING)
distributed: Any = pytest.importorskip("distributed", reason=MISSING)


@contextmanager
def two_workers() -> Iterator[Any]:
    """A scheduler and two workers, a process each."""
    settings: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **settings) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers."""
    with two_workers() as running:
        yield running


@pytest.fixture
def dying() -> Iterator[Any]:
    """Two workers, of which one is killed in the middle of what comes now."""
    with two_workers() as running:
        worker, over = next(iter(running.workers.values())).pid, threading.Event()

        def kill() -> None:
            while not running.scheduler.tasks and not over.wait(0.01):  # what greets the workers is no task
                pass
            os.kill(worker, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        yield running
        over.set()
        killer.join()


def played(address: str, setup: MatchSetup, pairs: int) -> tuple[Match, list[str]]:
    """A match on the cluster and its records."""
    records: list[str] = []
    crew = Cluster(address)
    try:
        return play_match(setup, pairs, crew, keep=lambda pair: records.extend(pair.records)), records
    finally:
        crew.close()


def test_a_cluster_plays_the_same_games(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte for byte what this machine plays alone."""
    out = tmp_path / "games.jsonl"
    arguments = ["match", "random", "random", "--pairs", "6", "--seed", "9", "--json", "--records", str(out)]
    assert command([*arguments, "--cluster", cluster.scheduler_address]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 6
    here: list[str] = []
    crew = Threads()
    play_match(
        MatchSetup(("random", "random"), seed="9", records=True),
        6,
        crew,
        keep=lambda pair: here.extend(pair.records),
    )
    crew.close()
    assert out.read_text("utf-8").splitlines() == here
    read_record(json.loads(here[0]))


def test_players_on_the_cluster_are_closed_after_the_match(cluster: Any, tmp_path: Path) -> None:
    """A cluster lives on; the players do not."""
    diary = tmp_path / "diary"
    setup = MatchSetup((f"odd-diary:{diary}", "random"), find=find)
    match, _ = played(cluster.scheduler_address, setup, 6)
    assert len(match.pairs) == 6
    lines = diary.read_text("utf-8").splitlines()
    workers = {line.split()[1] for line in lines}
    assert len(lines) == 12 + len(workers)
    assert sorted(line for line in lines if line.startswith("close")) == sorted(f"close {w}" for w in workers)


def test_a_worker_of_the_cluster_that_dies_loses_nothing(cluster: Any) -> None:
    """Its pair is played by another."""
    setup = MatchSetup(("odd-slow", "random"), records=True, find=find)
    worker = next(iter(cluster.workers.values())).pid
    killer = threading.Timer(0.7, os.kill, (worker, signal.SIGKILL))
    killer.start()
    match, records = played(cluster.scheduler_address, setup, 4)
    killer.join()
    assert not match.stopped
    assert [pair.number for pair in match.pairs] == [0, 1, 2, 3]
    assert len(records) == 8


def test_a_pair_that_kills_every_worker_ends_the_match_in_one_line(cluster: Any) -> None:
    """Dask gives up on it, we try again, and then say so."""
    match, _ = played(cluster.scheduler_address, MatchSetup(("odd-deadly", "random"), find=find), 1)
    assert match.pairs == []
    assert match.stopped.endswith("ended its worker 3 times")


def test_no_cluster_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody answers, and where dask is missing."""
    monkeypatch.setattr("kahuna.arena.crew.CONNECT_SECONDS", 1)
    with pytest.raises(ValueError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'kahuna\[dask\]'"):
        Cluster("tcp://127.0.0.1:9")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["review", str(GOLDEN / "exahuna-resign.json"), "--depth", "quick", "--json"],
        ["puzzles", "--game", "exahuna", "--count", "2", "--seed", "c", "--out", "-"],
    ],
    ids=lambda words: words[0],
)
def test_reviews_and_puzzles_of_a_cluster_are_those_of_this_machine_though_a_worker_dies(
    dying: Any, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--cluster", dying.scheduler_address]) == 0
    there = capsys.readouterr().out
    assert main(words) == 0
    assert capsys.readouterr().out == there != ""


UNSTEADY = ("ms_per_decision", "machine")  # figures that are another each time


def steady(figures: Any) -> Any:
    """Figures without those that no seed decides."""
    if isinstance(figures, dict):
        return {name: steady(value) for name, value in figures.items() if name not in UNSTEADY}
    return [steady(value) for value in figures] if isinstance(figures, list) else figures


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [["match", "greedy", "beginner"], ["ladder", "random", "greedy", "beginner"]],
    ids=lambda it: it[0],
)
def test_matches_and_ladders_on_a_cluster_are_those_of_this_machine_though_a_worker_dies(
    dying: Any, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*words, "--game", "exahuna", "--pairs", "10", "--seed", "5", "--json"]
    assert main([*arguments, "--cluster", dying.scheduler_address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert there["stopped"] is None
    assert main([*arguments, "--workers", "1"]) == 0
    assert steady(json.loads(capsys.readouterr().out)) == steady(there)


@pytest.mark.slow
def test_a_net_that_is_trained_on_a_cluster_is_that_of_this_machine_though_a_worker_dies(
    dying: Any, tmp_path: Path
) -> None:
    words = ["train", "--game", "exahuna", "--games", "3000", "--seed", "5", "--out"]
    assert main([*words, str(tmp_path / "there"), "--cluster", dying.scheduler_address]) == 0
    assert main([*words, str(tmp_path / "here")]) == 0
    nets = [(tmp_path / name).read_bytes().partition(b"\n")[2] for name in ("here", "there")]
    assert nets[0] == nets[1] != b""
