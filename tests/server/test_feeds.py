"""Whose turn it is, told to open pages and in a private feed that can be ended."""

from xml.etree import ElementTree

from kahuna.server.store_archive import opened_file
from support.house import House, Visitor, refusal, two

ATOM = "{http://www.w3.org/2005/Atom}"


def call(house: House, who: Visitor, method: str) -> tuple[int, bytes]:
    """Makes or ends a feed, as a page of ours does."""
    status, _, body = who.call(method, "/api/feed", origin=f"http://127.0.0.1:{house.port}")
    return status, body


def titles(who: Visitor, path: str) -> list[str]:
    """What the feed tells."""
    status, headers, body = who.call("GET", path)
    assert (status, headers["content-type"]) == (200, "application/atom+xml")
    assert headers["referrer-policy"] == "no-referrer"
    root = ElementTree.fromstring(body)
    return [str(entry.findtext(f"{ATOM}title")) for entry in root.findall(f"{ATOM}entry")]


def test_games_against_people_at_ones_own_move_are_due_and_no_others(house: House) -> None:
    ann, bob, id = two(house, name="Ann")
    ann.open(against="level", level="limu")
    ann.open(against="screen")
    ann.open()
    assert [(due["id"], due["who"]) for due in ann.get("/api/turns")["due"]] == [(id, "Bob")]
    assert bob.get("/api/turns") == house.visitor().get("/api/turns") == {"due": []}


def test_a_feed_tells_whose_turn_it_is_until_another_is_made_or_it_is_ended(house: House) -> None:
    ann, _, id = two(house, name="Ann")
    made = call(house, ann, "POST")[1].decode()
    path = made.split('"')[3]
    reader = house.visitor()
    assert titles(reader, path) == ["Your turn: Kahuna against Bob"]
    body = reader.call("GET", path)[2].decode()
    assert f"http://127.0.0.1:{house.port}/play/{id}" in body
    assert all(island not in body for island in ("ALOA", "HUNA", "KAHU-"))
    with ann.at(f"game={id}") as page:
        while page.last["view"]["to_move"] == "white":
            page.play(page.legal("+") if any("+" in action for action in page.last["view"]["legal"]) else "-")
    assert titles(reader, path) == []
    other = call(house, ann, "POST")[1].decode().split('"')[3]
    assert reader.call("GET", path)[0] == 404
    assert titles(reader, other) == []
    assert call(house, ann, "DELETE") == (200, b'{"path":null}')
    assert reader.call("GET", other)[0] == 404


def test_a_feed_is_for_who_has_a_game_and_asks_from_a_page_of_ours(house: House) -> None:
    ann, _, id = two(house)
    stranger = house.visitor()
    assert call(house, stranger, "POST")[0] == 404
    assert ann.call("POST", "/api/feed", origin="http://evil.example")[0] == 403
    assert ann.call("POST", "/api/feed")[0] == 403
    assert refusal(stranger.get(f"/feed/{id}.atom")) == "no-such-game"


def test_a_store_with_feeds_is_sound(house: House) -> None:
    ann, _, _ = two(house)
    assert call(house, ann, "POST")[0] == 200
    with opened_file(house.lobby.store._path) as store:  # type: ignore[attr-defined]
        assert store.problems() == []
