"""`kahuna store` on both kinds of store: what one keeps is moved to the other, and looked after the same way."""

import asyncio
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kahuna.cli.main import main
from kahuna.server.postgres_schema import lock_alone, lock_with_others
from kahuna.server.store import KeptReview, Retention
from kahuna.server.store_archive import TABLES, Archive
from kahuna.server.store_copying import copy, opened
from kahuna.server.store_places import Place, store_place
from support.house import House, Visitor, finish, serving, two
from support.postgres import new_database

Make = Callable[[str], Place]
Out = pytest.CaptureFixture[str]


@pytest.fixture
def places(tmp_path: Path, database_server: Any) -> dict[str, Make]:
    """How to name a new store of either kind."""
    return {
        "sqlite": lambda name: tmp_path / f"{name}.db",
        "postgres": lambda name: new_database(database_server),
    }


@pytest.fixture(params=["sqlite", "postgres"])
def place(places: dict[str, Make], request: pytest.FixtureRequest) -> Place:
    """A new store of either kind."""
    return places[request.param]("store")


def rows_in(place: Place) -> dict[str, list[Any]]:
    """All rows but the runs of servers, which differ in what they count."""
    with opened(place) as store, store.at_one_moment():
        return {table: list(store.rows(table)) for table in TABLES if table != "runs"}


def some_games(house: House) -> tuple[Visitor, Visitor, str, str]:
    """A running and a finished game of two, a feed, and a review."""
    ann, bob, over = two(house)
    with ann.at(f"game={over}") as page:
        page.play(page.legal())
        finish(page)
    running = ann.open("exahuna", against="screen")
    with ann.at(f"game={running}") as page:
        for _ in range(5):
            page.play(page.legal())
    assert ann.call("POST", "/api/feed", origin=f"http://127.0.0.1:{house.port}")[0] == 200
    review = KeptReview("record", "quick", "1", over, 5, b"verdict", b"body")
    asyncio.run_coroutine_threadsafe(house.lobby.store.keep_review(review), house.loop).result(20)
    return ann, bob, over, running


@pytest.mark.parametrize(
    "kinds", ["sqlite postgres", "postgres sqlite", "sqlite sqlite", "postgres postgres"]
)
def test_everything_moves_to_another_store_and_every_visitor_goes_on_there(
    places: dict[str, Make], kinds: str, capsys: Out
) -> None:
    source, target = (places[kind](f"store{number}") for number, kind in enumerate(kinds.split()))
    with serving(source) as house:
        ann, _, over, running = some_games(house)
    assert main(["store", "copy", str(source), str(target)]) == 0
    assert "2 games copied" in capsys.readouterr().err
    assert rows_in(source) == rows_in(target)
    assert main(["store", "check", "--store", str(target)]) == 0
    with serving(target) as house:
        ann.port = house.port
        listed = ann.get("/api/games")
        assert [game["room"]["id"] for game in listed["running"]] == [running]
        assert [game["room"]["id"] for game in listed["finished"]] == [over]
        with ann.at(f"game={running}") as page:
            assert page.play(page.legal())["type"] == "update"


def test_a_copy_is_refused_where_games_are_or_a_server_runs_and_leaves_nothing(
    places: dict[str, Make], tmp_path: Path, capsys: Out
) -> None:
    source, database = places["sqlite"]("store"), places["postgres"]("new")
    with serving(source) as house:
        house.visitor().open()
    with serving(database):
        assert main(["store", "copy", str(source), str(database)]) == 2
        assert capsys.readouterr().err.endswith(": a kahuna server is using it\n")
    assert main(["store", "copy", str(source), str(database)]) == 0
    assert main(["store", "copy", str(source), str(database)]) == 2
    assert main(["store", "restore", str(source), "--store", str(database)]) == 2
    assert main(["store", "copy", str(database), str(source)]) == 2
    assert main(["store", "copy", str(places["postgres"]("empty")), str(tmp_path / "x.db")]) == 2
    assert main(["store", "copy", "mysql://x/y", str(tmp_path / "x.db")]) == 2
    lines = capsys.readouterr().err.splitlines()[1:]
    assert [line.rpartition(": ")[2] for line in lines[:2]] == [
        "there are games in it already; name an empty database"
    ] * 2
    assert "already exists; name another file" in lines[2]
    assert "there is no such store" in lines[3]
    assert "a store is a path" in lines[4]
    assert not list(tmp_path.glob("x.db*"))


def spoil(place: Place, sql: str) -> None:
    """Damages a store."""
    with opened(place) as store, store.changing():
        store.connection.execute(sql)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "damage",
    ["UPDATE events SET at=0 WHERE number=2", "DELETE FROM events WHERE number=2", "DELETE FROM games"],
)
def test_a_damaged_game_is_found_by_a_check_and_never_copied(
    place: Place, places: dict[str, Make], tmp_path: Path, capsys: Out, damage: str
) -> None:
    with serving(place) as house:
        id = house.visitor().open("exahuna", against="screen")
    spoil(place, damage)
    assert main(["store", "check", "--store", str(place)]) == 1
    assert f"game {id}: " in capsys.readouterr().out
    target = places["postgres"]("new")
    assert main(["store", "copy", str(place), str(target)]) == 2
    assert "a game is damaged; see kahuna store check" in capsys.readouterr().err
    assert main(["store", "show", "--store", str(target)]) == 2  # nothing was made there
    assert main(["store", "backup", str(tmp_path / "b.db"), "--store", str(place)]) == 2
    assert not list(tmp_path.glob("b.db*"))


def test_what_does_not_read_back_is_not_kept(
    places: dict[str, Make], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = places["sqlite"]("store")
    with serving(source) as house:
        house.visitor().open()
    add = Archive.__subclasses__()[0].add

    def forgetful(store: Any, table: str, rows: Any) -> None:
        add(store, table, list(rows)[: None if table != "seats" else 0])

    monkeypatch.setattr("kahuna.server.store_archive.SqliteArchive.add", forgetful)
    target = tmp_path / "target.db"
    with opened(source) as store, pytest.raises(ValueError, match="read back of its seats"):
        copy(store, target)
    assert not list(tmp_path.glob("target*"))


def test_a_store_is_shown_pruned_backed_up_and_restored_the_same_in_both_kinds(
    place: Place, places: dict[str, Make], tmp_path: Path, capsys: Out
) -> None:
    with serving(place) as house:
        _, _, over, running = some_games(house)
        backup = tmp_path / "backup.db"
        assert main(["store", "backup", str(backup), "--store", str(place)]) == 0  # while it runs
        assert main(["store", "show", "--json", "--games", "9", "--store", str(place)]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert (shown["running"], shown["finished"], shown["visitors"]) == (1, 1, 2)
        assert {game["id"] for game in shown["games"]} == {over, running}
        assert 0 < shown["used"] <= shown["file"]
    whole = rows_in(place)
    assert rows_in(backup)["events"] == whole["events"]
    backup = tmp_path / "second.db"
    assert main(["store", "backup", str(backup), "--store", str(place)]) == 0
    assert rows_in(backup) == whole
    assert main(["store", "prune", "--finished-days", "-1", "--store", str(place)]) == 0
    assert capsys.readouterr().out == "1 games deleted\n"
    assert main(["store", "delete", running, "--store", str(place)]) == 0
    assert main(["store", "delete", running, "--store", str(place)]) == 2
    left = rows_in(place)
    assert [left[table] for table in ("games", "events", "seats", "reviews")] == [[]] * 4
    assert main(["store", "restore", str(backup), "--store", str(place)]) == 0
    assert rows_in(place) == whole


def test_a_store_at_its_bound_loses_its_oldest_finished_games_until_it_fits(place: Place) -> None:
    with serving(place) as house:
        ann = house.visitor()
        for _ in range(30):
            with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
                page.play(page.legal())
                finish(page)
        kept = ann.open("exahuna", against="screen")
    with opened(place) as store:
        before = [id for (id,) in store.ask("SELECT id FROM games WHERE over ORDER BY changed")]
        empty = store.bytes()[0] - 30_000
        gone = store.prune(0, Retention(0, 0, most_bytes=max(empty, store.bytes()[0] * 2 // 3)))
        assert 0 < gone < 30
        assert [id for (id,) in store.ask("SELECT id FROM games WHERE over ORDER BY changed")] == before[
            gone:
        ]
        store.prune(0, Retention(0, 0, most_bytes=1))
        assert store.games() == [kept]


def test_a_password_stands_in_no_message(capsys: Out) -> None:
    address = "postgresql://ann:hidden@127.0.0.1:1/none?connect_timeout=1"
    assert isinstance(store_place(address), str)
    for thing in (["show"], ["check"], ["backup", "never.db"]):
        assert main(["store", *thing, "--store", address]) == 2
    told = capsys.readouterr().err
    assert "postgresql://ann@127.0.0.1:1/none" in told
    assert "hidden" not in told


def test_a_server_that_comes_back_waits_until_its_database_is_filled(places: dict[str, Make]) -> None:
    address = str(places["postgres"]("new"))
    with psycopg.connect(address) as filling:
        assert lock_alone(filling)
        with (
            psycopg.connect(address, options="-c lock_timeout=200") as server,
            pytest.raises(psycopg.errors.LockNotAvailable),
        ):
            lock_with_others(server)
        filling.commit()
        with psycopg.connect(address, options="-c lock_timeout=20000") as server:
            lock_with_others(server)
            assert not lock_alone(filling)


def test_the_databases_own_programs_back_it_up_and_restore_it(
    database_server: Any, places: dict[str, Make], tmp_path: Path
) -> None:
    source, target = (str(places["postgres"]("")) for _ in range(2))
    programs = database_server.bin_path
    with serving(source) as house:
        ann, _, _, running = some_games(house)
        dump = [programs / "pg_dump", "-Fc", "-f", tmp_path / "dump", source]
        subprocess.run(dump, check=True, capture_output=True)
        subprocess.run([programs / "pg_restore", "-d", target, tmp_path / "dump"], check=True)
    assert main(["store", "check", "--store", target]) == 0
    with serving(target) as house:
        ann.port = house.port
        with ann.at(f"game={running}") as page:
            assert page.play(page.legal())["type"] == "update"
