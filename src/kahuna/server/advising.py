"""Hints: what our strongest player advises a seat to do."""

import asyncio

from kahuna.bots.base import Fault
from kahuna.bots.levels import ADVISER
from kahuna.server.audience import Connection, denied
from kahuna.server.live import Live
from kahuna.server.messages import Advice
from kahuna.server.refusals import Refusal
from kahuna.server.turns import Asker, Busy
from kahuna.table.seats import Seat


def check_free(live: Live) -> None:
    """Refuses a second hint while one is being worked out."""
    if live.advising:
        raise Refusal("hint-under-way")


def ask_hint(live: Live, connection: Connection, seat: Seat) -> None:
    """The strongest player looks at what this seat sees; the answer is sent when it is ready."""
    check_free(live)
    live.advising = connection, asyncio.create_task(_advise(live, connection, seat))


async def _advise(live: Live, connection: Connection, seat: Seat) -> None:
    room, number, moved = live.room, live.room.number, live.room.moved
    try:
        choice = await live.house.players.choose(
            ADVISER,
            room.rules,
            room.game.view(seat),
            live.house.luck(),
            Asker(connection.address, connection.visitor or ""),
        )
        if live.room is not room or room.moved != moved or connection.look != seat:
            raise Refusal("stale")
        events = room.preview(seat, [choice.action], number)[choice.action]
        connection.send(Advice(number, choice.action, events, choice.value, list(choice.best)))
    except Busy:
        connection.send(denied(Refusal("busy"), live.room.number))
    except Fault:
        connection.send(denied(Refusal("hint-failed"), live.room.number))
    except Refusal as refusal:
        connection.send(denied(refusal, live.room.number))
    finally:
        live.advising = None
