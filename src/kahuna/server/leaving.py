"""Leaving a game from a visitor's list: a running game is given up, any other is taken off the list."""

from contextlib import suppress

from kahuna.server import keys
from kahuna.server.lobby import Lobby
from kahuna.server.open_seats import EVERYBODY
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.stored import Stored


async def leave(lobby: Lobby, visitor: str | None, id: str) -> None:
    """Gives up a game that runs; one that is over, or still waits for somebody, leaves this visitor's list.

    An invitation that is withdrawn this way stops working. Others with a seat keep the game.
    """
    me = keys.hashed(visitor) if visitor else ""
    live = await lobby.mine(me, id)
    listed_on = not live.room.over and not live.room.waiting

    def give_up(room: Room, at: int) -> list[Stored]:
        seats = room.seats_of(me)
        if not seats:
            raise Refusal("no-such-game")
        return room.resign(room.to_move if room.to_move in seats else seats[0], at)

    if not live.room.over:
        with suppress(Refusal):  # it has ended meanwhile
            await live.change(give_up)
    if listed_on:
        return
    if live.room.began.public:
        await lobby.store.forget(EVERYBODY, id)
    await lobby.store.forget(me, id)
    if not live.audience.connections:
        live.close()
        lobby.rooms.pop(id, None)
