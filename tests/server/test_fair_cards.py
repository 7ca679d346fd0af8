"""Fair cards over the wire: a promise before the first card, a part of both seats, and everything shown at the end."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kahuna.server.stored import unpack
from kahuna.table.fair import NOTHING_ADDED, FairDealer, commitment
from kahuna.table.record import read_record
from support.house import House, Visitor, finish, key_of, refusal, serving
from support.rooms import Scene

ZEROS = NOTHING_ADDED.hex()


def digits(who: str) -> str:
    """Somebody's 32 bytes."""
    return hashlib.sha256(who.encode()).hexdigest()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server."""
    with serving(tmp_path_factory.mktemp("house") / "s.db") as running:
        yield running


def record_of(visitor: Visitor, replay: str) -> Any:
    """The record of a finished game, checked."""
    record = json.loads(visitor.call("GET", f"/api/record/{replay}")[2])
    assert isinstance(read_record(record).dealer, FairDealer)
    return record


def test_what_was_promised_is_dealt_and_both_players_have_their_part(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    promise = ann.get("/api/ticket")
    id = ann.open(ticket=promise["ticket"], contribution=digits("ann"))
    with ann.at(f"game={id}") as page:
        assert page.last["view"] is None
        assert page.last["room"]["commitment"] == promise["commitment"]
        invite = key_of(page, "invite")
        assert bob.get(f"/api/invitation/{invite}")["commitment"] == promise["commitment"]
        bob.post("/api/join", {"key": invite, "contribution": digits("bob")})
        while not page.last["view"]:
            page.update()
        assert page.last["room"]["next_commitment"] is None
        fair = record_of(ann, finish(page))["fair"]
    assert fair["commitment"] == promise["commitment"]
    assert (fair["white"], fair["black"]) == (digits("ann"), digits("bob"))
    assert commitment(bytes.fromhex(fair["secret"])) == promise["commitment"]


def test_the_next_game_is_promised_when_this_one_is_over(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    id = ann.open(contribution=digits("ann"))
    with ann.at(f"game={id}") as page:
        bob.post("/api/join", {"key": key_of(page, "invite")})
        with bob.at(f"game={id}") as other:
            page.send("resign")
            while not page.last["room"]["next_commitment"]:
                page.update()
            promised = page.last["room"]["next_commitment"]
            page.send("rematch", contribution=digits("ann again"))
            while not other.last["rematch"]:
                other.update()
            other.send("rematch", contribution=digits("bob again"))
            while not page.last["room"]["rematch"]:
                page.update()
    following = page.last["room"]["rematch"]
    with ann.at(f"game={following}") as page:
        assert page.last["room"]["commitment"] == promised
        fair = record_of(ann, finish(page))["fair"]
    assert (fair["white"], fair["black"]) == (digits("bob again"), digits("ann again"))


def test_a_level_adds_zeros_and_one_screen_adds_for_white(house: House) -> None:
    ann = house.visitor()
    for wish in (
        {"against": "level", "level": "limu", "seat": "white"},
        {"against": "screen", "seat": "black"},
    ):
        id = ann.open(contribution=digits("ann"), **wish)
        with ann.at(f"game={id}") as page:
            if wish["against"] == "screen":
                page.ask("look", seat="white")
            replay = finish(page)
        fair = record_of(ann, replay)["fair"]
        assert (fair["white"], fair["black"]) == (digits("ann"), ZEROS)


def test_a_ticket_is_used_once_and_not_when_it_is_old(house: House, tmp_path: Path) -> None:
    ann = house.visitor()
    ticket = ann.get("/api/ticket")["ticket"]
    wish = {"game": "kahuna", "against": "link", "ticket": ticket}
    assert "id" in ann.post("/api/games", wish)
    assert refusal(ann.post("/api/games", wish)) == "bad-message"
    assert refusal(house.visitor().post("/api/games", wish)) == "bad-message"
    assert refusal(ann.post("/api/games", wish | {"ticket": "0" * 44})) == "bad-message"
    assert refusal(ann.post("/api/games", wish | {"ticket": "short"})) == "bad-message"
    assert (
        refusal(ann.post("/api/games", wish | {"ticket": None, "contribution": "AB" * 32})) == "bad-message"
    )


def test_a_ticket_whose_secret_is_known_is_good_for_nothing_though_its_game_is_deleted(house: House) -> None:
    """Else its owner would play a level, see the secret, delete the game, and know every card of the next one."""
    ann = house.visitor()
    wish = {"game": "kahuna", "against": "level", "level": "limu", "ticket": ann.get("/api/ticket")["ticket"]}
    id = ann.post("/api/games", wish)["id"]
    with ann.at(f"game={id}") as page:
        finish(page)
    assert ann.call("DELETE", f"/api/games/{id}", origin=f"http://127.0.0.1:{house.port}")[0] == 200
    assert ann.get("/api/games") == {"running": [], "finished": []}
    assert refusal(ann.post("/api/games", wish)) == "bad-message"


def test_two_tickets_promise_different_things_and_tell_nothing(house: House) -> None:
    ann = house.visitor()
    found = [ann.get("/api/ticket") for _ in range(20)]
    assert len({promise["commitment"] for promise in found}) == 20
    secret = house.lobby.store.secret.hex()
    assert not any(secret in json.dumps(promise) for promise in found)


def test_a_further_device_adds_nothing(house: House) -> None:
    ann, phone = house.visitor(), house.visitor()
    id = ann.open(against="level", level="limu", contribution=digits("ann"))
    with ann.at(f"game={id}") as page:
        row = page.last["view"]["row"]
        page.send("make-link")
        while not page.last["room"]["links"].get("seats"):
            page.last["room"] = page.next("presence", "update")["room"]
        key = page.last["room"]["links"]["seats"][0]["path"].rpartition("/")[2]
        assert phone.post("/api/move", {"key": key, "contribution": digits("phone")}) == {"id": id}
        with phone.at(f"game={id}") as again:
            assert again.last["view"]["row"] == row
            again.ask("resign")
        while not page.last["room"]["links"].get("replay"):
            page.update()
        assert record_of(ann, key_of(page, "replay"))["fair"]["white"] == digits("ann")


def test_games_without_cards_promise_nothing(house: House) -> None:
    ann = house.visitor()
    id = ann.open("exahuna", against="screen", contribution=digits("ann"))
    with ann.at(f"game={id}") as page:
        assert page.last["room"]["commitment"] is None
        assert page.ask("resign")["room"]["next_commitment"] is None


def test_an_older_game_goes_on_with_the_cards_that_were_dealt() -> None:
    """Its seed decides them alone, and its record shows nothing of it."""
    scene = Scene()
    assert not scene.room.began.fair
    assert scene.room.commitment is None
    rules = b'{"planning":false,"handicap":0,"handicap_to":null,"first":"white"}'
    older = b'{"type":"began","at":1,"game":"kahuna","rules":%s,"seed":"5"}' % rules
    event = unpack(older)
    assert event.fair is False  # type: ignore[union-attr]
