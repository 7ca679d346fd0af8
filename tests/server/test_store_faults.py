"""What can happen to a store's file: a second server, a full disk, damage, its removal. Nothing of it is silent."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from kahuna.server.store import Entry, NotStored, Transaction, Unreadable
from kahuna.server.store_sqlite import SqliteStore
from kahuna.server.store_writing import write_together
from support.house import Page, refusal, serving, two

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def entry(game: str, number: int, body: bytes = b"x") -> Entry:
    return Entry(game, number, 1000 + number, body)


# ------------------------------------------------------------------ a second server


def test_a_second_server_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    first = SqliteStore(path, 0)
    done = subprocess.run(
        [sys.executable, "-m", "kahuna", "serve", "--no-browser", "--port", "0", "--store", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,  # a second server that is not refused would serve for ever
    )
    assert done.returncode == 2
    assert done.stderr.strip() == f"kahuna: {path}: another kahuna server is using it (process {os.getpid()})"
    assert done.stdout == ""
    first.close()
    SqliteStore(path, 0).close()


HOLDER = """
import sys
from pathlib import Path
from kahuna.server.store_sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]), 0)
print("there", flush=True)
sys.stdin.read()
"""


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    assert holder.stdout
    holder.stdout.readline()
    with pytest.raises(ValueError, match="another kahuna server"):
        SqliteStore(path, 0)
    holder.kill()
    holder.communicate()
    SqliteStore(path, 0).close()


# ------------------------------------------------------------------ a disk that is full, a file that is locked


def cannot_play(page: Page) -> None:
    """A move is refused and the page is told why."""
    answer = page.play("+1")
    assert (answer["type"], answer["code"]) == ("denied", "not-stored")


def test_a_locked_file_is_logged_once_counted_and_shown_until_it_is_free(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def attack() -> None:
        store = SqliteStore(tmp_path / "s.db", 0, patience=0.01)
        assert (store.healthy, store.failures) == (True, 0)
        blocker = sqlite3.connect(tmp_path / "s.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(NotStored):
                await store.write(Transaction([entry("a", 1)]))
        assert (store.healthy, store.failures, store.fault) == (False, 3, "database is locked")
        blocker.execute("ROLLBACK")
        blocker.close()
        await store.write(Transaction([entry("a", 1)]))
        assert (store.healthy, store.failures) == (True, 3)
        assert await store.events("a") == [b"x"]
        store.close()

    run(attack())
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]


FULL = """
import asyncio, resource, signal, sys
from pathlib import Path
from kahuna.server.store import Transaction, Entry, NotStored
from kahuna.server.store_sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]), 0)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
async def fill():
    await store.write(Transaction([Entry("a", 1, 0, b"first")]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    stored = 1
    try:
        while True:
            await store.write(Transaction([Entry("a", stored + 1, 0, b"x" * 10_000)]))
            stored += 1
    except NotStored:
        print(stored, store.healthy, store.failures, len(await store.events("a")))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.write(Transaction([Entry("a", stored + 1, 0, b"x")]))
    print(store.healthy, len(await store.events("a")) - stored)
asyncio.run(fill())
store.close()
"""


def test_on_a_full_disk_all_that_was_answered_stays_and_the_store_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "s.db")], capture_output=True, text=True, check=True
    )
    first, second = done.stdout.splitlines()
    stored, healthy, failures, found = first.split()
    assert (healthy, failures, found) == ("False", "1", stored)
    assert int(stored) > 1
    assert second == "True 1"
    assert "the storage fails" in done.stderr


# ------------------------------------------------------------------ a file that is removed


@pytest.mark.parametrize("which", ["", "-wal"])
def test_when_the_file_is_removed_while_serving_moves_are_refused_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, which: str
) -> None:
    path = tmp_path / "h.db"
    with serving(path) as house:
        ann, _, id = two(house)
        with ann.at(f"game={id}") as page:
            Path(f"{path}{which}").unlink()
            cannot_play(page)
            cannot_play(page)
            assert refusal(ann.post("/api/games", {"game": "kahuna", "against": "link"})) == "not-stored"
        assert not house.lobby.store.healthy
    assert caplog.text.count("was removed or replaced while the server was running") == 1
    assert path.exists() == (which != "")  # it is not made anew either


def test_a_file_that_is_removed_in_the_middle_of_a_commit_is_noticed_before_anybody_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.db"
    store = SqliteStore(path, 0)

    def written_and_removed(*arguments: Any) -> Any:
        heads = write_together(*arguments)
        path.unlink()
        return heads

    monkeypatch.setattr("kahuna.server.store_sqlite.write_together", written_and_removed)
    with pytest.raises(NotStored, match="removed"):
        run(store.write(Transaction([entry("g", 1)])))
    assert not store.healthy
    store.close()


def test_a_file_that_is_replaced_while_serving_is_noticed_too(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    with serving(path) as house:
        ann, _, id = two(house)
        shutil.copy(path, tmp_path / "copy.db")
        (tmp_path / "copy.db").replace(path)
        with ann.at(f"game={id}") as page:
            cannot_play(page)


# ------------------------------------------------------------------ damage


def filled(path: Path, games: int, events: int) -> dict[str, list[bytes]]:
    """A store with so many games, closed; what is in it."""
    random = Random(games)
    truth = {
        f"game{game:04}": [random.randbytes(20).hex().encode() for _ in range(events)]
        for game in range(games)
    }
    store = SqliteStore(path, 0)

    async def fill() -> None:
        for game, bodies in truth.items():
            await store.write(
                Transaction([entry(game, number, body) for number, body in enumerate(bodies, 1)])
            )

    run(fill())
    store.close()
    return truth


def read_back(path: Path, games: dict[str, list[bytes]]) -> dict[str, list[bytes] | None]:
    """Every game as the store gives it out, None for one that it refuses."""
    store = SqliteStore(path, 0)

    async def read() -> dict[str, list[bytes] | None]:
        found: dict[str, list[bytes] | None] = {}
        for game in games:
            try:
                found[game] = await store.events(game)
            except Unreadable:
                found[game] = None
        return found

    found = run(read())
    store.close()
    return found


def test_a_changed_byte_in_any_event_makes_its_game_refused_and_leaves_the_others(tmp_path: Path) -> None:
    path, random = tmp_path / "s.db", Random(1)
    truth = filled(path, 40, 12)
    data = bytearray(path.read_bytes())
    hurt = random.sample(sorted(truth), 10)
    for game in hurt:
        place = data.index(random.choice(truth[game]))
        data[place + random.randrange(40)] ^= 1
    path.write_bytes(data)
    found = read_back(path, truth)
    assert {game for game, bodies in found.items() if bodies is None} == set(hurt)
    assert all(found[game] == truth[game] for game in truth if game not in hurt)


@pytest.mark.parametrize("seed", range(20))
def test_after_damage_anywhere_no_game_ever_comes_back_wrong(tmp_path: Path, seed: int) -> None:
    path, random = tmp_path / "s.db", Random(seed)
    truth = filled(path, 40, 12)
    data = bytearray(path.read_bytes())
    for _ in range(8):
        place = random.randrange(8192, len(data) - 64)
        data[place : place + 64] = random.randbytes(64)
    path.write_bytes(data)
    try:
        found = read_back(path, truth)
    except (ValueError, NotStored):
        return  # the whole file is refused
    assert all(bodies in (None, truth[game]) for game, bodies in found.items())


@pytest.mark.parametrize("number", [1, 6, 12])
def test_an_event_that_is_missing_is_noticed_even_at_the_end(tmp_path: Path, number: int) -> None:
    path = tmp_path / "s.db"
    truth = filled(path, 3, 12)
    with sqlite3.connect(path) as file:
        file.execute("DELETE FROM events WHERE game='game0001' AND number=?", (number,))
    file.close()
    assert read_back(path, truth) == truth | {"game0001": None}


def test_a_damaged_game_is_refused_in_clear_words_and_the_others_are_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "h.db"
    with serving(path) as house:
        ann, _, hurt = two(house)
        well = ann.open()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE events SET at=at+1 WHERE game=? AND number=2", (hurt,))
    file.close()
    with serving(path) as house:
        ann.port = house.port
        with ann.socket(f"game={hurt}") as page:
            assert page.next()["code"] == "damaged"
            assert page.closed() == 4404
        with ann.at(f"game={well}") as page:
            assert page.last["type"] == "update"
    assert f"game {hurt} is damaged" in caplog.text
    assert "Traceback" not in caplog.text
