"""What a page is told of a room: the one way out. `Game.view` and `Game.events` keep what is hidden (K16)."""

from typing import Any, NamedTuple

from kahuna.server import keys
from kahuna.server.front import LINK_LIFE, Front
from kahuna.server.messages import VERSION, Links, Player, RoomInfo, Seat, SeatLink, Summary, Update
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.table.ruleset import SEATS

Events = list[dict[str, Any]]


class Guest(NamedTuple):
    """Who looks at a room: the seats that are theirs, and the one they look from (None: as a spectator)."""

    seats: tuple[Seat, ...] = ()
    look: Seat | None = None
    opener: bool = False


class Company(NamedTuple):
    """Who is there: seats with a page connected, and how many only watch."""

    here: frozenset[Seat] = frozenset()
    watching: int = 0


def room_message(room: Front, guest: Guest, company: Company, secret: bytes, at: int) -> RoomInfo:
    """The room apart from its position."""
    return RoomInfo(
        id=room.id,
        game=room.began.game,
        rules=room.rules.settings(),
        players={seat: _player(room, seat, company) for seat in SEATS},
        seats=list(guest.seats),
        clock=room.began.clock,
        same_screen=room.began.same_screen,
        created=room.began.at,
        changed=room.changed,
        links=_links(room, guest, secret, at),
        rematch=room.following if guest.seats else None,
        watching=company.watching,
    )


def _player(room: Front, seat: Seat, company: Company) -> Player:
    if level := room.level(seat):
        return Player("level", level, True)
    kind = "person" if room.holders[seat] else "nobody"
    devices = len(room.holders[seat])
    return Player(kind, room.names[seat], seat in company.here, devices)  # type: ignore[arg-type]


def _links(room: Front, guest: Guest, secret: bytes, at: int) -> Links:
    def path(page: str, purpose: str, game: str = room.id) -> str:
        return f"/{page}/{keys.key(secret, game, purpose)}"

    return Links(
        invite=path("join", keys.INVITE) if guest.opener and room.free_seat() else None,
        watch=path("watch", keys.WATCH),
        seats=[
            SeatLink(number, link.seat, path("move", keys.seat_link(number)), link.at + LINK_LIFE)
            for number, link in room.links_to(guest.seats, at)
        ],
        replay=path("replay", keys.REPLAY) if room.over else None,
        next=path("watch", keys.WATCH, room.following) if room.following and not guest.seats else None,
    )


def update(
    room: Room, guest: Guest, company: Company, secret: bytes, at: int, events: Events, history: bool
) -> Update:
    """Where the game stands for this guest; `events` are those that they may see."""
    can_undo, asks = _undoing(room, guest)
    return Update(
        version=VERSION,
        number=room.number,
        room=room_message(room, guest, company, secret, at),
        seat=guest.look,
        view=room.view(guest.look),
        events=events,
        history=[room.game.events(guest.look, place) for place in range(len(room.game.steps))]
        if history
        else None,
        can_undo=can_undo,
        undo=room.asking,
        rematch=list(room.wishes),
        can_claim=can_claim(room, guest, at),
        time=room.clocks.shown(at) if room.clocks else None,
        thinking=room.thinker is not None,
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
        return True, room.undoing(seat)[1]
    except Refusal:
        return False, False


def can_claim(room: Room, guest: Guest, at: int) -> bool:
    """Whether this guest could claim the win."""
    return guest.look is not None and not room.game.over and room.can_claim(guest.look, at)


def first_look(room: Room, seats: tuple[Seat, ...]) -> Seat | None:
    """From where a guest with these seats looks by himself: on one screen from nowhere, lest a hand be seen.

    Where nothing is hidden the seat to move looks at once.
    """
    if len(seats) == 1:
        return seats[0]
    return room.game.to_move if seats and not room.game.spec.hidden else None


def summary(
    room: Front, view: dict[str, Any] | None, guest: Guest, company: Company, secret: bytes
) -> Summary:
    """The game in a list of games; `view` is what everybody may see."""
    return Summary(
        room_message(room, guest, company, secret, room.changed), view, room.to_move in guest.seats
    )
