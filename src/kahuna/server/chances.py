"""The chance to win while a game runs, where it is fair to show it: against the computer and on one screen.

Against one of our players it is worked out from what the person's own seat sees. On one screen both look at the bar, so
it comes from what everybody sees: all hands are sampled again, and no card in either hand can change it.
"""

import asyncio
from statistics import fmean

from kahuna.bots.base import Fault
from kahuna.server.audience import Connection, denied
from kahuna.server.house import Players
from kahuna.server.live import Live
from kahuna.server.messages import ChanceTold
from kahuna.server.refusals import Refusal
from kahuna.server.room import Room
from kahuna.server.turns import Asker, Busy
from kahuna.table.game import Game
from kahuna.table.imagined import as_watched
from kahuna.table.seats import Seat
from kahuna.table.view import View

WEIGHER = "champion:iterations=400,told=40"  # tells of enough actions to judge a turn
WATCHED_WEIGHER = "champion:iterations=100"  # for each of the imagined deals
IMAGINED_DEALS = 4


def ask_chance(live: Live, connection: Connection) -> None:
    """Works out the chance for this page; a new request replaces the one before."""
    if connection in live.weighing:
        live.weighing.pop(connection).cancel()
    task = asyncio.create_task(_tell(live, connection))
    live.weighing[connection] = task

    def forget(done: asyncio.Task[None]) -> None:
        if live.weighing.get(connection) is done:
            del live.weighing[connection]

    task.add_done_callback(forget)


async def _tell(live: Live, connection: Connection) -> None:
    room, moved = live.room, live.room.moved
    asker = Asker(connection.address, connection.visitor or "")
    try:
        told = await chance_told(room, live.house.players, live.house.luck(), asker)
        if live.room is room and room.moved == moved:
            connection.send(told)
    except (Busy, Fault):
        connection.send(denied(Refusal("busy"), live.room.number))


async def chance_told(room: Room, players: Players, luck: str, asker: Asker) -> ChanceTold:
    """White's chance before the next action, and what the actions of the seat to move are worth to it.

    Fault if no player can tell. The caller has asked `check_chance` first.
    """
    game, number, seat = room.game, room.number, room.game.to_move
    assert seat
    if room.began.same_screen and game.spec.hidden:
        values = [
            (await players.choose(WATCHED_WEIGHER, room.rules, view, luck, asker)).value
            for view in watched_views(game, luck)
        ]
        return ChanceTold(number, for_white(seat, fmean(known(value) for value in values)), [])
    choice = await players.choose(WEIGHER, room.rules, game.view(seat), luck, asker)
    best = [] if room.began.same_screen else list(choice.best)
    return ChanceTold(number, for_white(seat, known(choice.value)), best)


def watched_views(game: Game, luck: str) -> list[View]:
    """Views of the seat to move, with hands sampled as someone who sees none of them could imagine them."""
    views = []
    for deal in range(IMAGINED_DEALS):
        seed = f"{luck} {deal}"
        imagined = Game(game.rules, seed=seed, start=as_watched(game, seed))
        views.append(imagined.view(imagined.to_move))
    return views


def known(value: float | None) -> float:
    """A player's opinion, if it has one."""
    if value is None:
        raise Fault("crash", "no opinion")
    return value


def for_white(seat: Seat, chance: float) -> float:
    """The chance of the seat to move as White's."""
    return chance if seat == "white" else 1.0 - chance
