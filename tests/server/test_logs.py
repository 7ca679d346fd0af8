"""The log: few lines, in words or as JSON, and nothing secret in them."""

import json
import logging
import sys

from kahuna.server.logs import Json, OnceASecond, Plain, worth_saying


def line(
    text: str, *values: object, name: str = "kahuna.server", level: int = logging.WARNING
) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, text, values, None)


def test_of_each_kind_there_is_one_line_a_second_and_the_next_says_how_many_were_kept_back() -> None:
    now = [0.0]
    throttle = OnceASecond(lambda: now[0])
    passed = [throttle.filter(line("flooded by %s", number)) for number in range(500)]
    assert sum(passed) == 1
    assert throttle.filter(line("something else"))
    now[0] = 1.0
    last = line("flooded by %s", 500)
    assert throttle.filter(last)
    assert Plain().format(last) == "kahuna: flooded by 500 (and 499 times more since)"


def test_what_strangers_can_make_uvicorn_say_is_not_logged() -> None:
    assert not worth_saying(line("Invalid HTTP request received.", name="uvicorn.error"))
    assert worth_saying(line("Exception in ASGI application", name="uvicorn.error", level=logging.ERROR))


def test_an_error_is_told_by_its_type_and_place_not_by_its_text() -> None:
    record = line("a message brought an error")
    try:
        raise ValueError("Ann holds ALOA")
    except ValueError:
        record.exc_info = sys.exc_info()
    for formatter in (Plain(), Json()):
        text = formatter.format(record)
        assert "ValueError" in text
        assert "test_logs.py" in text
        assert "Ann" not in text
        assert "ALOA" not in text
    assert json.loads(Json().format(record))["text"] == "a message brought an error"
