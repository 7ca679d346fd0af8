"""A visitor's games as their lists show them."""

import asyncio
from contextlib import suppress

import msgspec

from kahuna.server import keys, outgoing
from kahuna.server.bodies import Mine, Summary
from kahuna.server.lobby import Lobby
from kahuna.server.notes import Noted
from kahuna.server.outgoing import Company, Guest
from kahuna.server.refusals import Refusal
from kahuna.server.reviews import verdict_of
from kahuna.server.store import Listed, NotStored

LISTED_AT_ONCE = 10  # games that are worked out before others have their turn


async def games_of(lobby: Lobby, visitor: str | None) -> Mine:
    """This visitor's games, the last changed first."""
    return await games_held_by(lobby, keys.hashed(visitor) if visitor else "")


async def games_held_by(lobby: Lobby, me: str) -> Mine:
    """The games of the visitor with this hash."""
    found: dict[bool, list[Summary]] = {False: [], True: []}
    for over in (False, True):
        for number, listed in enumerate(await lobby.store.games_of(me, over, lobby.limits.listed)):
            if number % LISTED_AT_ONCE == 0:
                await asyncio.sleep(0)
            try:
                noted = await _noted(lobby, listed)
            except Refusal:
                continue  # the other games are listed anyway
            lobby.open_seats.see(noted)
            kept = lobby.rooms.get(noted.id)
            company = kept.audience.company() if kept else Company()
            guest = Guest(noted.seats_of(me), None, me == noted.began.opener)
            verdict = verdict_of(listed.verdict, guest.seats)
            summary = outgoing.list_entry(noted, noted.view, guest, company, lobby.store.secret, verdict)
            found[noted.over].append(summary)
    return Mine(found[False], found[True])


async def _noted(lobby: Lobby, listed: Listed) -> Noted:
    """The game as a list shows it: from memory, else from its note; it is loaded only if the note is old."""
    id = listed.game
    note = lobby.rooms[id].note() if id in lobby.rooms else listed.note
    with suppress(msgspec.DecodeError):
        if note is not None and note.number >= listed.number:
            noted = Noted(note, lobby.store.pauses)
            if noted.falls is None or lobby.now() < noted.falls:
                return noted
    live = await lobby.live(id)  # the server was killed before it took a note, or a clock has run out
    with suppress(Refusal):
        await live.change(lambda *_: [])
    with suppress(NotStored):
        await lobby.keep_notes([live])
    return Noted(live.note(), lobby.store.pauses)
