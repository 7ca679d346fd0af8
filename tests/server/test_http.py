"""The HTTP side: pages, files, headers, what the log never tells, errors of our own."""

import gzip
import json
from pathlib import Path

import pytest

from kahuna.server import api
from kahuna.server.lobby import Lobby
from kahuna.server.pages import HEADERS, PART_HEADERS, PATHS
from kahuna.server.site import prepared_site
from kahuna.table.record import load_record, read_record
from support.house import House, finish, key_of, refusal, serving, two


@pytest.mark.parametrize("path", PATHS)
def test_every_address_of_a_page_gives_its_document_whatever_key_stands_in_it(
    house: House, path: str
) -> None:
    visitor = house.visitor()
    status, headers, body = visitor.call("GET", path.replace("{", "").replace("}", ""))
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    assert f'data-page="{PATHS[path]}"'.encode() in body
    assert body == visitor.call("GET", path.replace("{", "X").replace("}", ""))[2]
    again = visitor.call("GET", path, if_none_match=headers["etag"])
    assert (again[0], again[2]) == (304, b"")


def test_files_have_a_type_and_a_tag_and_come_only_once(house: House) -> None:
    visitor = house.visitor()
    status, headers, body = visitor.call("GET", "/web/main.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    assert body
    status, _, body = visitor.call("GET", "/web/main.js", if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


def test_a_file_with_the_mark_of_today_may_be_kept_for_ever_and_one_of_yesterday_may_not(
    house: House,
) -> None:
    visitor, mark = house.visitor(), prepared_site().mark
    today, yesterday = (visitor.call("GET", f"/web/{each}/main.js") for each in (mark, "0" * len(mark)))
    assert today[1]["cache-control"] == "public, max-age=31536000, immutable"
    assert yesterday[1]["cache-control"] == "no-cache"
    assert today[2] == yesterday[2]


def test_who_reads_gzip_gets_it_and_who_does_not_gets_the_file_as_it_is(house: House) -> None:
    visitor, path = house.visitor(), f"/web/{prepared_site().mark}/lib/dom.js"
    plain = visitor.call("GET", path)
    packed = visitor.call("GET", path, accept_encoding="br;q=1, gzip;q=0.5")
    refused = visitor.call("GET", path, accept_encoding="gzip;q=0, br")
    assert packed[1]["content-encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2] == refused[2]
    assert len(packed[2]) < len(plain[2]) / 2
    assert "content-encoding" not in plain[1].keys() | refused[1].keys()
    assert all(answer[1]["vary"] == "accept-encoding" for answer in (plain, packed, refused))
    assert packed[1]["etag"] != plain[1]["etag"] == refused[1]["etag"]
    head = visitor.call("HEAD", path, accept_encoding="gzip")
    assert (head[0], head[1]["content-length"], head[2]) == (200, str(len(packed[2])), b"")


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
    assert b'data-page="lost"' in body


def test_every_answer_has_the_security_headers(house: House) -> None:
    visitor = house.visitor()
    for path in ("/", "/web/icon.svg", "/web/nothing.js", "/nothing", "/api/status", "/openapi.json"):
        assert HEADERS.items() <= visitor.call("GET", path)[1].items()
    for path in ("/web/main.js", "/web/styles/table.css", "/web/strings/table.en.json"):
        assert PART_HEADERS.items() <= visitor.call("GET", path)[1].items()
    assert HEADERS.items() <= visitor.call("POST", "/api/games", b"x")[1].items()
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_the_status_names_the_levels_from_the_weakest(house: House) -> None:
    status = house.visitor().get("/api/status")
    assert [level["name"] for level in status["levels"]][::7] == ["limu", "hoku"]
    assert status["ready"] is True


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


def test_names_and_ids_never_stand_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "kahuna.server")
    ann = house.visitor()
    id = ann.open(name="Secretive")
    with ann.at(f"game={id}"):
        pass
    assert id not in caplog.text


@pytest.mark.parametrize("trusted", [True, False])
def test_the_secure_mark_is_set_behind_a_trusted_proxy_that_speaks_https(
    tmp_path: Path, trusted: bool
) -> None:
    with serving(tmp_path / "h.db", proxies=("127.0.0.1",) if trusted else ()) as house:
        wish = {"game": "kahuna", "against": "link"}
        _, headers, _ = house.visitor().call("POST", "/api/games", wish, x_forwarded_proto="https")
        assert ("secure" in headers["set-cookie"].lower()) == trusted


def test_an_error_of_our_own_is_told_without_a_word_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(lobby: Lobby, visitor: str | None) -> None:
        raise RuntimeError("a secret reason")

    with serving(tmp_path / "h.db") as house:
        monkeypatch.setattr(api, "games_of", broken)
        status, headers, body = house.visitor().call("GET", "/api/games")
    assert (status, refusal(json.loads(body))) == (500, "unexpected")
    assert b"secret" not in body
    assert HEADERS.items() <= headers.items()
    assert "a secret reason" in caplog.text
