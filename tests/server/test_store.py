"""The storage: numbers are unique, batches are whole, and what was answered outlives the process."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from kahuna.server.serve import data_folder, open_store
from kahuna.server.store import Batch, Conflict, Entry, Listed, Note, NotStored
from kahuna.server.store_sqlite import SqliteStore

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def entry(game: str, number: int, body: bytes = b"x") -> Entry:
    return Entry(game, number, 1000 + number, body)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    found = SqliteStore(tmp_path / "new" / "folder" / "s.db", 1000)
    yield found
    found.close()


def test_events_come_back_in_order(store: SqliteStore) -> None:
    run(store.write(Batch([entry("a", 1, b"one"), entry("a", 2, b"two")])))
    run(store.write(Batch([entry("b", 1), entry("a", 3, b"three")])))
    assert run(store.events("a")) == [b"one", b"two", b"three"]
    assert run(store.events("missing")) == []


def test_a_number_is_taken_once_and_the_whole_batch_falls_with_it(store: SqliteStore) -> None:
    run(store.write(Batch([entry("a", 1)])))
    with pytest.raises(Conflict):
        run(store.write(Batch([entry("b", 1), entry("a", 1, b"again")], [("key", "watch", "b")])))
    assert run(store.events("a")) == [b"x"]
    assert run(store.events("b")) == []
    assert run(store.find("key")) is None


def test_of_many_writers_at_once_exactly_one_gets_each_number(store: SqliteStore) -> None:
    async def race() -> list[Any]:
        batches = [Batch([entry("a", number, b"%d" % who)]) for number in range(1, 20) for who in range(10)]
        return await asyncio.gather(*map(store.write, batches), return_exceptions=True)

    answers = run(race())
    assert sum(answer is None for answer in answers) == 19
    assert sum(isinstance(answer, Conflict) for answer in answers) == 171
    assert len(run(store.events("a"))) == 19


def test_keys_and_seats_find_their_games(store: SqliteStore) -> None:
    run(store.write(Batch([entry("a", 1)], [("k", "invite", "a")], [("ann", "a")])))
    run(store.write(Batch([entry("b", 1), entry("b", 2)], seats=[("ann", "b"), ("bob", "b"), ("ann", "b")])))
    assert run(store.find("k")) == ("invite", "a")
    assert run(store.holds("ann", "a"))
    assert not run(store.holds("bob", "a"))
    assert run(store.games_of("ann", False, 10)) == [Listed("b", 2, None), Listed("a", 1, None)]
    assert run(store.games_of("ann", False, 1)) == [Listed("b", 2, None)]
    assert run(store.running("ann")) == 2
    note = Note("b", 2, b"a note", True)
    run(store.write(Batch((), notes=[note])))
    assert (run(store.games_of("ann", True, 9)), run(store.running("ann"))) == ([Listed("b", 2, note)], 1)


def test_no_number_is_left_out(store: SqliteStore) -> None:
    for wrong in (0, 2):
        with pytest.raises(Conflict):
            run(store.write(Batch([entry("a", wrong)])))
    run(store.write(Batch([entry("a", 1)])))
    with pytest.raises(Conflict):
        run(store.write(Batch([entry("a", 3)])))
    assert run(store.events("a")) == [b"x"]


def test_the_secret_is_made_once_and_pauses_are_when_no_server_ran(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    first = SqliteStore(path, 1000)
    run(first.write(Batch([entry("a", 1)])))
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
            run(store.write(Batch([entry("a", 1)])))
        run(store.still_here(10_000 * number + 4000))
        expected.append((10_000 * number + 4000, 10_000 * (number + 1)))
        store.close()
    store = SqliteStore(path, 1_500_000)
    run(store.write(Batch((), notes=[Note("a", 1, b"", True)])))
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
    with pytest.raises(ValueError, match="no storage of ours"):
        SqliteStore(text, 0)
    newer = tmp_path / "newer.db"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(ValueError, match="newer version of kahuna"):
        SqliteStore(newer, 0)


def test_after_closing_nothing_is_taken(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db", 0)
    store.close()
    store.close()
    with pytest.raises(NotStored):
        run(store.write(Batch([entry("a", 1)])))
    with pytest.raises(NotStored):
        run(store.events("a"))


def test_a_storage_that_fails_says_so_and_goes_on_when_it_can(store: SqliteStore, tmp_path: Path) -> None:
    async def meanwhile() -> None:
        blocker = sqlite3.connect(store._path, isolation_level=None)
        blocker.execute("DROP TABLE seats")
        with pytest.raises(NotStored):
            await store.write(Batch([entry("a", 1)], seats=[("ann", "a")]))
        blocker.execute("CREATE TABLE seats(visitor, game, over DEFAULT 0)")
        blocker.close()
        await store.write(Batch([entry("a", 1)], seats=[("ann", "a")]))

    run(meanwhile())
    assert run(store.events("a")) == [b"x"]


WRITER = """
import asyncio, sys
from pathlib import Path
from kahuna.server.store import Batch, Entry
from kahuna.server.store_sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]), 0)
async def room(game):
    for number in range(1, 100_000):
        await store.write(Batch([Entry(game, number, 0, b"x")]))
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
    for wrong in ("postgres://host/db", "sqlite://", "sqlite://relative"):
        with pytest.raises(ValueError, match="a store is"):
            open_store(wrong)
