"""A room in memory with the pages connected to it: stores what commands bring about, then tells everyone.

Commands to one room wait for each other; a command is answered when its events are stored and not before. Should the
store know more than we do (another server, or a write whose answer was lost), the room is read again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple, Protocol

from kahuna.bots.base import Choice, Fault
from kahuna.bots.levels import ADVISER
from kahuna.server import metrics, outgoing
from kahuna.server.audience import Audience, Connection, denied
from kahuna.server.messages import Advice, Clock, Seat
from kahuna.server.notes import note_of
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Batch, Conflict, Entry, Note, NotStored, Store
from kahuna.server.stored import Ended, Played, Stored, pack
from kahuna.server.turns import Asker, Busy
from kahuna.table.ruleset import SEATS, Rules

BUSY_FOR = 3.0  # seconds until our player asks again for its turn
AGAIN = 1.0  # seconds until what could not be stored is tried again


class Players(Protocol):
    """Whoever lets our own players think, somewhere else and without holding anybody up."""

    @property
    def ready(self) -> bool:
        """Whether answers come at once; until then there is something to compile."""
        ...

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        ...

    def start(self, specs: Iterable[str]) -> None:
        """Begins, and warms up for these players."""
        ...

    async def choose(self, spec: str, rules: Rules, view: dict[str, Any], luck: str, asker: Asker) -> Choice:
        """The choice of the player with this spec; Fault if there is none to be had, Busy if too many wait."""
        ...

    def close(self) -> None:
        """Ends at once."""
        ...


class House(NamedTuple):
    """What all rooms share."""

    store: Store
    players: Players
    now: Callable[[], int]  # time of day in milliseconds
    luck: Callable[[], str]  # seeds for our players; they have nothing to do with the cards
    load: Callable[[str], Awaitable[Room]]
    hint: str = ADVISER


class Live:
    """One room in memory."""

    def __init__(self, room: Room, house: House) -> None:
        self.house = house
        self.audience = Audience(room, house.store.secret, house.now)
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.advising: tuple[Connection, asyncio.Task[None]] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.chores: set[asyncio.Task[None]] = set()
        self.idle_since = house.now()
        self.noted = 0  # the number of the event after which the stored note was made
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

    def _nobody_left(self) -> None:
        """Who is not there in a room that has just been read is missed from now on, not since they sat down."""
        here = self.audience.company().here
        self.room.gone_since = {seat: self.house.now() for seat in SEATS if seat not in here}

    # -------------------------------------------------------------- coming and going

    async def join(self, connection: Connection) -> None:
        """A page has connected: it is told where the game stands, the others that somebody came."""
        async with self.lock:
            await self._flag()
            seats = self.audience.guest(connection).seats
            connection.look = outgoing.first_look(self.room, seats)
            self.audience.connections[connection] = None
            for seat in seats:
                self.room.gone_since.pop(seat, None)
            self.audience.tell(connection)
            self.audience.tell_presence(but=connection)
            self._look_ahead()

    def leave(self, connection: Connection) -> None:
        """A page has gone."""
        if self.advising and self.advising[0] is connection:
            self.advising[1].cancel()
        if connection not in self.audience.connections:
            return
        del self.audience.connections[connection]
        now, here = self.house.now(), self.audience.company().here
        for seat in self.audience.guest(connection).seats:
            if seat not in here:
                self.room.gone_since.setdefault(seat, now)
        self.idle_since = now
        self.audience.tell_presence()
        self._look_ahead()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this room in memory."""
        clock = self.room.began.clock
        runs = isinstance(clock, Clock) and self.room.clocks and self.room.clocks.running
        return not (self.audience.connections or self.thinking or runs or self.lock.locked() or self.chores)

    def close(self) -> None:
        """Ends all that this room has begun."""
        if self.timer:
            self.timer.cancel()
        for task in (self.thinking, self.advising and self.advising[1], *self.chores):
            if task:
                task.cancel()

    # -------------------------------------------------------------- changing

    def time(self) -> int:
        """The time of day, never before the room's last event."""
        return max(self.house.now(), self.room.changed)

    async def change(
        self, decide: Callable[[Room, int], Sequence[Stored]], more: Batch | None = None
    ) -> None:
        """Stores what a command brings about, then applies it and tells everyone; Refusal if it is refused."""
        await self.change_more(lambda room, at: (decide(room, at), more))

    async def change_more(self, decide: Callable[[Room, int], tuple[Sequence[Stored], Batch | None]]) -> None:
        """As `change`, where what else goes into the store depends on the room.

        It goes on to the end even if whoever asked has gone meanwhile: the others must hear of what is stored.
        """

        async def work() -> None:
            async with self.lock:
                await self._flag()
                await self._store(*decide(self.room, self.time()))

        await asyncio.shield(self._begin(work()))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.chores.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.chores.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked is told, if they are still there

    async def _flag(self) -> None:
        if events := self.room.flag(self.time()):
            await self._store(events)

    async def _store(self, events: Sequence[Stored], more: Batch | None = None) -> None:
        room = self.room
        if not events:
            return
        entries = [
            Entry(room.id, number, event.at, pack(event))
            for number, event in enumerate(events, room.number + 1)
        ]
        extra = more or Batch(())
        begin = monotonic()
        try:
            await self.house.store.write(extra._replace(entries=[*entries, *extra.entries]))
        except Conflict:
            await self._read_again()
            raise Refusal("stale") from None
        except NotStored:
            raise Refusal("not-stored") from None
        metrics.STORING.observe(monotonic() - begin)
        for event in events:
            room.apply(event)
            if isinstance(event, Played):
                metrics.ACTIONS.inc()
            if room.game.over and isinstance(event, Played | Ended):
                with suppress(NotStored):  # only an index: it is put right when games are listed
                    await self.house.store.write(Batch((), notes=[self.note()]))
                    self.noted = room.number
            self.audience.tell_all(event)
        self._look_ahead()

    async def _read_again(self) -> None:
        """Takes over what the store knows, and tells everyone."""
        self.audience.room = await self.house.load(self.room.id)
        self._note = None
        self._nobody_left()
        self.audience.tell_everything()
        self._look_ahead()

    # -------------------------------------------------------------- what happens by itself

    def _look_ahead(self) -> None:
        """Sets the alarm for the next thing that time brings, and lets our player think if it is to move."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        room = self.room
        if room.game.over:
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
        if not self.room.game.over:
            self.audience.tell_presence()
            self._look_ahead()

    async def _think(self) -> None:
        """Lets our player choose until it is a person's move; a choice for a game that has moved on is dropped."""
        try:
            while seat := self.room.thinker:
                moved, level = self.room.moved, self.room.level(seat)
                assert level
                view, luck = self.room.game.view(seat), self.house.luck()
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

    async def _act_for(self, seat: Seat, action: str, moved: int) -> None:
        async with self.lock:
            if self.room.moved == moved:
                try:
                    events = self.room.play(seat, action, moved, self.time())
                except Refusal as refusal:
                    raise Fault("illegal", str(refusal)) from None
                await self._store(events)

    async def _give_up_for(self, seat: Seat, by: str, moved: int) -> None:
        with suppress(Refusal):
            async with self.lock:
                if self.room.moved == moved:
                    await self._store(self.room.give_up_for(seat, by, self.time()))

    def ask_hint(self, connection: Connection, seat: Seat) -> None:
        """The strong player looks at what this seat sees; the answer comes by itself."""
        if self.advising:
            raise Refusal("hint-under-way")
        self.advising = connection, asyncio.create_task(self._advise(connection, seat))

    async def _advise(self, connection: Connection, seat: Seat) -> None:
        room, number, moved = self.room, self.room.number, self.room.moved
        try:
            choice = await self.house.players.choose(
                self.house.hint,
                room.rules,
                room.game.view(seat),
                self.house.luck(),
                Asker(connection.address, connection.visitor or ""),
            )
            if self.room is not room or room.moved != moved or connection.look != seat:
                raise Refusal("stale")
            events = room.preview(seat, [choice.action], number)[choice.action]
            connection.send(Advice(number, choice.action, events, choice.value, list(choice.best)))
        except Busy:
            connection.send(denied(Refusal("busy"), self.room.number))
        except Fault:
            connection.send(denied(Refusal("hint-failed"), self.room.number))
        except Refusal as refusal:
            connection.send(denied(refusal, self.room.number))
        finally:
            self.advising = None
