"""The log: few lines, in words or as JSON, and nothing secret in them."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from kahuna.rules.boards import KAHUNA
from kahuna.server.logs import Json, Kind, OnceASecond, Plain, set_up, worth_saying
from kahuna.server.room import Room
from kahuna.server.stored import Stored
from support.house import key_of, serving, two


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


@contextmanager
def talkative(kind: Kind) -> Iterator[StringIO]:
    """The log of everything that happens, down to the least, as the server would write it."""
    root, kahuna, told = logging.getLogger(), logging.getLogger("kahuna"), StringIO()
    before = root.handlers[:], root.level, kahuna.level
    set_up(kind)
    try:
        [handler] = root.handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(told)
        handler.filters = [each for each in handler.filters if not isinstance(each, OnceASecond)]
        for logger in (root, kahuna):
            logger.setLevel(1)
        yield told
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        kahuna.setLevel(before[2])


@pytest.mark.parametrize("kind", get_args(Kind))
def test_the_log_of_a_whole_game_tells_no_key_card_name_feed_or_ticket(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets: set[str] = set(KAHUNA.islands)
    with talkative(kind) as told, serving(tmp_path / "h.db") as house:
        logging.getLogger("kahuna.server").debug("it talks")
        promise = house.visitor().get("/api/ticket")
        added = "5a" * 32
        ann, bob, id = two(house, name="Leilani", ticket=promise["ticket"], contribution=added, hints=True)
        feed = json.loads(ann.call("POST", "/api/feed", origin=f"http://127.0.0.1:{house.port}")[2])["path"]
        for path in (feed, feed[:-8] + "x.atom", f"/feed/{'f' * 22}.atom"):
            ann.call("GET", path)
        secrets |= {promise["ticket"], added, feed.split("/")[2].removesuffix(".atom"), "f" * 22}
        with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
            pages = {"white": white, "black": black}
            white.ask("rename", "presence", name="Makoa")
            white.ask("make-link", "presence")
            random = Random(3)
            for number in range(1000):
                mover = pages[white.last["view"]["to_move"] or "white"]
                rival = black if mover is white else white
                if mover.last["view"]["to_move"] is None:
                    break
                if number % 20 == 0:
                    mover.ask("hint", "advice")
                    mover.ask("play", action="+=JOJO")
                    mover.socket.send("{HUNA")
                    mover.next("denied")
                if number == 30:
                    with monkeypatch.context() as broken:
                        broken.setattr(Room, "play", fails)
                        assert mover.play(mover.legal())["code"] == "unexpected"
                mover.play(random.choice(mover.last["view"]["legal"]))
                rival.update()
            white.ask("rematch", contribution="6b" * 32)
            secrets |= {"6b" * 32, ann.get(f"/api/record/{key_of(white, 'replay')}")["fair"]["secret"]}
            ann.call("POST", "/api/join", {"key": "x" * 22, "name": "Kekoa"})
            ann.call("GET", "/watch/KAHU?key=ALOA")
            for page in (white, black):
                secrets |= {word for text in page.raw for word in re.findall(r"/\w+/([\w-]{22})", text)}
        for visitor in (ann, bob):
            assert visitor.cookie
            secrets |= {visitor.cookie, *visitor.cookie.partition("=")[2].split(".")}
    said = told.getvalue()
    assert "it talks" in said
    assert "a message brought an error" in said
    assert len(secrets) > 18
    for secret in (*secrets, "Leilani", "Makoa", "Bob", "Kekoa", "x" * 22):
        assert not re.search(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", said), secret


def fails(room: Room, seat: str, action: str, *_: object) -> list[Stored]:
    """A fault of ours whose text tells everything."""
    raise RuntimeError(f"{room.names} {action} {room.game.view('white')} {room.game.view('black')}")
