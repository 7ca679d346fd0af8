"""Where games are opened, joined, moved to another device, listed and found again."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from kahuna.bots.levels import LEVELS
from kahuna.server import keys, outgoing
from kahuna.server.limits import Buckets, Limits
from kahuna.server.live import HINT, House, Live, Players
from kahuna.server.messages import MAX_NAME_CHARS, Clock, Mine, Open, Seat, Summary
from kahuna.server.outgoing import Company, Guest
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Batch, Entry, NotStored, Store, Unreadable
from kahuna.server.stored import Began, Followed, Sat, Stored, pack, unpack
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.record import write_record
from kahuna.table.ruleset import SEATS, Rules, other

SECONDS = 600  # over which opened games are counted

log = logging.getLogger("kahuna.server")


def plain_name(name: str) -> str:
    """The name on one line, not too long, without what could not be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name[:MAX_NAME_CHARS]).split())


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
        hint: str = HINT,
    ) -> None:
        self.store, self.limits, self.now = store, limits, now
        self._token, self._seed, self._dealer = token, seed, dealer
        self.house = House(store, players, now, luck, self.load, hint)
        self.rooms: dict[str, Live] = {}
        self._reading: dict[str, asyncio.Task[Live]] = {}
        self._opened = Buckets(limits.opened, SECONDS)
        self._opened_by_address = Buckets(limits.opened_by_address, SECONDS)
        self.records_by_address = Buckets(limits.records_by_address, SECONDS)
        self.hints = Buckets(limits.hints, SECONDS)

    # -------------------------------------------------------------- finding

    async def load(self, id: str) -> Room:
        """The room as the store has it."""
        bodies = await self.store.events(id)
        if not bodies:
            raise Refusal("no-such-game")
        try:
            return Room(id, map(unpack, bodies), self.store.pauses, self._dealer)
        except Exception as error:  # its text may name cards, so it is not told
            log.error("a stored game cannot be read: %s", type(error).__name__)
            raise Unreadable from None

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

    async def finished(self, key: str) -> dict[str, Any]:
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
        if wish.level is not None and wish.level not in LEVELS:
            raise Refusal("no-such-level")
        await self._check_limits(keys.hashed(visitor), address)
        at, me = self.now(), keys.hashed(visitor)
        seat: Seat = wish.seat if wish.seat is not None else secrets.choice(SEATS)
        same_screen = wish.against == "screen"
        levels: dict[Seat, str] = {other(seat): wish.level} if wish.level else {}
        began = Began(at, wish.game, rules.settings(), self._seed(), me, levels, wish.clock, same_screen)
        seats = SEATS if same_screen else (seat,)
        name = plain_name(wish.name)
        id, batch = self._new(began, [Sat(at, mine, me, name if mine == seat else "") for mine in seats])
        try:
            await self.store.write(batch)
        except NotStored:
            raise Refusal("not-stored") from None
        return id

    async def _check_limits(self, visitor: str, address: str) -> None:
        now = self.now() / 1000
        if await self.store.running(visitor) >= self.limits.running:
            raise Refusal("too-many-games")
        if not (self._opened.take(visitor, now) and self._opened_by_address.take(address, now)):
            raise Refusal("too-many-opened")

    def _new(self, began: Began, sat: list[Sat]) -> tuple[str, Batch]:
        """A new game as it goes into the store."""
        id, secret = self._token(), self.store.secret
        events: list[Stored] = [began, *sat]
        entries = [Entry(id, number, event.at, pack(event)) for number, event in enumerate(events, 1)]
        purposes = [keys.WATCH, keys.REPLAY, *(keys.MOVE[s] for s in SEATS if s not in began.levels)]
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

    async def move(self, key: str, visitor: str) -> str:
        """Takes a seat along to another device."""
        live, purpose = await self.by_key(key, *keys.MOVE.values())
        me = keys.hashed(visitor)
        room = live.room
        seats = [seat for seat in SEATS if keys.MOVE[seat] == purpose or room.began.same_screen]
        if not room.holders[seats[0]]:
            raise Refusal("no-such-game")
        if missing := [seat for seat in seats if me not in room.holders[seat]]:
            if len(room.holders[seats[0]]) >= self.limits.devices:
                raise Refusal("too-many-connections")
            await live.change(
                lambda room, at: [event for seat in missing for event in room.sit(seat, me, "", at)],
                Batch((), seats=[(me, room.id)]),
            )
        return room.id

    async def rematch(self, live: Live, seat: Seat, visitor: str) -> None:
        """This seat wants to play again; the next game begins when both do, seats swapped."""

        def decide(room: Room, at: int) -> tuple[list[Stored], Batch | None]:
            events = room.wish(seat, at)
            if not room.agreed(seat):
                return events, None
            if not self._opened.take(visitor, self.now() / 1000):
                raise Refusal("too-many-opened")
            id, batch = self._again(room, at)
            return [*events, Followed(at, id)], batch

        await live.change_more(decide)

    def _again(self, room: Room, at: int) -> tuple[str, Batch]:
        """The same settings with the players on each other's seats; the handicap stays with its player."""
        old, to = room.began, room.rules.handicap_to
        rules = old.rules | {"handicap_to": other(to) if to else None}
        levels: dict[Seat, str] = {other(seat): level for seat, level in old.levels.items()}
        began = Began(at, old.game, rules, self._seed(), old.opener, levels, old.clock, old.same_screen)
        sat = [
            Sat(at, other(seat), visitor, room.names[seat])
            for seat in SEATS
            for visitor in sorted(room.holders[seat])
        ]
        return self._new(began, sat)

    # -------------------------------------------------------------- listing

    async def games_of(self, visitor: str | None) -> Mine:
        """This visitor's games, the last changed first."""
        me = keys.hashed(visitor) if visitor else ""
        found: dict[bool, list[Summary]] = {False: [], True: []}
        for over in (False, True):
            for id in await self.store.games_of(me, over, self.limits.listed):
                kept = self.rooms.get(id)
                try:
                    room = kept.room if kept else await self.load(id)
                except Unreadable:
                    continue  # the others are there all the same
                seats = room.seats_of(me)
                guest = Guest(seats, None, me == room.began.opener)
                company = kept.audience.company() if kept else Company()
                if not room.game.over and room.flag(self.now()):
                    kept = await self.live(id)  # a clock has run out meanwhile
                    await kept.change(lambda *_: [])
                    room = kept.room
                if room.game.over and not over:  # the server was killed before the index knew
                    await self.store.write(Batch((), over=[id]))
                found[room.game.over].append(outgoing.summary(room, guest, company, self.store.secret))
                if not kept:
                    await asyncio.sleep(0)  # others have their turn
        return Mine(found[False], found[True])

    # -------------------------------------------------------------- housekeeping

    async def sweep(self) -> None:
        """Forgets idle rooms, and notes that clocks have been running."""
        now = self.now()
        for id, live in list(self.rooms.items()):
            if live.idle and now - live.idle_since > self.limits.idle * 1000:
                live.close()
                del self.rooms[id]
        if any(
            isinstance(live.room.began.clock, Clock) and not live.room.game.over
            for live in self.rooms.values()
        ):
            await self.store.still_here(now)

    def close(self) -> None:
        """Ends everything that rooms have begun."""
        for live in self.rooms.values():
            live.close()


def record_of(room: Room) -> dict[str, Any]:
    """The whole game; only for one that is over."""
    players: dict[str, str] = {seat: room.names[seat] for seat in SEATS}
    return write_record(room.game, players, {"levels": {seat: room.level(seat) for seat in SEATS}})
