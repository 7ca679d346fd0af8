"""How games advance in PostgreSQL: by a single statement, sent from the event loop.

Nearly all batches advance one game by an event or two from a state that this server knows. The statement skips
games that another server has advanced meanwhile, and notifies the other servers that have the game. Batches that
arrive while it runs go into the next one: a commit costs much more than its contents.
"""

import asyncio
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

import psycopg

from kahuna.server.postgres_notices import CHANNEL, Last, Notice
from kahuna.server.postgres_session import LoopSession, array_of, one_line
from kahuna.server.store import NotStored, Transaction
from kahuna.server.store_schema import next_sum

MAX_GAMES = 500  # in one commit
MAX_PLACES = 50_000  # games whose last event is remembered

MOVE = f"""
WITH moved AS (
    UPDATE games SET changed=given.changed, number=given.number, sum=given.sum, due=given.due
    FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bytea[], %s::bigint[], %s::text[])
        AS given(id, before, number, changed, sum, due, notice)
    WHERE games.id=given.id AND games.number=given.before RETURNING games.id, given.notice, games.holders
), kept AS (
    INSERT INTO events SELECT told.* FROM moved
    JOIN unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bytea[]) AS told(game, number, at, body) ON game=id
)
SELECT id, (SELECT count(pg_notify('{CHANNEL}' || holder, notice)) FROM unnest(holders) AS holder WHERE holder<>%s)
FROM moved
"""


class Move(NamedTuple):
    """A batch that moves one game on, and where the game is known to stand before and after it."""

    batch: Transaction
    before: tuple[int, bytes]
    after: tuple[int, bytes]
    answer: "asyncio.Future[bool]"  # whether it was moved


class Mover:
    """Moves games on from where they are known to stand."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.known: Last = {}  # where games stand that were read or moved on lately, here or elsewhere
        self.session: LoopSession | None = None  # of the running loop; nothing is moved without
        self._waiting: dict[str, Move] = {}
        self._asked: dict[str, Move] = {}
        self._committing: asyncio.Task[None] | None = None

    def learn(self, game: str, number: int, sum: bytes) -> None:
        """The game stands there, if nothing later is known of it."""
        if len(self.known) >= MAX_PLACES:
            self.known.clear()  # they are looked up again
        if game not in self.known or self.known[game][0] < number:
            self.known[game] = number, sum

    async def moves(self, batch: Transaction) -> bool:
        """Whether the batch did nothing but move one game on; NotStored if it is not known whether it did."""
        game = self._moved_by(batch)
        if game is None:
            return False
        before = self.known[game]
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[game] = Move(batch, before, _after(before, batch), answer)
        if not self._committing:
            self._committing = asyncio.create_task(self._commit())
        return await answer

    def _moved_by(self, batch: Transaction) -> str | None:
        """The game, if this batch only moves one on from where it is known to stand, and nothing else just now does."""
        entries = batch.entries
        if not self.session or not entries or batch.keys or batch.seats or batch.notes:
            return None
        game = entries[0].game
        if game not in self.known or game in self._waiting or game in self._asked:
            return None
        follows = self.known[game][0] + 1
        for number, entry in enumerate(entries, follows):
            if entry.game != game or entry.number != number:
                return None
        return game if all(due.game == game for due in batch.dues) else None

    async def _commit(self) -> None:
        """Asks until nothing waits; begun when the loop has gone round, so that what comes together goes together."""
        while self._waiting:
            games = sorted(islice(self._waiting, MAX_GAMES))
            self._asked = {game: self._waiting.pop(game) for game in games}
            try:
                moved = await self._ask(self._asked)
            except psycopg.Error as error:
                self._settle(NotStored(one_line(error)))
            else:
                self._settle(moved)
        self._committing = None

    async def _ask(self, moves: Mapping[str, Move]) -> set[str]:
        """The games that stood where they were known to stand, and are moved on and committed."""
        if not self.session:
            return set()
        try:
            rows = await self.session.ask("move", *_values(moves), self._server)
        except (psycopg.errors.DeadlockDetected, psycopg.IntegrityError):
            return set()  # somebody else is at one of them: each is looked at
        return {game.decode() for game, _ in rows if game}

    def _settle(self, how: set[str] | NotStored) -> None:
        """Answers all that were asked."""
        for game, move in self._asked.items():
            moved = how if isinstance(how, NotStored) else game in how
            if moved is True:
                self.learn(game, *move.after)
            else:
                self.known.pop(game, None)
            if not move.answer.done():  # whoever waited may have gone
                move.answer.set_exception(moved) if isinstance(moved, NotStored) else move.answer.set_result(
                    moved
                )
        self._asked = {}


def _after(before: tuple[int, bytes], batch: Transaction) -> tuple[int, bytes]:
    """Where the game stands when this batch has moved it on."""
    last, sum = before
    for _, last, at, body in batch.entries:
        sum = next_sum(sum, last, at, body)
    return last, sum


def _values(moves: Mapping[str, Move]) -> tuple[str, ...]:
    """The values for the statement, except the asking server."""
    entries = [entry for move in moves.values() for entry in move.batch.entries]
    dues = [move.batch.dues[-1].at if move.batch.dues else None for move in moves.values()]
    notices = [
        Notice(game, *move.after, [entry.body for entry in move.batch.entries])
        for game, move in moves.items()
    ]
    return (
        array_of(moves),
        array_of(str(move.before[0]) for move in moves.values()),
        array_of(str(move.after[0]) for move in moves.values()),
        array_of(str(move.batch.entries[-1].at) for move in moves.values()),
        array_of(_hex(move.after[1]) for move in moves.values()),
        array_of("NULL" if due is None else str(due) for due in dues),
        array_of(f'"{notice}"' for notice in notices),
        array_of(entry.game for entry in entries),
        array_of(str(entry.number) for entry in entries),
        array_of(str(entry.at) for entry in entries),
        array_of(_hex(entry.body) for entry in entries),
    )


def _hex(value: bytes) -> str:
    return f'"\\\\x{value.hex()}"'
