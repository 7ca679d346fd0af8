"""The HTTP side: pages, files, headers, cookies, opening, joining, moving, listing, replays, limits."""

import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from kahuna.server import asking, keys
from kahuna.server.limits import Limits
from kahuna.server.pages import HEADERS, PATHS
from kahuna.table.record import load_record, read_record
from server.house import LOOSE, House, Page, Visitor, key_of, serving, two

NOWHERE = "A" * 22


def refusal(answer: Any) -> str:
    """The code of a refusal."""
    assert set(answer) == {"code", "text", "rule", "facts"}
    return str(answer["code"])


def finish(page: Page) -> str:
    """Gives the game up; the key of its replay."""
    page.ask("resign")
    return key_of(page, "replay")


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_the_same_shell_whatever_stands_in_its_address(house: House, path: str) -> None:
    status, headers, body = house.visitor().call("GET", path.replace("{", "").replace("}", ""))
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert b"<html" in body


def test_files_have_a_type_and_a_mark_and_come_only_once(house: House) -> None:
    visitor = house.visitor()
    status, headers, body = visitor.call("GET", "/web/main.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    assert body
    status, _, body = visitor.call("GET", "/web/main.js", if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["/web/", "/web", "/web/nothing.js", "/web/../cli.py", "/web/%2e%2e/cli.py", "/web/..%2fcli.py",
     "/web/.hidden.js", "/web/strings", "/web/main.js%00.js", "/api/", "/api/nothing"],
)  # fmt: skip
def test_what_is_not_ours_to_show_is_not_there(house: House, path: str) -> None:
    status, _, body = house.visitor().call("GET", path)
    assert status in (404, 307)
    assert b"import" not in body


@pytest.mark.parametrize("path", ["/nowhere", "/play/", "/play/a/b", "/ws", "/%ff", "//web/main.js", "/api"])
def test_a_wrong_link_leads_to_a_page_that_says_so(house: House, path: str) -> None:
    visitor = house.visitor()
    status, headers, body = visitor.call("GET", path)
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert body == visitor.call("GET", "/")[2]


def test_every_answer_has_the_security_headers(house: House) -> None:
    visitor = house.visitor()
    for path in ("/", "/web/main.js", "/nothing", "/api/status", "/openapi.json"):
        assert HEADERS.items() <= visitor.call("GET", path)[1].items()
    assert HEADERS.items() <= visitor.call("POST", "/api/games", b"x")[1].items()
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_the_status_names_the_levels_from_the_weakest(house: House) -> None:
    status = house.visitor().get("/api/status")
    assert [level["name"] for level in status["levels"]][::7] == ["limu", "hoku"]
    assert status["ready"] is True


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
        f"x{identity[1:]}.{signature}",
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
        ({"game": "chess", "against": "link"}, "bad-message"),
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
        assert page.last["room"]["players"]["white"] == {"kind": "nobody", "name": "", "here": False}
        for _ in range(3):  # messengers look at links before people do
            assert bob.call("GET", f"/join/{key}")[0] == 200
        assert ann.post("/api/join", {"key": key}) == {"id": id}  # one's own invitation only shows the way
        assert bob.post("/api/join", {"key": key, "name": " Bob\u202e\n"}) == {"id": id}
        room = page.update()["room"]
        assert room["players"]["white"] == {"kind": "person", "name": "Bob", "here": False}
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


def test_a_seat_is_taken_along_to_another_device(house: House) -> None:
    ann, bob, id = two(house)
    phone = house.visitor()
    with ann.at(f"game={id}") as page:
        key = str(page.last["room"]["links"]["move"]["white"]).rpartition("/")[2]
    assert phone.post("/api/move", {"key": key}) == {"id": id}
    assert phone.post("/api/move", {"key": key}) == {"id": id}
    with phone.at(f"game={id}") as page, ann.at(f"game={id}") as first, bob.at(f"game={id}") as rival:
        assert page.last["room"]["seats"] == first.last["room"]["seats"] == ["white"]
        page.play(page.legal(">"))
        assert first.update()["view"]["hand"] == page.last["view"]["hand"]
        assert rival.update()["seat"] == "black"


def test_keys_open_only_what_they_are_for(house: House) -> None:
    ann = house.visitor()
    id = ann.open()
    secret, eve = house.lobby.store.secret, house.visitor()
    missing = eve.call("POST", "/api/join", {"key": NOWHERE})[::2]
    for purpose in keys.PURPOSES:
        key = keys.key(secret, id, purpose)
        if purpose != keys.INVITE:
            assert eve.call("POST", "/api/join", {"key": key})[::2] == missing
        if purpose != keys.MOVE["white"]:  # Black's seat is still nobody's, so nobody can take it along
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
    assert bob.get("/api/games")["running"][0]["view"]["seat"] == "black"
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
            assert page.next()["code"] == "not-stored"
    assert "cannot be read" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_finished_game_is_replayed_from_either_side_or_open(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        white.play(white.legal("~"))
        white.play("+")
        black.update()
        black.update()
        black.play("+2")
        own = [white.last["view"]["hand"], black.last["view"]["hand"]]
        key = finish(black)
    eve = house.visitor()
    sides = {side: eve.get(f"/api/replay/{key}?side={side}") for side in ("white", "black", "open")}
    for replay in sides.values():
        assert [frame["seat"] for frame in replay["frames"]] == [None, "white", "white", "black"]
        assert replay["result"]["by"] == "resign"
        assert replay["frames"][-1]["events"][-1]["event"] == "over"
        assert replay["players"] == {"white": "", "black": "Bob"}
        assert replay["levels"] == {"white": None, "black": None}
    assert [frame["action"] for frame in sides["black"]["frames"]][:3] == [None, "~", "+"]
    assert sides["white"]["frames"][1]["action"][0] == "~"
    assert len(sides["white"]["frames"][1]["action"]) > 1
    assert sides["white"]["frames"][1]["hands"] is None
    assert sides["open"]["frames"][-1]["hands"] == {"white": own[0], "black": own[1]}
    assert sides["open"]["frames"][1]["events"][0]["card"] is not None
    assert refusal(eve.get(f"/api/replay/{key}?side=top")) == "bad-message"


def test_the_record_is_downloaded_and_can_be_sent_in_again(house: House) -> None:
    ann = house.visitor()
    id = ann.open("exahuna", against="level", level="manu", name="Ann")
    with ann.at(f"game={id}") as page:
        while not page.last["view"]["result"]:
            if page.last["view"]["legal"]:
                page.play(page.legal())
            else:
                page.update()
        key = key_of(page, "replay")
    status, headers, body = ann.call("GET", f"/api/record/{key}")
    assert status == 200
    assert headers["content-disposition"] == 'attachment; filename="exahuna.json"'
    record = load_record(body.decode())
    assert read_record(record).over
    assert record["meta"]["levels"] == {"white": None, "black": "manu"}
    shown = house.visitor().post("/api/replay?side=open", body)
    assert shown == house.visitor().get(f"/api/replay/{key}")
    assert shown["levels"] == {"white": None, "black": "manu"}


@pytest.mark.parametrize("body", [b"{}", b"[]", b"\xff\xfe", b"nonsense", b"[" * 5000, b'{"a":NaN}'])
def test_a_bad_record_is_refused_and_why(house: House, body: bytes) -> None:
    answer = house.visitor().post("/api/replay", body)
    assert refusal(answer) == "bad-record"
    assert answer["facts"]["reason"]


def test_a_wrong_action_in_a_record_is_named(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
        page.play(page.legal())
        key = finish(page)
    record = ann.get(f"/api/record/{key}")
    record["actions"].append(record["actions"][0])
    answer = ann.post("/api/replay", record)
    assert "action 2" in answer["text"]
    assert "E2" in answer["text"]
    del record["actions"][-1]
    record["players"]["white"] = "Ann\u202e\n" + "x" * 100
    assert ann.post("/api/replay", record)["players"]["white"] == "Ann " + "x" * 27
    record["meta"]["filler"] = "x" * 300_000
    assert refusal(ann.post("/api/replay", record)) == "too-big"


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


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with (
        limited(tmp_path, body_time=0.2) as house,
        socket.create_connection(("127.0.0.1", house.port)) as slow,
    ):
        lines = (
            "POST /api/games HTTP/1.1",
            "Host: x",
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
    assert asking.address(HTTPConnection({"type": "http", "client": (host, 1)})) == counted


def test_the_devices_of_a_seat_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, devices=2) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open()}") as page:
            key = str(page.last["room"]["links"]["move"]["white"]).rpartition("/")[2]
        answers = [house.visitor().post("/api/move", {"key": key}) for _ in range(2)]
        assert "id" in answers[0]
        assert refusal(answers[1]) == "too-many-connections"


def test_names_and_ids_never_stand_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "kahuna.server")
    ann = house.visitor()
    id = ann.open(name="Secretive")
    with ann.at(f"game={id}"):
        pass
    assert id not in caplog.text


def test_the_secure_mark_is_set_behind_https(house: House) -> None:
    """A proxy on this machine that speaks https says so."""
    visitor = Visitor(house.port)
    wish = {"game": "kahuna", "against": "link"}
    _, headers, _ = visitor.call("POST", "/api/games", wish, x_forwarded_proto="https")
    assert "secure" in headers["set-cookie"].lower()
    assert LOOSE.body == Limits().body


def test_an_error_of_our_own_is_told_without_a_word_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(visitor: str | None) -> None:
        raise RuntimeError("a secret reason")

    with serving(tmp_path / "h.db") as house:
        monkeypatch.setattr(house.lobby, "games_of", broken)
        status, headers, body = house.visitor().call("GET", "/api/games")
    assert (status, refusal(json.loads(body))) == (500, "unexpected")
    assert b"secret" not in body
    assert HEADERS.items() <= headers.items()
    assert "a secret reason" in caplog.text
