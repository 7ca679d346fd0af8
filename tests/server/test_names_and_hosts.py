"""Under which name the server may be asked for, and what people may be called."""

import socket
import unicodedata

import pytest

from kahuna.server.hosts import Hosts
from kahuna.server.names import plain_name
from support.house import House


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "", "localhost.evil"]
)
def test_who_asks_for_another_name_is_refused(house: House, host: str) -> None:
    ann = house.visitor()
    status, _, body = ann.call("GET", "/", Host=host)
    assert (status, b"foreign-host" in body) == (421, True)
    lines = ["GET /ws?game=x HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Connection: Upgrade",
             "Upgrade: websocket", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]  # fmt: skip
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as raw:
        raw.sendall("\r\n".join(lines).encode())
        assert raw.recv(1000).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1", "127.8.8.8:1", "[::1]:8765", "localhost."]
)
def test_loopback_is_ours_by_every_name(house: House, host: str) -> None:
    assert house.visitor().call("GET", "/api/status", Host=host)[0] == 200


def test_named_hosts_and_the_address_where_a_connection_arrives_are_ours() -> None:
    hosts = Hosts(["Kahuna.example", "club.local:8765"])
    assert hosts.ours("kahuna.example:443", "10.0.0.7")
    assert hosts.ours("club.local", None)
    assert hosts.ours("10.0.0.7:8765", "10.0.0.7")
    assert hosts.ours("[fe80::1]:8765", "fe80::1")
    assert not hosts.ours("10.0.0.8:8765", "10.0.0.7")
    assert not hosts.ours("0.0.0.0:8765", "127.0.0.1")
    assert Hosts(["*"]).ours("anything.example", None)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Bee ", "Ann Bee"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("A" + "\u0300" * 20, "\u00c0\u0300\u0300"),
        ("\u0300\u0301Ann", "Ann"),
        ("A\u202enn\u200b\u2066", "Ann"),
        ("\u3164\u2800\u115f", ""),
        ("\u200b\u200d\ufeff", ""),
        ("日本語", "日本語"),
        ("हिन्दी", "हिन्दी"),
        ("x" * 100, "x" * 32),
        ("\U000e0041", ""),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(given: str, shown: str) -> None:
    assert plain_name(given) == shown
    assert unicodedata.is_normalized("NFC", plain_name(given))
    assert plain_name(plain_name(given)) == plain_name(given)


def test_a_name_that_shows_nothing_is_no_name(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open(name=chr(0x3164))}") as page:
        assert page.last["room"]["players"]["white"]["name"] == ""
        told = page.ask("rename", "presence", name="Zoe\u0308" + "\u0301" * 9)
        assert told["room"]["players"]["white"]["name"] == "Zo\u00eb\u0301\u0301"
