"""Batches that move a game on from where it is known to stand: one statement, and nothing is moved twice."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kahuna.server.clock import day_time
from kahuna.server.postgres_writing import notice
from kahuna.server.store import Conflict, Deadline, Entry, Transaction
from kahuna.server.store_postgres import PostgresStore
from support.postgres import new_database


@pytest.fixture
def stores(database_server: Any) -> Iterator[list[PostgresStore]]:
    """Two stores on one database."""
    database = new_database(database_server)
    found = [PostgresStore(database, day_time()) for _ in range(2)]
    yield found
    for store in found:
        store.close()


def move(game: str, number: int, body: bytes = b"x", due: int | None = None) -> Transaction:
    """An event that moves a game on."""
    return Transaction([Entry(game, number, 1000 + number, body)], dues=[Deadline(game, number, due)])


def test_of_two_servers_that_know_where_a_game_stands_one_moves_it_on(stores: list[PostgresStore]) -> None:
    async def race() -> None:
        await stores[0].write(move("a", 1))
        await stores[0].write(move("b", 1))
        for number in range(2, 30):
            for store in stores:
                store._known.update({"a": stores[0]._known["a"]})
            answers = await asyncio.gather(
                *(store.write(move("a", number, b"%d" % who)) for who, store in enumerate(stores)),
                stores[0].write(move("b", number, b"\\, {\x00\xff")),
                stores[0].write(move("b", 1)),
                return_exceptions=True,
            )
            assert sum(answer is None for answer in answers[:2]) == 1
            assert answers[2] is None
            assert isinstance(answers[3], Conflict)
            winner = next(store for store, answer in zip(stores, answers, strict=False) if answer is None)
            stores[0]._known["a"] = winner._known["a"]
        assert len(await stores[1].events("a")) == 29  # which also compares their sum
        assert (await stores[1].events("b"))[1:] == [b"\\, {\x00\xff"] * 28

    asyncio.run(race())


def test_what_is_known_wrongly_is_looked_up(stores: list[PostgresStore]) -> None:
    store = stores[0]

    async def write() -> None:
        await store.write(move("a", 1))
        await store.write(move("a", 2, due=77))
        assert await store.take_due(77, 9) == ["a"]
        store._known["a"] = 1, b"0" * 16
        with pytest.raises(Conflict):
            await store.write(move("a", 2))
        store._known["a"] = 5, b"0" * 16
        with pytest.raises(Conflict):
            await store.write(move("a", 6))
        await store.write(Transaction([Entry("a", number, 1, b"%d" % number) for number in (3, 4, 5)]))
        assert await store.events("a") == [b"x", b"x", b"3", b"4", b"5"]

    asyncio.run(write())


def test_a_notice_carries_what_is_short_and_not_how_a_game_began() -> None:
    sum = bytes(16)
    assert notice("me", "a", (3, sum), [b"x"]) == f"me:{sum.hex()}:eA== a 3"
    assert notice("me", "a", (3, sum), [b"x", b"y"]) == f"me:{sum.hex()}:eA==:eQ== a 3"
    assert notice("me", "a", (2, sum), [b"secret of its cards", b"y"]) == "me a 2"
    assert notice("me", "a", (3, sum), [b"x" * 6000]) == "me a 3"
