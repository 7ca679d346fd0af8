"""The files for hosts: nginx's configuration works as it stands, and the dashboard asks for what is measured."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_connection
from time import sleep
from typing import Any

import pytest

from kahuna.server import metrics
from kahuna.server.serve import listening
from support.house import House, Visitor, key_of, serving
from support.postgres import new_database

DEPLOY = Path(__file__).parents[2] / "deploy"


@contextmanager
def nginx(houses: Sequence[House], folder: Path, path: str = "/") -> Iterator[int]:
    """nginx with our configuration in front of these servers, without its TLS; the port where it listens."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not program:
        pytest.skip("needs nginx (Debian: nginx-light)")
    sock = listening("127.0.0.1", 0)
    port = sock.getsockname()[1]
    sock.close()
    plain = (DEPLOY / "nginx.conf").read_text("utf-8")
    for number, house in enumerate(houses, 8765):
        plain = re.sub(rf"(# )?server 127\.0\.0\.1:{number}", f"server 127.0.0.1:{house.port}", plain)
    plain = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", plain, flags=re.S)
    plain = re.sub(r"    (listen \[::\]:443|ssl_certificate).*\n", "", plain)
    plain = plain.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    plain = plain.replace("    location / {", f"    location {path} {{")
    assert not re.search(r"\b443\b", plain)
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n client_body_temp_path {folder}; proxy_temp_path {folder};\n{plain}}}\n"
    )
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int) -> None:
    """Returns when somebody listens there."""
    for _ in range(200):
        try:
            create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            sleep(0.05)
        else:
            return
    raise TimeoutError(port)


def test_a_game_is_played_through_nginx_and_addresses_are_the_visitors(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "s.db", proxies=("127.0.0.1",)) as house,
        nginx([house], tmp_path) as port,
    ):
        ann, bob = Visitor(port, "127.0.0.5"), Visitor(port, "127.0.0.6")
        status, headers, page = ann.call("GET", "/")
        assert (status, b"<html" in page) == (200, True)
        assert "gzip" not in headers.get("content-encoding", "")
        id = ann.open("kahuna")
        with ann.at(f"game={id}") as first:
            assert bob.post("/api/join", {"key": key_of(first, "invite"), "name": "Bob"}) == {"id": id}
            while not first.last["view"]:
                first.update()
            with bob.at(f"game={id}") as second:
                counted = {page.address for page in house.lobby.rooms[id].audience.connections}
                assert counted == {"127.0.0.5", "127.0.0.6"}
                mover, other = (first, second) if first.last["view"]["legal"] else (second, first)
                mover.play(mover.legal())
                assert other.update()["number"] == mover.last["number"]


def test_a_visitor_cannot_claim_another_address_through_nginx(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "s.db", proxies=("127.0.0.1",)) as house,
        nginx([house], tmp_path) as port,
    ):
        liar = Visitor(port, "127.0.0.7")
        id = liar.open("exahuna", against="screen")
        with liar.socket(f"game={id}", X_Forwarded_For="192.0.2.99") as page:
            page.next()
            assert {page.address for page in house.lobby.rooms[id].audience.connections} == {"127.0.0.7"}


def test_a_server_under_a_path_is_played_through_nginx(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "s.db", proxies=("127.0.0.1",), base="/kahuna") as house,
        nginx([house], tmp_path, "/kahuna/") as port,
    ):
        ann = Visitor(port)
        assert ann.call("GET", "/")[0] != 200
        assert ann.call("GET", "/kahuna/")[0] == 200
        game = {"game": "exahuna", "against": "screen"}
        id = ann.post("/kahuna/api/games", game)["id"]
        with ann.at(f"game={id}", path="/kahuna/ws") as page:
            page.play(page.legal())


@pytest.mark.slow
def test_pages_of_a_game_meet_at_one_server_behind_nginx_and_go_on_at_the_other(
    tmp_path: Path, database_server: Any
) -> None:
    """Requests go to both; sockets go by the game, and when their server is stopped, its pages go on at the other."""
    database = new_database(database_server)
    with ExitStack() as ends:
        stops = [ends.enter_context(ExitStack()) for _ in range(2)]
        both = [stop.enter_context(serving(database, proxies=("127.0.0.1",))) for stop in stops]
        with nginx(both, tmp_path) as port:
            ann, bob = Visitor(port, "127.0.0.5"), Visitor(port, "127.0.0.6")
            id = ann.open("exahuna", seat="white")
            with ann.at(f"game={id}") as white, ExitStack() as sockets:
                assert bob.post("/api/join", {"key": key_of(white, "invite")}) == {"id": id}
                while not white.last["view"]:
                    white.update()
                pages = [white, *(sockets.enter_context(bob.at(f"game={id}")) for _ in range(6))]
                at = [pages_at(house, id) for house in both]
                assert sorted(at) == [0, len(pages)]
                mover = next(page for page in pages if page.last["view"]["legal"])
                mover.play(mover.legal())
                for page in pages:
                    while page.last["number"] < mover.last["number"]:
                        page.update()
                stops[at.index(len(pages))].close()  # in good order
            for visitor in (ann, bob):
                with visitor.at(f"game={id}") as page:
                    assert page.last["number"] == mover.last["number"]
                    if page.last["view"]["legal"]:
                        assert page.play(page.legal())["type"] == "update"
            left = both[at.index(0)]
            games = {ann.open("exahuna", against="screen") for _ in range(3)}
            assert {game["room"]["id"] for game in ann.get("/api/games")["running"]} >= games
            assert id in left.lobby.rooms


def pages_at(house: House, id: str) -> int:
    """How many pages of this game are connected to this server."""
    return len(house.lobby.rooms[id].audience.connections) if id in house.lobby.rooms else 0


def test_the_dashboard_asks_for_what_is_measured() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"kahuna_\w+", target["expr"])
    }
    text = metrics.text().decode()
    kinds = dict(re.findall(r"^# TYPE (kahuna_\w+) (\w+)", text, re.M))
    endings = {"counter": "", "gauge": "", "histogram": "_bucket"}
    measured = {name + endings[kind] for name, kind in kinds.items() if kind in endings}
    assert asked
    assert asked <= measured
