"""The storage: numbers are unique, batches are whole, and what was answered outlives the process."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from kahuna.server.clock import day_time
from kahuna.server.keys import TICKET
from kahuna.server.store import (
    DUE_AGAIN,
    Conflict,
    Deadline,
    Entry,
    KeptReview,
    Listed,
    Note,
    NotStored,
    Retention,
    Store,
    Transaction,
)
from kahuna.server.store_places import data_folder, open_store
from kahuna.server.store_postgres import PostgresStore
from kahuna.server.store_sqlite import SqliteStore
from kahuna.server.tickets import TICKET_LIFE, given_at, is_valid, new_ticket
from support.postgres import new_database

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def entry(game: str, number: int, body: bytes = b"x") -> Entry:
    return Entry(game, number, 1000 + number, body)


@pytest.fixture(params=["sqlite", "postgres"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """A new store of either kind: what it promises is the same."""
    found: SqliteStore | PostgresStore
    if request.param == "sqlite":
        found = SqliteStore(tmp_path / "new" / "folder" / "s.db", 1000)
    else:
        found = PostgresStore(new_database(request.getfixturevalue("database_server")), day_time())
    yield found
    found.close()


def test_events_come_back_in_order(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1, b"one"), entry("a", 2, b"two")])))
    run(store.write(Transaction([entry("b", 1), entry("a", 3, b"three")])))
    assert run(store.events("a")) == [b"one", b"two", b"three"]
    assert run(store.events("missing")) == []


def test_a_number_is_taken_once_and_the_whole_batch_falls_with_it(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1)])))
    with pytest.raises(Conflict):
        run(store.write(Transaction([entry("b", 1), entry("a", 1, b"again")], [("key", "watch", "b")])))
    assert run(store.events("a")) == [b"x"]
    assert run(store.events("b")) == []
    assert run(store.find("key")) is None


def test_of_many_writers_at_once_exactly_one_gets_each_number(store: Store) -> None:
    async def race() -> list[Any]:
        batches = [
            Transaction([entry("a", number, b"%d" % who)]) for number in range(1, 20) for who in range(10)
        ]
        return await asyncio.gather(*map(store.write, batches), return_exceptions=True)

    answers = run(race())
    assert sum(answer is None for answer in answers) == 19
    assert sum(isinstance(answer, Conflict) for answer in answers) == 171
    assert len(run(store.events("a"))) == 19


def test_keys_and_seats_find_their_games(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1)], [("k", "invite", "a")], [("ann", "a")])))
    run(
        store.write(
            Transaction([entry("b", 1), entry("b", 2)], seats=[("ann", "b"), ("bob", "b"), ("ann", "b")])
        )
    )
    assert run(store.find("k")) == ("invite", "a")
    assert run(store.holds("ann", "a"))
    assert not run(store.holds("bob", "a"))
    assert run(store.games_of("ann", False, 10)) == [Listed("b", 2, None), Listed("a", 1, None)]
    assert run(store.games_of("ann", False, 1)) == [Listed("b", 2, None)]
    assert run(store.running("ann")) == 2
    note = Note("b", 2, b"a note", True)
    run(store.write(Transaction((), notes=[note])))
    assert (run(store.games_of("ann", True, 9)), run(store.running("ann"))) == ([Listed("b", 2, note)], 1)


def test_no_number_is_left_out(store: Store) -> None:
    for wrong in (0, 2):
        with pytest.raises(Conflict):
            run(store.write(Transaction([entry("a", wrong)])))
    run(store.write(Transaction([entry("a", 1)])))
    with pytest.raises(Conflict):
        run(store.write(Transaction([entry("a", 3)])))
    assert run(store.events("a")) == [b"x"]


def test_events_after_a_number_are_those_that_are_missing(store: Store) -> None:
    run(store.write(Transaction([entry("a", number, b"%d" % number) for number in (1, 2, 3)])))
    assert run(store.events_after("a", 0)) == [b"1", b"2", b"3"]
    assert run(store.events_after("a", 2)) == [b"3"]
    assert run(store.events_after("a", 3)) == []


def test_a_key_is_given_once(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1)], [("k", "invite", "a")])))

    async def two_at_once() -> list[Any]:
        batches = [Transaction([entry("b", 1)], [("k", "invite", "b")]), Transaction([entry("c", 1)])]
        return await asyncio.gather(*map(store.write, batches), return_exceptions=True)

    clash, fine = run(two_at_once())
    assert isinstance(clash, Conflict)
    assert fine is None
    assert (run(store.events("b")), run(store.events("c"))) == ([], [b"x"])


def test_games_go_when_their_time_is_over(store: Store) -> None:
    day = 86_400_000
    run(
        store.write(
            Transaction([Entry("old", 1, 0, b"x"), Entry("new", 1, 50 * day, b"x")], [("k", "watch", "old")])
        )
    )
    run(store.write(Transaction((), notes=[Note("old", 1, b"", True)])))
    assert run(store.prune(60 * day, Retention(finished_days=70), 10)) == 0
    assert run(store.prune(60 * day, Retention(finished_days=50), 10)) == 1
    assert run(store.find("k")) is None
    assert (run(store.events("old")), run(store.events("new"))) == ([], [b"x"])
    assert run(store.prune(60 * day, Retention(running_days=5), 10)) == 1
    assert not store.full


def test_the_secret_is_made_once_and_pauses_are_when_no_server_ran(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    first = SqliteStore(path, 1000)
    run(first.write(Transaction([entry("a", 1)])))
    run(first.still_here(5000))
    first.close()
    second = SqliteStore(path, 9000)
    assert second.secret == first.secret
    assert list(second.pauses) == [(5000, 9000)]
    second.close()
    third = SqliteStore(path, 9500)
    assert list(third.pauses) == [(5000, 9500)]
    third.close()


def test_pauses_are_kept_as_long_as_a_running_game_needs_them(tmp_path: Path) -> None:
    """However many restarts there were; without running games they go."""
    path = tmp_path / "s.db"
    expected: list[tuple[int, int]] = []
    for number in range(150):
        store = SqliteStore(path, 10_000 * number)
        assert list(store.pauses) == expected
        if not number:
            run(store.write(Transaction([entry("a", 1)])))
        run(store.still_here(10_000 * number + 4000))
        expected.append((10_000 * number + 4000, 10_000 * (number + 1)))
        store.close()
    store = SqliteStore(path, 1_500_000)
    run(store.write(Transaction((), notes=[Note("a", 1, b"", True)])))
    store.close()
    store = SqliteStore(path, 1_600_000)
    assert list(store.pauses) == []
    store.close()
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM runs").fetchone() == (1,)
    file.close()


def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "deep" / "s.db", 0).close()
    assert (tmp_path / "deep" / "s.db").stat().st_mode & 0o077 == 0
    assert (tmp_path / "deep").stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_storage_of_ours_is_refused_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("this is no database at all, but long enough to look like one" * 20)
    with pytest.raises(ValueError, match="not a kahuna store"):
        SqliteStore(text, 0)
    newer = tmp_path / "newer.db"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(ValueError, match="newer version of kahuna"):
        SqliteStore(newer, 0)


def test_after_closing_nothing_is_taken(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(NotStored):
        run(store.write(Transaction([entry("a", 1)])))
    with pytest.raises(NotStored):
        run(store.events("a"))


def test_a_storage_that_fails_says_so_and_goes_on_when_it_can(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db", 0)

    async def meanwhile() -> None:
        blocker = sqlite3.connect(store._path, isolation_level=None)
        blocker.execute("DROP TABLE seats")
        with pytest.raises(NotStored):
            await store.write(Transaction([entry("a", 1)], seats=[("ann", "a")]))
        blocker.execute("CREATE TABLE seats(visitor, game, over DEFAULT 0)")
        blocker.close()
        await store.write(Transaction([entry("a", 1)], seats=[("ann", "a")]))

    run(meanwhile())
    assert run(store.events("a")) == [b"x"]
    store.close()


WRITER = """
import asyncio, sys
from pathlib import Path
from kahuna.server.store import Transaction, Entry
from kahuna.server.store_sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]), 0)
async def room(game):
    for number in range(1, 100_000):
        await store.write(Transaction([Entry(game, number, 0, b"x")]))
        print(game, number, flush=True)
async def main():
    await asyncio.gather(*(room(f"g{n}") for n in range(20)))
asyncio.run(main())
"""


def test_what_was_answered_outlives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    answered: dict[str, int] = {}
    for _ in range(500):
        game, number = process.stdout.readline().split()
        answered[game] = int(number)
    process.kill()
    rest = process.stdout.read().rpartition("\n")[0]
    process.wait()
    process.stdout.close()
    for line in rest.splitlines():
        game, number = line.split()
        answered[game] = int(number)
    store = SqliteStore(path, 0)
    for game, last in answered.items():
        assert last <= len(run(store.events(game))) <= last + 1
    store.close()


def test_a_store_is_named_by_a_path_or_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (str(tmp_path / "a.db"), f"sqlite://{tmp_path}/b.db"):
        open_store(name).close()
    assert (tmp_path / "a.db").exists()
    assert (tmp_path / "b.db").exists()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    open_store(None).close()
    assert (data_folder() / "kahuna.db").exists()
    for wrong in ("mysql://host/db", "sqlite://", "sqlite://relative"):
        with pytest.raises(ValueError, match="a store is"):
            open_store(wrong)


def kept(
    game: str | None, at: int = 5, version: str = "1", depth: str = "quick", verdict: bytes = b"{}"
) -> Any:
    """A review of this game."""
    return KeptReview(f"record of {game}", depth, version, game, at, verdict, b"\x00 body " + depth.encode())


def test_a_review_is_found_by_what_was_played_its_depth_and_its_version(store: Store) -> None:
    run(store.keep_review(kept("a")))
    run(store.keep_review(kept(None, depth="deep")))
    assert run(store.review("record of a", "quick", "1")) == b"\x00 body quick"
    assert run(store.review("record of None", "deep", "1")) == b"\x00 body deep"
    for record, depth, version in (
        ("record of a", "deep", "1"),
        ("record of b", "quick", "1"),
        ("record of a", "quick", "2"),
    ):
        assert run(store.review(record, depth, version)) is None
    run(store.keep_review(kept("a", version="2")))
    assert run(store.review("record of a", "quick", "2")) == b"\x00 body quick"
    assert run(store.review("record of a", "quick", "1")) is None


def test_lists_show_the_verdict_of_the_last_review_and_it_goes_with_its_game(store: Store) -> None:
    note = Note("a", 1, b"note", True)
    run(store.write(Transaction([entry("a", 1), entry("b", 1)], [], [("ann", "a"), ("ann", "b")], [note])))
    for at, depth in ((7, "normal"), (9, "deep"), (5, "quick")):
        run(store.keep_review(kept("a", at=at, depth=depth, verdict=depth.encode())))
    assert run(store.games_of("ann", True, 9)) == [Listed("a", 1, note, b"deep")]
    assert [listed.verdict for listed in run(store.games_of("ann", False, 9))] == [None]
    run(store.forget("ann", "a"))
    assert run(store.review("record of a", "deep", "1")) is None


def test_old_reviews_are_pruned_also_those_of_records_from_files(store: Store) -> None:
    day = 86_400_000
    run(store.keep_review(kept(None, at=day)))
    run(store.keep_review(kept("a", at=50 * day)))
    run(store.prune(60 * day, Retention(finished_days=30), 10))
    assert run(store.review("record of None", "quick", "1")) is None
    assert run(store.review("record of a", "quick", "1"))


def test_a_clock_is_due_for_one_who_looks_at_a_time(store: Store) -> None:
    batch = Transaction(
        [entry("a", 1), entry("b", 1), entry("c", 1)], dues=[Deadline("a", 1, 500), Deadline("b", 1, 900)]
    )
    run(store.write(batch))
    assert run(store.take_due(499, 9)) == []
    assert run(store.take_due(900, 1)) == ["a"]
    assert run(store.take_due(900, 9)) == ["b"]
    assert run(store.take_due(900, 9)) == []
    assert sorted(run(store.take_due(900 + DUE_AGAIN, 9))) == ["a", "b"]


def test_when_a_clock_is_due_follows_the_game(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1)], dues=[Deadline("a", 1, 500)])))
    run(store.write(Transaction([entry("a", 2)], dues=[Deadline("a", 2, 700)])))
    run(store.write(Transaction((), dues=[Deadline("a", 1, 600)])))  # by somebody who knew less
    assert run(store.take_due(699, 9)) == []
    run(store.write(Transaction((), dues=[Deadline("a", 2, 800)])))
    assert run(store.take_due(799, 9)) == []
    run(store.write(Transaction((), notes=[Note("a", 2, b"a note", True)])))
    assert run(store.take_due(800, 9)) == []  # it is over


def test_a_game_without_a_clock_is_never_due(store: Store) -> None:
    run(store.write(Transaction([entry("a", 1)], dues=[Deadline("a", 1, 500)])))
    run(store.write(Transaction([entry("a", 2)])))
    assert run(store.take_due(10**13, 9)) == []


def test_a_used_ticket_is_remembered_until_it_is_too_old_to_be_used(store: Store) -> None:
    ticket = new_ticket(1_800_000_000_000)
    run(store.write(Transaction([entry("a", 1)], [("t", TICKET, given_at(ticket))], [("ann", "a")])))
    run(store.forget("ann", "a"))
    for at, there in ((1_800_000_000_000 + TICKET_LIFE, True), (1_800_000_000_001 + TICKET_LIFE, False)):
        assert is_valid(ticket, at) is there
        run(store.prune(at, Retention(), 9))
        assert (run(store.find("t")) is not None) is there
