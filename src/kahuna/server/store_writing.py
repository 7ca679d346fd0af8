"""How batches are written into the SQLite file: each statement for all batches of a commit at once."""

import sqlite3
from collections.abc import Mapping

from kahuna.server.store import Conflict, Transaction
from kahuna.server.store_schema import NOTHING_YET, next_sum, note_with_sum

NEW_EVENT = "INSERT INTO events VALUES(?, ?, ?, ?)"
NEW_GAME = "INSERT INTO games(id, opened, changed, number, sum, due) VALUES(?, ?, ?, ?, ?, ?)"
GROWN_GAME = "UPDATE games SET changed=?, number=?, sum=?, due=? WHERE id=? AND number=?"
NEW_KEY = "INSERT INTO keys VALUES(?, ?, ?)"
NEW_SEAT = "INSERT OR IGNORE INTO seats(visitor, game) VALUES(?, ?)"
NEW_NOTE = "UPDATE games SET noted=?, note=?, over=? WHERE id=? AND coalesce(noted, 0)<=?"
NEW_DUE = "UPDATE games SET due=? WHERE id=? AND number=?"
TAKE_DUE_SQLITE = """
UPDATE games SET due=? WHERE id IN (SELECT id FROM games WHERE due<=? AND over=0 ORDER BY due LIMIT ?) RETURNING id
"""

Head = tuple[int, bytes]  # of a game the number and the sum of its last event


def write_together(
    connection: sqlite3.Connection, batches: list[Transaction], known: Mapping[str, Head]
) -> dict[str, Head]:
    """Writes these batches inside the transaction, every statement for all of them; the new heads of their games.

    Conflict if a number is taken or left out. Remembered heads are used only if the file agrees.
    """
    heads: dict[str, Head] = {}
    opened: list[tuple[str, int, int, int, bytes, int | None]] = []
    grown: list[tuple[int, int, bytes, int | None, str, int]] = []
    for batch in batches:
        dues = {due.game: due.at for due in batch.dues}
        for game, number, at, body in batch.entries:
            before, sum = heads.get(game) or known.get(game) or _head(connection, game)
            if number != before + 1:
                raise Conflict(game)
            sum = next_sum(sum, number, at, body)
            heads[game] = number, sum
            if before:
                grown.append((at, number, sum, dues.get(game), game, before))
            else:
                opened.append((game, at, at, number, sum, dues.get(game)))
    notes = [
        (note.number, note_with_sum(note.body), int(note.over), note.game, note.number)
        for batch in batches
        for note in batch.notes
    ]
    connection.executemany(NEW_EVENT, [entry for batch in batches for entry in batch.entries])
    for sql, rows in (
        (NEW_GAME, opened),
        (NEW_KEY, [row for batch in batches for row in batch.keys]),
        (NEW_SEAT, [row for batch in batches for row in batch.seats]),
    ):
        if rows:
            connection.executemany(sql, rows)
    if grown and connection.executemany(GROWN_GAME, grown).rowcount != len(grown):
        raise Conflict("a game is not where it was")
    if notes:
        connection.executemany(NEW_NOTE, notes)
    if looked_at := [due for batch in batches if not batch.entries for due in batch.dues]:
        connection.executemany(NEW_DUE, [(due.at, due.game, due.number) for due in looked_at])
    return heads


def _head(connection: sqlite3.Connection, game: str) -> Head:
    row = connection.execute("SELECT number, sum FROM games WHERE id=?", (game,)).fetchone()
    return row or (0, NOTHING_YET)
