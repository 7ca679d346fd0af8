"""Records as text: what is JSON and what is not, one record or many in a file, the same text for the same record."""

import json
import math

import pytest

from kahuna import BadRecord, Rules, write_record
from kahuna.table.record import MAX_RECORD_CHARS, dump_record, load_record, read_records
from support.records import WHOLE, changed, played


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,", "null null", "NaN", '{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', "'a'", "\x00",
     "[" * 100_000, '{"a": ' * 5000, "9" * 5000, '{"a": 01}', '"\\ud8"', "\ufeff{}", '{"a": 1e999}'],
    ids=lambda text: repr(text[:12]),
)  # fmt: skip
def test_what_is_no_json_is_refused(text: str) -> None:
    """Design: NaN and its like are no JSON numbers, and no nesting breaks the reader."""
    with pytest.raises(BadRecord, match=r"^not a record: no JSON document \(.+\)$"):
        load_record(text)


def test_what_could_not_be_written_again_is_not_read() -> None:
    """Design: a number that is no float, half a surrogate pair, a key that is there twice."""
    text = dump_record(WHOLE)
    for broken in (
        text.replace('"meta": {}', '"meta": {"x": 1e999}'),
        text.replace('"white": ""', r'"white": "\ud800"'),
        text[:-1] + ', "actions": []}',
    ):
        assert broken != text
        with pytest.raises(BadRecord, match=r"^not a record: "):
            load_record(broken)
    with pytest.raises(ValueError, match="JSON"):
        dump_record(changed(WHOLE, meta={"x": math.nan}))


def test_a_file_may_hold_one_record_or_one_a_line() -> None:
    """Design: lines end at line feeds only; JSON strings may hold the other ends of lines that Unicode knows."""
    line = dump_record(changed(WHOLE, players={"white": "A\u2028B\x85C", "black": ""}))
    assert [record["players"]["white"] for record in read_records(f"{line}\n\n{line}\n")] == [
        "A\u2028B\x85C"
    ] * 2
    assert read_records(json.dumps(WHOLE, indent=2)) == [WHOLE]
    with pytest.raises(BadRecord):
        read_records(f"{line}\n{line[:-5]}}}\n")


def test_a_document_too_long_to_be_a_record_is_not_even_read() -> None:
    """Design: a game is a few thousand characters."""
    with pytest.raises(BadRecord, match="longer than"):
        load_record(" " * (MAX_RECORD_CHARS + 1))
    assert (
        max(len(dump_record(write_record(played(Rules(), seed)))) for seed in range(20))
        < MAX_RECORD_CHARS / 50
    )


def test_the_same_record_is_always_the_same_text() -> None:
    """Design: one line, letters as they are."""
    record = changed(WHOLE, players={"white": "Günter", "black": "先手"})
    text = dump_record(record)
    assert text == dump_record(json.loads(text))
    assert "Günter" in text
    assert "先手" in text
    assert "\n" not in text
