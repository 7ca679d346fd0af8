"""The socket: two seats and spectators far apart, one screen for two, requests, hints, rematches."""

import json
import time
from pathlib import Path

import pytest

from kahuna.bots.base import Fault
from kahuna.server.wire import PROTOCOL_VERSION
from support.house import LOOSE, MINUTES, House, Quick, key_of, refusal, serving, two


def test_two_seats_far_apart_see_each_action_from_their_side(house: House) -> None:
    ann, bob, id = two(house, name="Ann")
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        assert (white.last["version"], white.last["seat"], black.last["seat"]) == (
            PROTOCOL_VERSION,
            "white",
            "black",
        )
        assert white.next("presence")["room"]["players"]["black"] == {
            "kind": "person",
            "name": "Bob",
            "here": True,
            "devices": 1,
        }
        update = white.play(white.legal("~"))
        assert update["events"][0]["card"]
        assert black.update()["events"] == [{"event": "discarded", "seat": "white", "card": None}]
        assert black.last["number"] == update["number"]
        assert black.last["history"] is None
        assert black.last["view"]["legal"] == []
        white.play("+")
        assert black.update()["view"]["to_move"] == "black"
    with bob.at(f"game={id}") as again:
        assert [events[0]["event"] for events in again.last["history"]] == ["discarded", "took"]
        assert again.last["events"] == []


def test_messages_do_not_wait_for_each_other_on_the_way(house: House) -> None:
    """Without TCP_NODELAY the second of two small messages in a row arrives 40 ms after the first, on loopback too."""
    ann = house.visitor()
    with ann.at(f"game={ann.open('exahuna', against='level', level='limu')}") as page:
        for _ in range(25):  # on a busy machine some are late whatever the server does
            page.play(page.legal())
            begin = time.monotonic()
            page.update()
            if time.monotonic() - begin < 0.03:
                return
        pytest.fail("every message came late")


def test_a_spectator_sees_what_is_public_and_can_only_watch(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white:
        key = key_of(white, "watch")
        with house.visitor().at(f"watch={key}") as eve:
            assert white.next("presence")["room"]["watching"] == 1
            assert eve.last["seat"] is None
            assert eve.last["view"]["hand"] is None
            links = eve.last["room"]["links"]
            assert set(links) == {"watch"}
            white.play(white.legal("~"))
            assert eve.update()["events"][0]["card"] is None
            assert eve.ask("play", action="+1")["code"] == "not-allowed"
            assert eve.ask("answer-undo", grant=True)["code"] == "not-allowed"
            assert eve.ask("preview", actions=["+1"])["code"] == "not-allowed"
            for kind in ("undo", "hint", "resign", "claim", "rematch"):
                assert eve.ask(kind)["code"] == "not-allowed"
            assert eve.ask("rename", name="Eve")["code"] == "not-allowed"
            assert eve.ask("look", seat="white")["code"] == "not-allowed"
            assert eve.ask("look", seat=None)["view"]["hand"] is None
        assert white.next("presence")["room"]["watching"] == 0
    with ann.at(f"watch={key}") as own:
        assert own.last["view"]["hand"] is None
        assert own.last["room"]["seats"] == []
    del bob


def test_a_message_sent_twice_or_from_two_tabs_plays_once(house: House) -> None:
    ann, _, id = two(house)
    with ann.at(f"game={id}") as one, ann.at(f"game={id}") as other:
        one.next("presence")
        action, number = one.legal(">"), one.last["number"]
        for page in (one, one, other):
            page.send("play", action=action, number=number)
        answers = [one.next("update", "denied") for _ in range(2)] + [
            other.next("update", "denied") for _ in range(2)
        ]
        assert sorted(answer["type"] for answer in answers) == ["denied", "denied", "update", "update"]
        assert {answer["code"] for answer in answers if answer["type"] == "denied"} == {"stale"}
        assert all(answer["number"] == number + 1 for answer in answers)


def test_illegal_and_unreadable_actions_are_explained(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        denied = black.ask("play", action="+1")
        assert (denied["code"], denied["rule"], denied["facts"]) == ("not-your-turn", "K3", {"seat": "white"})
        assert denied["text"] == "it is white's move"
        assert denied["number"] == black.last["number"]
        assert white.ask("play", action="nonsense")["code"] == "bad-notation"
        assert white.ask("play", action="+=ALOA")["code"] == "card-unknown"
        white.socket.send("{")
        assert white.next("denied")["code"] == "bad-message"
        white.socket.send(b'{"type":"ping"}')
        assert white.next()["type"] == "pong"
        white.socket.send(json.dumps({"type": "rename", "name": "x" * 9000}))
        assert white.next("denied")["code"] == "too-big"
        assert white.quiet()
        assert black.ask("look", seat="white")["code"] == "not-allowed"


def test_previews_tell_what_actions_would_do(house: House) -> None:
    ann, _, id = two(house)
    with ann.at(f"game={id}") as page:
        legal = page.last["view"]["legal"]
        answer = page.ask("preview", "previews", actions=legal)
        assert list(answer["events"]) == legal
        assert answer["number"] == page.last["number"]
        assert page.ask("preview", "previews", actions=[*legal, "~"])["code"] == "bad-notation"


def test_one_screen_shows_a_hand_only_while_its_owner_looks(house: House) -> None:
    ann = house.visitor()
    id = ann.open(against="screen")
    with ann.at(f"game={id}") as page:
        assert page.last["seat"] is None
        assert page.last["view"]["hand"] is None
        assert page.ask("play", action="+1")["code"] == "not-your-side"
        assert page.ask("look", seat="white")["seat"] == "white"
        hand = page.last["view"]["hand"]
        assert hand
        page.play(page.legal(">"))
        assert page.last["seat"] == "white"
        passed = page.play("+")
        assert passed["seat"] is None
        assert passed["view"]["hand"] is None
        assert passed["events"][0] == {"event": "took", "seat": "white", "slot": None, "card": None}
        assert passed["history"]
        assert page.ask("look", seat="white")["view"]["legal"] == []
        assert page.ask("play", action="+1")["code"] == "not-your-turn"
        assert page.ask("look", seat=None)["seat"] is None
        assert page.last["can_undo"]
        page.ask("look", seat="black")  # who has done nothing yet, so White's turn comes back
        assert (page.last["can_undo"], page.last["undo_asks"]) == (True, False)
        assert page.ask("undo")["view"]["to_move"] == "white"
        assert page.last["view"]["hand"] is None
        page.ask("look", seat="white")
        assert page.ask("resign")["view"]["result"]["winner"] == "black"


def test_one_screen_of_an_open_game_needs_no_curtain(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
        assert page.last["seat"] == "white"
        assert page.play(page.legal())["seat"] == "black"
        assert page.play(page.legal())["seat"] == "white"


def test_a_turn_is_taken_back_when_the_opponent_agrees(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        assert not white.last["can_undo"]
        white.play(white.legal(">"))
        assert (white.last["can_undo"], white.last["undo_asks"]) == (True, False)
        white.play("+1")
        assert (white.last["can_undo"], white.last["undo_asks"]) == (True, True)
        assert white.ask("undo")["undo"] == "white"
        while black.update()["undo"] is None:
            pass
        assert not white.last["can_undo"]
        assert black.ask("answer-undo", grant=True)["history"] == []
        assert white.update()["view"]["to_move"] == "white"
        assert white.last["view"]["bridges"] == {}


def test_a_level_answers_by_itself_and_a_turn_comes_back_at_once(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open(against='level', level='honu', name='Ann')}") as page:
        level = {"kind": "level", "name": "honu", "here": True, "devices": 0}
        assert page.last["room"]["players"]["black"] == level
        assert page.play("+")["thinking"]
        while page.last["view"]["to_move"] != "white":
            page.update()
        assert not page.last["thinking"]
        assert (page.last["can_undo"], page.last["undo_asks"]) == (True, False)
        assert page.ask("undo")["view"]["log"][1:] == []


def test_a_level_gets_its_view_and_nothing_else(tmp_path: Path) -> None:
    players = Quick()
    with serving(tmp_path / "h.db", players) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open(against='level', level='mano')}") as page:
            page.play("+")
            while page.last["view"]["to_move"] != "white":
                page.update()
        assert players.asked
        for spec, view in players.asked:
            assert (spec, view["seat"], view["to_move"]) == ("mano", "black", "black")


def test_a_level_that_fails_loses_by_crash(tmp_path: Path) -> None:
    players = Quick()
    players.fault = Fault("crash", "no reason")
    with serving(tmp_path / "h.db", players) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open(against='level', level='mano')}") as page:
            page.play("+")
            result = page.update()["view"]["result"]
            assert (result["winner"], result["by"]) == ("white", "crash")
        with ann.at(f"game={ann.open(against='screen')}") as page:
            page.ask("look", seat="white")
            assert page.ask("hint", "advice")["code"] == "hint-failed"


def test_a_hint_names_an_action_what_it_does_and_the_number(house: House) -> None:
    ann, bob, id = two(house, hints=True)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        advice = white.ask("hint", "advice")
        assert advice["number"] == white.last["number"] + 1, "that a hint was taken is an event of its own"
        assert advice["action"] in white.last["view"]["legal"]
        assert black.ask("hint", "advice")["code"] == "hint-not-now"


def test_people_take_hints_only_if_they_agreed_to_them_and_both_see_it(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white:
        assert white.last["room"]["hints"] is None
        assert white.ask("hint", "advice")["code"] == "no-hint"
    ann, bob = house.visitor(), house.visitor()
    id = ann.open(hints=True, clock=MINUTES, name="Ann")
    with ann.at(f"game={id}") as white:
        key = key_of(white, "invite")
        assert bob.get(f"/api/invitation/{key}")["hints"], "the guest is told before taking the seat"
        bob.post("/api/join", {"key": key, "name": "Bob"})
        while not white.last["view"]:
            white.update()
        with bob.at(f"game={id}") as black:
            assert white.ask("hint", "advice")["action"]
            told = black.next("presence")
            while told["room"]["hints"] != {"white": 1, "black": 0}:
                told = black.next("presence")
            assert "action" not in told
    with bob.at(f"game={id}") as black:
        assert black.last["room"]["hints"] == {"white": 1, "black": 0}
    for wish in ({"against": "screen"}, {"against": "level", "level": "limu"}):
        assert refusal(ann.post("/api/games", {"game": "kahuna", "hints": True, **wish})) == "bad-message"


def test_a_sign_goes_to_both_players_and_to_nobody_who_watches(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        watch = white.last["room"]["links"]["watch"].removeprefix("/watch/")
        with house.visitor().at(f"watch={watch}") as spectator:
            for page in (white, black):
                while not page.last["room"]["watching"]:
                    page.last["room"] = page.next("presence")["room"]
            white.send("react", sign="wow")
            assert (
                white.next("reaction")
                == black.next("reaction")
                == {
                    "type": "reaction",
                    "seat": "white",
                    "sign": "wow",
                }
            )
            spectator.send("react", sign="wow")
            assert spectator.next("reaction", "denied")["code"] == "not-allowed", "no sign was shown before"
        assert white.ask("react", "denied", sign="rude words")["code"] == "bad-message"
        for _ in range(70):
            black.send("react", sign="hm")
        assert black.next("denied")["code"] == "too-fast"
    for wish in ({"against": "screen"}, {"against": "level", "level": "limu"}, {}):
        with ann.at(f"game={ann.open(**wish)}") as page:
            if wish.get("against") == "screen":
                page.ask("look", seat="white")
            assert page.ask("react", "denied", sign="wow")["code"] == "no-reactions"


def test_both_players_on_one_screen_have_names(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open(against='screen', name='Ann', other_name='Bo')}") as page:
        players = page.last["room"]["players"]
        assert (players["white"]["name"], players["black"]["name"]) == ("Ann", "Bo")
    wish = {"game": "kahuna", "against": "link", "other_name": "Bo"}
    assert refusal(ann.post("/api/games", wish)) == "bad-message"


def test_a_rematch_swaps_the_seats_and_takes_the_handicap_along(house: House) -> None:
    ann, bob, id = two(house, handicap=2, handicap_to="black", name="Ann", clock=MINUTES)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        assert white.ask("rematch")["code"] == "game-runs"
        white.ask("resign")
        assert white.ask("rematch")["rematch"] == ["white"]
        black.send("rematch")
        while not white.update()["room"]["rematch"]:
            pass
        while not black.update()["room"]["rematch"]:
            pass
        following = white.last["room"]["rematch"]
        assert black.last["room"]["rematch"] == following
        assert white.quiet()
    with ann.at(f"game={following}") as page:
        assert page.last["room"]["seats"] == ["black"]
        assert page.last["room"]["players"]["white"]["name"] == "Bob"
        assert page.last["room"]["rules"]["handicap_to"] == "white"
        assert page.last["room"]["clock"] == MINUTES | {"increment": 0}
        assert page.last["time"]["running"] == "white"


def test_who_watches_is_led_on_to_the_rematch(house: House) -> None:
    ann = house.visitor()
    with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
        with house.visitor().at(f"watch={key_of(page, 'watch')}") as eve:
            page.ask("resign")
            page.send("rematch")
            while not eve.last["room"]["links"].get("next"):
                eve.update()
            assert eve.last["room"]["rematch"] is None
            key = key_of(eve, "next")
        while not page.last["room"]["rematch"]:
            page.update()
        assert "next" not in page.last["room"]["links"]
        with house.visitor().at(f"watch={key}") as eve:
            assert eve.last["room"]["id"] == page.last["room"]["rematch"]


def test_rematches_are_limited_as_opened_games_are(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", limits=LOOSE._replace(opened=2)) as house:
        ann = house.visitor()
        id = ann.open("exahuna", against="screen")
        for allowed in (True, False):
            with ann.at(f"game={id}") as page:
                page.ask("resign")
                page.send("rematch")
                if not allowed:
                    assert page.next("update", "denied")["code"] == "too-many-opened"
                    break
                while not page.update()["room"]["rematch"]:
                    pass
                id = page.last["room"]["rematch"]


@pytest.mark.parametrize("against", ["level", "screen"])
def test_a_rematch_alone_begins_at_once(house: House, against: str) -> None:
    ann = house.visitor()
    level = {"level": "papai"} if against == "level" else {}
    with ann.at(f"game={ann.open('exahuna', against=against, **level)}") as page:
        page.ask("resign")
        page.send("rematch")
        while not page.update()["room"]["rematch"]:
            pass
        following = page.last["room"]["rematch"]
    with ann.at(f"game={following}") as page:
        if against == "level":
            assert page.last["room"]["players"]["white"]["name"] == "papai"
            while page.last["view"]["to_move"] != "black":  # the level begins, now that somebody is there
                page.update()
        assert page.play(page.legal())["type"] == "update"


def test_a_new_name_is_told_to_all_without_moving_the_game(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        white.next("presence")
        number = white.last["number"]
        white.send("rename", name=" Anna\u0000 Maria ")
        assert black.next("presence")["room"]["players"]["white"]["name"] == "Anna Maria"
        white.play(white.legal(">"))
        assert white.last["number"] == number + 2
