"""Opening, joining, taking a seat along, listing: cookies, invitations and keys."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kahuna.server import keys
from support.house import House, finish, key_of, refusal, serving, two

NOWHERE = "A" * 22


def test_looking_around_leaves_no_cookie_and_opening_a_game_does(house: House) -> None:
    visitor = house.visitor()
    for path in ("/", "/api/status", "/api/games"):
        assert "set-cookie" not in visitor.call("GET", path)[1]
    _, headers, _ = visitor.call("POST", "/api/games", {"game": "exahuna", "against": "screen"})
    parts = {part.strip().lower() for part in headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts
    before = visitor.cookie
    visitor.open()
    assert visitor.cookie == before


def test_a_cookie_that_we_did_not_sign_is_none(house: House) -> None:
    ann = house.visitor()
    id = ann.open()
    assert ann.cookie
    name, _, value = ann.cookie.partition("=")
    identity, _, signature = value.partition(".")
    for forged in (
        identity,
        f"{identity}.",
        f"{identity}.{signature[::-1]}",
        f"{'y' if identity[0] == 'x' else 'x'}{identity[1:]}.{signature}",
        "ä.ö",
    ):
        eve = house.visitor()
        eve.cookie = f"{name}={forged}"
        with eve.socket(f"game={id}") as page:
            assert page.closed() == 4404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad-message"),
        (b"{", "bad-message"),
        (b"[]", "bad-message"),
        (b"\xff", "bad-message"),
        (b"[" * 4000, "bad-message"),
        ({"game": "chess", "against": "link"}, "bad-rules"),
        ({"game": "kahuna", "against": "link", "more": 1}, "bad-message"),
        ({"game": "kahuna", "against": "link", "handicap": 4}, "bad-message"),
        ({"game": "kahuna", "against": "link", "clock": {"kind": "total", "minutes": 0}}, "bad-message"),
        ({"game": "kahuna", "against": "link", "name": "x" * 33}, "bad-message"),
        ({"game": "kahuna", "against": "link", "handicap": 1}, "bad-rules"),
        ({"game": "exahuna", "against": "link", "planning": True}, "bad-rules"),
        ({"game": "kahuna", "against": "level"}, "no-such-level"),
        ({"game": "kahuna", "against": "level", "level": "exec:ls"}, "no-such-level"),
        ({"game": "kahuna", "against": "link", "level": "honu"}, "no-such-level"),
        (b" " * 9000, "too-big"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_why(house: House, body: Any, code: str) -> None:
    visitor = house.visitor()
    assert refusal(visitor.post("/api/games", body)) == code
    assert visitor.cookie is None


def test_a_form_or_a_page_of_another_site_cannot_open_games(house: House) -> None:
    visitor, wish = house.visitor(), {"game": "kahuna", "against": "link"}
    status, _, body = visitor.call("POST", "/api/games", wish, content_type="text/plain")
    assert (status, refusal(json.loads(body))) == (415, "wrong-type")
    status, _, body = visitor.call("POST", "/api/games", wish, origin="https://elsewhere.example")
    assert (status, refusal(json.loads(body))) == (403, "foreign-origin")
    status, _, _ = visitor.call("POST", "/api/games", wish, origin=f"http://127.0.0.1:{house.port}")
    assert status == 201
    status, _, body = visitor.call("DELETE", "/api/games")
    assert (status, refusal(json.loads(body))) == (405, "wrong-method")


def test_an_invitation_is_used_up_by_joining_and_by_nothing_else(house: House) -> None:
    ann, bob, eve = house.visitor(), house.visitor(), house.visitor()
    id = ann.open(name="Ann", seat="black")
    with ann.at(f"game={id}") as page:
        key = key_of(page, "invite")
        assert page.last["room"]["players"]["white"] == {
            "kind": "nobody",
            "name": "",
            "here": False,
            "devices": 0,
        }
        for _ in range(3):  # messengers look at links before people do
            assert bob.call("GET", f"/join/{key}")[0] == 200
        assert ann.post("/api/join", {"key": key}) == {"id": id}  # one's own invitation only shows the way
        assert bob.post("/api/join", {"key": key, "name": " Bob\u202e\n"}) == {"id": id}
        room = page.update()["room"]
        assert room["players"]["white"] == {"kind": "person", "name": "Bob", "here": False, "devices": 1}
        assert "invite" not in room["links"]
    missing = eve.call("POST", "/api/join", {"key": NOWHERE})
    assert eve.call("POST", "/api/join", {"key": key})[::2] == missing[::2]
    assert bob.post("/api/join", {"key": key}) == {"id": id}
    assert refusal(json.loads(missing[2])) == "no-such-game"


def test_two_who_take_the_same_invitation_at_once_do_not_both_get_the_seat(house: House) -> None:
    from concurrent.futures import ThreadPoolExecutor

    ann = house.visitor()
    id = ann.open()
    with ann.at(f"game={id}") as page:
        key = key_of(page, "invite")
    guests = [house.visitor() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda guest: guest.post("/api/join", {"key": key}), guests))
    assert sum("id" in answer for answer in answers) == 1


def test_keys_open_only_what_they_are_for(house: House) -> None:
    ann = house.visitor()
    id = ann.open()
    secret, eve = house.lobby.store.secret, house.visitor()
    missing = eve.call("POST", "/api/join", {"key": NOWHERE})[::2]
    for purpose in (keys.INVITE, keys.WATCH, keys.REPLAY):
        key = keys.key(secret, id, purpose)
        if purpose != keys.INVITE:
            assert eve.call("POST", "/api/join", {"key": key})[::2] == missing
        assert eve.call("POST", "/api/move", {"key": key})[::2] == missing
        assert eve.call("GET", f"/api/record/{key}")[::2] == missing
        if purpose != keys.WATCH:
            with eve.socket(f"watch={key}") as page:
                assert page.closed() == 4404


def test_a_stranger_cannot_tell_a_game_from_none(house: House) -> None:
    """Same status, same body, same message, for a running, a finished and a missing game."""
    ann, bob, running = two(house)
    _, _, over = two(house)
    ann_2, _, over = two(house)
    with ann_2.at(f"game={over}") as page:
        finish(page)
    eve = house.visitor()
    eve.open()
    seen = set()
    for id in (running, over, NOWHERE, "", "x" * 500):
        with eve.socket(f"game={id}") as page:
            assert page.closed() == 4404
            seen.add(page.raw[0])
    secret = house.lobby.store.secret
    answers = set()
    for key in (keys.key(secret, running, keys.REPLAY), NOWHERE, running, "x"):
        for path in (f"/api/replay/{key}", f"/api/record/{key}", f"/api/replay/{key}?side=white"):
            status, headers, body = eve.call("GET", path)
            headers.pop("date")
            answers.add((status, tuple(sorted(headers.items())), body))
    assert len(seen) == len(answers) == 1
    del ann, bob


def test_my_games_are_listed_the_last_changed_first(house: House) -> None:
    ann, bob, first = two(house)
    second = ann.open("exahuna-special", against="level", level="limu")
    third = ann.open(against="screen", name="Ann")
    games = ann.get("/api/games")
    assert [game["room"]["id"] for game in games["running"]] == [third, second, first]
    assert [game["your_move"] for game in games["running"]] == [True, True, True]
    assert games["running"][0]["view"]["seat"] is None
    assert games["running"][0]["room"]["seats"] == ["white", "black"]
    assert bob.get("/api/games")["running"][0]["view"]["hand"] is None
    with ann.at(f"game={first}") as page:
        page.play("+1")
        finish(page)
    games = ann.get("/api/games")
    assert [game["room"]["id"] for game in games["finished"]] == [first]
    assert len(games["running"]) == 2
    assert house.visitor().get("/api/games") == {"running": [], "finished": []}


def test_a_game_that_cannot_be_read_does_not_hide_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path / "h.db") as house:
        ann = house.visitor()
        ids = [ann.open() for _ in range(3)]
    with sqlite3.connect(tmp_path / "h.db") as store:
        store.execute("UPDATE events SET body='{}' WHERE game=? AND number=1", (ids[0],))
        store.execute("UPDATE events SET body='nonsense' WHERE game=? AND number=2", (ids[1],))
    store.close()
    with serving(tmp_path / "h.db") as house:
        ann.port = house.port
        assert [game["room"]["id"] for game in ann.get("/api/games")["running"]] == [ids[2]]
        with ann.socket(f"game={ids[0]}") as page:
            assert page.next()["code"] == "damaged"
    assert "is damaged" in caplog.text
    assert "Traceback" not in caplog.text
