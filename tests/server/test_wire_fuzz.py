"""Tens of thousands of messages that must be refused: a clear error each, nothing changed, nothing left running."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kahuna.server.refusals import ERRORS
from kahuna.table.notation import texts_of
from kahuna.table.ruleset import GAMES
from support.house import LOOSE, House, Page, key_of, serving, two

EACH = 4000  # messages of a page
KINDS = ("play", "undo", "answer-undo", "preview", "hint", "look", "resign", "claim", "rematch", "rename", "ping",
         "react", "recall", "update", "began", "", "Play", "constructor")  # fmt: skip
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    10**30,
    "x" * 200,
    [],
    {},
    [[]],
    "white",
    "\ud800",
    float("inf"),
    "\u0000",
)


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that has patience with everybody."""
    limits = LOOSE._replace(patience=10**9, backlog=10**9)
    with serving(tmp_path_factory.mktemp("fuzz") / "fuzz.db", limits=limits) as running:
        yield running


class Nuisance:
    """Makes messages that a page with this role must be refused, whatever it has seen."""

    def __init__(self, seed: str, role: str, game: str, page: Page, sent: list[str]) -> None:
        self.random, self.role, self.game, self.page, self.sent = Random(seed), role, game, page, sent
        self.legal = set(page.last["view"]["legal"])

    def message(self) -> str | bytes:
        """The next one."""
        make = self.random.choice(
            (
                self.noise,
                self.cut,
                self.odd,
                self.odd,
                self.stale,
                self.illegal,
                self.illegal,
                self.foreign,
                self.again,
            )
        )
        return make()

    def noise(self) -> str | bytes:
        """Not even JSON, or JSON of no use."""
        random = self.random
        return random.choice(
            (
                random.randbytes(random.randrange(40)),
                "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.randrange(20))),
                "[" * random.randrange(1, 5000),
                '{"type":' * random.randrange(1, 500),
                json.dumps(random.choice(ODD)).encode("utf-8", "replace"),
                '{"type":"play","type":"ping2"}',
                " " * random.randrange(8193, 20_000),
                json.dumps({"type": "rename", "name": "x" * random.randrange(8192, 30_000)}),
            )
        )

    def cut(self) -> str:
        """A message that ends too early."""
        whole = json.dumps({"type": "play", "action": "+1", "number": self.page.last["number"]})
        return whole[: self.random.randrange(len(whole))]

    def odd(self) -> str:
        """A message with fields that do not belong there or have a wrong type."""
        random = self.random
        fields = {
            random.choice(("action", "number", "grant", "actions", "seat", "name", "x")): random.choice(ODD)
            for _ in range(random.randrange(1, 4))
        }
        return json.dumps({"type": random.choice(KINDS), **fields, "not a field": 1})

    def stale(self) -> str:
        """Something that could be right with another number."""
        number = self.random.choice((0, 1, self.page.last["number"] + self.random.randrange(1, 1000), 10**6))
        kind = self.random.choice(
            ({"type": "play", "action": self.random.choice(texts_of(self.game))}, {"type": "hint"})
        )
        return json.dumps({**kind, "number": number})

    def illegal(self) -> str:
        """An action that is not legal, or not this page's to play."""
        number = self.page.last["number"]
        action = self.random.choice(texts_of(self.game))
        while action in self.legal:
            action = self.random.choice(texts_of(self.game))
        if self.random.random() < 0.3:
            return json.dumps(
                {"type": "preview", "actions": [*sorted(self.legal)[:3], action], "number": number}
            )
        return json.dumps({"type": "play", "action": action, "number": number})

    def foreign(self) -> str:
        """What only somebody else, or nobody now, may do."""
        other = {"white": "black", "black": "white", "": "white"}[self.role]
        number = self.page.last["number"]
        return json.dumps(
            self.random.choice(
                (
                    {"type": "look", "seat": other},
                    {"type": "answer-undo", "grant": True, "number": number},
                    {"type": "claim"},
                    {"type": "rematch"},
                )
            )
        )

    def again(self) -> str:
        """A message that was right once."""
        return self.random.choice(self.sent)


def bombard(page: Page, nuisance: Nuisance, count: int) -> dict[str, int]:
    """Sends so many messages, each of which must have one answer, a refusal; how often each of these came."""
    codes: dict[str, int] = {}
    for _ in range(count // 100):
        for _ in range(100):
            page.socket.send(nuisance.message())
        page.send("ping")
        for _ in range(100):
            answer = page.next()
            assert answer["type"] == "denied"
            assert answer["code"] in ERRORS
            assert answer["text"]
            assert answer["number"] == page.last["number"]
            codes[answer["code"]] = codes.get(answer["code"], 0) + 1
        assert page.next()["type"] == "pong"
    return codes


def some_actions(white: Page, black: Page) -> list[str]:
    """Plays some actions, so that there is something to repeat; the messages that did it."""
    sent: list[str] = []
    for _ in range(8):
        page, rival = (white, black) if white.last["view"]["legal"] else (black, white)
        action, number = page.legal(), page.last["number"]
        sent.append(json.dumps({"type": "play", "action": action, "number": number}))
        page.play(action)
        while rival.last["number"] != page.last["number"]:
            rival.update()
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_tens_of_thousands_of_wrong_messages_change_nothing(open_house: House, game: str) -> None:
    house = open_house
    before = house.tasks()
    ann, bob, id = two(house, game=game)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        sent = some_actions(white, black)
        with house.visitor().at(f"watch={key_of(white, 'watch')}") as eve:
            pages = {"white": white, "black": black, "": eve}
            stood = {role: page.ask("look", seat=role or None) for role, page in pages.items()}
            while not all(page.quiet() for page in pages.values()):
                pass
            found: dict[str, int] = {}
            for role, page in pages.items():
                nuisance = Nuisance(f"{game} {role}", role, game, page, sent)
                for code, count in bombard(page, nuisance, EACH).items():
                    found[code] = found.get(code, 0) + count
            for role, page in pages.items():
                assert page.ask("look", seat=role or None) == stood[role]
            assert sum(found.values()) == 3 * EACH
            assert {"bad-message", "too-big", "stale", "not-allowed"} <= set(found), found
    wait_for_tasks(house, before)


def wait_for_tasks(house: House, before: int) -> None:
    for _ in range(500):
        if house.tasks() <= before:
            return
        time.sleep(0.01)
    pytest.fail("tasks are left")


FRAMES = {
    "not masked": (b"\x81\x02{}", 1002),
    "no such opcode": (b"\x83\x80\0\0\0\0", 1002),
    "reserved bits": (b"\xf1\x80\0\0\0\0", 1002),
    "too long": (b"\x81\xff" + (2**20).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    "absurdly long": (b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    "not UTF-8": (b"\x81\x82\0\0\0\0\xff\xfe", 1007),
    "a part without a beginning": (b"\x80\x80\0\0\0\0", 1002),
    "a long ping": (b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256, 1002),
}


@pytest.mark.parametrize("name", FRAMES)
def test_broken_frames_end_their_own_connection_and_nothing_else(open_house: House, name: str) -> None:
    house = open_house
    before = house.tasks()
    frame, code = FRAMES[name]
    ann, bob, id = two(house)
    with bob.at(f"game={id}") as black:
        with ann.at(f"game={id}") as white:
            white.socket.socket.sendall(frame)
            assert white.closed() == code
        assert black.next("presence")
    wait_for_tasks(house, before)


def test_garbage_instead_of_http_is_answered_and_forgotten(open_house: House) -> None:
    random = Random(5)
    before = open_house.tasks()
    for _ in range(60):
        with socket.create_connection(("127.0.0.1", open_house.port), timeout=5) as raw:
            raw.sendall(
                random.choice((b"", b"GET / HTTP/1.1\r\n", b"POST /api/games HTTP/1.1\r\n"))
                + random.randbytes(200)
            )
            raw.shutdown(socket.SHUT_WR)
            raw.recv(1000)
    assert open_house.visitor().get("/api/status")["version"] == 1
    wait_for_tasks(open_house, before)


def test_a_nuisance_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(patience=20)) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            for _ in range(21):
                page.socket.send("nonsense")
            assert page.closed() == 1008
