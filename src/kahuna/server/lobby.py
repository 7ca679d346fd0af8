"""All rooms of a server: how they are found and read, and how many games anybody may open.

Other modules act on them: `opening`, `seating`, `listing`, `leaving`, `sweeping`.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from kahuna.server import keys
from kahuna.server.bodies import Open
from kahuna.server.giving_way import GivingWay
from kahuna.server.house import House, Players
from kahuna.server.limits import LIMIT_SECONDS, Buckets, Limits
from kahuna.server.live import Live
from kahuna.server.open_seats import OpenSeats
from kahuna.server.reacting import hear_reaction
from kahuna.server.refusals import Refusal
from kahuna.server.reviews import Reviews
from kahuna.server.room import FairDealing, Room, fair_dealer
from kahuna.server.store import NotStored, Retention, Store, Transaction, Unreadable
from kahuna.server.stored import unpack
from kahuna.table.record import write_record
from kahuna.table.ruleset import SEATS

T = TypeVar("T")

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
        seed: Callable[[], str] | None = None,
        dealer: FairDealing = fair_dealer,
        retention: Retention | None = None,
        public: bool = False,
        reviews: Reviews | None = None,
    ) -> None:
        self.store, self.limits = store, limits
        self._clock = now
        self.token, self.seed, self._dealer = token, seed, dealer
        self.house = House(store, players, self.now, luck, self.load)
        self.rooms: dict[str, Live] = {}
        self.public = public  # whether seats can be offered to anyone
        self.open_seats = OpenSeats(self.rooms, store, self.live, self.now)
        self._worker = ThreadPoolExecutor(1, "kahuna loader")
        self.giving_way = GivingWay()
        self.retention = retention or Retention()
        self.reviews = reviews or Reviews(store, None, limits, now)
        self.pruned = 0  # when old games were last deleted
        self._reading: dict[str, asyncio.Task[Live]] = {}
        self._opened = Buckets(limits.opened, LIMIT_SECONDS)
        self._opened_by_address = Buckets(limits.opened_by_address, LIMIT_SECONDS)
        self.records_by_address = Buckets(limits.records_by_address, LIMIT_SECONDS)
        self.visitors_by_address = Buckets(limits.visitors_by_address, LIMIT_SECONDS)
        self.hints = Buckets(limits.hints, LIMIT_SECONDS)
        self.chances = Buckets(limits.chances, LIMIT_SECONDS)
        self.reactions = Buckets(limits.reactions, LIMIT_SECONDS)

    def now(self) -> int:
        """The time of day in milliseconds, by the store's clock."""
        return self._clock() + self.store.ahead

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
        return await self.aside(lambda: self._made(id, bodies))

    def _made(self, id: str, bodies: list[bytes]) -> Room:
        try:
            return Room(id, map(unpack, bodies), self.store.pauses, self._dealer)
        except Exception as error:  # its text may name cards, so it is not told
            log.error("game %s cannot be read: %s", id, type(error).__name__)
            raise Refusal("damaged") from None

    async def aside(self, work: Callable[[], T]) -> T:
        """The result of long work, done outside the loop, one job after the other."""
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
        await self.store.hold(id)
        try:
            live = Live(await self.load(id), self.house)
        except (Refusal, NotStored):
            await self.store.release([id])
            raise
        self.rooms[id] = live
        if self.store.shared:
            live.hear_everything()  # events told since the room was read reached nobody
        self.open_seats.see(live.room)
        return live

    async def mine(self, visitor: str | None, id: str) -> Live:
        """The room, for a visitor with a seat in it; the same refusal and work for any other id."""
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
        """The record of the finished game with this replay key; a running game is treated as missing."""
        return (await self.finished_room(key))[1]

    async def finished_room(self, key: str) -> tuple[Live, Any]:
        """The room of the finished game with this replay key, and its record."""
        live, _ = await self.by_key(key, keys.REPLAY)
        if not live.room.over:
            raise Refusal("no-such-game")
        return live, record_when_over(live.room)

    # -------------------------------------------------------------- limits

    def check_public(self, wish: Open, visitor: str, address: str) -> None:
        """Refusal unless this visitor may offer one more seat to anyone."""
        if not self.public or wish.against != "link":
            raise Refusal("not-public")
        self.open_seats.check(visitor, address, self.limits.seats, self.limits.seats_by_address)

    async def check_limits(self, visitor: str, address: str) -> None:
        """Refusal if this visitor has too many games already; else the new one counts."""
        if await self.store.running(visitor) >= self.limits.running:
            raise Refusal("too-many-games")
        self.count_opened(visitor, address)

    def count_opened(self, visitor: str, address: str) -> None:
        """Counts every way to make a game, by visitor and by address."""
        now = self.now() / 1000
        if not (self._opened.take(visitor, now) and self._opened_by_address.take(address, now)):
            raise Refusal("too-many-opened")

    # -------------------------------------------------------------- notes

    async def keep_notes(self, rooms: Iterable[Live]) -> None:
        """Stores what lists show of these rooms, where that has changed."""
        changed = [live for live in rooms if live.noted != live.room.number]
        if changed:
            notes = [live.note_to_store() for live in changed]
            await self.store.write(Transaction((), notes=notes))
            for live, note in zip(changed, notes, strict=True):
                live.noted, live.noted_at = note.number, self.now()

    # -------------------------------------------------------------- other servers

    def moved(self, game: str, after: int, bodies: Sequence[bytes]) -> None:
        """Another server has stored events of this game."""
        if game in self.rooms:
            self.rooms[game].hear(after, bodies)

    def came_or_went(self, game: str) -> None:
        """Somebody joined or left this game's table through another server."""
        if game in self.rooms:
            self.rooms[game].hear_of_others()

    def passed_on(self, game: str, word: int) -> None:
        """Another server passes on what a player shows the other."""
        if game in self.rooms:
            hear_reaction(self.rooms[game], word)

    def missed(self) -> None:
        """Anything may have happened while nothing could be heard."""
        for live in self.rooms.values():
            live.hear_everything()

    async def close(self) -> None:
        """Ends everything that rooms have begun, and takes the last notes."""
        self.reviews.close()
        for live in self.rooms.values():
            live.close()
        with suppress(NotStored):
            await self.keep_notes(self.rooms.values())
        self._worker.shutdown(wait=False)


def record_when_over(room: Room) -> Any:
    """The whole game; only for one that is over."""
    players: dict[str, str] = {seat: room.names[seat] for seat in SEATS}
    return write_record(room.game, players, {"levels": {seat: room.level(seat) for seat in SEATS}})
