"""Housekeeping every few seconds: idle rooms and old games are removed, clocks checked, dead servers replaced."""

import logging
from contextlib import suppress
from functools import partial

from kahuna.server.lobby import Lobby, record_when_over
from kahuna.server.refusals import Refusal
from kahuna.server.store import NotStored, Others
from kahuna.server.store_archive import PRUNED_AT_ONCE
from kahuna.server.wire import Clock

PRUNING = 300_000  # milliseconds between two looks for games that are kept no longer
LOOKED_AT_ONCE = 50  # games whose clocks are looked at
NOTING = 60_000  # milliseconds after which another note is kept of a room in memory

log = logging.getLogger("kahuna.server")


async def sweep(lobby: Lobby) -> None:
    """Forgets idle rooms and games that are kept no longer, takes notes, and says that clocks have been running."""
    now = lobby.now()
    with suppress(NotStored):
        await _stand_in(lobby)
        await _look_at_clocks(lobby, now)
    await _sweep_rooms(lobby, now)
    if now - lobby.pruned > PRUNING or lobby.store.full:
        lobby.pruned = now
        with suppress(NotStored):
            await _prune(lobby, now)
    if not lobby.store.healthy or any(
        isinstance(live.room.began.clock, Clock) and not live.room.over for live in lobby.rooms.values()
    ):
        with suppress(NotStored):
            await lobby.store.still_here(now)


async def _sweep_rooms(lobby: Lobby, now: int) -> None:
    """Rooms that nobody would miss leave the memory; of them, and of others now and then, a note is kept."""
    for live in lobby.rooms.values():
        if live.room.over and live.room.game.steps:
            lobby.reviews.by_itself(live.room.id, partial(record_when_over, live.room))
    idle = [live for live in lobby.rooms.values() if live.idle_for(now) > lobby.limits.idle * 1000]
    due = [live for live in lobby.rooms.values() if now - live.noted_at > NOTING]
    with suppress(NotStored):  # the store has logged why
        await lobby.keep_notes({*idle, *due})
    gone = [
        live for live in idle if live.idle
    ]  # somebody has joined the other rooms while the notes were written
    for live in gone:
        live.close()
        del lobby.rooms[live.room.id]
    await lobby.store.release([live.room.id for live in gone])


async def _prune(lobby: Lobby, now: int) -> None:
    """Deletes games that are kept no longer, some at a time, so that nobody waits long for the store."""
    gone = PRUNED_AT_ONCE
    while gone >= PRUNED_AT_ONCE:
        gone = await lobby.store.prune(now, lobby.retention, PRUNED_AT_ONCE)
        if gone:
            log.info("%d games were deleted because they are kept no longer", gone)


async def _look_at_clocks(lobby: Lobby, now: int) -> None:
    """Ends games whose clock has run out in rooms that no server has in memory."""
    for game in await lobby.store.take_due(now, LOOKED_AT_ONCE):
        with suppress(Refusal):
            await (await lobby.live(game)).look_at_clock()


async def _stand_in(lobby: Lobby) -> None:
    """Takes over from servers that have died: their players' turns, and who was present there."""
    for game in await lobby.store.deserted():
        with suppress(Refusal):
            (await lobby.live(game)).look_ahead()
    shared = [live for live in lobby.rooms.values() if live.audience.others != Others()]
    others = await lobby.store.others([live.room.id for live in shared]) if shared else {}
    for live in shared:
        if others[live.room.id] != live.audience.others:
            live.hear_of_others()
