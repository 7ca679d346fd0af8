"""What an invitation shows before it is accepted, and the addresses at which others reach this server."""

from typing import NamedTuple

from kahuna.server import keys
from kahuna.server.bodies import Invitation, Reach
from kahuna.server.front import Front
from kahuna.server.hosts import is_loopback
from kahuna.server.lobby import Lobby
from kahuna.table.ruleset import SEATS, other


class Whereabouts(NamedTuple):
    """From where this server can be reached."""

    alone: bool = True  # only this machine reaches it
    network: str | None = None  # its address in the network, such as http://192.168.1.20:8765

    def told_to(self, host: str) -> Reach:
        """The answer to a page that was opened at this host; pages with another address need none."""
        return Reach(self.alone, self.network) if is_loopback(host) else Reach(False, None)


def host_name(room: Front) -> str:
    """The name of the player who invites, '' without one."""
    return next((room.names[seat] for seat in SEATS if room.began.opener in room.holders[seat]), "")


async def look(lobby: Lobby, key: str, visitor: str | None) -> Invitation:
    """What this invitation shows. Looking does not use it up."""
    live, _ = await lobby.by_key(key, keys.INVITE)
    room = live.room
    mine = room.seats_of(keys.hashed(visitor)) if visitor else ()
    free = None if room.over else room.free_seat()
    if mine:
        state = "waiting" if free else "yours"
        return Invitation(state, room.began.game, room.rules.settings(), id=room.id)  # type: ignore[arg-type]
    if free is None:
        return Invitation("taken", room.began.game, room.rules.settings())
    return Invitation(
        "free",
        room.began.game,
        room.rules.settings(),
        host=host_name(room),
        seat=free,
        first=room.rules.first if room.rules.first == free else other(free),
        clock=room.began.clock,
        commitment=room.commitment,
        hints=room.began.hints,
    )
