"""A few kills; `make crash` has many."""

import pytest

from server import crash


def test_not_one_answered_action_is_lost_or_doubled_when_the_server_is_killed() -> None:
    report = crash.main(rooms=12, kills=5, servers=1)
    assert (report["killed"], report["stopped"]) == (4, 1)
    assert report["answered"] >= 30
    assert report["reconnected"] >= 12


@pytest.mark.slow
def test_not_one_answered_action_is_lost_when_servers_and_database_are_killed_200_times() -> None:
    report = crash.main(rooms=20, kills=200, servers=3)
    assert (report["killed"], report["stopped"], report["database"]) == (160, 30, 10)
    assert report["answered"] >= 2000
