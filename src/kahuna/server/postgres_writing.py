"""What is written to PostgreSQL: many batches in one transaction, and games that are kept no longer.

Most batches move one game on by an event or two, and this server knows where the game stands: those are written by
a single statement, which moves nothing that somebody else has moved meanwhile. All others look first.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import Connection

from kahuna.server.store import Conflict, Retention, Transaction
from kahuna.server.store_keeping import DAY
from kahuna.server.store_schema import NOTHING_YET, next_sum, note_with_sum
from kahuna.server.tickets import oldest_good

MAX_DEADLOCKS = 5  # times that a commit is tried again
AT_ONCE = 5  # games that go before a store that is too large is measured again
SAMPLED_BYTES = 32 * 1024**2  # of each table, to tell how much is in use

MAX_NOTICE = 7000  # bytes; PostgreSQL takes less than 8,000

Last = dict[str, tuple[int, bytes]]  # number and sum of each game's last event

MOVE = """
WITH moved AS (
    UPDATE games SET changed=given.changed, number=given.number, sum=given.sum, due=given.due
    FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bytea[], %s::bigint[], %s::text[])
        AS given(id, before, number, changed, sum, due, notice)
    WHERE games.id=given.id AND games.number=given.before RETURNING games.id, given.notice
), kept AS (
    INSERT INTO events SELECT told.* FROM moved
    JOIN unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bytea[]) AS told(game, number, at, body) ON game=id
)
SELECT id, pg_notify(%s, notice) FROM moved
"""


def write_batches(
    connection: Connection[Any], batches: Sequence[Transaction], channel: str, sender: str, known: Last
) -> list[Conflict | None]:
    """Commits these batches and tells the other servers; None for each that is kept, Conflict for the others.

    `known` is where games stood when they were last heard of, and is kept up to date.
    """
    simple = _simple(batches, known)
    moved = _moved(connection, simple, channel, sender, known) if simple else set()
    left = [place for place, batch in enumerate(batches) if not moved or _game(batch) not in moved]
    answers: list[Conflict | None] = [None] * len(batches)
    if left:
        looked_up = _looked_up(connection, [batches[place] for place in left], channel, sender, known)
        for place, answer in zip(left, looked_up, strict=True):
            answers[place] = answer
    return answers


def _game(batch: Transaction) -> str | None:
    return batch.entries[0].game if batch.entries else None


def _simple(batches: Sequence[Transaction], known: Last) -> dict[str, Transaction]:
    """By game: batches that do nothing but move it on from where it is known to stand; no other batch is about it."""
    found: dict[str, Transaction] = {}
    about: Counter[str] = Counter()
    for batch in batches:
        games = {entry.game for entry in batch.entries} | {due.game for due in batch.dues}
        about.update(games | {note.game for note in batch.notes})
        game = _game(batch)
        if game in known and len(games) == 1 and not (batch.keys or batch.seats or batch.notes):
            after = known[game][0] + 1
            if [entry.number for entry in batch.entries] == [*range(after, after + len(batch.entries))]:
                found[game] = batch
    return {game: found[game] for game in sorted(found) if about[game] == 1}


def _moved(
    connection: Connection[Any], batches: dict[str, Transaction], channel: str, sender: str, known: Last
) -> set[str]:
    """The games that could be moved on from where they are known to stand; they are committed."""
    last = {game: known[game] for game in batches}
    for batch in batches.values():
        _takes(batch, last)
    entries = [entry for batch in batches.values() for entry in batch.entries]
    dues = [batch.dues[-1].at if batch.dues else None for batch in batches.values()]
    values = (
        _array(batches),
        _array(str(known[game][0]) for game in batches),
        _array(str(last[game][0]) for game in batches),
        _array(str(batch.entries[-1].at) for batch in batches.values()),
        _array(_hex(last[game][1]) for game in batches),
        _array("NULL" if due is None else str(due) for due in dues),
        _array(
            f'"{notice(sender, game, last[game], [entry.body for entry in batch.entries])}"'
            for game, batch in batches.items()
        ),
        _array(entry.game for entry in entries),
        _array(str(entry.number) for entry in entries),
        _array(str(entry.at) for entry in entries),
        _array(_hex(entry.body) for entry in entries),
        channel,
    )
    try:
        moved = {game for game, _ in connection.execute(MOVE, values)}
    except (psycopg.errors.DeadlockDetected, psycopg.IntegrityError):
        moved = set()
    for game, where in last.items():
        if game in moved:
            known[game] = where
        else:
            known.pop(game, None)
    return moved


def _array(values: Iterable[str]) -> str:
    """An array as PostgreSQL reads it: a list of values would be taken apart and looked at one by one."""
    return "{" + ",".join(values) + "}"


def _hex(value: bytes) -> str:
    return f'"\\\\x{value.hex()}"'


def notice(sender: str, game: str, last: tuple[int, bytes], bodies: Sequence[bytes]) -> str:
    """What other servers are told: where the game stands now, and beside the sender what led there if it is short.

    Servers of older versions overlook what stands beside the sender, and read it.
    """
    number, sum = last
    if len(bodies) < number:  # nobody has a room in memory that begins only now
        carried = ":".join([sender, sum.hex(), *(b64encode(body).decode() for body in bodies)])
        if len(carried) < MAX_NOTICE:
            return f"{carried} {game} {number}"
    return f"{sender} {game} {number}"


def _looked_up(
    connection: Connection[Any], batches: Sequence[Transaction], channel: str, sender: str, known: Last
) -> list[Conflict | None]:
    """Commits these batches after looking where their games stand."""
    for left in reversed(range(MAX_DEADLOCKS)):
        try:
            return _written(connection, batches, channel, sender, known)
        except (
            psycopg.errors.DeadlockDetected
        ):  # with whoever deletes old games: it is over for the other one
            if not left:
                raise
        except psycopg.IntegrityError as error:
            if len(batches) == 1:
                return [Conflict(type(error).__name__)]
            break
    # One of them clashes with what another server has just written: each is tried alone.
    return [_looked_up(connection, [batch], channel, sender, known)[0] for batch in batches]


def _written(
    connection: Connection[Any], batches: Sequence[Transaction], channel: str, sender: str, known: Last
) -> list[Conflict | None]:
    with connection.transaction():
        moved = {entry.game for batch in batches for entry in batch.entries}
        noted = {note.game for batch in batches for note in batch.notes}
        looked_at = {due.game for batch in batches for due in batch.dues}
        last = _last(connection, sorted(moved | noted | looked_at))
        answers = [_takes(batch, last) for batch in batches]
        kept = [batch for batch, answer in zip(batches, answers, strict=True) if answer is None]
        with connection.pipeline():
            _insert(connection, kept, last, channel, sender)
    known.update({entry.game: last[entry.game] for batch in kept for entry in batch.entries})
    return answers


def _last(connection: Connection[Any], games: list[str]) -> Last:
    """Where these games stand; nobody else changes them before our commit.

    Everybody locks games in the same order, so that no two servers wait for each other.
    """
    if not games:
        return {}
    rows = connection.execute(
        "SELECT id, number, sum FROM games WHERE id=ANY(%s) ORDER BY id FOR UPDATE", (games,)
    )
    return {game: (number, sum) for game, number, sum in rows}


def _takes(batch: Transaction, last: Last) -> Conflict | None:
    """Moves the games of this batch on; Conflict, and nothing is moved, if a number is taken or left out."""
    moved: Last = {}
    for game, number, at, body in batch.entries:
        before, sum = moved.get(game) or last.get(game) or (0, NOTHING_YET)
        if number != before + 1:
            return Conflict(game)
        moved[game] = number, next_sum(sum, number, at, body)
    last.update(moved)
    return None


def _insert(
    connection: Connection[Any], batches: Sequence[Transaction], last: Last, channel: str, sender: str
) -> None:
    entries = [entry for batch in batches for entry in batch.entries]
    if entries:
        connection.execute(
            "INSERT INTO events SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bytea[])",
            [list(column) for column in zip(*entries, strict=True)],
        )
        opened = {entry.game: entry.at for entry in reversed(entries)}
        changed = {entry.game: entry.at for entry in entries}
        games = sorted(opened)
        dues = {due.game: due.at for batch in batches for due in batch.dues if batch.entries}
        connection.execute(
            "INSERT INTO games(id, opened, changed, number, sum, due)"
            " SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bytea[], %s::bigint[])"
            " ON CONFLICT(id) DO UPDATE"
            " SET changed=excluded.changed, number=excluded.number, sum=excluded.sum, due=excluded.due",
            [
                games,
                [opened[game] for game in games],
                [changed[game] for game in games],
                [last[game][0] for game in games],
                [last[game][1] for game in games],
                [dues.get(game) for game in games],
            ],
        )
        bodies: dict[str, list[bytes]] = {}
        for entry in entries:
            bodies.setdefault(entry.game, []).append(entry.body)
        told = [notice(sender, game, last[game], bodies[game]) for game in games]
        connection.execute("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (channel, told))
    if keys := [key for batch in batches for key in batch.keys]:
        connection.execute(
            "INSERT INTO keys SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])",
            [list(column) for column in zip(*keys, strict=True)],
        )
    if seats := [seat for batch in batches for seat in batch.seats]:
        connection.execute(
            "INSERT INTO seats SELECT * FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING",
            [list(column) for column in zip(*seats, strict=True)],
        )
    notes = sorted((note for batch in batches for note in batch.notes), key=lambda note: note.number)
    if newest := {note.game: note for note in notes}.values():
        connection.execute(
            "UPDATE games SET noted=given.number, note=given.body, over=given.over"
            " FROM unnest(%s::text[], %s::bigint[], %s::bytea[], %s::boolean[]) AS given(game, number, body, over)"
            " WHERE id=given.game AND coalesce(noted, 0)<=given.number",
            [
                [note.game for note in newest],
                [note.number for note in newest],
                [note_with_sum(note.body) for note in newest],
                [note.over for note in newest],
            ],
        )

    if looked_at := [due for batch in batches if not batch.entries for due in batch.dues]:
        connection.execute(
            "UPDATE games SET due=given.due"
            " FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) AS given(game, number, due)"
            " WHERE id=given.game AND games.number=given.number",
            [list(column) for column in zip(*looked_at, strict=True)],
        )


def delete(connection: Connection[Any], games: Sequence[str]) -> int:
    """Deletes all that is stored of these games; returns how many there were."""
    with connection.transaction():
        _last(connection, sorted(games))
        gone = connection.execute("DELETE FROM games WHERE id=ANY(%s)", (list(games),)).rowcount
        for table in ("events", "keys", "seats", "reviews", "leases", "present"):
            connection.execute(f"DELETE FROM {table} WHERE game=ANY(%s)".encode(), (list(games),))
    return gone


def forget(connection: Connection[Any], visitor: str, game: str) -> None:
    """Takes a game off this visitor's list, and deletes it if nobody else has it."""
    with connection.transaction():
        connection.execute("SELECT 1 FROM games WHERE id=%s FOR UPDATE", (game,))
        connection.execute("DELETE FROM seats WHERE visitor=%s AND game=%s", (visitor, game))
        if not connection.execute("SELECT 1 FROM seats WHERE game=%s LIMIT 1", (game,)).fetchone():
            delete(connection, [game])


def set_feed(connection: Connection[Any], visitor: str, hashed_key: str | None) -> None:
    """The only key of this visitor's feed; the visitor stands where other keys name a game."""
    with connection.transaction():
        connection.execute("DELETE FROM keys WHERE game=%s AND purpose='feed'", (visitor,))
        if hashed_key:
            connection.execute("INSERT INTO keys VALUES(%s, 'feed', %s)", (hashed_key, visitor))


def used_bytes(connection: Connection[Any]) -> int:
    """About how many bytes the games are. Tables keep the room of what was deleted, so their size does not tell."""
    used = 0.0
    for table in ("events", "games", "reviews"):
        (size,) = _first(connection, f"SELECT pg_table_size('{table}')")
        percent = min(100.0, 100 * SAMPLED_BYTES / max(size, 1))
        (found,) = _first(
            connection,
            f"SELECT coalesce(sum(pg_column_size({table}.*)), 0)::bigint FROM {table}"
            f" TABLESAMPLE SYSTEM({percent:f})",
        )
        used += found * 100 / percent
    return int(used)


def _first(connection: Connection[Any], sql: str) -> tuple[int]:
    row = connection.execute(sql.encode()).fetchone()
    return row or (0,)


OLD_REVIEWS = """
DELETE FROM reviews WHERE (record, depth) IN
    (SELECT record, depth FROM reviews WHERE %s::bigint IS NULL OR at < %s ORDER BY at LIMIT %s)
"""


def prune(connection: Connection[Any], at: int, retention: Retention, most: int) -> tuple[int, bool]:
    """Deletes games that are kept no longer; returns how many there were, and whether the store is still too large."""
    games: list[str] = []
    for over, days in ((True, retention.finished_days), (False, retention.running_days)):
        if days:
            rows = connection.execute(
                "SELECT id FROM games WHERE over=%s AND changed<%s ORDER BY changed LIMIT %s",
                (over, at - int(days * DAY), most - len(games)),
            )
            games += [id for (id,) in rows]
    deleted = delete(connection, games)
    connection.execute("DELETE FROM keys WHERE purpose='ticket' AND game<%s", (oldest_good(at),))
    if retention.finished_days:
        before = at - int(retention.finished_days * DAY)
        connection.execute(OLD_REVIEWS, (before, before, most))
    bound = retention.most_bytes or float("inf")
    while (full := used_bytes(connection) > bound) and connection.execute(
        OLD_REVIEWS, (None, None, most)
    ).rowcount:
        pass  # they can be worked out again, games cannot
    while full and deleted < most:
        rows = connection.execute(
            "SELECT id FROM games WHERE over ORDER BY changed LIMIT %s", (min(AT_ONCE, most - deleted),)
        )
        oldest = [id for (id,) in rows]
        if not oldest:
            break
        deleted += delete(connection, oldest)
        full = used_bytes(connection) > bound
    return deleted, full
