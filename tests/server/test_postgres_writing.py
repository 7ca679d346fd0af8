"""Batches that move a game on from where it is known to stand: nothing is moved twice, and holders are told."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest

from kahuna.server.clock import day_time
from kahuna.server.postgres_notices import Notice, parse_notice
from kahuna.server.store import Conflict, Deadline, Entry, NotStored, Transaction
from kahuna.server.store_postgres import PostgresStore
from support.postgres import new_database


class Ears:
    """Remembers what a server is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, Sequence[bytes]]] = []
        self.missed_times = 0

    def moved(self, game: str, after: int, bodies: Sequence[bytes]) -> None:
        """A game was moved on."""
        self.told.append((game, after, bodies))

    def came_or_went(self, game: str) -> None:
        """Somebody came."""

    def passed_on(self, game: str, word: int) -> None:
        """A sign was shown."""

    def missed(self) -> None:
        """Everything must be read."""
        self.missed_times += 1


@pytest.fixture
def stores(database_server: Any) -> Iterator[list[PostgresStore]]:
    """Two stores on one database."""
    database = new_database(database_server)
    found = [PostgresStore(database, day_time()) for _ in range(2)]
    yield found
    for store in found:
        store.close()


async def begun(stores: list[PostgresStore]) -> list[Ears]:
    """What they hear, when they move games and listen in the running loop."""
    ears = [Ears() for _ in stores]
    for store, each in zip(stores, ears, strict=True):
        store.listen(each)
    await until(lambda: all(store._mover.session for store in stores))
    await until(lambda: all(each.missed_times for each in ears))
    return ears


async def until(true: Any) -> None:
    """Returns when it is true."""
    for _ in range(4000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise TimeoutError


def move(game: str, number: int, body: bytes = b"x", due: int | None = None) -> Transaction:
    """An event that moves a game on."""
    return Transaction([Entry(game, number, 1000 + number, body)], dues=[Deadline(game, number, due)])


def test_of_two_servers_that_know_where_a_game_stands_one_moves_it_on(stores: list[PostgresStore]) -> None:
    async def race() -> None:
        await begun(stores)
        await stores[0].write(move("a", 1))
        await stores[0].write(move("b", 1))
        for number in range(2, 30):
            for store in stores:
                await store.events("a")  # whoever reads a game knows where it stands
            answers = await asyncio.gather(
                *(store.write(move("a", number, b"%d" % who)) for who, store in enumerate(stores)),
                stores[0].write(move("b", number, b"\\, {\x00\xff")),
                stores[0].write(move("b", 1)),
                return_exceptions=True,
            )
            assert sum(answer is None for answer in answers[:2]) == 1
            assert answers[2] is None
            assert isinstance(answers[3], Conflict)
        assert len(await stores[1].events("a")) == 29  # which also compares their sum
        assert (await stores[1].events("b"))[1:] == [b"\\, {\x00\xff"] * 28

    asyncio.run(race())


def test_what_is_known_wrongly_is_looked_up(stores: list[PostgresStore]) -> None:
    store = stores[0]

    async def write() -> None:
        await begun(stores)
        await store.write(move("a", 1))
        await store.write(move("a", 2, due=77))
        assert await store.take_due(77, 9) == ["a"]
        known = store._mover.known
        known["a"] = 1, b"0" * 16
        with pytest.raises(Conflict):
            await store.write(move("a", 2))
        known["a"] = 5, b"0" * 16
        with pytest.raises(Conflict):
            await store.write(move("a", 6))
        await store.write(Transaction([Entry("a", number, 1, b"%d" % number) for number in (3, 4, 5)]))
        assert await store.events("a") == [b"x", b"x", b"3", b"4", b"5"]

    asyncio.run(write())


def test_a_server_hears_only_of_games_that_it_holds_and_never_of_its_own_moves(
    stores: list[PostgresStore],
) -> None:
    async def play() -> None:
        ears = await begun(stores)
        for game in ("a", "b"):
            await stores[0].write(move(game, 1))
            await stores[0].hold(game)
        await stores[1].hold("a")
        for game in ("b", "a"):
            await stores[0].write(move(game, 2, b"two"))
        await until(lambda: ears[1].told)
        await stores[1].write(move("a", 3, b"three"))
        await until(lambda: ears[0].told)
        await stores[1].release(["a"])
        await stores[0].write(move("a", 4))
        await stores[1].hold("a")
        await stores[0].write(move("a", 5, b"five"))
        await until(lambda: len(ears[1].told) > 1)
        assert ears[0].told == [("a", 2, [b"three"])]
        assert ears[1].told == [("a", 1, [b"two"]), ("a", 4, [b"five"])]

    asyncio.run(play())


def test_whoever_comes_while_a_game_moves_on_reads_every_event_or_is_told(
    stores: list[PostgresStore],
) -> None:
    async def play() -> None:
        ears = await begun(stores)
        await stores[0].write(move("a", 1))
        for number in range(2, 120):
            ears[1].told.clear()

            async def come() -> int:
                await stores[1].hold("a")
                return len(await stores[1].events("a"))

            read, _ = await asyncio.gather(come(), stores[0].write(move("a", number)))
            await until(lambda: read == number or ears[1].told)  # noqa: B023
            await stores[1].release(["a"])

    asyncio.run(play())


def test_who_comes_back_at_once_is_held_in_the_end(stores: list[PostgresStore]) -> None:
    async def come_and_go() -> None:
        await begun(stores)
        await stores[0].write(move("a", 1))
        for _ in range(20):
            await asyncio.gather(
                stores[0].hold("b"), stores[0].hold("a"), stores[0].release(["a"]), stores[0].hold("a")
            )
            assert await holders(stores[0], "a") == [stores[0].server]
            await stores[0].release(["a"])
            assert await holders(stores[0], "a") == []

    asyncio.run(come_and_go())


async def holders(store: PostgresStore, game: str) -> list[str]:
    """Which servers hold this game."""
    ((found,),) = await store._rows("SELECT holders FROM games WHERE id=%s", game)
    return list(found)


def test_games_are_held_again_by_a_server_that_lost_its_sessions_and_what_was_missed_is_read(
    stores: list[PostgresStore],
) -> None:
    async def lose() -> None:
        ears = await begun(stores)
        await stores[0].write(move("a", 1))
        await stores[1].hold("a")
        with psycopg.connect(stores[0]._url, autocommit=True) as connection:
            connection.execute("UPDATE games SET holders='{}'")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname=current_database() AND pid<>pg_backend_pid()"
            )
        await until(lambda: ears[1].missed_times > 1)
        assert await holders(stores[0], "a") == [stores[1].server]
        await until(lambda: stores[0]._mover.session)
        number = 2
        while not ears[1].told:
            try:
                await stores[0].write(move("a", number))
                number += 1
            except NotStored:  # the writing thread finds out at its next write
                await asyncio.sleep(0.05)
        assert len(await stores[0].events("a")) == number - 1

    asyncio.run(lose())


def test_a_server_that_is_gone_is_a_holder_until_another_one_comes(stores: list[PostgresStore]) -> None:
    async def come() -> None:
        await begun(stores)
        await stores[0].write(move("a", 1))
        await stores[0].hold("a")
        with psycopg.connect(stores[0]._url, autocommit=True) as connection:
            connection.execute("UPDATE runs SET seen=seen - 600000 WHERE server=%s", (stores[0].server,))
            connection.execute("UPDATE games SET holders=holders || 'nobody'::text")
            await stores[1].hold("a")
            found = await holders(stores[1], "a")
            connection.execute("UPDATE runs SET seen=seen + 600000 WHERE server=%s", (stores[0].server,))
        assert "nobody" not in found
        assert stores[1].server in found

    asyncio.run(come())


def test_a_notice_carries_what_is_short_and_not_how_a_game_began() -> None:
    sum = bytes(16)
    for notice, told in (
        (Notice("a", 3, sum, [b"x"]), f"a 3 {sum.hex()} eA=="),
        (Notice("a", 3, sum, [b"x", b"y"]), f"a 3 {sum.hex()} eA== eQ=="),
        (Notice("a", 0), "a 0"),
    ):
        assert str(notice) == told
        assert parse_notice(told) == notice
    assert str(Notice("a", 2, sum, [b"secret of its cards", b"y"])) == "a 2"
    assert str(Notice("a", 3, sum, [b"x" * 6000])) == "a 3"
