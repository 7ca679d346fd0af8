"""Seats that wait for anyone, and public games to watch: only of games that were opened as public.

The store keeps them on the list of an imaginary visitor (`EVERYBODY`), so that all servers of one store know the
same seats, even after a restart. A game with minutes on its clock is listed while its owner is present, any other
for some days.
"""

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import TypeVar

from kahuna.server import keys
from kahuna.server.bodies import OpenGame, OpenSeat, Seats
from kahuna.server.front import Front
from kahuna.server.live import Live
from kahuna.server.outgoing import players_of
from kahuna.server.refusals import Refusal
from kahuna.server.store import NotStored, Store
from kahuna.server.wire import Clock
from kahuna.table.ruleset import SEATS

T = TypeVar("T")
EVERYBODY = "*"  # whose games everybody may see; visitors are hashes
MAX_PUBLIC_GAMES = 500  # public games; the oldest are forgotten
MAX_LISTED = 40  # of each kind
LISTED_FOR = 3 * 86_400_000  # milliseconds, of a seat whose owner is away
FRESH = 1000  # milliseconds for which a list is shown again


class OpenSeats:
    """All public games that are known to this server."""

    def __init__(
        self,
        rooms: Mapping[str, Live],
        store: Store,
        live: Callable[[str], Awaitable[Live]],
        now: Callable[[], int],
    ) -> None:
        self.rooms, self.store, self.live, self.now = rooms, store, live, now
        self._known: OrderedDict[str, tuple[Front, str]] = OrderedDict()  # and from which address
        self._begun: set[str] = set()  # that have begun and have nobody present: only a visit changes that
        self._looked = -FRESH  # when they were last looked through
        self._listed = Seats(True, [], [])

    def see(self, room: Front, address: str = "") -> None:
        """Remembers a public game as it is now; others are ignored."""
        if not room.began.public:
            return
        known = self._known.pop(room.id, None)
        if room.over:
            return
        self._known[room.id] = room, address or (known[1] if known else "")
        if len(self._known) > MAX_PUBLIC_GAMES:
            self._known.popitem(last=False)

    def check(self, visitor: str, address: str, by_visitor: int, by_address: int) -> None:
        """Refuses one seat too many that waits for anyone."""
        waiting = [
            (room.began.opener, where)
            for room, where in ((self._now(room), where) for room, where in self._known.values())
            if room.waiting
        ]
        if sum(opener == visitor for opener, _ in waiting) >= by_visitor:
            raise Refusal("too-many-seats")
        if sum(where == address for _, where in waiting) >= by_address:
            raise Refusal("too-many-seats")

    def _now(self, room: Front) -> Front:
        live = self.rooms.get(room.id)
        return live.room if live else room

    async def listed(self) -> Seats:
        """What is open to everybody, the oldest seat first; worked out once a second at most."""
        if self.now() - self._looked >= FRESH:
            self._looked = self.now()
            await self._look_around()
            self._listed = self._looked_through()
        return self._listed

    async def _look_around(self) -> None:
        """Learns what was opened or has changed on other servers, or before this one started."""
        stored = {
            each.game: each.number for each in await self.store.games_of(EVERYBODY, False, MAX_PUBLIC_GAMES)
        }
        for id in self._known.keys() - stored.keys() - self.rooms.keys():
            del self._known[id]  # it has ended
        self._begun &= stored.keys()
        for id, number in stored.items():
            known = self._known.get(id)
            if id in self._begun and id not in self.rooms and not await self._visited_elsewhere(id):
                continue
            if id in self.rooms or known is None or known[0].number < number or await self._found(known[0]):
                with suppress(Refusal):  # damaged, for example; the others are listed anyway
                    await self._meet(await self.live(id))

    async def _meet(self, live: Live) -> None:
        """Remembers a game that was read; one that has begun without anybody there is not read for every list."""
        room = live.room
        self.see(room)
        if room.waiting or _attended(live):
            return
        self._begun.add(room.id)
        if (
            not self.store.shared
        ):  # it is listed again when somebody comes back; until then it takes no place in the list
            with suppress(NotStored):
                await self.store.forget(EVERYBODY, room.id)

    async def _visited_elsewhere(self, id: str) -> bool:
        """Whether anybody is at this table through another server."""
        others = (await self.store.others([id]))[id]
        return bool(others.seats or others.watching)

    async def _found(self, room: Front) -> bool:
        """Whether the owner of a seat that is listed only while they are present came through another server."""
        if not isinstance(room.began.clock, Clock):
            return False
        return bool((await self.store.others([room.id]))[room.id].seats)

    def _looked_through(self) -> Seats:
        seats: list[tuple[str, Front]] = []
        running: list[tuple[str, Live]] = []
        for id, (known, address) in list(self._known.items()):
            room, live = self._now(known), self.rooms.get(id)
            whose = address or room.began.opener
            if room.over or not (room.waiting or live):
                del self._known[id]
            elif not room.waiting:
                if live and _attended(live):
                    running.append((whose, live))
            elif self._offered(room, live):
                seats.append((whose, room))
        offered = sorted(map(self._seat, _shared_out(seats)), key=lambda seat: seat.created)
        return Seats(True, offered, [self._game(live.room, live) for live in _shared_out(running)])

    def _offered(self, room: Front, live: Live | None) -> bool:
        if live and live.audience.company().here:
            return True
        return not isinstance(room.began.clock, Clock) and self.now() - room.began.at < LISTED_FOR

    def _seat(self, room: Front) -> OpenSeat:
        free = room.free_seat()
        assert free
        host = next((room.names[seat] for seat in SEATS if room.holders[seat]), "")
        key = keys.key(self.store.secret, room.id, keys.INVITE)
        began = room.began
        return OpenSeat(
            key, began.game, room.rules.settings(), free, began.clock, host, began.at, began.hints
        )

    def _game(self, room: Front, live: Live) -> OpenGame:
        company = live.audience.company()
        path = f"/watch/{keys.key(self.store.secret, room.id, keys.WATCH)}"
        return OpenGame(path, room.began.game, players_of(room, company), company.watching)


def _shared_out(found: list[tuple[str, T]]) -> list[T]:
    """As many as a list shows: one of each owner in turn, so that nobody fills the list."""
    turns: Counter[str] = Counter()
    in_turn: list[tuple[int, T]] = []
    for whose, each in found:
        turns[whose] += 1
        in_turn.append((turns[whose], each))
    return [each for _, each in sorted(in_turn, key=itemgetter(0))[:MAX_LISTED]]


def _attended(live: Live) -> bool:
    """Whether anybody is at this table, through any server."""
    company = live.audience.company()
    return bool(company.here or company.watching)
