"""Several servers on one database: pages of one room on different servers play one game."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import psycopg
import pytest

from kahuna.server import postgres_schema
from kahuna.server.clock import day_time
from kahuna.server.store import Entry, Note, NotStored, Transaction
from kahuna.server.store_places import name_of, open_store
from kahuna.server.store_postgres import PostgresStore
from kahuna.server.sweeping import sweep
from server.test_clocks import Watch, ends_of
from support.house import MINUTES, House, Quick, Visitor, elsewhere, key_of, serving, two_pages
from support.postgres import new_database


@pytest.fixture
def database(database_server: Any) -> str:
    """A new, empty database."""
    return new_database(database_server)


@pytest.fixture
def houses(database: str) -> Iterator[tuple[House, House]]:
    """Two servers on one database."""
    with serving(database) as one, serving(database) as two:
        yield one, two


def until(true: Callable[[], bool]) -> None:
    """Returns when it is true."""
    for _ in range(400):
        if true():
            return
        time.sleep(0.05)
    raise TimeoutError


def test_pages_on_two_servers_play_one_game_to_its_end(houses: tuple[House, House]) -> None:
    choices = Random(4)
    with two_pages(houses, game="exahuna") as (first, second, id):
        while first.last["view"]["result"] is None:
            mover, other = (first, second) if first.last["view"]["legal"] else (second, first)
            mover.play(choices.choice(mover.last["view"]["legal"]))
            while other.last["number"] < mover.last["number"]:
                other.update()
            assert other.last["view"]["log"] == mover.last["view"]["log"]
    bodies = asyncio.run(open_events(houses[0], id))
    assert len(bodies) == first.last["number"]


def test_what_is_short_comes_with_the_notification_and_what_is_long_is_read(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    read = PostgresStore.events_after

    async def noted(store: PostgresStore, game: str, number: int) -> list[bytes]:
        reads.append(game)
        return await read(store, game, number)

    monkeypatch.setattr(PostgresStore, "events_after", noted)
    with two_pages(houses, game="exahuna") as (first, second, _):

        def reads_while_twelve_are_played() -> int:
            before = len(reads)
            for _ in range(12):
                mover, other = (first, second) if first.last["view"]["legal"] else (second, first)
                mover.play(mover.legal())
                while other.last["number"] < mover.last["number"]:
                    other.update()
            return len(reads) - before

        assert reads_while_twelve_are_played() < 12  # a room that is busy with who came reads all the same
        monkeypatch.setattr("kahuna.server.postgres_notices.MAX_NOTICE", 0)
        assert reads_while_twelve_are_played() >= 12


async def open_events(house: House, id: str) -> list[bytes]:
    """What the store has of a game."""
    future = asyncio.run_coroutine_threadsafe(house.lobby.store.events(id), house.loop)
    return await asyncio.wrap_future(future)


def test_seats_for_anyone_are_the_same_on_all_servers(database: str) -> None:
    with serving(database, public=True) as one, serving(database, public=True) as two:
        ann, bob = one.visitor(), two.visitor()

        def seats(who: Visitor) -> list[str]:
            return [seat["host"] for seat in who.get("/api/seats")["seats"]]

        ann.open(name="Days", clock={"kind": "turn", "hours": 24}, public=True)
        until(lambda: seats(bob) == ["Days"])
        id = ann.open(name="Minutes", clock=MINUTES, public=True)
        with ann.at(f"game={id}") as page:
            until(lambda: seats(bob) == ["Days", "Minutes"])
            key = bob.get("/api/seats")["seats"][1]["key"]
            assert bob.post("/api/join", {"key": key}) == {"id": id}
            page.update()
            for who in (ann, bob):
                until(lambda: seats(who) == ["Days"])  # noqa: B023
                until(lambda: len(who.get("/api/seats")["running"]) == 1)  # noqa: B023
        until(lambda: bob.get("/api/seats")["running"] == [])


def test_signs_reach_the_player_on_another_server(houses: tuple[House, House]) -> None:
    with two_pages(houses, game="exahuna") as (first, second, _):
        for sign, seat in (("hello", "white"), ("thanks", "black")):
            page = first if first.last["seat"] == seat else second
            page.send("react", sign=sign)
            for each in (first, second):
                told = each.next("reaction")
                assert (told["seat"], told["sign"]) == (seat, sign)


def test_a_server_is_not_woken_by_games_that_it_does_not_have(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    lobby = houses[1].lobby
    monkeypatch.setattr(lobby, "moved", lambda game, *_: heard.append(game))
    ann = houses[0].visitor()
    elsewhere_only = ann.open("exahuna", against="screen")
    with ann.at(f"game={elsewhere_only}") as page, two_pages(houses, game="exahuna") as (first, second, id):
        page.play(page.legal())
        if first.last["view"]["legal"]:
            first.play(first.legal())
        else:
            second.play(second.legal())
            first.update()
            first.play(first.legal())
        number = first.last[
            "number"
        ]  # a server whose line to the database broke has read it before it is told
        until(lambda: id in heard or lobby.rooms[id].room.number >= number)
    assert elsewhere_only not in heard


def test_a_command_to_a_server_that_is_behind_is_put_to_the_room_again(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_pages(houses, game="exahuna") as (first, second, id):
        for house in houses:  # nobody hears anything: the numbers in the store decide
            monkeypatch.setattr(house.lobby.rooms[id], "hear", lambda *_: None)
        mover, other = (first, second) if first.last["view"]["legal"] else (second, first)
        mover.play(mover.legal())
        other.send("rename", name="Zoe")
        assert other.update()["number"] == mover.last["number"]  # what had been missed
        assert other.next("presence")["room"]["players"][other.last["seat"]]["name"] == "Zoe"
        assert len(asyncio.run(open_events(houses[0], id))) == mover.last["number"] + 1


def test_what_was_played_on_another_server_is_not_played_twice(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = houses[0].visitor()
    id = ann.open("exahuna", against="screen")
    with ann.at(f"game={id}") as first, elsewhere(ann, houses[1]).at(f"game={id}") as again:
        monkeypatch.setattr(houses[1].lobby.rooms[id], "hear", lambda *_: None)
        action, number = first.legal(), first.last["number"]
        assert first.play(action)["number"] == number + 1
        again.send("play", action=action, number=number)
        assert again.next("denied")["code"] == "stale"
        assert again.last["number"] == number + 1


def test_whoever_moves_on_to_a_server_that_is_behind_finds_what_the_other_one_has_answered(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = houses[0].visitor()
    id = ann.open("exahuna", against="screen")
    with ann.at(f"game={id}") as first, elsewhere(ann, houses[1]).at(f"game={id}"):
        monkeypatch.setattr(houses[1].lobby.rooms[id], "hear", lambda *_: None)
        answered = first.play(first.legal())["number"]
        with elsewhere(ann, houses[1]).at(f"game={id}") as again:
            assert again.last["number"] == answered


def test_who_is_here_is_told_across_servers(houses: tuple[House, House]) -> None:
    with two_pages(houses) as (first, second, _):
        while not all(player["here"] for player in first.last["room"]["players"].values()):
            first.last["room"] = first.next("presence", "update")["room"]
        while not all(player["here"] for player in second.last["room"]["players"].values()):
            second.last["room"] = second.next("presence", "update")["room"]
        second.socket.close()
        while all(player["here"] for player in first.last["room"]["players"].values()):
            first.last["room"] = first.next("presence", "update")["room"]


def test_one_server_lets_a_level_think(database: str) -> None:
    players = Quick(), Quick()
    with serving(database, players[0]) as one, serving(database, players[1]) as two:
        ann = one.visitor()
        id = ann.open("exahuna", against="level", level="limu", seat="white")
        with ann.at(f"game={id}") as page, elsewhere(ann, two).at(f"game={id}") as again:
            for _ in range(6):
                page.play(page.legal())
                while not page.last["view"]["legal"]:
                    page.update()
            while again.last["number"] < page.last["number"]:
                again.update()
        moves = len(page.last["view"]["log"]) - 6
        assert (
            len(players[0].asked) + len(players[1].asked) <= moves + 2
        )  # one may think in vain now and then


def test_a_lease_is_one_servers_until_it_dies(database: str) -> None:
    one, two = PostgresStore(database, day_time()), PostgresStore(database, day_time())

    async def compete() -> None:
        assert await one.take_lease("a")
        assert await one.take_lease("a")
        assert not await two.take_lease("a")
        await one.give_lease_back("a")
        assert await two.take_lease("a")
        assert await one.deserted() == []
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("UPDATE leases SET until=now() - interval '1 second'")
        assert await one.deserted() == ["a"]
        assert await one.take_lease("a")

    asyncio.run(compete())
    one.close()
    two.close()


def test_a_level_goes_on_when_the_server_that_thought_for_it_has_died(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kahuna.server.postgres_sharing.LEASE", 0.5)
    monkeypatch.setattr("kahuna.server.app.SWEEP", 0.2)
    asleep = Quick()
    asleep.pause = 1e6
    with ExitStack() as later, serving(database) as alive:
        dying = later.enter_context(serving(database, asleep))
        ann = dying.visitor()
        id = ann.open("exahuna", against="level", level="limu", seat="black")
        with ann.at(f"game={id}"):
            until(lambda: bool(asleep.asked))
            monkeypatch.setattr(dying.lobby.store, "take_lease", lambda _: asyncio.sleep(1e6))
            until(lambda: id in alive.lobby.rooms and alive.lobby.rooms[id].room.number >= 3)


def test_a_flag_falls_once_though_the_server_that_had_the_room_has_died(database: str) -> None:
    """Two others look after clocks at the same time; nobody comes to the game again."""
    watch = Watch()
    with serving(database, now=watch) as one, serving(database, now=watch) as two:
        with serving(database) as dying:
            ann, bob = dying.visitor(), dying.visitor()
            id = ann.open(clock=MINUTES)
            with ann.at(f"game={id}") as page:
                assert bob.post("/api/join", {"key": key_of(page, "invite")}) == {"id": id}
            falls = dying.lobby.rooms[id].room.due
        assert all(id not in house.lobby.rooms for house in (one, two))
        watch.ahead = 301_000
        until(lambda: sweep_both(one, two) and bool(ends_of(one, id)))
        assert ends_of(two, id) == [("time", "black", falls)]
        until(lambda: sweep_both(one, two) and not due_games(database))


def sweep_both(one: House, two: House) -> bool:
    """Two servers look at the same time."""
    both = [asyncio.run_coroutine_threadsafe(sweep(house.lobby), house.loop) for house in (one, two)]
    return all(future.result(20) is None for future in both)


def due_games(database: str) -> list[str]:
    """Games whose clocks somebody is to look at."""
    with psycopg.connect(database, autocommit=True) as connection:
        rows = connection.execute("SELECT id FROM games WHERE due IS NOT NULL AND NOT over")
        return [id for (id,) in rows]


def test_what_was_missed_while_the_listener_was_cut_off_is_read_afterwards(
    houses: tuple[House, House], database: str
) -> None:
    with two_pages(houses, game="exahuna") as (first, second, id):
        with psycopg.connect(database, autocommit=True) as connection:
            listeners = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO runs%'"
            )
            until(lambda: len(connection.execute(listeners.encode()).fetchall()) > 0)
        mover, other = (first, second) if first.last["view"]["legal"] else (second, first)
        mover.play(mover.legal())
        while other.last["number"] < mover.last["number"]:
            other.update()
    assert houses[0].lobby.rooms[id].room.number == houses[1].lobby.rooms[id].room.number


def test_a_commit_whose_answer_was_lost_is_recognised(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write goes through, but the connection breaks before it is answered."""
    store = houses[0].lobby.store
    write = store.write

    async def cut_off(batch: Transaction) -> None:
        await write(batch)
        if batch.entries:
            raise NotStored("connection lost")

    with two_pages(houses, game="exahuna") as (first, second, id):
        mover, house = (first, houses[0]) if first.last["view"]["legal"] else (second, houses[1])
        if house is houses[1]:
            mover.play(mover.legal())
            first.update()
        monkeypatch.setattr(store, "write", cut_off)
        before = first.last["number"]
        assert first.play(first.legal())["number"] == before + 1
        assert len(asyncio.run(open_events(houses[0], id))) == before + 1


def test_an_outage_is_a_pause_and_a_second_server_is_none(database: str) -> None:
    one = PostgresStore(database, day_time())
    asyncio.run(one.write(Transaction([Entry("a", 1, 1000, b"x")])))
    two = PostgresStore(database, day_time())
    assert list(two.pauses) == []
    one.close()
    two.close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE runs SET started=2000, seen=5000 WHERE server=%s", (one.server,))
        connection.execute("UPDATE runs SET started=4000, seen=9000 WHERE server=%s", (two.server,))
    three = PostgresStore(database, day_time())
    assert [begin for begin, _ in three.pauses] == [9000]
    three.close()


def test_a_newer_database_or_none_is_refused_in_one_line(database: str) -> None:
    PostgresStore(database, day_time()).close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE settings SET value='99' WHERE name='version'")
    with pytest.raises(ValueError, match="newer version of kahuna"):
        open_store(database)
    with pytest.raises(ValueError, match=r"ann@127.*: cannot be used as storage") as error:
        open_store("postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=1")
    assert "\n" not in str(error.value)
    assert "secret" not in str(error.value)


def test_an_older_database_is_upgraded_and_clocks_that_ran_before_are_looked_at(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("CREATE TABLE settings(name text PRIMARY KEY, value bytea NOT NULL)")
        for step in postgres_schema.STEPS[:2]:
            step(connection)
        connection.execute("INSERT INTO settings VALUES('version', '2')")
        connection.execute("INSERT INTO games VALUES('a', 1, 1, 1, 'x', false), ('b', 1, 1, 1, 'x', true)")
    store = PostgresStore(database, day_time())
    try:
        assert asyncio.run(store.take_due(1, 9)) == ["a"]
    finally:
        store.close()


def test_a_database_is_not_upgraded_under_servers_that_would_not_be_told_of_moves(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("CREATE TABLE settings(name text PRIMARY KEY, value bytea NOT NULL)")
        for step in postgres_schema.STEPS[:3]:
            step(connection)
        connection.execute("INSERT INTO settings VALUES('version', '3')")
    with psycopg.connect(database, autocommit=True) as older:
        postgres_schema.lock_with_others(older)
        with pytest.raises(ValueError, match=r"servers of an older version use it .*stop them all first"):
            open_store(database)
    open_store(database).close()


def test_a_password_is_not_shown() -> None:
    assert name_of("postgresql://ann:secret@host:5/base?a=b") == "postgresql://ann@host:5/base"
    assert name_of("postgresql:///base") == "postgresql:///base"


def test_servers_that_write_the_same_games_in_other_orders_never_wait_for_each_other(database: str) -> None:
    """Notes alone touch games too: two servers that took them in different orders would end in a deadlock."""
    games = [f"game{number}" for number in range(200)]
    stores = [PostgresStore(database, day_time()) for _ in range(2)]

    async def write_all() -> None:
        await stores[0].write(Transaction([Entry(game, 1, 1, b"x") for game in games]))
        for round in range(10):
            notes = [Note(game, round + 1, b"note", False) for game in games]
            one, other = Transaction([], notes=notes), Transaction([], notes=notes[::-1])
            await asyncio.gather(stores[0].write(one), stores[1].write(other))

    try:
        asyncio.run(write_all())
        assert [store.failures for store in stores] == [0, 0]
    finally:
        for store in stores:
            store.close()
