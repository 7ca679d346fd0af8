"""Long work gives way: in small pieces, and for one address one at a time. What is counted are pieces, not seconds."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from kahuna.server.giving_way import PIECE, GivingWay
from kahuna.server.room import Room
from kahuna.table.game import Game
from support.house import House

LEGAL_AT_ONCE = 60  # actions of Exahuna Special that one message asks about


def test_pieces_of_one_address_wait_for_each_other_and_those_of_others_come_between() -> None:
    order: list[str] = []

    def working(name: str) -> Any:
        def work(asked: list[str]) -> dict[str, int]:
            order.append(f"{name}{len(asked)}")
            return dict.fromkeys(asked, 0)

        return work

    async def play() -> None:
        way = GivingWay()
        asked = list(map(str, range(2 * PIECE + 1)))
        await asyncio.gather(
            way.in_pieces("evil", asked, working("a")),
            way.in_pieces("evil", asked * 9, working("b")),
            way.in_pieces("good", asked[:1], working("c")),
        )

    asyncio.run(play())
    assert order.index("c1") <= 2
    assert sorted(order) == sorted([f"a{PIECE}", f"a{PIECE}", "a1", f"b{PIECE}", f"b{PIECE}", "b1", "c1"])


def test_beside_the_loop_an_address_waits_for_itself_and_others_come_between() -> None:
    order: list[str] = []

    async def play() -> None:
        way = GivingWay()
        evil = [way.beside("evil", partial(order.append, f"evil {number}")) for number in range(9)]
        await asyncio.gather(*evil, way.beside("good", partial(order.append, "good")))

    asyncio.run(play())
    assert order.index("good") <= 1
    assert len(order) == 10


def test_nobody_is_remembered_when_all_is_done() -> None:
    async def play() -> int:
        way = GivingWay()
        for number in range(100):
            async with way.turn(str(number)):
                pass
        return len(way._turns)

    assert asyncio.run(play()) <= 1


def test_a_message_that_asks_for_many_previews_is_answered_in_pieces(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    preview = Room.preview

    def counted(room: Room, seat: Any, actions: Sequence[str], number: int) -> Any:
        asked.append(len(actions))
        return preview(room, seat, actions, number)

    monkeypatch.setattr(Room, "preview", counted)
    ann = house.visitor()
    id = ann.open(game="exahuna-special", against="screen")
    with ann.at(f"game={id}") as page:
        actions = page.last["view"]["legal"][:LEGAL_AT_ONCE]
        answer = page.ask("preview", "previews", actions=[*actions, *actions])
    assert list(answer["events"]) == actions
    assert max(asked) <= PIECE
    assert sum(asked) == LEGAL_AT_ONCE


def test_a_learners_previews_are_answered_in_pieces_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    preview = Game.preview

    def counted(game: Game, action: str, seat: Any = None) -> Any:
        asked.append(action)
        return preview(game, action, seat)

    monkeypatch.setattr(Game, "preview", counted)
    wish = {"id": "kahuna.win", "lesson": True, "preview": ["LALE>IFFI"] * 100}
    told = house.visitor().post("/api/learn", wish)
    assert list(told["previews"]) == asked == ["LALE>IFFI"]
