"""Writes to PostgreSQL: many batches in one transaction, and the deletion of old games.

Most batches only advance one game from a state that this server knows; `postgres_moving` writes those. All others
check the stored state first.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import Connection

from kahuna.server.postgres_notices import CHANNEL, Last, LearnPlace, Notice
from kahuna.server.store import Conflict, Retention, Transaction
from kahuna.server.store_keeping import DAY
from kahuna.server.store_schema import NOTHING_YET, next_sum, note_with_sum
from kahuna.server.tickets import oldest_good

MAX_DEADLOCKS = 5  # times that a commit is tried again
AT_ONCE = 5  # games that go before a store that is too large is measured again
SAMPLED_BYTES = 32 * 1024**2  # of each table, to tell how much is in use


TELL = f"""
SELECT pg_notify('{CHANNEL}' || holder, notice) FROM unnest(%s::text[], %s::text[]) AS told(game, notice)
JOIN games ON id=told.game CROSS JOIN unnest(holders) AS holder WHERE holder<>%s
"""


def write_batches(
    connection: Connection[Any], batches: Sequence[Transaction], sender: str, learn: LearnPlace
) -> list[Conflict | None]:
    """Commits these batches after looking where their games stand; None for each that is kept, Conflict for the others.

    The other servers that have one of these games are told, and `learn` is told where the games stand.
    """
    for left in reversed(range(MAX_DEADLOCKS)):
        try:
            return _written(connection, batches, sender, learn)
        except (
            psycopg.errors.DeadlockDetected
        ):  # a deadlock with the deletion of old games: the other transaction is finished
            if not left:
                raise
        except psycopg.IntegrityError as error:
            if len(batches) == 1:
                return [Conflict(type(error).__name__)]
            break
    # One of them conflicts with what another server has just written: each is tried alone.
    return [write_batches(connection, [batch], sender, learn)[0] for batch in batches]


def _written(
    connection: Connection[Any], batches: Sequence[Transaction], sender: str, learn: LearnPlace
) -> list[Conflict | None]:
    with connection.transaction():
        moved = {entry.game for batch in batches for entry in batch.entries}
        noted = {note.game for batch in batches for note in batch.notes}
        looked_at = {due.game for batch in batches for due in batch.dues}
        last = _last(connection, sorted(moved | noted | looked_at))
        answers = [_takes(batch, last) for batch in batches]
        kept = [batch for batch, answer in zip(batches, answers, strict=True) if answer is None]
        with connection.pipeline():
            _insert(connection, kept, last, sender)
    for game in {entry.game for batch in kept for entry in batch.entries}:
        learn(game, *last[game])
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


def _insert(connection: Connection[Any], batches: Sequence[Transaction], last: Last, sender: str) -> None:
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
        notices = [str(Notice(game, *last[game], bodies[game])) for game in games]
        connection.execute(TELL, (games, notices, sender))
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
    """About how many bytes the games are. Tables keep the space of deleted rows, so their size does not tell."""
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
        pass  # reviews can be computed again, games cannot
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
