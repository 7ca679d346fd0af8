"""What pages are told of an action: worked out once for all of them, and the same as if it were for each alone."""

import json
from functools import partial
from random import Random
from typing import Any

import pytest

from kahuna.server.audience import Audience, Connection
from kahuna.server.stored import Played
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, SEATS, Rules
from support.rooms import ANN, BOB, NOON, Scene


@pytest.mark.parametrize("game", GAMES)
def test_a_seats_view_is_the_spectators_with_what_is_the_seats_own(game: str) -> None:
    table, random = Game(Rules(game), seed=5), Random(5)
    while not table.over:
        for seat in SEATS:
            assert {**table.view(None), **table.spec.own(table, seat)} == table.view(seat)
            assert list(table.view(seat)) == list(table.view(None))
        table.play(random.choice(table.legal()))
    assert {**table.view(None), **table.spec.own(table, "white")} == table.view("white")


def hear(heard: list[Any], text: str) -> None:
    heard.append(json.loads(text))


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_told_its_own_view_and_its_own_events(game: str) -> None:
    scene, random = Scene(Rules(game)), Random(7)
    audience = Audience(scene.room, b"secret", lambda: NOON)
    told: dict[str | None, list[Any]] = {seat: [] for seat in (*SEATS, None)}
    for seat, visitor in zip(told, (ANN, BOB, None), strict=True):
        page = Connection(visitor, "here", partial(hear, told[seat]))
        page.look = seat  # type: ignore[assignment]
        audience.connections[page] = None
    table = scene.room.game
    while not table.over:
        seat = table.to_move
        assert seat
        [event] = scene.room.play(seat, random.choice(table.legal()), scene.room.number, NOON)
        assert isinstance(event, Played)
        scene.do([event])
        audience.tell_all(event)
        for looker, messages in told.items():
            message = messages.pop()
            assert not messages
            assert message["view"] == json.loads(json.dumps(table.view(looker)))  # type: ignore[arg-type]
            assert message["events"] == json.loads(json.dumps(table.events(looker)))  # type: ignore[arg-type]
