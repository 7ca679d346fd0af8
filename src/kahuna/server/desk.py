"""What a page's messages do: each is read, checked and answered; a refused one changes nothing."""

import msgspec

from kahuna.server import outgoing
from kahuna.server.advising import ask_hint, check_free
from kahuna.server.audience import Connection, denied
from kahuna.server.chances import ask_chance
from kahuna.server.limits import Buckets, Conduct, Limits
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.messages import (
    AnswerUndo,
    AskChance,
    Claim,
    FromPage,
    Hint,
    Look,
    MakeLink,
    Ping,
    Play,
    Pong,
    Preview,
    Previews,
    React,
    Recall,
    Recalled,
    Rematch,
    Rename,
    Resign,
    RevokeLink,
    Undo,
)
from kahuna.server.names import plain_name
from kahuna.server.opening import rematch
from kahuna.server.reacting import react
from kahuna.server.refusals import Refusal
from kahuna.server.seating import make_link
from kahuna.table.events import BoardEvent
from kahuna.table.seats import Seat
from kahuna.table.view import Count

_decoder = msgspec.json.Decoder(FromPage)


class Desk:
    """One connection's messages, one after the other."""

    __slots__ = ("conduct", "connection", "limits", "live", "lobby")

    def __init__(
        self,
        lobby: Lobby,
        live: Live,
        connection: Connection,
        limits: Limits,
        conduct: Conduct,
    ) -> None:
        self.lobby, self.live, self.connection, self.limits = lobby, live, connection, limits
        self.conduct = conduct

    async def take(self, text: str | bytes) -> bool:
        """Answers a message; False if the connection must be closed for misbehaving."""
        try:
            message = self._read(text)
        except Refusal as refusal:
            self._deny(refusal)
            return self.conduct.put_up_with()
        self.conduct.approve()
        try:
            await self._obey(message)
        except Refusal as refusal:
            self._deny(refusal)
        return True

    def _deny(self, refusal: Refusal) -> None:
        self.connection.send(denied(refusal, self.live.room.number))

    def _read(self, text: str | bytes) -> FromPage:
        if not self.conduct.may():
            raise Refusal("too-fast")
        if len(text) > self.limits.body:
            raise Refusal("too-big")
        try:
            message: FromPage = _decoder.decode(text)
            return message
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refusal("bad-message") from None

    def _seat(self) -> Seat:
        """The seat for which this page acts: the one it looks from."""
        guest = self.live.audience.guest(self.connection)
        if not guest.seats:
            raise Refusal("not-allowed")
        if guest.look is None:
            raise Refusal("not-your-side")
        return guest.look

    async def _obey(self, message: FromPage) -> None:
        live, connection = self.live, self.connection
        if isinstance(message, Play):
            seat, action, number = self._seat(), message.action, message.number
            await live.obey(lambda room, at: room.play(seat, action, number, at))
            return
        if isinstance(message, Ping):
            connection.send(Pong())
            return
        if isinstance(message, Recall):
            connection.send(Recalled(message.actions, live.room.counts_after(message.actions)))
            return
        if isinstance(message, Look):
            async with self.lobby.giving_way.turn(connection.address):  # the whole history is told
                self._look(message.seat)
            return
        if isinstance(message, Undo):
            await self._undo(message.number)
            return
        if isinstance(message, MakeLink | RevokeLink):
            await self._link(message)
            return
        if isinstance(message, AskChance):
            self._tell_chance(message.number)
            return
        seat = self._seat()
        match message:
            case Preview(actions=actions, number=number):
                await self._preview(seat, actions, number)
            case Hint(number=number):
                live.room.hint(seat, number, self.lobby.now())
                self._count(self.lobby.hints)
                check_free(live)
                await live.obey(lambda room, at: room.hint(seat, number, at))
                ask_hint(live, connection, seat)
            case React(sign=sign):
                self._count(self.lobby.reactions)
                await react(live, seat, sign)
            case AnswerUndo(grant=grant, number=number):
                await live.obey(lambda room, at: room.answer_undo(seat, grant, number, at))
            case Resign():
                await live.obey(lambda room, at: room.resign(seat, at))
            case Claim():
                await live.obey(lambda room, at: room.claim(seat, at))
            case Rematch():
                await rematch(
                    self.lobby,
                    live,
                    seat,
                    connection.visitor or "",
                    connection.address,
                    message.contribution or "",
                )
            case Rename(name=name):
                await live.obey(lambda room, at: room.rename(seat, plain_name(name), at))

    async def _preview(self, seat: Seat, actions: list[str], number: int) -> None:
        """What these actions would do, unless the game moves on meanwhile."""
        room = self.live.room
        counts: dict[str, dict[str, Count]] = {}

        def some(asked: list[str]) -> dict[str, list[BoardEvent]]:
            events = room.preview(seat, asked, number)
            counts.update(room.preview_counts(seat, asked))
            return events

        found = await self.lobby.giving_way.in_pieces(self.connection.address, actions, some)
        self.connection.send(Previews(room.number, found, counts))

    def _tell_chance(self, number: int) -> None:
        """The chance to win; on one screen also behind the curtain, since it reveals nothing hidden."""
        seats = self.live.audience.guest(self.connection).seats
        if not seats:
            raise Refusal("not-allowed")
        self.live.room.check_chance(seats, number)
        self._count(self.lobby.chances)
        ask_chance(self.live, self.connection)

    def _count(self, buckets: Buckets) -> None:
        """Refuses the request if this visitor has made it too often."""
        if not buckets.take(self.connection.visitor or "", self.lobby.now() / 1000):
            raise Refusal("too-fast")

    async def _link(self, message: MakeLink | RevokeLink) -> None:
        """Links to one's own seat; on one screen also behind the curtain."""
        seats = self.live.audience.guest(self.connection).seats
        if not seats:
            raise Refusal("not-allowed")
        if isinstance(message, MakeLink):
            await make_link(self.lobby, self.live, seats[0])
        else:
            await self.live.obey(lambda room, at: room.revoke(seats, message.link, at))

    def _look(self, seat: Seat | None) -> None:
        guest = self.live.audience.guest(self.connection)
        if seat is not None and seat not in guest.seats:
            raise Refusal("not-allowed")
        self.connection.look = seat
        self.live.audience.tell(self.connection)

    async def _undo(self, number: int) -> None:
        guest = self.live.audience.guest(self.connection)
        seat = outgoing.undoer(self.live.room, guest) or self._seat()
        await self.live.obey(lambda room, at: room.undo(seat, number, at))
