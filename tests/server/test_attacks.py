"""Attacks on the connection itself, counted: how many frames, bytes and connections it takes until one is let go."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from kahuna.server import doors
from kahuna.server.limits import Limits
from kahuna.server.line import FRAMES_AT_ONCE, Line
from kahuna.server.serve import listening
from server.test_connections import deaf, wait_until
from support.house import LOOSE, House, serving, two

MASK = b"\0\0\0\0"
EMPTY = {
    "pong": b"\x8a\x80" + MASK,
    "ping": b"\x89\x80" + MASK,
    "part of a message": b"\x00\x80" + MASK,
}
BEGINNING = {"part of a message": b"\x01\x80" + MASK}  # of a message that never ends


@pytest.fixture(params=["quick", "plain"])
def plain(request: pytest.FixtureRequest) -> bool:
    """With uvloop and httptools, and without."""
    return bool(request.param == "plain")


def lines(house: House) -> list[Line]:
    """The server's side of all pages."""
    return [one for one in house.server.server_state.connections if isinstance(one, Line)]


@contextmanager
def counting(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The frames that the server has looked at."""
    seen = [0]
    look = Line._frame

    def counted(self: Line) -> tuple[int, bytes] | None:
        found = look(self)
        seen[0] += found is not None
        return found

    monkeypatch.setattr(Line, "_frame", counted)
    yield seen
    del house


@pytest.mark.parametrize("kind", EMPTY)
def test_frames_that_say_nothing_count_as_messages_and_too_many_end_the_connection(
    tmp_path: Path, kind: str, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = LOOSE._replace(messages=0.001, burst=60, patience=200)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house:
        ann, bob, id = two(house)
        with (
            ann.at(f"game={id}") as white,
            deaf(house.port, f"/ws?game={id}", bob.cookie or "") as page,
            counting(house, monkeypatch) as seen,
        ):
            assert white.next("presence")["room"]["players"]["black"]["here"]
            with suppress(ConnectionError):
                page.sendall(BEGINNING.get(kind, b"") + EMPTY[kind] * 100_000)
            assert not white.next("presence")["room"]["players"]["black"]["here"]
            assert seen[0] <= limits.burst + limits.patience + 2
            assert white.play("+1")["type"] == "update"


def test_what_a_page_does_not_read_is_bounded(tmp_path: Path, plain: bool) -> None:
    """It pings with a hundred bytes each time; the answers wait on the server."""
    limits = LOOSE._replace(patience=10**9, backlog=200_000)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house:
        ann, bob, id = two(house)
        with (
            ann.at(f"game={id}") as white,
            deaf(house.port, f"/ws?game={id}", bob.cookie or "") as page,
        ):
            assert white.next("presence")["room"]["players"]["black"]["here"]
            wait_until(lambda: len(lines(house)) == 2)
            there = page.getsockname()
            black = next(one for one in lines(house) if one.transport.get_extra_info("peername") == there)
            most = [0]
            write = Line._write

            def watched(self: Line, data: bytes) -> None:
                write(self, data)
                if self is black:
                    most[0] = max(most[0], self.transport.get_write_buffer_size())

            Line._write = watched  # type: ignore[method-assign]
            try:
                with suppress(ConnectionError):
                    page.settimeout(20)
                    page.sendall((b"\x89\xe4" + MASK + b"x" * 100) * 200_000)
                assert not white.next("presence")["room"]["players"]["black"]["here"]
            finally:
                Line._write = write  # type: ignore[method-assign]
            assert 0 < most[0] <= limits.backlog + 2000


def test_a_page_that_does_not_answer_is_let_go_although_it_reads_nothing(tmp_path: Path, plain: bool) -> None:
    """Its seat is away at once: the connection is not kept until all is sent."""
    with serving(tmp_path / "h.db", plain=plain) as house:
        house.server.config.ws_ping_interval = house.server.config.ws_ping_timeout = 0.2
        ann, bob, id = two(house)
        with deaf(house.port, f"/ws?game={id}", bob.cookie or ""), ann.at(f"game={id}") as white:
            if white.last["room"]["players"]["black"]["here"]:
                assert not white.next("presence")["room"]["players"]["black"]["here"]
            wait_until(lambda: len(lines(house)) == 1)


@contextmanager
def silent(port: int, count: int, source: str = "127.0.0.2") -> Iterator[list[socket.socket]]:
    """Connections from another address that say nothing."""
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20, (source, 0)))
            one.settimeout(20)
            found.append(one)
        yield found


def test_one_address_cannot_take_all_connections(tmp_path: Path, plain: bool) -> None:
    with serving(tmp_path / "h.db", limits=Limits(header_time=600), plain=plain, files=256) as house:
        with silent(house.port, 100):
            wait_until(lambda: house.doors.turned_away + house.doors.inside == 100)
            assert house.doors.inside == house.doors.most // 2
            ann = house.visitor()
            with ann.at(f"game={ann.open()}") as page:
                assert page.quiet()
        wait_until(lambda: house.doors.inside == 0)
        assert not house.doors.by_address


def test_connections_in_all_are_bounded_and_descriptors_kept_back(tmp_path: Path) -> None:
    limits = Limits(header_time=600)
    with serving(tmp_path / "h.db", limits=limits, files=256) as house, ExitStack() as stack:
        for last in range(2, 6):
            stack.enter_context(silent(house.port, 40, f"127.0.0.{last}"))
        wait_until(lambda: house.doors.turned_away + house.doors.inside == 160)
        assert house.doors.inside == house.doors.most
        assert house.doors.most + 3 * house.doors.at_once + 64 <= 256


def test_who_does_not_say_what_they_want_is_not_waited_for(tmp_path: Path, plain: bool) -> None:
    limits = LOOSE._replace(header_time=0.3)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house, silent(house.port, 3) as raw:
        raw[1].sendall(b"GET / HT")
        raw[2].sendall(b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = raw[2].recv(65536)
        assert answer.startswith(b"HTTP/1.1 200 ")
        raw[2].sendall(b"GET / HT")  # and nothing more
        for one in raw:
            with suppress(ConnectionResetError):
                while one.recv(65536):
                    pass
        wait_until(lambda: house.doors.inside == 0)


def test_a_file_that_is_not_read_is_not_sent_for_ever(
    tmp_path: Path, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "MAX_AHEAD", 10**6)  # so that much is sent
    limits = LOOSE._replace(stall_time=0.3)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house:
        page = socket.socket()
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.connect(("127.0.0.1", house.port))
        request = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        page.settimeout(20)
        with page, suppress(ConnectionError):
            for _ in range(2000):
                page.sendall(request)
                time.sleep(0.001)
                if not house.doors.inside:
                    break
        wait_until(lambda: house.doors.inside == 0)


def small_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent and not read stays with the server: the system keeps little of it."""

    def narrow(host: str, port: int | None) -> socket.socket:
        found = listening(host, port)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return found

    monkeypatch.setattr("support.house.listening", narrow)


def unread(port: int, request: bytes) -> socket.socket:
    """A connection that asks and never reads the answer."""
    page = socket.socket()
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    page.connect(("127.0.0.1", port))
    page.sendall(request)
    return page


def test_answers_that_one_address_does_not_read_are_few(
    tmp_path: Path, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is kept whole until it is read: a review or a long replay has half a megabyte."""
    small_pipes(monkeypatch)
    limits = LOOSE._replace(stall_time=600, stalled_by_address=5)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house, ExitStack() as ends:
        request = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8
        for _ in range(30):
            ends.enter_context(unread(house.port, request))
        wait_until(lambda: house.doors.stalled == {"127.0.0.1": 5} and house.doors.inside == 5)
        assert house.visitor("127.0.0.2").get("/api/status")["version"] == 1
    assert house.doors.stalled == {}


@pytest.mark.parametrize("last", [b"Connection: close\r\n", b""])
def test_a_short_answer_that_is_never_read_keeps_no_connection_open(
    tmp_path: Path, plain: bool, last: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fits into the connection's own buffer, so nothing stalls; and what is closed stays until it is read."""
    small_pipes(monkeypatch)
    with serving(tmp_path / "h.db", limits=LOOSE._replace(stall_time=0.5), plain=plain) as house:
        house.server.config.timeout_keep_alive = 1
        with unread(
            house.port, b"GET /web/styles/table.css HTTP/1.1\r\nHost: 127.0.0.1\r\n" + last + b"\r\n"
        ):
            wait_until(lambda: house.doors.inside == 1)
            wait_until(lambda: house.doors.inside == 0)


def test_requests_that_wait_for_no_answer_end_their_connection(tmp_path: Path) -> None:
    """Thousands fit into one packet, and each would be kept with all it needs until its turn."""
    with serving(tmp_path / "h.db") as house, silent(house.port, 1) as [raw]:
        raw.sendall(b"GET /web/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
        heard = b""
        with suppress(ConnectionResetError):
            while more := raw.recv(65536):
                heard += more
        assert heard.count(b"HTTP/1.1 404 ") <= doors.MAX_AHEAD + 1
        wait_until(lambda: house.doors.inside == 0)


def test_a_connection_that_is_reset_counts_no_longer(tmp_path: Path, plain: bool) -> None:
    with serving(tmp_path / "h.db", plain=plain) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            raw = page.socket.socket
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wait_until(lambda: house.doors.inside == 0)


def test_who_comes_again_and_again_is_turned_away_before_a_byte_is_read(tmp_path: Path, plain: bool) -> None:
    limits = LOOSE._replace(connects_by_address=0.001, connect_burst=20)
    with serving(tmp_path / "h.db", limits=limits, plain=plain) as house:
        for _ in range(30):
            with silent(house.port, 1):
                pass
        wait_until(lambda: house.doors.turned_away == 10)
        assert house.visitor("127.0.0.3").call("GET", "/")[0] == 200


def test_frames_that_come_at_once_are_read_a_few_at_a_time_and_others_come_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each ping is answered by a call of the system: hundreds of them in a row hold up everybody's moves."""
    with serving(tmp_path / "h.db", limits=LOOSE) as house:
        runs = [0]  # pings in each turn of the loop

        def next_turn() -> None:
            runs.append(0)
            house.loop.call_soon(next_turn)

        control = Line._control

        def counted(self: Line, kind: int, payload: bytes) -> None:
            runs[-1] += 1
            control(self, kind, payload)

        monkeypatch.setattr(Line, "_control", counted)
        ann, _, id = two(house)
        with deaf(house.port, f"/ws?game={id}", ann.cookie or "") as page:
            wait_until(lambda: len(lines(house)) == 1)
            page.settimeout(20)
            house.loop.call_soon_threadsafe(next_turn)
            page.sendall(b"".join(b"\x89\x81" + MASK + bytes((number,)) for number in range(100)))
            received = b""
            while b"\x8a\x01\x63" not in received:  # the answer to the last of them
                received += page.recv(1 << 16)
        assert sum(runs) >= 100
        assert max(runs) <= FRAMES_AT_ONCE
