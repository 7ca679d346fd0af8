"""Seats that wait for anyone: only of games opened as public, only on a public server, with bounds."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kahuna.server import open_seats
from kahuna.server.live import Live
from support.house import LOOSE, MINUTES, House, refusal, serving, two

DAYS = {"kind": "turn", "hours": 24}


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[House]:
    """A public server."""
    with serving(tmp_path / "store.db", public=True) as house:
        yield house


def test_only_public_games_are_listed_and_a_seat_is_taken_with_its_key(open_house: House) -> None:
    ann, bob = open_house.visitor(), open_house.visitor()
    assert bob.get("/api/status")["public"] is True
    ann.open()  # not public
    id = ann.open(name="Ann", clock=DAYS, public=True, seat="black")
    two(open_house)
    found = bob.get("/api/seats")
    assert found["running"] == []
    [seat] = found["seats"]
    assert (seat["game"], seat["seat"], seat["host"], seat["clock"]["hours"]) == (
        "kahuna",
        "white",
        "Ann",
        24,
    )
    assert bob.post("/api/join", {"key": seat["key"], "name": "Bob"}) == {"id": id}


def test_a_seat_with_minutes_is_listed_while_its_owner_is_there_and_then_the_game_to_watch(
    tmp_path: Path,
) -> None:
    time = [10**12]
    with serving(tmp_path / "store.db", public=True, now=lambda: time[0]) as house:
        ann, bob = house.visitor(), house.visitor()
        id = ann.open(clock=MINUTES, public=True)
        assert bob.get("/api/seats")["seats"] == []
        with ann.at(f"game={id}") as page:
            time[0] += 2000
            [seat] = bob.get("/api/seats")["seats"]
            assert bob.post("/api/join", {"key": seat["key"]}) == {"id": id}
            page.update()
            time[0] += 2000
            found = bob.get("/api/seats")
            assert found["seats"] == []
            [game] = found["running"]
            with house.visitor().at(f"watch={game['path'].rpartition('/')[2]}") as watcher:
                assert watcher.last["view"]["hand"] is None
            page.ask("resign")
            time[0] += 2000
            assert bob.get("/api/seats")["running"] == []


def test_a_restart_forgets_no_seat_that_waits_for_days(tmp_path: Path) -> None:
    with serving(tmp_path / "store.db", public=True) as house:
        house.visitor().open(clock=DAYS, public=True)
    with serving(tmp_path / "store.db", public=True) as house:
        assert len(house.visitor().get("/api/seats")["seats"]) == 1


def test_a_seat_that_is_withdrawn_is_listed_no_more_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "store.db", public=True) as house:
        ann = house.visitor()
        id = ann.open(clock=DAYS, public=True)
        assert ann.call("DELETE", f"/api/games/{id}", origin=f"http://127.0.0.1:{house.port}")[0] == 200
    with serving(tmp_path / "store.db", public=True) as house:
        assert house.visitor().get("/api/seats")["seats"] == []
        ann.port = house.port
        assert ann.get("/api/games") == {"running": [], "finished": []}
    with closing(sqlite3.connect(tmp_path / "store.db")) as store:
        assert store.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_a_server_that_is_not_public_offers_and_lists_nothing(house: House) -> None:
    ann = house.visitor()
    wish = {"game": "kahuna", "against": "link", "public": True}
    assert refusal(ann.post("/api/games", wish)) == "not-public"
    assert ann.get("/api/seats") == {"public": False, "seats": [], "running": []}
    assert ann.get("/api/status")["public"] is False


def test_seats_for_anyone_are_counted_by_visitor_and_address_and_nobody_takes_them_all(
    tmp_path: Path,
) -> None:
    limits = LOOSE._replace(seats=2, seats_by_address=3, opened=4)
    with serving(tmp_path / "store.db", limits=limits, public=True) as house:
        ann, bob = house.visitor(), house.visitor()
        wish = {"game": "kahuna", "against": "link", "clock": DAYS, "public": True}
        assert refusal(ann.post("/api/games", wish | {"against": "screen"})) == "not-public"
        for _ in range(2):
            ann.open(clock=DAYS, public=True)
        assert refusal(ann.post("/api/games", wish)) == "too-many-seats"
        bob.open(clock=DAYS, public=True)
        assert refusal(house.visitor().post("/api/games", wish)) == "too-many-seats"
        assert "id" in house.visitor("127.0.0.2").post("/api/games", wish)
        grabber = house.visitor()
        for _ in range(2):
            grabber.open()
        taken = [
            grabber.post("/api/join", {"key": seat["key"]})
            for seat in house.visitor().get("/api/seats")["seats"]
        ]
        assert [answer.get("code") for answer in taken] == [None, None, "too-many-opened", "too-many-opened"]


def test_nobody_fills_the_list_of_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_seats, "MAX_LISTED", 4)
    limits = LOOSE._replace(seats=100, seats_by_address=100)
    with serving(tmp_path / "store.db", limits=limits, public=True) as house:
        flood = house.visitor("127.0.0.2")
        for name in ("", "", "", "", "Ann", "Bob", "", "", "", ""):
            visitor = house.visitor("127.0.0.1" if name == "Ann" else "127.0.0.3") if name else flood
            visitor.open(clock=DAYS, public=True, name=name)
        seats = house.visitor().get("/api/seats")["seats"]
        assert len(seats) == 4
        assert {"Ann", "Bob"} <= {seat["host"] for seat in seats}


def test_a_public_game_that_both_have_left_is_read_for_one_list_and_keeps_no_seat_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise whoever deserts hundreds has them all read and played through again for lists."""
    time = [10**12]
    with serving(tmp_path / "store.db", public=True, now=lambda: time[0]) as house:
        ann, bob = house.visitor(), house.visitor()
        ann.open(clock=DAYS, public=True, name="Ann")
        for _ in range(3):
            time[0] += 2000
            bob.open(clock=DAYS, public=True)
            seats = ann.get("/api/seats")["seats"]
            key = next(seat["key"] for seat in seats if seat["host"] != "Ann")
            assert "id" in ann.post("/api/join", {"key": key})
    monkeypatch.setattr(open_seats, "MAX_PUBLIC_GAMES", 3)
    time[0] += 2000
    with serving(tmp_path / "store.db", public=True, now=lambda: time[0]) as house:
        read: list[str] = []
        load = house.lobby.open_seats.live

        async def counted(id: str) -> Live:
            read.append(id)
            return await load(id)

        monkeypatch.setattr(house.lobby.open_seats, "live", counted)
        found: list[list[str]] = []
        for _ in range(4):
            house.lobby.rooms.clear()  # as if all had been idle for long
            found.append([seat["host"] for seat in house.visitor().get("/api/seats")["seats"]])
            time[0] += 2000
        assert found[-1] == ["Ann"]
        assert len(read) == len(set(read))  # none is read twice
