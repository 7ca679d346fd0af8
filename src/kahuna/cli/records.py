"""Reads records from files for the commands."""

import sys
from typing import TYPE_CHECKING, Any

from kahuna.table.errors import BadRecord

if TYPE_CHECKING:
    from pathlib import Path


def records_in(name: str) -> list[Any]:
    """The documents in a file (- for standard input) with one record, or one per line; not yet checked."""
    from pathlib import Path

    from kahuna.table.record import read_records, read_text

    text = sys.stdin.read() if name == "-" else read_text(Path(name))
    try:
        return read_records(text)
    except BadRecord as error:
        raise BadRecord(f"{name}: {error}") from None


def record_in(name: str, number: int) -> Any:
    """The document with this number, from 1; in a file with one per line only that line is read."""
    from pathlib import Path

    from kahuna.table.record import MAX_RECORD_CHARS, load_record

    if name == "-" or not Path(name).is_file() or _one_document(Path(name), number):
        return _numbered(records_in(name), name, number)
    try:
        with Path(name).open(encoding="utf-8") as file:
            for count, line in enumerate((line for line in file if line.strip()), 1):
                if count == number:
                    return load_record(line[: MAX_RECORD_CHARS + 1])
    except (BadRecord, UnicodeDecodeError) as error:
        told = error if isinstance(error, BadRecord) else "not text in UTF-8"
        raise BadRecord(f"{name}: record {number}: {told}") from None
    raise ValueError(f"{name} has {count} records, so there is no number {number}")


def _one_document(path: "Path", number: int) -> bool:
    """Whether a file holds one document, in one line or in many, as far as its beginning tells."""
    with path.open(encoding="utf-8", errors="replace") as file:
        lines = (line for line in file if line.strip())
        first = next(lines, "")
        return (number == 1 and next(lines, None) is None) or not first.rstrip().endswith("}")


def _numbered(records: list[Any], name: str, number: int) -> Any:
    if number > len(records):
        raise ValueError(f"{name} has {len(records)} records, so there is no number {number}")
    return records[number - 1]
