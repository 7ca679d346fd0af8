"""A search that is limited by time ends when no other action can catch up."""

import pytest

from kahuna.bots import watch
from kahuna.bots.watch import Watch


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time stands still unless a test lets it pass."""
    clock = Clock()
    monkeypatch.setattr(watch, "perf_counter", clock)
    return clock


def searched(clock: Clock, lead: int, kept: int = 0) -> int:
    """After how many of 100 ms it is over, with 100 tries a ms of which `lead` more go to the first action."""
    first, second = kept, 0
    time = Watch(100.0, lambda: [second, first, 3])
    for spent in range(1, 200):
        clock.now += 0.001
        first, second = first + (100 + lead) // 2, second + (100 - lead) // 2
        if time.over():
            return spent
    return 200


def test_without_a_look_at_the_tries_the_whole_time_is_used(clock: Clock) -> None:
    time = Watch(100.0)
    clock.now += 0.0999
    assert not time.over()
    clock.now += 0.0002
    assert time.over()


def test_a_close_choice_takes_the_whole_time(clock: Clock) -> None:
    assert searched(clock, lead=0) in (100, 101)


@pytest.mark.parametrize(("lead", "least"), [(100, 50), (50, 66), (20, 83)])
def test_it_is_over_when_nothing_can_catch_up(clock: Clock, lead: int, least: int) -> None:
    """The lead of t ms is lead * t, what is still to come 100 * (100 - t)."""
    assert least <= searched(clock, lead) <= least + 100 // watch.LOOKS + 2


def test_tries_from_before_count_as_lead_but_not_as_pace(clock: Clock) -> None:
    assert searched(clock, lead=0, kept=5000) in range(50, 60)
    assert searched(clock, lead=100, kept=20_000) <= 2 * 100 // watch.LOOKS + 2


def test_once_over_it_stays_over_for_every_thread(clock: Clock) -> None:
    time = Watch(100.0, lambda: [10_000, 1])
    clock.now += 0.01
    assert not time.over()  # a first look tells no pace
    clock.now += 0.01
    assert time.over()
    assert time.over()
