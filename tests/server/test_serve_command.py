"""`kahuna serve`: where it says it is, what it refuses, how it stops."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kahuna.cli.main import parser
from kahuna.server import serve
from support.house import Visitor

KAHUNA = [sys.executable, "-m", "kahuna"]


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command in a process group of its own, as a terminal starts it, and the port it names."""
    process = subprocess.Popen(
        [*KAHUNA, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | environment,
    )
    assert process.stdout
    assert process.stderr
    try:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line + process.stderr.read()
        yield process, int(line.partition("http://127.0.0.1:")[2].partition("/")[0])
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_it_answers_and_stops_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--no-browser", "--store", str(tmp_path / "s.db")) as (
        process,
        port,
    ):
        visitor = Visitor(port)
        while True:
            try:
                assert visitor.call("GET", "/")[0] == 200
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        id = visitor.open("exahuna", against="screen")
        with visitor.at(f"game={id}") as page:
            page.play(page.legal())
            os.killpg(process.pid, signal.SIGINT)
            assert page.closed() == 1012
        out, errors = process.communicate(timeout=300)
        assert (process.returncode, errors) == (0, "")
        assert "all games are saved" in out
        for _ in range(15_000):
            if not left_of_group(process.pid):
                break
            time.sleep(0.02)
        assert left_of_group(process.pid) == []


def test_health_is_told_on_the_address_that_the_command_names_and_only_there(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    health = f"127.0.0.1:{port}"
    with started(
        "serve", "--port", "0", "--no-browser", "--store", str(tmp_path / "s.db"), "--health", health
    ) as (_, public):
        host, visitor = Visitor(port), Visitor(public)
        for _ in range(1000):
            try:
                assert visitor.call("GET", "/")[0] == host.call("GET", "/healthz")[0] == 200
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        visitor.open("exahuna", against="screen")
        assert [host.call("GET", path)[0] for path in ("/readyz", "/metrics", "/", "/api/status")] == [
            200,
            200,
            404,
            404,
        ]
        assert b"\nkahuna_sockets 0.0\n" in host.call("GET", "/metrics")[2]
        assert [visitor.call("GET", path)[0] for path in ("/healthz", "/readyz", "/metrics")] == [
            404,
            404,
            404,
        ]


def left_of_group(group: int) -> list[str]:
    """The processes of this group that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, number = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(number) == group and state != "Z":
            found.append((path.parent / "cmdline").read_text())
    return found


@pytest.mark.parametrize("wait", [0, 0.3, 1])
def test_a_signal_to_end_is_obeyed_whenever_it_comes(tmp_path: Path, wait: float) -> None:
    with started("serve", "--port", "0", "--no-browser", "--store", str(tmp_path / "s.db")) as (process, _):
        time.sleep(wait)
        process.terminate()
        out, errors = process.communicate(timeout=300)
        assert errors == ""
        assert process.returncode == 0
        assert "all games are saved" in out


def test_without_a_command_it_serves_and_opens_the_browser(tmp_path: Path) -> None:
    script, seen = tmp_path / "browser.sh", tmp_path / "seen"
    script.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    script.chmod(0o700)
    with started(XDG_DATA_HOME=str(tmp_path), BROWSER=f"{script} %s") as (_, port):
        for _ in range(500):
            if seen.exists() and seen.read_text():
                break
            time.sleep(0.02)
        assert seen.read_text().strip() == f"http://127.0.0.1:{port}/"
    assert (tmp_path / "kahuna" / "kahuna.db").exists()


def complaint(*arguments: str) -> str:
    """The one line that the command says before it gives up."""
    done = subprocess.run([*KAHUNA, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    return done.stderr


def test_a_port_in_use_a_wrong_store_and_a_wrong_host_get_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in complaint("serve", "--no-browser", "--port", str(port))
    assert "a port is a number" in complaint("serve", "--port", "http")
    assert "a store is a path" in complaint("serve", "--no-browser", "--port", "0", "--store", "ftp://x/y")
    text = tmp_path / "text"
    text.write_text("no database" * 100)
    assert "not a kahuna store" in complaint("serve", "--no-browser", "--port", "0", "--store", str(text))
    assert "cannot be used as storage" in complaint(
        "serve", "--no-browser", "--port", "0", "--store", str(tmp_path)
    )
    assert "cannot listen" in complaint(
        "serve", "--no-browser", "--port", "0", "--host", "no.such.host.invalid"
    )


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        with serve.listening("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + serve.MAX_PORTS
        monkeypatch.setattr(serve, "MAX_PORTS", 1)
        with pytest.raises(ValueError, match="in use"):
            serve.listening("127.0.0.1", None)


def test_for_others_in_the_network_there_is_an_address_and_a_code() -> None:
    text = serve.greeting("0.0.0.0", 8765, "192.168.1.20", colour=False)
    assert "http://127.0.0.1:8765/" in text
    assert "http://192.168.1.20:8765/" in text
    assert "█▀" in text
    alone = serve.greeting("127.0.0.1", 8765, None, colour=False)
    assert alone == "Kahuna is served at http://127.0.0.1:8765/ (stop with Ctrl-C)"
    assert serve.address_to_type("::1", 80) == "http://[::1]:80/"


def test_bare_kahuna_means_serve() -> None:
    assert parser().parse_args(["serve"]).port is None


# `kahuna serve` in which signals come at moments that nobody else can hit: while it starts, and again when all is
# stopped. Then it says what would become of another.
SIGNALLED = """
import os, signal, sys
from kahuna.cli.main import main
from kahuna.server import logs

set_up, write = logs.set_up, sys.stdout.write

def starting(kind):
    os.kill(os.getpid(), signal.{first})
    set_up(kind)

def writing(text):
    if text.startswith("Stopped"):
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)
            text = f"{{signal.getsignal(number).name}} {{text}}"
    return write(text)

logs.set_up, sys.stdout.write = starting, writing
sys.exit(main(["serve", "--port", "0", "--no-browser", "--store", sys.argv[1]]))
"""


@pytest.mark.parametrize("first", ["SIGTERM", "SIGINT"])
def test_a_signal_before_the_server_is_there_stops_it_in_good_order_and_later_ones_change_nothing(
    tmp_path: Path, first: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SIGNALLED.format(first=first), str(tmp_path / "s.db")],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1] == "SIG_IGN SIG_IGN Stopped; all games are saved."
