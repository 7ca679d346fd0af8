"""A server under a path of its host, as /kahuna behind a proxy: pages, files, cookie, socket, links, the greeting."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kahuna.server.health import Health
from kahuna.server.serve import address_to_type, greeting
from kahuna.server.settings import read_settings
from support.house import Visitor, refusal, serving


class Below(Visitor):
    """Somebody whose browser asks for everything below a path."""

    base = "/kahuna"

    def call(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """As ever, below the path."""
        return super().call(method, self.base + path, body, **headers)


def test_everything_stands_below_the_path_also_if_the_proxy_takes_it_off(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", base="/kahuna", health=Health(public=True)) as house:
        ann, bob = Below(house.port), Visitor(house.port)
        status, headers, _ = bob.call("GET", "/kahuna?x=1")
        assert (status, headers["location"]) == (308, "/kahuna/")
        for visitor, path in ((ann, "/"), (bob, "/"), (ann, "/rules"), (ann, "/play/x")):
            status, _, body = visitor.call("GET", path)
            document = body.decode()
            assert status == 200
            assert ' data-base="/kahuna"' in document
            named = re.findall(r'(?:href|src)="([^"]*)"', document)
            assert len(named) >= 7
            assert all(name.startswith(("/kahuna/web/", "/kahuna/icon-", "/kahuna/api/")) for name in named)
        files = [name for name in named if name.endswith((".css", ".js", ".webmanifest"))]
        for name in (files[0], files[-1], next(name for name in files if "manifest" in name)):
            status, headers, body = bob.call("GET", name)
            assert (status, "immutable" in headers["cache-control"]) == (200, True)
            if "manifest" in name:
                assert json.loads(body)["start_url"] == "/kahuna/"
        for visitor in (ann, bob):
            assert visitor.call("GET", "/healthz")[0] == 200
            assert refusal(visitor.get("/api/none")) == "no-such-page"
            assert visitor.call("GET", "/lost/in/space")[0] == 404
        status, headers, body = ann.call("POST", "/api/games", {"game": "exahuna", "against": "screen"})
        assert status == 201
        assert re.search(r"; path=/kahuna(;|$)", headers["set-cookie"].lower())
        with ann.at(f"game={json.loads(body)['id']}", path="/kahuna/ws") as page:
            page.play(page.legal())
        with ann.at(f"game={json.loads(body)['id']}") as page:
            assert page.last["number"] > 1
        status, headers, _ = ann.call("GET", "/rules/")
        assert status in (307, 308)
        assert headers["location"].endswith("/kahuna/rules")


def test_at_the_root_nothing_speaks_of_a_path(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db") as house:
        status, _, body = house.visitor().call("GET", "/")
        assert (status, b"data-base" in body) == (200, False)
        assert house.visitor().call("GET", "/kahuna/")[0] == 404


def test_the_path_is_a_setting_and_a_wrong_one_is_refused() -> None:
    assert read_settings(None, {"KAHUNA_BASE": "/kahuna/"}, {}).base == "/kahuna"
    assert read_settings(None, {}, {"base": "/"}).base == ""
    assert read_settings(None, {}, {"base": "/games/kahuna"}).base == "/games/kahuna"
    for wrong in ("kahuna", "//kahuna", "/ka huna", '/"', "/../x", "/ü", "/" + "x" * 300, "http://x/y"):
        with pytest.raises(ValueError, match="--base: must be a path like /kahuna"):
            read_settings(None, {}, {"base": wrong})


def test_the_greeting_and_its_code_lead_to_the_path() -> None:
    assert address_to_type("0.0.0.0", 80, "/kahuna") == "http://127.0.0.1:80/kahuna/"
    said = greeting("0.0.0.0", 80, "192.0.2.7", False, "/kahuna")
    assert "http://192.0.2.7:80/kahuna/" in said
    assert said != greeting("0.0.0.0", 80, "192.0.2.7", False).replace(":80/", ":80/kahuna/")  # the code too
