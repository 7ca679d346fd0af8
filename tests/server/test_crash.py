"""A few kills; `make crash` has many."""

from server import crash


def test_not_one_answered_action_is_lost_or_doubled_when_the_server_is_killed() -> None:
    report = crash.main(rooms=12, kills=3)
    assert report["answered"] > 100
    assert report["reconnected"] > 20
