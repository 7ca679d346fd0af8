"""Where games are opened, joined, moved to another device, listed and found again."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from kahuna.bots.levels import ADVISER, LEVELS
from kahuna.server import keys, outgoing
from kahuna.server.limits import Buckets, Limits
from kahuna.server.live import House, Live, Players
from kahuna.server.messages import Clock, Mine, Open, Seat, Summary
from kahuna.server.names import plain_name
from kahuna.server.notes import Noted
from kahuna.server.outgoing import Company, Guest
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Batch, Entry, Listed, NotStored, Retention, Store, Unreadable
from kahuna.server.stored import Began, Followed, Sat, Stored, pack, unpack
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.record import write_record
from kahuna.table.ruleset import SEATS, Rules, other

T = TypeVar("T")
SECONDS = 600  # over which opened games are counted
PRUNING = 300_000  # milliseconds between two looks for games that are kept no longer
PRUNED_AT_ONCE = 50  # games

log = logging.getLogger("kahuna.server")


class Lobby:
    """All rooms of a server. Rooms are read when somebody comes and forgotten when nobody is there."""

    def __init__(
        self,
        store: Store,
        players: Players,
        limits: Limits,
        now: Callable[[], int],
        *,
        token: Callable[[], str] = keys.token,
        luck: Callable[[], str] = lambda: secrets.token_hex(16),
        seed: Callable[[], str] = lambda: secrets.token_hex(32),
        dealer: Callable[[str], Dealer] = SeededDealer,
        hint: str = ADVISER,
    ) -> None:
        self.store, self.limits, self.now = store, limits, now
        self._token, self._seed, self._dealer = token, seed, dealer
        self.house = House(store, players, now, luck, self.load, hint)
        self.rooms: dict[str, Live] = {}
        self._worker = ThreadPoolExecutor(1, "kahuna loader")
        self.retention = Retention()
        self._pruned = 0  # when games were last looked through for those that are kept no longer
        self._reading: dict[str, asyncio.Task[Live]] = {}
        self._opened = Buckets(limits.opened, SECONDS)
        self._opened_by_address = Buckets(limits.opened_by_address, SECONDS)
        self.records_by_address = Buckets(limits.records_by_address, SECONDS)
        self.visitors_by_address = Buckets(limits.visitors_by_address, SECONDS)
        self.hints = Buckets(limits.hints, SECONDS)

    # -------------------------------------------------------------- finding

    async def load(self, id: str) -> Room:
        """The room as the store has it."""
        try:
            bodies = await self.store.events(id)
        except Unreadable as error:
            log.error("game %s is damaged: %s", id, error)
            raise Refusal("damaged") from None
        if not bodies:
            raise Refusal("no-such-game")
        return await self._aside(lambda: self._made(id, bodies))

    def _made(self, id: str, bodies: list[bytes]) -> Room:
        try:
            return Room(id, map(unpack, bodies), self.store.pauses, self._dealer)
        except Exception as error:  # its text may name cards, so it is not told
            log.error("game %s cannot be read: %s", id, type(error).__name__)
            raise Refusal("damaged") from None

    async def _aside(self, work: Callable[[], T]) -> T:
        """What long work brings, done beside the loop and one after the other."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def live(self, id: str) -> Live:
        """The room in memory; two who come at once find the same."""
        if id in self.rooms:
            return self.rooms[id]
        if id not in self._reading:
            task = asyncio.create_task(self._read(id))
            self._reading[id] = task
            task.add_done_callback(lambda _: self._reading.pop(id, None))
        return await asyncio.shield(self._reading[id])

    async def _read(self, id: str) -> Live:
        live = Live(await self.load(id), self.house)
        self.rooms[id] = live
        return live

    async def mine(self, visitor: str | None, id: str) -> Live:
        """The room, for a visitor who holds a seat in it; the same refusal and work for any other id."""
        if not await self.store.holds(visitor or "", id):
            raise Refusal("no-such-game")
        return await self.live(id)

    async def by_key(self, key: str, *purposes: str) -> tuple[Live, str]:
        """The room that this key opens, and for what."""
        found = await self.store.find(keys.hashed(key))
        if found is None or found[0] not in purposes:
            raise Refusal("no-such-game")
        return await self.live(found[1]), found[0]

    async def watched(self, key: str) -> Live:
        """The room that this watching key shows."""
        return (await self.by_key(key, keys.WATCH))[0]

    async def finished(self, key: str) -> Any:
        """The record of the finished game with this replay key; a running game is as good as none."""
        live, _ = await self.by_key(key, keys.REPLAY)
        if not live.room.game.over:
            raise Refusal("no-such-game")
        return record_of(live.room)

    # -------------------------------------------------------------- opening

    async def open(self, wish: Open, visitor: str, address: str) -> str:
        """A new game; its id."""
        rules = Rules(wish.game, wish.planning, wish.handicap, wish.handicap_to, wish.first)
        try:
            rules.check()
        except ValueError as error:
            raise Refusal("bad-rules", reason=str(error)) from None
        if (wish.level is not None) != (wish.against == "level"):
            raise Refusal("no-such-level")
        if wish.level is not None and (
            wish.level not in LEVELS or wish.game not in LEVELS[wish.level].players
        ):
            raise Refusal("no-such-level")
        if self.store.full:
            raise Refusal("full")
        await self._check_limits(keys.hashed(visitor), address)
        at, me = self.now(), keys.hashed(visitor)
        seat: Seat = wish.seat if wish.seat is not None else secrets.choice(SEATS)
        same_screen = wish.against == "screen"
        levels: dict[Seat, str] = {other(seat): wish.level} if wish.level else {}
        began = Began(
            at, wish.game, rules.settings(), self._seed(), me, levels, wish.clock, same_screen, True
        )
        seats = SEATS if same_screen else (seat,)
        name = plain_name(wish.name)
        id, batch = self._new(began, [Sat(at, mine, me, name if mine == seat else "") for mine in seats])
        try:
            await self.store.write(batch)
        except NotStored:
            raise Refusal("not-stored") from None
        return id

    async def _check_limits(self, visitor: str, address: str) -> None:
        if await self.store.running(visitor) >= self.limits.running:
            raise Refusal("too-many-games")
        self._count_opened(visitor, address)

    def _count_opened(self, visitor: str, address: str) -> None:
        """Every way to make a game counts, for who asks and for where they are."""
        now = self.now() / 1000
        if not (self._opened.take(visitor, now) and self._opened_by_address.take(address, now)):
            raise Refusal("too-many-opened")

    def _new(self, began: Began, sat: list[Sat]) -> tuple[str, Batch]:
        """A new game as it goes into the store."""
        id, secret = self._token(), self.store.secret
        events: list[Stored] = [began, *sat]
        entries = [Entry(id, number, event.at, pack(event)) for number, event in enumerate(events, 1)]
        purposes = [keys.WATCH, keys.REPLAY]
        if len(began.levels) + len({event.seat for event in sat}) < 2:
            purposes.append(keys.INVITE)
        found = [(keys.hashed(keys.key(secret, id, purpose)), purpose, id) for purpose in purposes]
        return id, Batch(entries, found, sorted({(event.visitor, id) for event in sat}))

    async def join(self, key: str, name: str, visitor: str) -> str:
        """Takes the free seat by invitation, once; who holds a seat there already is only shown the way."""
        live, _ = await self.by_key(key, keys.INVITE)
        me = keys.hashed(visitor)
        if live.room.seats_of(me):
            return live.room.id

        def decide(room: Room, at: int) -> list[Stored]:
            seat = room.free_seat()
            if seat is None:
                raise Refusal("no-such-game")
            return room.sit(seat, me, plain_name(name), at)

        await live.change(decide, Batch((), seats=[(me, live.room.id)]))
        return live.room.id

    async def make_link(self, live: Live, seat: Seat) -> None:
        """A link that takes this seat along to another device, once and for an hour."""

        def decide(room: Room, at: int) -> tuple[list[Stored], Batch | None]:
            events, purpose = room.link(seat, at), keys.seat_link(room.number + 1)
            hashed = keys.hashed(keys.key(self.store.secret, room.id, purpose))
            return events, Batch((), keys=[(hashed, purpose, room.id)])

        await live.change_more(decide)

    async def move(self, key: str, visitor: str) -> str:
        """Takes a seat along to another device by a link; who holds a seat there already is only shown the way."""
        found = await self.store.find(keys.hashed(key))
        number = keys.link_number(found[0]) if found else None
        if found is None or number is None:
            raise Refusal("no-such-game")
        live, me = await self.live(found[1]), keys.hashed(visitor)

        def decide(room: Room, at: int) -> list[Stored]:
            link = dict(room.links_to(SEATS, at)).get(number)
            if link is None:
                raise Refusal("no-such-game")
            if len(room.holders[link.seat]) >= self.limits.devices:
                raise Refusal("too-many-connections")
            seats = SEATS if room.began.same_screen else (link.seat,)
            return [event for seat in seats for event in room.sit(seat, me, "", at, number)]

        if not live.room.seats_of(me):
            await live.change(decide, Batch((), seats=[(me, live.room.id)]))
        return live.room.id

    async def rematch(self, live: Live, seat: Seat, visitor: str, address: str) -> None:
        """This seat wants to play again; the next game begins when both do, seats swapped."""

        def decide(room: Room, at: int) -> tuple[list[Stored], Batch | None]:
            events = room.wish(seat, at, visitor)
            if not room.agreed(seat):
                return events, None
            if self.store.full:
                raise Refusal("full")
            self._count_opened(visitor, address)
            in_use = {visitor, *room.wishers, *(page.visitor or "" for page in live.audience.connections)}
            id, batch = self._again(room, at, in_use)
            return [*events, Followed(at, id)], batch

        await live.change_more(decide)

    def _again(self, room: Room, at: int, in_use: set[str]) -> tuple[str, Batch]:
        """The same settings with the players on each other's seats; the handicap stays with its player.

        Of a seat's devices only those in use come along, so a forgotten one does not look on for ever.
        """
        old, to = room.began, room.rules.handicap_to
        rules = old.rules | {"handicap_to": other(to) if to else None}
        levels: dict[Seat, str] = {other(seat): level for seat, level in old.levels.items()}
        began = Began(at, old.game, rules, self._seed(), old.opener, levels, old.clock, old.same_screen, True)
        sat = [
            Sat(at, other(seat), visitor, room.names[seat])
            for seat in SEATS
            for visitor in sorted(room.holders[seat] & in_use or room.holders[seat])
        ]
        return self._new(began, sat)

    # -------------------------------------------------------------- listing

    async def games_of(self, visitor: str | None) -> Mine:
        """This visitor's games, the last changed first."""
        me = keys.hashed(visitor) if visitor else ""
        found: dict[bool, list[Summary]] = {False: [], True: []}
        for over in (False, True):
            for listed in await self.store.games_of(me, over, self.limits.listed):
                try:
                    noted = await self._noted(listed)
                except Refusal:
                    continue  # the others are there all the same
                kept = self.rooms.get(noted.id)
                company = kept.audience.company() if kept else Company()
                guest = Guest(noted.seats_of(me), None, me == noted.began.opener)
                summary = outgoing.summary(noted, noted.view, guest, company, self.store.secret)
                found[noted.over].append(summary)
        return Mine(found[False], found[True])

    async def _noted(self, listed: Listed) -> Noted:
        """The game as a list shows it: from memory, else from its note; only an old note makes it be read."""
        id = listed.game
        note = self.rooms[id].note() if id in self.rooms else listed.note
        with suppress(msgspec.DecodeError):
            if note is not None and note.number >= listed.number:
                noted = Noted(note, self.store.pauses)
                if noted.falls is None or self.now() < noted.falls:
                    return noted
        live = await self.live(id)  # the server was killed before it took a note, or a clock has run out
        with suppress(Refusal):
            await live.change(lambda *_: [])
        with suppress(NotStored):
            await self._keep_notes([live])
        return Noted(live.note(), self.store.pauses)

    async def _keep_notes(self, rooms: Iterable[Live]) -> None:
        """Stores what lists show of these rooms, where that has changed."""
        changed = [live for live in rooms if live.noted != live.room.number]
        if changed:
            notes = [live.note() for live in changed]
            await self.store.write(Batch((), notes=notes))
            for live, note in zip(changed, notes, strict=True):
                live.noted = note.number

    # -------------------------------------------------------------- housekeeping

    async def sweep(self) -> None:
        """Forgets idle rooms and games that are kept no longer, takes notes, and says that clocks have been running."""
        now = self.now()
        with suppress(NotStored):  # the store has logged why
            await self._keep_notes(self.rooms.values())
        for id, live in list(self.rooms.items()):
            if live.idle and now - live.idle_since > self.limits.idle * 1000:
                live.close()
                del self.rooms[id]
        if now - self._pruned > PRUNING or self.store.full:
            self._pruned = now
            with suppress(NotStored):
                await self._prune(now)
        if not self.store.healthy or any(
            isinstance(live.room.began.clock, Clock) and not live.room.game.over
            for live in self.rooms.values()
        ):
            with suppress(NotStored):
                await self.store.still_here(now)

    async def _prune(self, now: int) -> None:
        """Deletes games that are kept no longer, some at a time, so that nobody waits long for the store."""
        gone = PRUNED_AT_ONCE
        while gone >= PRUNED_AT_ONCE:
            gone = await self.store.prune(now, self.retention, PRUNED_AT_ONCE)
            if gone:
                log.info("%d games were deleted because they are kept no longer", gone)

    async def close(self) -> None:
        """Ends everything that rooms have begun, and takes the last notes."""
        for live in self.rooms.values():
            live.close()
        with suppress(NotStored):
            await self._keep_notes(self.rooms.values())
        self._worker.shutdown(wait=False)


def record_of(room: Room) -> Any:
    """The whole game; only for one that is over."""
    players: dict[str, str] = {seat: room.names[seat] for seat in SEATS}
    return write_record(room.game, players, {"levels": {seat: room.level(seat) for seat in SEATS}})
