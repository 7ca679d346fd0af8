"""Limits of the HTTP side."""

import asyncio
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from kahuna.server import api, asking, feeds, listing, metrics
from kahuna.server.bodies import Mine
from kahuna.server.limits import Limits
from kahuna.server.lobby import Lobby
from server.test_seat_links import key, make
from support.house import finish, refusal, serving


def limited(tmp_path: Path, **bounds: Any) -> Any:
    return serving(tmp_path / "limited.db", limits=Limits()._replace(**bounds))


def test_games_under_way_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, running=3) as house:
        ann = house.visitor()
        ids = [ann.open() for _ in range(3)]
        wish = {"game": "kahuna", "against": "link"}
        assert ann.call("POST", "/api/games", wish)[0] == 429
        assert refusal(ann.post("/api/games", wish)) == "too-many-games"
        with ann.at(f"game={ids[0]}") as page:
            finish(page)
        ann.open()


def test_games_opened_in_a_short_time_are_limited_by_visitor_and_by_address(tmp_path: Path) -> None:
    wish = {"game": "kahuna", "against": "link"}
    with limited(tmp_path, opened=2, opened_by_address=3) as house:
        ann, bob = house.visitor(), house.visitor()
        answers = [who.post("/api/games", wish) for who in (ann, ann, ann, bob, bob)]
        assert ["id" in answer for answer in answers] == [True, True, False, True, False]
        assert refusal(answers[2]) == refusal(answers[4]) == "too-many-opened"


def test_requests_and_records_are_limited_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, requests=0.001, request_burst=4, records_by_address=1) as house:
        visitor = house.visitor()
        answers = [visitor.post("/api/replay", b"{}") for _ in range(5)]
        assert [answer["code"] for answer in answers] == ["bad-record", *["too-fast"] * 4]
        assert visitor.call("GET", "/")[0] == 200


def test_whatever_there_is_can_be_asked_for_only_so_fast(tmp_path: Path) -> None:
    with limited(tmp_path, all_requests=0.001, all_burst=4) as house:
        evil, paths = (
            house.visitor("127.0.0.2"),
            ("/", "/web/main.js", "/rules", "/nowhere", "/web/main.js", "/"),
        )
        assert [evil.call("GET", path)[0] for path in paths] == [200, 200, 200, 404, 429, 429]
        assert evil.call("GET", "/")[1]["connection"] == "close"
        assert house.visitor("127.0.0.3").call("GET", "/")[0] == 200


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "asked",
    [
        b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/qr HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        b'content-length: 12\r\n\r\n{"text":"x"}',
    ],
)
def test_who_asks_too_fast_is_refused_once_and_must_connect_again(
    tmp_path: Path, plain: bool, asked: bytes
) -> None:
    """Refusals at full speed would hold up everybody; connections are counted before a byte is read."""
    limits = Limits()._replace(requests=0.001, request_burst=3)
    with (
        serving(tmp_path / "h.db", limits=limits, plain=plain) as house,
        socket.create_connection(("127.0.0.1", house.port), 20) as page,
        page.makefile("rb") as heard,
    ):
        statuses = []
        for _ in range(20):
            with suppress(ConnectionError):
                page.sendall(asked)
            line = b""
            with suppress(ConnectionError):
                line = heard.readline()
            if not line:
                break
            statuses.append(line.split()[1])
            headers = dict(line.rstrip().lower().split(b": ", 1) for line in iter(heard.readline, b"\r\n"))
            heard.read(int(headers[b"content-length"]))
        assert statuses == [b"200", b"200", b"200", b"429"]


def test_what_takes_long_is_worked_out_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many threads would fight with the loop for the interpreter."""
    here, most = [0], [0]

    def slow(text: str) -> list[list[int]]:
        here[0] += 1
        most[0] = max(most[0], here[0])
        time.sleep(0.02)
        here[0] -= 1
        return [[1]]

    monkeypatch.setattr(api, "modules", slow)
    with serving(tmp_path / "h.db") as house, ThreadPoolExecutor(8) as pool:
        visitors = [house.visitor(f"127.0.0.{number % 3 + 2}") for number in range(12)]
        found = list(pool.map(lambda visitor: visitor.post("/api/qr", {"text": "x"}), visitors))
    assert found == [{"rows": ["1"]}] * 12
    assert most == [1]


def test_lists_are_worked_out_for_one_address_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of 120 games takes milliseconds: those of fifty connections in a row would hold everybody up."""
    here: Counter[str] = Counter()
    most: Counter[str] = Counter()

    async def slow(_: Lobby, me: str) -> Mine:
        here[me] += 1
        most[me] = max(most[me], here[me])
        await asyncio.sleep(0.02)
        here[me] -= 1
        return Mine([], [])

    monkeypatch.setattr(listing, "games_held_by", slow)
    monkeypatch.setattr(feeds, "games_held_by", slow)
    with serving(tmp_path / "h.db") as house, ThreadPoolExecutor(8) as pool:
        evil = house.visitor("127.0.0.2")
        evil.open()
        paths = ["/api/games", "/api/turns"] * 4
        assert [status for status, _, _ in pool.map(lambda path: evil.call("GET", path), paths)] == [200] * 8
    assert set(most.values()) == {1}


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with (
        limited(tmp_path, body_time=0.2) as house,
        socket.create_connection(("127.0.0.1", house.port)) as slow,
    ):
        lines = (
            "POST /api/games HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            "Content-Length: 99",
            "",
            "{",
        )
        slow.settimeout(10)
        slow.sendall("\r\n".join(lines).encode())
        assert slow.recv(65536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("here", "here"),
    ],
)
def test_all_addresses_of_a_house_count_as_one(host: str, counted: str) -> None:
    assert asking.address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == counted


def test_the_devices_of_a_seat_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, devices=2) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            first = make(page)
            links = [first, make(page, first["link"])]
        answers = [house.visitor().post("/api/move", key(link)) for link in links]
        assert "id" in answers[0]
        assert refusal(answers[1]) == "too-many-connections"


def test_rematches_count_as_games_opened_from_their_address(tmp_path: Path) -> None:
    with limited(tmp_path, opened_by_address=3) as house:
        ann = house.visitor()
        id = ann.open("exahuna", against="screen")
        for count in (1, 2, 3):
            with ann.at(f"game={id}") as page:
                finish(page)
                answer = page.ask("rematch")
                while answer["type"] == "update" and not answer["room"]["rematch"]:
                    answer = page.next("update", "denied")
                assert answer.get("code") == ("too-many-opened" if count == 3 else None)
                id = answer.get("room", {}).get("rematch")
        assert "id" in house.visitor("127.0.0.2").post("/api/games", {"game": "kahuna", "against": "link"})


def test_newcomers_are_limited_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, visitors_by_address=3) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            links = [make(page)]
            for _ in range(2):
                links.append(make(page, links[-1]["link"]))
        answers = [house.visitor().post("/api/move", key(link)) for link in links]
        assert ["id" in answer for answer in answers] == [True, True, False]
        assert refusal(answers[2]) == "too-fast"
        assert "id" in ann.post("/api/move", key(links[2]))


def test_pages_are_limited_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, pages_by_address=2) as house:
        ann, bob = house.visitor(), house.visitor()
        mine, theirs = ann.open(), bob.open()
        with ann.at(f"game={mine}"), bob.at(f"game={theirs}"), ann.socket(f"game={mine}") as third:
            assert third.next()["code"] == "too-many-connections"
            eve = house.visitor("127.0.0.2")
            with eve.at(f"game={eve.open()}") as page:
                assert page.quiet()


def test_messages_of_many_cookies_count_for_their_address(tmp_path: Path) -> None:
    with limited(tmp_path, messages_by_address=0.001, burst_by_address=10) as house:
        ann, bob = house.visitor(), house.visitor()
        eve = house.visitor("127.0.0.2")
        with ann.at(f"game={ann.open()}") as one, bob.at(f"game={bob.open()}") as other:
            for page in (one, other):
                for _ in range(6):
                    page.send("ping")
            answers = [page.next("pong", "denied")["type"] for page in (one, other) for _ in range(6)]
            assert answers.count("pong") == 10 - 2  # to come counts too
            with eve.at(f"game={eve.open()}") as page:
                assert page.quiet()


def test_forty_people_behind_one_router_are_no_nuisance(tmp_path: Path) -> None:
    """Each opens the table, four games one after the other, and has two pages open; with the limits as they are."""
    with serving(tmp_path / "club.db", limits=Limits()) as house, ExitStack() as pages:
        for _ in range(40):
            person = house.visitor()
            assert person.call("GET", "/")[0] == person.call("GET", "/api/status")[0] == 200
            ids = [person.open() for _ in range(4)]
            for id in ids[:2]:
                page = pages.enter_context(person.at(f"game={id}"))
                assert [page.quiet() for _ in range(5)] == [True] * 5


def answered(port: int, data: bytes) -> bytes:
    """All that is answered to this until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), 20) as caller:
        found = b""
        with suppress(ConnectionError):
            caller.sendall(data)
        with suppress(ConnectionError):
            while more := caller.recv(65536):
                found += more
    return found


@pytest.mark.parametrize("plain", [False, True])
def test_headers_are_bounded_in_length_and_number(tmp_path: Path, plain: bool) -> None:
    with serving(tmp_path / "h.db", plain=plain) as house:
        start = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nConnection: close\r\n".encode()
        assert answered(house.port, start + b"\r\n").startswith(b"HTTP/1.1 200")
        for headers in (b"X: " + b"a" * 2_000_000, b"X: y\r\n" * 50_000, b"Cookie: " + b"a=b; " * 30_000):
            assert not answered(house.port, start + headers + b"\r\n\r\n").startswith(b"HTTP/1.1 200")
        endless = b"GET /" + b"a" * 2_000_000
        assert not answered(house.port, endless).startswith(b"HTTP/1.1 200")
        assert house.visitor().call("GET", "/")[0] == 200


def test_an_upgrade_that_cannot_be_read_is_not_kept_open(tmp_path: Path) -> None:
    with limited(tmp_path, header_time=0.3, headers=10**6) as house:
        for query in ("x" * 60_000, "x"):
            lines = (
                f"GET /ws?game={query} HTTP/1.1",
                f"Host: 127.0.0.1:{house.port}",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "",
                "",
            )
            assert b" 101 " not in answered(house.port, "\r\n".join(lines).encode())[:20]


def test_whoever_goes_in_the_middle_of_a_body_is_no_error_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = metrics.FAILURES.labels("request")._value.get()
    with serving(tmp_path / "h.db") as house:
        start = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        start += "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", house.port)) as caller:
                caller.sendall(start.encode())
        assert house.visitor().call("GET", "/")[0] == 200
    assert metrics.FAILURES.labels("request")._value.get() == before
    assert not caplog.records
