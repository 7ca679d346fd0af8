"""Files with records, as commands read them."""

import sys
from pathlib import Path
from typing import Any

from kahuna.table.errors import BadRecord


def records_in(name: str) -> list[Any]:
    """The documents of a file (- for standard input) that holds one record, or one a line; not yet checked."""
    from kahuna.table.record import read_records, read_text

    text = sys.stdin.read() if name == "-" else read_text(Path(name))
    try:
        return read_records(text)
    except BadRecord as error:
        raise BadRecord(f"{name}: {error}") from None


def record_in(name: str, number: int) -> Any:
    """The document with this number, from 1."""
    records = records_in(name)
    if number > len(records):
        raise ValueError(f"{name} has {len(records)} records, so there is no number {number}")
    return records[number - 1]
