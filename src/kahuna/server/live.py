"""A room in memory with the pages connected to it: stores what commands bring about, then tells everyone.

Commands to one room wait for each other; a command is answered when its events are stored and not before. If the
store knows more than we do (from another server, or a write whose answer was lost), the room applies what it is
missing, and the command is tried again.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from kahuna.bots.base import Fault
from kahuna.server import metrics, outgoing
from kahuna.server.audience import Audience, Connection, denied
from kahuna.server.house import House
from kahuna.server.notes import note_of
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Conflict, Deadline, Entry, Note, NotStored, Transaction, Unreadable
from kahuna.server.stored import Ended, Played, Stored, pack, unpack
from kahuna.server.turns import Busy
from kahuna.server.wire import Clock
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

BUSY_FOR = 3.0  # seconds until our player asks again for its turn
NOT_OURS = 1.0  # seconds until we look again whether another server still thinks for this room
MAX_TRIES = 5  # attempts for a command when other servers are faster
AGAIN = 1.0  # seconds until what could not be stored is tried again


class Behind(Exception):
    """Another server has moved the game on."""


class Live:
    """One room in memory."""

    def __init__(self, room: Room, house: House) -> None:
        self.house = house
        self.audience = Audience(room, house.store.secret, house.now)
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.advising: tuple[Connection, asyncio.Task[None]] | None = None
        self.weighing: dict[Connection, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.chores: set[asyncio.Task[None]] = set()
        self.idle_since = house.now()
        self.noted = 0  # the number of the event after which the stored note was made
        self.noted_at = house.now()  # or when the room was read
        self._note: Note | None = None
        self._nobody_left()

    @property
    def room(self) -> Room:
        """The room itself."""
        return self.audience.room

    def note(self) -> Note:
        """What lists show of this room now."""
        if self._note is None or self._note.number != self.room.number:
            self._note = note_of(self.room)
        return self._note

    def note_to_store(self) -> Note:
        """The same for the store; it is not cached, because most rooms are never listed while they play."""
        return self.note() if self._note else note_of(self.room)

    def _nobody_left(self) -> None:
        """Absent players of a room that has just been loaded count as absent from now on."""
        here = self.audience.company().here
        self.room.gone_since = {seat: self.house.now() for seat in SEATS if seat not in here}

    # -------------------------------------------------------------- coming and going

    async def join(self, connection: Connection) -> None:
        """A page has connected: it is told where the game stands, the others that somebody came."""
        async with self.lock:
            # Another server may have answered this page what we have not heard of yet.
            if self.house.store.shared:
                await self._take_over()
            await self._flag()
            seats = self.audience.guest(connection).seats
            connection.look = outgoing.first_look(self.room, seats)
            self.audience.connections[connection] = None
            for seat in seats:
                self.room.gone_since.pop(seat, None)
            self.audience.tell(connection)
            self.audience.tell_presence(but=connection)
            self.look_ahead()
        self._say_present()

    def leave(self, connection: Connection) -> None:
        """A page has gone."""
        if self.advising and self.advising[0] is connection:
            self.advising[1].cancel()
        if connection in self.weighing:
            self.weighing.pop(connection).cancel()
        if connection not in self.audience.connections:
            return
        del self.audience.connections[connection]
        now, here = self.house.now(), self.audience.company().here
        for seat in self.audience.guest(connection).seats:
            if seat not in here:
                self.room.gone_since.setdefault(seat, now)
        self.idle_since = now
        self.audience.tell_presence()
        self.look_ahead()
        self._say_present()

    def _say_present(self) -> None:
        """Tells other servers, where there are any, who is here."""
        if self.house.store.shared:
            here = self.audience.company_here()
            self._begin(self.house.store.say_present(self.room.id, sorted(here.here), here.watching))

    def hear_of_others(self) -> None:
        """Somebody may have joined or left this table through another server."""
        self._begin(self._look_for_others())

    async def _look_for_others(self) -> None:
        async with self.lock:  # of two requests at once, the answer that comes last may be the older one
            others = (await self.house.store.others([self.room.id]))[self.room.id]
            if others == self.audience.others:
                return
            gone = self.audience.others.seats - others.seats
            self.audience.others = others
            here = self.audience.company().here
            for seat in SEATS:
                if seat in here:
                    self.room.gone_since.pop(seat, None)
                elif seat in gone:
                    self.room.gone_since.setdefault(seat, self.house.now())
            self.audience.tell_presence()
            self.look_ahead()

    @property
    def idle(self) -> bool:
        """Whether this room can be dropped from memory."""
        clock = self.room.began.clock
        runs = isinstance(clock, Clock) and self.room.clocks and self.room.clocks.running
        return not (self.audience.connections or self.thinking or runs or self.lock.locked() or self.chores)

    def idle_for(self, now: int) -> int:
        """For how many milliseconds this room has been idle."""
        return now - self.idle_since if self.idle else 0

    def close(self) -> None:
        """Ends all that this room has begun."""
        if self.timer:
            self.timer.cancel()
        hint = self.advising and self.advising[1]
        for task in (self.thinking, hint, *self.weighing.values(), *self.chores):
            if task:
                task.cancel()

    # -------------------------------------------------------------- changing

    def time(self) -> int:
        """The time of day, never before the room's last event."""
        return max(self.house.now(), self.room.changed)

    async def change(
        self, decide: Callable[[Room, int], Sequence[Stored]], more: Transaction | None = None
    ) -> None:
        """Stores what a command brings about, then applies it and tells everyone; Refusal if it is refused."""
        await self.change_more(lambda room, at: (decide(room, at), more))

    async def change_more(
        self, decide: Callable[[Room, int], tuple[Sequence[Stored], Transaction | None]]
    ) -> None:
        """As `change`, where what else goes into the store depends on the room.

        It runs to the end even if the asking page has gone meanwhile: the others must be told what is stored.
        """

        async def work() -> None:
            async with self.lock:
                await self._flag()
                await self._up_to_date(decide)

        await asyncio.shield(self._begin(work()))

    async def obey(self, decide: Callable[[Room, int], Sequence[Stored]]) -> None:
        """As `change`, for a page's task, which is never cancelled and so runs to the end by itself."""
        async with self.lock:
            if self.room.clocks:
                await self._flag()
            await self._up_to_date(lambda room, at: (decide(room, at), None))

    async def _up_to_date(
        self, decide: Callable[[Room, int], tuple[Sequence[Stored], Transaction | None]]
    ) -> None:
        """Runs a command, again if another server has changed the game; `stale` only if that keeps happening."""
        for _ in range(MAX_TRIES):
            try:
                await self._store(*decide(self.room, self.time()))
            except Behind:
                if not await self._take_over():
                    await self._read_again()  # nothing is new, so the game was deleted
            else:
                return
        raise Refusal("stale")

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.chores.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.chores.discard(task)
        if not task.cancelled():
            task.exception()  # reported to the page that asked, if it is still there

    async def _flag(self) -> None:
        if self.room.clocks:
            await self._up_to_date(lambda room, at: (room.flag(at), None))

    async def _store(self, events: Sequence[Stored], more: Transaction | None = None) -> None:
        room = self.room
        if not events:
            return
        entries = [
            Entry(room.id, number, event.at, pack(event))
            for number, event in enumerate(events, room.number + 1)
        ]
        batch = Transaction(entries)
        if room.clocks:
            batch = Transaction(entries, dues=[Deadline(room.id, entries[-1].number, room.due_after(events))])
        if more:
            batch = more._replace(entries=[*entries, *more.entries], dues=[*batch.dues, *more.dues])
        begin = monotonic()
        try:
            await self.house.store.write(batch)
        except Conflict:
            raise Behind from None
        except NotStored:
            if not await self._kept_all_the_same(entries):
                raise Refusal("not-stored") from None
        metrics.STORING.observe(monotonic() - begin)
        for event in events:
            room.apply(event)
            if isinstance(event, Played):
                metrics.ACTIONS_PLAYED.total += 1
            if room.over and isinstance(event, Played | Ended):
                with suppress(NotStored):  # only an index: it is corrected when games are listed
                    await self.house.store.write(Transaction((), notes=[self.note_to_store()]))
                    self.noted = room.number
            self.audience.tell_all(event)
        self.look_ahead()

    async def _kept_all_the_same(self, entries: Sequence[Entry]) -> bool:
        """Whether a commit whose answer was lost went through: the stored events are then exactly ours."""
        with suppress(NotStored):
            found = await self.house.store.events_after(self.room.id, self.room.number)
            return found[: len(entries)] == [entry.body for entry in entries]
        return False

    def hear(self, after: int, bodies: Sequence[bytes]) -> None:
        """Another server has stored these events after this number; what is missing up to it must be read."""
        known = self.room.number - after
        if self.lock.locked() or known < 0:
            self._begin(self._catch_up())
        else:
            self._apply(bodies[known:])

    def hear_everything(self) -> None:
        """Anything may have happened since other servers were last heard of."""
        self._begin(self._catch_up())
        self.hear_of_others()

    async def _catch_up(self) -> None:
        async with self.lock:
            await self._take_over()

    async def _take_over(self) -> bool:
        """Applies what others have stored, and tells everyone; returns whether there was anything."""
        room = self.room
        try:
            bodies = await self.house.store.events_after(room.id, room.number)
        except Unreadable:
            await self._read_again()
            return True
        except NotStored:
            raise Refusal("not-stored") from None
        self._apply(bodies)
        return bool(bodies)

    def _apply(self, bodies: Sequence[bytes]) -> None:
        """Moves the room on by what others have stored, and tells everyone."""
        for body in bodies:
            event = unpack(body)
            self.room.apply(event)
            self.audience.tell_all(event)
        if bodies:
            self.look_ahead()

    async def _read_again(self) -> None:
        """Takes over what the store knows, and tells everyone."""
        self.audience.room = await self.house.load(self.room.id)
        self._note = None
        self._nobody_left()
        self.audience.tell_everything()
        self.look_ahead()

    # -------------------------------------------------------------- what happens by itself

    def look_ahead(self) -> None:
        """Sets the timer for the next thing that is due, and lets our player think if it is to move."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        room = self.room
        if room.over:
            return
        if room.thinker and not self.thinking:
            self.thinking = asyncio.create_task(self._think())
        if not room.clocks:
            return
        now = self.house.now()
        moments = [room.clocks.falls(), *(room.deserted_at(seat) for seat in SEATS)]
        if coming := [moment for moment in moments if moment is not None and moment > now]:
            delay = min(min(coming) - now, 3_600_000) / 1000
            self.timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._begin(self._on_time())

    async def _on_time(self) -> None:
        with suppress(Refusal):
            async with self.lock:
                await self._flag()
        if not self.room.over:
            self.audience.tell_presence()
            self.look_ahead()

    async def look_at_clock(self) -> None:
        """Ends the game if a clock has run out; else says when to look again."""
        async with self.lock:
            await self._flag()
            due = Deadline(self.room.id, self.room.number, self.room.due)
            with suppress(NotStored):  # somebody looks again soon
                await self.house.store.write(Transaction((), dues=[due]))
            self.look_ahead()

    async def _think(self) -> None:
        """Lets our player choose until it is a person's move; a choice for a game that has moved on is dropped."""
        try:
            while seat := self.room.thinker:
                moved, level = self.room.moved, self.room.level(seat)
                assert level
                view, luck = self.room.game.view(seat), self.house.luck()
                if not await self._may_think():
                    await asyncio.sleep(NOT_OURS)
                    continue
                try:
                    asker = self.audience.asker()
                    choice = await self.house.players.choose(level, self.room.rules, view, luck, asker)
                    await self._act_for(seat, choice.action, moved)
                except Fault as fault:
                    await self._give_up_for(seat, fault.by, moved)
                except Busy:
                    self.audience.tell_players(denied(Refusal("busy"), self.room.number))
                    await asyncio.sleep(BUSY_FOR)
                except Refusal:
                    await asyncio.sleep(AGAIN)  # the store has failed
        finally:
            self.thinking = None
            self.idle_since = self.house.now()
            with suppress(NotStored):
                await self.house.store.give_lease_back(self.room.id)

    async def _may_think(self) -> bool:
        """Whether no other server thinks for this room."""
        try:
            return await self.house.store.take_lease(self.room.id)
        except NotStored:
            return False

    async def _act_for(self, seat: Seat, action: str, moved: int) -> None:
        async with self.lock:
            if self.room.moved == moved:
                try:
                    events = self.room.play(seat, action, moved, self.time())
                except Refusal as refusal:
                    raise Fault("illegal", str(refusal)) from None
                try:
                    await self._store(events)
                except Behind:
                    await self._take_over()

    async def _give_up_for(self, seat: Seat, by: str, moved: int) -> None:
        with suppress(Refusal, Behind):
            async with self.lock:
                if self.room.moved == moved:
                    await self._store(self.room.give_up_for(seat, by, self.time()))
