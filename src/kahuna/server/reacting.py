"""Reactions: six signs without words, from one player to the other. They are passed on and never kept."""

from typing import get_args

from kahuna.server.live import Live
from kahuna.server.messages import Reaction
from kahuna.server.refusals import Refusal
from kahuna.server.wire import Sign
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

SIGNS: tuple[Sign, ...] = get_args(Sign)


async def react(live: Live, seat: Seat, sign: Sign) -> None:
    """Shows a player's sign to all pages of both players, also where other servers have them."""
    if not live.room.against_person or live.room.waiting:
        raise Refusal("no-reactions")
    live.audience.tell_players(Reaction(seat, sign))
    if live.house.store.shared:
        await live.house.store.pass_on(live.room.id, 2 * SIGNS.index(sign) + SEATS.index(seat))


def hear_reaction(live: Live, word: int) -> None:
    """Another server passes a sign on; a sign unknown to this server is ignored."""
    sign, seat = divmod(word, 2)
    if sign < len(SIGNS):
        live.audience.tell_players(Reaction(SEATS[seat], SIGNS[sign]))
