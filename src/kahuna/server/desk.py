"""What a page's messages do: each is read, checked and answered; a refused one changes nothing."""

import msgspec

from kahuna.server import outgoing
from kahuna.server.audience import Connection, denied
from kahuna.server.limits import Conduct, Limits
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.messages import (
    AnswerUndo,
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
    Rematch,
    Rename,
    Resign,
    RevokeLink,
    Seat,
    Undo,
)
from kahuna.server.names import plain_name
from kahuna.server.refusals import Refusal

_decoder = msgspec.json.Decoder(FromPage)


class Desk:
    """One connection's messages, one after the other."""

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
        """Answers a message; False when the connection is put up with no longer."""
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
        if isinstance(message, Ping):
            connection.send(Pong())
            return
        if isinstance(message, Look):
            self._look(message.seat)
            return
        if isinstance(message, Undo):
            await self._undo(message.number)
            return
        if isinstance(message, MakeLink | RevokeLink):
            await self._link(message)
            return
        seat = self._seat()
        match message:
            case Play(action=action, number=number):
                await live.change(lambda room, at: room.play(seat, action, number, at))
            case Preview(actions=actions, number=number):
                connection.send(Previews(live.room.number, live.room.preview(seat, actions, number)))
            case Hint(number=number):
                live.room.check_hint(seat, number)
                if not self.lobby.hints.take(connection.visitor or "", self.lobby.now() / 1000):
                    raise Refusal("too-fast")
                live.ask_hint(connection, seat)
            case AnswerUndo(grant=grant, number=number):
                await live.change(lambda room, at: room.answer_undo(seat, grant, number, at))
            case Resign():
                await live.change(lambda room, at: room.resign(seat, at))
            case Claim():
                await live.change(lambda room, at: room.claim(seat, at))
            case Rematch():
                await self.lobby.rematch(live, seat, connection.visitor or "", connection.address)
            case Rename(name=name):
                await live.change(lambda room, at: room.rename(seat, plain_name(name), at))

    async def _link(self, message: MakeLink | RevokeLink) -> None:
        """Links to one's own seat; on one screen also behind the curtain."""
        seats = self.live.audience.guest(self.connection).seats
        if not seats:
            raise Refusal("not-allowed")
        if isinstance(message, MakeLink):
            await self.lobby.make_link(self.live, seats[0])
        else:
            await self.live.change(lambda room, at: room.revoke(seats, message.link, at))

    def _look(self, seat: Seat | None) -> None:
        guest = self.live.audience.guest(self.connection)
        if seat is not None and seat not in guest.seats:
            raise Refusal("not-allowed")
        self.connection.look = seat
        self.live.audience.tell(self.connection)

    async def _undo(self, number: int) -> None:
        guest = self.live.audience.guest(self.connection)
        seat = outgoing.undoer(self.live.room, guest) or self._seat()
        await self.live.change(lambda room, at: room.undo(seat, number, at))
