"""Links that take a seat along to another device: once, for an hour, listed, revocable, and seen by both players."""

from pathlib import Path
from typing import Any

from kahuna.server.front import LINK_LIFE
from kahuna.server.room import MAX_LINKS
from server.test_clocks import Watch
from support.house import House, Page, Visitor, refusal, serving, two


def make(page: Page, after: int = 0) -> dict[str, Any]:
    """A new link to this page's seat, made after the one with this number."""
    page.send("make-link")
    while True:  # others come and go
        links = page.next("presence")["room"]["links"].get("seats", [])
        if links and links[-1]["link"] > after:
            return dict(links[-1])


def key(link: dict[str, Any]) -> dict[str, str]:
    """The body that uses a link."""
    return {"key": str(link["path"]).rpartition("/")[2]}


def fails(visitor: Visitor, link: dict[str, Any]) -> bool:
    """Whether this link is as good as none."""
    return refusal(visitor.post("/api/move", key(link))) == "no-such-game"


def test_a_seat_is_taken_along_once_and_both_players_see_it(house: House) -> None:
    ann, bob, id = two(house)
    phone, eve = house.visitor(), house.visitor()
    with ann.at(f"game={id}") as page, bob.at(f"game={id}") as rival:
        assert page.last["room"]["players"]["white"]["devices"] == 1
        assert "seats" not in page.last["room"]["links"]
        link = make(page)
        assert link["seat"] == "white"
        assert "seats" not in rival.next("presence")["room"]["links"]  # that is no business of the opponent's
        assert phone.post("/api/move", key(link)) == {"id": id}
        for one in (page, rival):
            room = one.update()["room"]
            assert room["players"]["white"]["devices"] == 2
            assert "seats" not in room["links"]
        assert fails(eve, link)
        assert phone.post("/api/move", key(link)) == {"id": id}  # whoever is there is shown the way
        with phone.at(f"game={id}") as small:
            assert small.last["room"]["seats"] == ["white"]
            small.play(small.legal(">"))
            assert page.update()["view"]["hand"] == small.last["view"]["hand"]


def test_a_link_can_be_revoked_by_its_seat_and_by_nobody_else(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as page, bob.at(f"game={id}") as rival:
        link = make(page)
        other = make(page, link["link"])
        rival.send("revoke-link", link=link["link"])
        rival.send("ping")
        rival.next("pong")
        page.send("revoke-link", link=link["link"])
        assert [left["link"] for left in page.next("presence")["room"]["links"]["seats"]] == [other["link"]]
        assert fails(house.visitor(), link)
        assert house.visitor().post("/api/move", key(other)) == {"id": id}


def test_a_link_is_good_for_an_hour_also_over_a_restart(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        ann, _, id = two(house)
        with ann.at(f"game={id}") as page:
            early = make(page)
            late = make(page, early["link"])
    with serving(tmp_path / "h.db", now=watch) as house:
        ann.port = house.port
        with ann.at(f"game={id}") as page:
            assert len(page.last["room"]["links"]["seats"]) == 2
        watch.ahead = LINK_LIFE - 60_000
        assert house.visitor().post("/api/move", key(early)) == {"id": id}
        watch.ahead = LINK_LIFE + 1000
        assert fails(house.visitor(), late)
        with ann.at(f"game={id}") as page:
            assert "seats" not in page.last["room"]["links"]


def test_links_are_bounded_and_not_for_spectators(house: House) -> None:
    ann, _, id = two(house)
    with ann.at(f"game={id}") as page:
        last = 0
        for _ in range(MAX_LINKS):
            last = make(page, last)["link"]
        assert page.ask("make-link")["code"] == "too-many-links"
        watch = str(page.last["room"]["links"]["watch"]).rpartition("/")[2]
    with house.visitor().at(f"watch={watch}") as eve:
        assert eve.ask("make-link")["code"] == "not-allowed"
        assert eve.ask("revoke-link", link=4)["code"] == "not-allowed"


def test_on_one_screen_both_seats_move_together(house: House) -> None:
    ann, phone = house.visitor(), house.visitor()
    id = ann.open(against="screen")
    with ann.at(f"game={id}") as page:
        assert phone.post("/api/move", key(make(page))) == {"id": id}
    with phone.at(f"game={id}") as small:
        assert small.last["room"]["seats"] == ["white", "black"]


def test_a_rematch_starts_with_the_devices_in_use_only(house: House) -> None:
    ann, bob, id = two(house)
    phone = house.visitor()
    with ann.at(f"game={id}") as page, bob.at(f"game={id}") as rival:
        phone.post("/api/move", key(make(page)))
        page.ask("resign")
        rival.send("rematch")
        page.send("rematch")
        while not page.last["room"]["rematch"]:
            page.update()
        following = page.last["room"]["rematch"]
    with ann.at(f"game={following}") as page:
        assert [page.last["room"]["players"][seat]["devices"] for seat in ("white", "black")] == [1, 1]
    with phone.socket(f"game={following}") as small:
        assert small.next()["code"] == "no-such-game"
