"""How visitors get seats: by an invitation, or by a link that moves a seat to another device."""

from kahuna.server import keys
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.names import plain_name
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Transaction
from kahuna.server.stored import Stored
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat


async def join(lobby: Lobby, key: str, name: str, visitor: str, address: str, contribution: str = "") -> str:
    """Takes the free seat by invitation, once; a visitor who already has a seat is led to the game.

    A seat for anyone counts as an opened game, so that nobody takes them all.
    """
    live, _ = await lobby.by_key(key, keys.INVITE)
    me = keys.hashed(visitor)
    if live.room.seats_of(me):
        return live.room.id
    if live.room.began.public:
        await lobby.check_limits(me, address)

    def decide(room: Room, at: int) -> list[Stored]:
        if room.seats_of(me):
            return []  # they pressed twice
        seat = room.free_seat()
        if seat is None:
            raise Refusal("no-such-game")
        return room.sit(seat, me, plain_name(name), at, contribution=contribution)

    await live.change(decide, Transaction((), seats=[(me, live.room.id)]))
    return live.room.id


async def make_link(lobby: Lobby, live: Live, seat: Seat) -> None:
    """A link that takes this seat along to another device, once and for an hour."""

    def decide(room: Room, at: int) -> tuple[list[Stored], Transaction | None]:
        events, purpose = room.link(seat, at), keys.seat_link(room.number + 1)
        hashed = keys.hashed(keys.key(lobby.store.secret, room.id, purpose))
        return events, Transaction((), keys=[(hashed, purpose, room.id)])

    await live.change_more(decide)


async def move(lobby: Lobby, key: str, visitor: str) -> str:
    """Takes a seat along to another device by a link; a visitor who already has a seat is led to the game."""
    found = await lobby.store.find(keys.hashed(key))
    number = keys.link_number(found[0]) if found else None
    if found is None or number is None:
        raise Refusal("no-such-game")
    live, me = await lobby.live(found[1]), keys.hashed(visitor)

    def decide(room: Room, at: int) -> list[Stored]:
        link = dict(room.links_to(SEATS, at)).get(number)
        if link is None:
            raise Refusal("no-such-game")
        if len(room.holders[link.seat]) >= lobby.limits.devices:
            raise Refusal("too-many-connections")
        seats = SEATS if room.began.same_screen else (link.seat,)
        return [event for seat in seats for event in room.sit(seat, me, "", at, number)]

    if not live.room.seats_of(me):
        await live.change(decide, Transaction((), seats=[(me, live.room.id)]))
    return live.room.id
