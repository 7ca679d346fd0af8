"""Everything a page is sent about a room goes through here. `Game.view` and `Game.events` hide what is secret (K16)."""

from typing import NamedTuple

from kahuna.server import keys
from kahuna.server.bodies import Summary, Verdict
from kahuna.server.front import LINK_LIFE, Front
from kahuna.server.messages import Update
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.tickets import next_secret
from kahuna.server.wire import PROTOCOL_VERSION, Links, Player, RoomInfo, SeatLink
from kahuna.table.events import Event
from kahuna.table.fair import commitment
from kahuna.table.seats import Seat
from kahuna.table.view import View

Events = list[Event]


class Guest(NamedTuple):
    """Who looks at a room: the seats that are theirs, and the one they look from (None: as a spectator)."""

    seats: tuple[Seat, ...]
    look: Seat | None
    opener: bool


class Company(NamedTuple):
    """Who is there: seats with a page connected, and how many only watch."""

    here: frozenset[Seat] = frozenset()
    watching: int = 0


def room_message(
    room: Front,
    guest: Guest,
    company: Company,
    secret: bytes,
    at: int,
    players: dict[Seat, Player] | None = None,
) -> RoomInfo:
    """The room apart from its position; `players` if they have been worked out before."""
    began = room.began
    return RoomInfo(
        id=room.id,
        game=began.game,
        rules=began.rules,
        players=players or players_of(room, company),
        seats=list(guest.seats),
        clock=began.clock,
        same_screen=began.same_screen,
        created=began.at,
        changed=room.changed,
        links=_links(room, guest, secret, at),
        rematch=room.following if guest.seats else None,
        watching=company.watching,
        commitment=room.commitment,
        next_commitment=commitment(next_secret(secret, room.id)) if room.over and room.commitment else None,
        from_position=began.start is not None,
        public=began.public,
        hints=dict(room.hints) if began.hints else None,
    )


def players_of(room: Front, company: Company) -> dict[Seat, Player]:
    """Who sits where."""
    return {"white": _player(room, "white", company), "black": _player(room, "black", company)}


def _player(room: Front, seat: Seat, company: Company) -> Player:
    if level := room.level(seat):
        return Player("level", level, True)
    devices = len(room.holders[seat])
    return Player("person" if devices else "nobody", room.names[seat], seat in company.here, devices)


def _links(room: Front, guest: Guest, secret: bytes, at: int) -> Links:
    id, following = room.id, room.following
    return Links(
        invite=_path("join", secret, id, keys.INVITE) if guest.opener and room.free_seat() else None,
        watch=_path("watch", secret, id, keys.WATCH),
        seats=[
            SeatLink(n, link.seat, _path("move", secret, id, keys.seat_link(n)), link.at + LINK_LIFE)
            for n, link in room.links_to(guest.seats, at)
        ]
        if room.seat_links
        else [],
        replay=_path("replay", secret, id, keys.REPLAY) if room.over else None,
        next=_path("watch", secret, following, keys.WATCH) if following and not guest.seats else None,
    )


def _path(page: str, secret: bytes, game: str, purpose: str) -> str:
    return f"/{page}/{keys.key(secret, game, purpose)}"


class Telling:
    """A room at one moment, as it is sent to pages; what all pages share is worked out once."""

    def __init__(self, room: Room, company: Company, secret: bytes, at: int) -> None:
        self.room, self.company, self.secret, self.at = room, company, secret, at
        self._players = players_of(room, company)
        self._public = room.view(None)
        self._time = room.clocks.shown(at) if room.clocks else None
        self._thinking = room.thinker is not None

    def front(self, guest: Guest) -> RoomInfo:
        """The room apart from its position, for this guest."""
        return room_message(self.room, guest, self.company, self.secret, self.at, self._players)

    def update(self, guest: Guest, events: Events, history: bool) -> Update:
        """Where the game stands for this guest; `events` are those that they may see."""
        room, look, view = self.room, guest.look, self._public
        if look is not None and view is not None:
            view = {**view, **room.game.spec.own(room.game, look)}
        can_undo, asks = _undoing(room, guest)
        return Update(
            version=PROTOCOL_VERSION,
            number=room.number,
            room=self.front(guest),
            seat=look,
            view=view,
            events=events,
            history=[room.game.events(look, place) for place in range(len(room.game.steps))]
            if history
            else None,
            can_undo=can_undo,
            undo=room.asking,
            rematch=room.wishes,
            can_claim=can_claim(room, guest, self.at),
            time=self._time,
            thinking=self._thinking,
            undo_asks=asks,
        )


def undoer(room: Room, guest: Guest) -> Seat | None:
    """For whom this guest would take back; on one screen also behind the curtain."""
    return guest.look or (guest.seats[0] if guest.seats and room.began.same_screen else None)


def _undoing(room: Room, guest: Guest) -> tuple[bool, bool]:
    seat = undoer(room, guest)
    if seat is None:
        return False, False
    try:
        return True, room.undoing(seat) == "asked for"
    except Refusal:
        return False, False


def can_claim(room: Room, guest: Guest, at: int) -> bool:
    """Whether this guest could claim the win."""
    return guest.look is not None and room.can_claim(guest.look, at) and not room.over


def first_look(room: Room, seats: tuple[Seat, ...]) -> Seat | None:
    """From where a guest with these seats looks by default: on one screen as a spectator, so that no hand is shown.

    Where nothing is hidden the seat to move looks at once.
    """
    if len(seats) == 1:
        return seats[0]
    return room.game.to_move if seats and not room.game.spec.hidden else None


def list_entry(
    room: Front,
    view: View | None,
    guest: Guest,
    company: Company,
    secret: bytes,
    verdict: Verdict | None,
) -> Summary:
    """The game in a list of games; `view` is what everybody may see."""
    return Summary(
        room=room_message(room, guest, company, secret, room.changed),
        view=view,
        your_move=room.to_move in guest.seats,
        rematch=[] if room.following else list(room.wishes),
        verdict=verdict,
    )
