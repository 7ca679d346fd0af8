"""The pages connected to a room, and how they are sent what has changed."""

from collections.abc import Callable

import msgspec

from kahuna.server import metrics, outgoing
from kahuna.server.messages import Denied, Presence, ToPage
from kahuna.server.outgoing import Company, Events, Guest, Telling
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Others
from kahuna.server.stored import Ended, Hinted, Linked, Played, Renamed, Sat, Stored, Undone, Unlinked
from kahuna.server.turns import Asker
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

_encoder = msgspec.json.Encoder()
POSITION_STAYS = (Renamed, Linked, Unlinked, Hinted)  # events that only change the room's description


class Connection:
    """One page looking at a room. `say` sends it a message."""

    __slots__ = ("address", "look", "say", "visitor")

    def __init__(self, visitor: str | None, address: str, say: Callable[[bytes], None]) -> None:
        self.visitor = visitor  # None: only watches
        self.address = address
        self.look: Seat | None = None
        self.say = say

    def send(self, message: ToPage) -> None:
        """Tells this page something."""
        self.say(_encoder.encode(message))


def denied(refusal: Refusal, number: int | None) -> Denied:
    """A refusal as a message."""
    metrics.REFUSALS.labels(refusal.code).inc()
    return Denied(refusal.code, str(refusal), refusal.rule, refusal.facts, number)


class Audience:
    """All pages connected to a room."""

    def __init__(self, room: Room, secret: bytes, now: Callable[[], int]) -> None:
        self.room, self.secret, self.now = room, secret, now
        self.connections: dict[Connection, None] = {}  # a set that keeps its order
        self.others = Others()  # who is present through other servers

    def guest(self, connection: Connection) -> Guest:
        """What this page may see of the room."""
        seats = self.room.seats_of(connection.visitor) if connection.visitor else ()
        opener = bool(seats) and connection.visitor == self.room.began.opener
        return Guest(seats, connection.look, opener)

    def company(self) -> Company:
        """Who is there now."""
        here = self.company_here()
        others = self.others
        if not others.seats and not others.watching:
            return here
        return Company(here.here | others.seats, here.watching + others.watching)

    def company_here(self) -> Company:
        """Who is present through this server."""
        here: set[Seat] = set()
        watching = 0
        for connection in self.connections:
            if connection.visitor:
                here.update(self.room.seats_of(connection.visitor))
            else:
                watching += 1
        return Company(frozenset(here), watching)

    def asker(self) -> Asker:
        """Whom our player thinks for: a page of the person who plays against it."""
        for connection in self.connections:
            if connection.visitor:
                return Asker(connection.address, connection.visitor)
        return Asker(visitor=self.room.began.opener)

    def tell_players(self, message: ToPage) -> None:
        """Sends the same message to every page that has a seat."""
        for connection in self.connections:
            if connection.visitor:
                connection.send(message)

    def tell(self, connection: Connection) -> None:
        """Tells one page the current state of the game and its whole history."""
        connection.send(self._telling().update(self.guest(connection), [], True))

    def tell_everything(self) -> None:
        """Tells every page the current state of the game and its whole history."""
        for connection in self.connections:
            self._lower_curtain(connection)
            self.tell(connection)

    def _telling(self) -> Telling:
        return Telling(self.room, self.company(), self.secret, self.now())

    def tell_all(self, event: Stored) -> None:
        """Tells every page what an event has changed; pages that see the same are sent the same bytes."""
        if isinstance(event, POSITION_STAYS):
            self.tell_presence()
            return
        ready: dict[tuple[Guest, bool], bytes] = {}
        telling, everybody = self._telling(), self._events(event)
        secretive, again = self._sees_more(event), isinstance(event, Undone | Sat)
        for connection in self.connections:
            turned = self._lower_curtain(connection)
            guest = self.guest(connection)
            history = turned or again
            text = ready.get((guest, history))
            if text is None:
                look = guest.look
                events = self.room.game.events(look) if look and look == secretive else everybody
                ready[guest, history] = text = _encoder.encode(telling.update(guest, events, history))
            connection.say(text)

    def _events(self, event: Stored) -> Events:
        """What an event did, as everybody may know it."""
        game = self.room.game
        if isinstance(event, Played):
            return game.events(None)
        return [{"event": "over", "result": game.result}] if isinstance(event, Ended) and game.result else []

    def _sees_more(self, event: Stored) -> Seat | None:
        """The seat that knows more than the public about its last action: its own line in the log says more.

        A line that opens a round may follow, so the last two lines are compared; one too many does no harm.
        """
        if not isinstance(event, Played):
            return None
        logs = self.room.game.logs
        return event.seat if logs[SEATS.index(event.seat)][-2:] != logs[2][-2:] else None

    def _lower_curtain(self, connection: Connection) -> bool:
        """On one screen, lowers the curtain for a seat that is not to move; returns whether that changed anything."""
        if not self.room.began.same_screen or not connection.visitor:
            return False
        seats = self.room.seats_of(connection.visitor)
        if len(seats) < 2 or self.room.over or connection.look == self.room.game.to_move:
            return False
        before, connection.look = connection.look, outgoing.first_look(self.room, seats)
        return before != connection.look

    def tell_presence(self, but: Connection | None = None) -> None:
        """Tells every page who is present, except perhaps the page that just connected."""
        company, now = self.company(), self.now()
        players = outgoing.players_of(self.room, company)
        ready: dict[Guest, bytes] = {}
        for connection in self.connections:
            if connection is not but:
                guest = self.guest(connection)
                if guest not in ready:
                    room = outgoing.room_message(self.room, guest, company, self.secret, now, players)
                    message = Presence(room, outgoing.can_claim(self.room, guest, now))
                    ready[guest] = _encoder.encode(message)
                connection.say(ready[guest])
