"""What an invitation says before it is taken, previews of links, pictures, and where others find the server."""

import asyncio
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from kahuna.server import pictures
from kahuna.server.inviting import Whereabouts
from kahuna.server.previews import SIZE
from kahuna.server.seating import join
from kahuna.server.serve import whereabouts
from support.house import LOOSE, MINUTES, House, Visitor, finish, key_of, refusal, serving, two

WHO = '<b>"Ann" & Co'


def invited(house: House, **wish: Any) -> tuple[Visitor, str, str]:
    """Ann has opened a game; its id and the key of the invitation."""
    ann = house.visitor()
    id = ann.open(**wish)
    with ann.at(f"game={id}") as page:
        return ann, id, key_of(page, "invite")


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the bytes of all rows, each chunk's sum compared."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    parts: dict[bytes, bytes] = {}
    place = 8
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + length]
        (crc,) = struct.unpack(">I", png[place + 8 + length : place + 12 + length])
        assert crc == zlib.crc32(name + data)
        parts[name] = data
        place += 12 + length
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    return width, height, zlib.decompress(parts[b"IDAT"])


def test_an_invitation_says_who_invites_to_what_with_which_clock_and_colour(house: House) -> None:
    _, _, key = invited(house, name="Ann", seat="black", clock=MINUTES, planning=True)
    said = house.visitor().get(f"/api/invitation/{key}")
    assert (said["state"], said["host"], said["game"], said["id"]) == ("free", "Ann", "kahuna", None)
    assert (said["seat"], said["first"], said["clock"]["minutes"]) == ("white", "white", 5)
    assert said["rules"]["planning"] is True


def test_who_presses_twice_has_the_seat_and_hears_of_no_error(house: House) -> None:
    _, id, key = invited(house)

    async def twice() -> list[str]:
        both = (join(house.lobby, key, "Bob", "b" * 22, "here") for _ in range(2))
        return list(await asyncio.gather(*both))

    assert asyncio.run_coroutine_threadsafe(twice(), house.loop).result(20) == [id, id]


def test_looking_takes_nothing_and_a_used_link_says_so_at_once(house: House) -> None:
    ann, id, key = invited(house)
    bob = house.visitor()
    for _ in range(3):
        assert bob.get(f"/api/invitation/{key}")["state"] == "free"
        assert bob.call("GET", f"/join/{key}")[0] == bob.call("GET", f"/preview/join/{key}.png")[0] == 200
    assert (ann.get(f"/api/invitation/{key}")["state"], ann.get(f"/api/invitation/{key}")["id"]) == (
        "waiting",
        id,
    )
    assert bob.post("/api/join", {"key": key}) == {"id": id}
    assert bob.get(f"/api/invitation/{key}")["state"] == ann.get(f"/api/invitation/{key}")["state"] == "yours"
    late = house.visitor().get(f"/api/invitation/{key}")
    assert (late["state"], late["host"], late["seat"], late["id"]) == ("taken", "", None, None)
    assert refusal(bob.get(f"/api/invitation/{'A' * 22}")) == "no-such-game"


def test_a_link_has_a_preview_in_the_readers_language_and_names_cannot_break_out_of_it(house: House) -> None:
    _, _, key = invited(house, name=WHO, clock=MINUTES)
    bob = house.visitor()
    page = bob.call("GET", f"/join/{key}")[2].decode()
    assert "&lt;b&gt;&quot;Ann&quot; &amp; Co invites you to Kahuna" in page
    assert WHO not in page
    assert f"http://127.0.0.1:{house.port}/preview/join/{key}.png" in page
    assert "You play Black. 5 minutes each." in page
    german = bob.call("GET", f"/join/{key}", accept_language="fr, de-CH;q=0.9")[2].decode()
    assert "lädt dich zu Kahuna ein" in german
    assert "og:title" not in bob.call("GET", f"/join/{'A' * 22}")[2].decode()


def test_a_picture_shows_what_everybody_may_see_and_nothing_of_a_running_game_to_who_was_invited(
    house: House,
) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as page:
        watch = key_of(page, "watch")
        before = house.visitor().call("GET", f"/preview/watch/{watch}.png")
        while "white" not in page.last["view"]["bridges"].values():
            page.play(page.legal(">"))
        after = house.visitor().call("GET", f"/preview/watch/{watch}.png")
        assert before[0] == after[0] == 200
        assert before[2] != after[2]
        assert pixels(after[2])[:2] == (1200, 630)
        assert refusal(json.loads(bob.call("GET", f"/preview/replay/{watch}.png")[2])) == "no-such-game"
        assert refusal(json.loads(bob.call("GET", f"/preview/join/{watch}.png")[2])) == "no-such-game"
        replay = finish(page)
    assert bob.call("GET", f"/preview/replay/{replay}.png")[2] == after[2]
    assert b"Kahuna: White against Bob" in bob.call("GET", f"/replay/{replay}")[2]


def test_pictures_and_codes_are_counted_by_address(tmp_path: Path) -> None:
    with serving(tmp_path / "store.db", limits=LOOSE._replace(pictures_by_address=2)) as house:
        _, _, key = invited(house)
        bob = house.visitor()
        assert [bob.call("GET", f"/preview/join/{key}.png")[0] for _ in range(3)] == [200, 200, 429]
        assert [bob.call("POST", "/api/qr", {"text": "x"})[0] for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("game", ["kahuna", "exahuna", "exahuna-special"])
def test_every_game_has_a_picture_and_the_same_position_is_rendered_once(game: str) -> None:
    first = pictures.position(game, None, SIZE)
    assert pictures.position(game, {"bridges": {}, "control": {}, "hand": ["ALOA"]}, SIZE) is first
    width, height, rows = pixels(first)
    assert (width, height, len(rows)) == (1200, 630, 630 * 3601)


def test_the_icon_is_a_square_png() -> None:
    assert pixels(pictures.icon(192))[:2] == (192, 192)


def test_a_text_comes_back_as_a_square_of_modules(house: House) -> None:
    rows = house.visitor().post("/api/qr", {"text": "http://192.168.1.20:8765/join/x"})["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert rows[0].startswith("1111111")
    assert refusal(house.visitor().post("/api/qr", {"text": "x" * 201})) == "bad-message"


def test_where_others_find_the_server_is_told_only_to_who_came_by_this_machines_own_address() -> None:
    here = Whereabouts(False, "http://192.168.1.20:8765")
    assert here.told_to("127.0.0.1:8765").network == "http://192.168.1.20:8765"
    assert here.told_to("[::1]:8765").network == here.told_to("localhost").network == here.network
    assert here.told_to("kahuna.example").network is None
    assert Whereabouts().told_to("localhost:1").alone is True
    assert whereabouts("127.0.0.1", 1) == whereabouts("::1", 1) == Whereabouts(True, None)
    assert whereabouts("0.0.0.0", 1).alone is False
    assert whereabouts("192.0.2.7", 1) == Whereabouts(False, None)


def test_the_page_is_told_whether_it_stands_alone(house: House) -> None:
    assert house.visitor().get("/api/reach") == {"alone": True, "network": None}
