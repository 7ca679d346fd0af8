"""Connections that come, go, ask too much or say nothing; restarts; what is left of them."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from kahuna.server import live, sweeping
from support.house import LOOSE, House, Page, Quick, key_of, serving, two


def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db") as house:
        ann, bob, id = two(house, name="Ann")
        with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
            white.play(white.legal(">"))
            white.play("+")
            black.update()
            black.update()
            before = [white.last, black.last]
    with serving(tmp_path / "h.db") as house:
        ann.port = bob.port = house.port
        with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
            for page, old in zip((white, black), before, strict=True):
                assert page.last["view"] == old["view"]
                assert page.last["number"] == old["number"]
                assert page.last["room"]["links"] == old["room"]["links"]
            black.play("+1")


def test_a_server_that_stops_tells_its_pages_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db") as house:
        ann = house.visitor()
        context = ann.at(f"game={ann.open()}")
        page = context.__enter__()
    assert page.closed() == 1012
    context.__exit__(None, None, None)


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", None])
def test_a_page_of_another_site_gets_no_socket(house: House, origin: str | None) -> None:
    ann = house.visitor()
    id = ann.open()
    with pytest.raises(InvalidStatus), ann.socket(f"game={id}", origin=origin):
        pass


def test_a_page_that_asks_too_fast_is_slowed_down_and_then_let_go(tmp_path: Path) -> None:
    limits = LOOSE._replace(messages=0.001, burst=5, patience=10)
    with serving(tmp_path / "h.db", limits=limits) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            for _ in range(15):  # to come was the first
                page.send("ping")
            answers = [page.next() for _ in range(15)]
            assert [answer["type"] for answer in answers] == ["pong"] * 4 + ["denied"] * 11
            assert answers[-1]["code"] == "too-fast"
            assert page.closed() == 1008


def test_all_pages_of_a_visitor_together_may_not_ask_too_fast(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(messages=0.001, burst=8)) as house:
        ann, bob, id = two(house)
        with ann.at(f"game={id}") as one, ann.at(f"game={id}") as other, bob.at(f"game={id}") as rival:
            for page in (one, other):
                for _ in range(4):
                    page.send("ping")
            answers = [page.next("pong", "denied")["type"] for page in (one, other) for _ in range(4)]
            assert sorted(answers) == ["denied"] * 3 + ["pong"] * 5
            assert rival.quiet()
            with ann.socket(f"game={id}") as third:
                assert third.next()["code"] == "too-fast"
                assert third.closed() == 1013


def test_a_page_that_says_nothing_for_long_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(silence=0.2)) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            assert page.closed() == 4408


def test_a_page_that_was_let_in_keeps_little(tmp_path: Path) -> None:
    """A table of 21 names is the largest that takes less than half a kilobyte; and one timer does all."""
    with serving(tmp_path / "h.db") as house:
        house.server.config.ws_ping_interval = 0.05
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            assert page.quiet()
            [line] = house.server.server_state.connections
            wait_until(lambda: page.quiet() and "pending_ping_payload" in vars(line))
            kept = vars(line).copy()
        timers = [name for name, value in kept.items() if value is not None and "timer" in name]
        assert len(kept) <= 21
        assert len(timers) <= 1


def test_connections_of_a_visitor_and_spectators_of_a_game_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(connections=2, watchers=1)) as house:
        ann = house.visitor()
        id = ann.open()
        with ann.at(f"game={id}") as one, ann.at(f"game={id}"):
            with ann.socket(f"game={id}") as third:
                assert third.next()["code"] == "too-many-connections"
                assert third.closed() == 1013
            key = key_of(one, "watch")
            with house.visitor().at(f"watch={key}"), house.visitor().socket(f"watch={key}") as second:
                assert second.next()["code"] == "too-many-connections"


def test_a_page_that_does_not_read_is_let_go_and_holds_nobody_up(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(backlog=100_000)) as house:
        ann, bob, id = two(house)
        with ann.at(f"game={id}") as white, deaf(house.port, f"/ws?game={id}", bob.cookie or "") as page:
            assert white.next("presence")["room"]["players"]["black"]["here"]
            look = b'{"type":"look","seat":"black"}'
            frame = bytes((0x81, 0x80 | len(look), 0, 0, 0, 0)) + look
            page.settimeout(20)
            with suppress(ConnectionError):
                page.sendall(frame * 5000)  # each is answered with some kilobytes, and never read
            assert not white.next("presence")["room"]["players"]["black"]["here"]
            assert white.play("+1")["type"] == "update"
            wait_until(lambda: not alive(page))
            assert white.quiet()


def alive(page: socket.socket) -> bool:
    """Whether the other end still keeps this connection."""
    try:
        page.sendall(b"\x81\x80\0\0\0\0")
    except ConnectionError:
        return False
    return True


@contextmanager
def deaf(port: int, path: str, cookie: str) -> Iterator[socket.socket]:
    """A page that connects and then reads nothing, with little room in between."""
    page = socket.socket()
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    page.connect(("127.0.0.1", port))
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}",
             f"Cookie: {cookie}", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]  # fmt: skip
    page.sendall("\r\n".join(lines).encode())
    try:
        yield page
    finally:
        page.close()


def test_rooms_leave_the_memory_when_nobody_is_there(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(idle=0)) as house:
        ann, _, id = two(house)
        with ann.at(f"game={id}") as page:
            page.play("+1")
            sweep(house)
            assert id in house.lobby.rooms
        wait_until(lambda: not house.lobby.rooms[id].audience.connections)
        time.sleep(0.01)
        sweep(house)
        assert id not in house.lobby.rooms
        with ann.at(f"game={id}") as page:
            assert page.last["view"]["log"][1][:2] == "+1"


def sweep(house: House) -> None:
    asyncio.run_coroutine_threadsafe(sweeping.sweep(house.lobby), house.loop).result(5)


def wait_until(true: Any) -> None:
    for _ in range(1000):
        if true():
            return
        time.sleep(0.01)
    pytest.fail("it never came true")


def test_nothing_is_left_of_connections_that_have_gone(house: House) -> None:
    before = house.tasks()
    ann, bob, id = two(house, hints=True)
    pages: list[Page] = []
    for who in (ann, bob, ann, bob):
        with who.at(f"game={id}") as page:
            pages.append(page)
            page.send("hint", number=page.last["number"])
    wait_until(lambda: house.tasks() <= before)


class NoLock:
    """As if the lock beside the file were not there."""

    def __init__(self, store: Path) -> None:
        del store

    def release(self) -> None:
        """Nothing to let go of."""


def test_two_servers_on_one_store_never_both_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even without the lock the second one finds the number taken, reads the game again and tells its pages."""
    monkeypatch.setattr("kahuna.server.store_sqlite.StoreLock", NoLock)
    with serving(tmp_path / "h.db") as one, serving(tmp_path / "h.db") as two_:
        ann, bob, id = two(one)
        elsewhere = two_.visitor()
        elsewhere.cookie = ann.cookie
        with ann.at(f"game={id}") as here, elsewhere.at(f"game={id}") as there:
            number, first, second = here.last["number"], here.legal(">"), here.legal("+2")
            here.play(first)
            there.send("play", action=second, number=number)
            assert there.update()["view"]["log"] == here.last["view"]["log"]
            assert there.next()["code"] == "stale"
            assert there.play(second)["number"] == number + 2
    del bob


def test_hints_are_limited_and_one_at_a_time(tmp_path: Path) -> None:
    players = Quick()
    players.pause = 1.0
    with serving(tmp_path / "h.db", players, LOOSE._replace(hints=3)) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
            number = page.last["number"]
            for _ in range(4):
                page.send("hint", number=number)
            answers = [page.next("advice", "denied").get("code", "advice") for _ in range(4)]
            assert sorted(answers) == ["advice", "hint-under-way", "hint-under-way", "too-fast"]


def test_a_page_hears_that_our_players_are_busy_and_gets_its_answer_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUSY_FOR", 0.01)
    players = Quick()
    players.busy = 2
    with serving(tmp_path / "h.db", players) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open('exahuna', against='level', level='limu')}") as page:
            page.play(page.legal())
            while not page.last["view"]["legal"]:
                message = page.next("denied", "update")
                assert message.get("code", "busy") == "busy"
            assert players.busy == 0
            players.busy = 1
            assert page.ask("hint", "advice")["code"] == "busy"
