"""A few kills; `make crash` has many."""

import subprocess
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


def test_a_report_in_the_checkout_may_change_while_the_commit_stays_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "bench" / "report.jsonl"
    report.parent.mkdir()
    report.write_text("one\n", "utf-8")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "a report"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setattr(crash, "CHECKOUT", tmp_path)
    monkeypatch.setattr(crash, "commit", lambda: "dirty")
    before = crash.version(report)
    report.write_text("one\ntwo\n", "utf-8")
    assert crash.version(report) == before != "dirty"
    assert crash.version(tmp_path.parent / "elsewhere.jsonl") == "dirty"
