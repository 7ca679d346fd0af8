"""A few kills; `make crash` has many."""

from pathlib import Path

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


def test_a_report_goes_on_where_it_ended_and_other_commits_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, asked = tmp_path / "report.jsonl", list[int]()

    def run(rooms: int, kills: int, servers: int, **_: object) -> dict[str, object]:
        asked.append(kills)
        counts = {"killed": kills - 3, "stopped": 2, "database": 1}
        others = dict.fromkeys(("games", "answered", "thoughts", "thought twice"), 5)
        return {"servers": servers, "rooms": rooms, **counts, **others}

    monkeypatch.setattr(crash, "main", run)
    monkeypatch.setattr(crash, "version", lambda _: "older")
    crash.go_on(report, rooms=4, kills=50, servers=3)
    monkeypatch.setattr(crash, "version", lambda _: "abc")
    crash.go_on(report, rooms=4, kills=150, servers=3)
    found = crash.go_on(report, rooms=4, kills=220, servers=3)
    assert asked == [50, 100, 50, 70]
    assert (found["killed"], found["answered"], found["runs"]) == (211, 15, 3)
