"""The simulated traffic of many servers: what the model must show whatever its figures are."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def notify(monkeypatch: pytest.MonkeyPatch) -> Any:
    """bench/notify.py, which is no part of the package."""
    monkeypatch.syspath_prepend(BENCH)
    sys.modules.pop("notify", None)
    import notify

    return notify


def test_a_database_that_is_not_busy_stores_what_comes_at_once(notify: Any) -> None:
    found = notify.simulate(notify.Traffic(50, 4, 0.001, 0.0, 0.0, seconds=20), Random(1))
    assert found["actions a commit"] == 1.0
    assert found["wait p50 ms"] == 1.0
    assert abs(found["stored a second"] - 50) < 10


def test_commits_grow_with_the_traffic_so_that_nothing_is_left_behind(notify: Any) -> None:
    """A thousand commits a second carry five thousand actions, because those that wait share one."""
    found = notify.simulate(notify.Traffic(5_000, 4, 0.001, 0.00002, 0.0, seconds=5), Random(1))
    assert found["stored a second"] > 4_800
    assert found["actions a commit"] > 4
    assert found["left behind"] < 100


def test_actions_that_take_longer_than_they_come_pile_up(notify: Any) -> None:
    found = notify.simulate(notify.Traffic(5_000, 4, 0.001, 0.0004, 0.0, seconds=5), Random(1))
    assert found["stored a second"] < 2_600
    assert found["left behind"] > 5_000


def test_an_action_is_heard_of_by_one_other_server_if_seats_are_apart(notify: Any) -> None:
    for servers, apart, share in ((2, 1.0, 5), (10, 1.0, 1), (2, 0.0, 0)):
        traffic = notify.Traffic(1_000, servers, 0.0001, 0.0, 0.0001, seconds=5, apart=apart)
        found = notify.simulate(traffic, Random(1))
        assert abs(float(found["each server hears, of a core"].rstrip("%")) - share) < 0.5
