"""How games begin: opened, continued from a moment of another game, or played again with seats swapped."""

import secrets
from collections.abc import Mapping

import msgspec

from kahuna.bots.levels import LEVELS
from kahuna.server import keys
from kahuna.server.bodies import Open, Promise, TakeUp
from kahuna.server.clock import Clocks
from kahuna.server.live import Live
from kahuna.server.lobby import Lobby
from kahuna.server.names import plain_name
from kahuna.server.open_seats import EVERYBODY
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.store import Conflict, Deadline, Entry, NotStored, Transaction
from kahuna.server.stored import Began, Followed, Sat, Stored, pack
from kahuna.server.tickets import given_at, is_valid, new_ticket, next_secret, ticket_secret
from kahuna.table.fair import commitment, new_secret
from kahuna.table.game import Game
from kahuna.table.imagined import as_known, until
from kahuna.table.position import Position
from kahuna.table.ruleset import SEATS, Rules, other
from kahuna.table.seats import Seat


def promise(lobby: Lobby) -> Promise:
    """A ticket for a game that is about to be opened, and the promise of its cards."""
    ticket = new_ticket(lobby.now())
    return Promise(ticket, commitment(ticket_secret(lobby.store.secret, ticket)))


async def open_game(
    lobby: Lobby,
    wish: Open,
    visitor: str,
    address: str,
    given: Rules | None = None,
    start: Position | None = None,
) -> str:
    """A new game; its id. One from a position has the rules of the game that it comes from."""
    me = keys.hashed(visitor)
    rules = given or Rules(wish.game, wish.planning, wish.handicap, wish.handicap_to, wish.first)
    try:
        rules.check()
    except ValueError as error:
        raise Refusal("bad-rules", reason=str(error)) from None
    if rules.game != wish.game:
        raise Refusal("bad-rules", reason=f"the moment is one of {rules.game}")
    if (wish.level is not None) != (wish.against == "level"):
        raise Refusal("no-such-level")
    if wish.level is not None and (wish.level not in LEVELS or wish.game not in LEVELS[wish.level].players):
        raise Refusal("no-such-level")
    if (wish.hints and wish.against != "link") or (wish.other_name and wish.against != "screen"):
        raise Refusal("bad-message")
    if lobby.store.full:
        raise Refusal("full")
    if wish.public:
        lobby.check_public(wish, me, address)
    await lobby.check_limits(me, address)
    at = lobby.now()
    if wish.ticket is not None and not is_valid(wish.ticket, at):
        raise Refusal("bad-message")
    seat: Seat = wish.seat if wish.seat is not None else secrets.choice(SEATS)
    same_screen = wish.against == "screen"
    levels: dict[Seat, str] = {other(seat): wish.level} if wish.level else {}
    seed = _secret(lobby, ticket_secret(lobby.store.secret, wish.ticket) if wish.ticket else new_secret())
    began = Began(
        at,
        wish.game,
        rules.settings(),
        seed,
        me,
        levels,
        wish.clock,
        same_screen,
        waits=True,
        start=start,
        fair=True,
        public=wish.public,
        hints=wish.hints,
    )
    seats = SEATS if same_screen else (seat,)
    name, other_name = plain_name(wish.name), plain_name(wish.other_name)
    adds = "white" if same_screen else seat  # the seat for which the page adds its part to the cards
    sat = [
        Sat(
            at,
            mine,
            me,
            name if mine == seat else other_name,
            0,
            wish.contribution or "" if mine == adds else "",
        )
        for mine in seats
    ]
    id, batch = _new_game(lobby, began, sat)
    if wish.ticket:
        used = (keys.hashed(f"ticket {wish.ticket}"), keys.TICKET, given_at(wish.ticket))
        batch = batch._replace(keys=[*batch.keys, used])
    if wish.public:
        batch = batch._replace(seats=[*batch.seats, (EVERYBODY, id)])
    try:
        await lobby.store.write(batch)
    except Conflict:  # the ticket has been used
        raise Refusal("bad-message") from None
    except NotStored:
        raise Refusal("not-stored") from None
    if wish.public:
        lobby.open_seats.see((await lobby.live(id)).room, address)
    return id


async def take_up(lobby: Lobby, wish: TakeUp, game: Game, visitor: str, address: str) -> str:
    """A new game from a moment of this one; its id. The opponent's hidden cards are sampled again."""
    beside = lobby.giving_way.beside
    moment = await beside(address, lambda: moment_of(game, wish.moment.at))
    seat: Seat = wish.seat if wish.seat is not None else secrets.choice(SEATS)
    mover = moment.to_move
    if mover is None:
        raise Refusal("no-such-moment")
    knower: Seat = mover if wish.against == "screen" else seat
    start = await beside(address, lambda: as_known(moment, knower, secrets.randbelow(1 << 62)))
    seated: Open = msgspec.structs.replace(wish, seat=seat)
    return await open_game(lobby, seated, visitor, address, moment.rules, start)


async def rematch(
    lobby: Lobby, live: Live, seat: Seat, visitor: str, address: str, contribution: str
) -> None:
    """This seat wants to play again; the next game begins when both do, seats swapped."""

    def decide(room: Room, at: int) -> tuple[list[Stored], Transaction | None]:
        events = room.wish(seat, at, visitor, contribution)
        if not room.agreed(seat):
            return events, None
        if lobby.store.full:
            raise Refusal("full")
        lobby.count_opened(visitor, address)
        in_use = {visitor, *room.wishers, *(page.visitor or "" for page in live.audience.connections)}
        added = {**room.next_contributions, seat: contribution}
        id, batch = _again(lobby, room, at, in_use, added)
        return [*events, Followed(at, id)], batch

    await live.change_more(decide)


def _again(
    lobby: Lobby, room: Room, at: int, in_use: set[str], added: Mapping[Seat, str]
) -> tuple[str, Transaction]:
    """The same settings with the players on each other's seats; the handicap stays with its player.

    Of a seat's devices only those in use are taken over, so a forgotten one does not watch for ever.
    """
    old, to = room.began, room.rules.handicap_to
    rules = old.rules | {"handicap_to": other(to) if to else None}
    levels: dict[Seat, str] = {other(seat): level for seat, level in old.levels.items()}
    seed = _secret(lobby, next_secret(lobby.store.secret, room.id))
    began = Began(
        at,
        old.game,
        rules,
        seed,
        old.opener,
        levels,
        old.clock,
        old.same_screen,
        waits=True,
        fair=True,
        hints=old.hints,
    )
    if old.same_screen:
        added = {"black": next(filter(None, added.values()), "")}  # who plays White next
    sat = [
        Sat(at, other(seat), visitor, room.names[seat], 0, added.get(seat, ""))
        for seat in SEATS
        for visitor in sorted(room.holders[seat] & in_use or room.holders[seat])
    ]
    return _new_game(lobby, began, sat)


def _new_game(lobby: Lobby, began: Began, sat: list[Sat]) -> tuple[str, Transaction]:
    """A new game as it goes into the store."""
    id, secret = lobby.token(), lobby.store.secret
    events: list[Stored] = [began, *sat]
    entries = [Entry(id, number, event.at, pack(event)) for number, event in enumerate(events, 1)]
    purposes = [keys.WATCH, keys.REPLAY]
    if len(began.levels) + len({event.seat for event in sat}) < 2:
        purposes.append(keys.INVITE)
    found = [(keys.hashed(keys.key(secret, id, purpose)), purpose, id) for purpose in purposes]
    due = Clocks(began.clock, ()).earliest_fall(began.at) if began.clock else None
    seats = sorted({(event.visitor, id) for event in sat})
    return id, Transaction(entries, found, seats, dues=[Deadline(id, len(entries), due)])


def _secret(lobby: Lobby, secret: bytes) -> str:
    """What decides a new game's cards; tests name it themselves."""
    return lobby.seed() if lobby.seed else secret.hex()


def moment_of(game: Game, at: int) -> Game:
    """The game as it was after this many actions; Refusal if there were not this many."""
    try:
        return until(game, at)
    except ValueError:
        raise Refusal("no-such-moment") from None
