"""Games are given up, withdrawn and taken off one's list from the home page; wishes to play again are seen there."""

from pathlib import Path

from support.house import House, Visitor, finish, key_of, refusal, serving, two


def origin(house: House) -> str:
    """How a page of ours names itself."""
    return f"http://127.0.0.1:{house.port}"


def left(house: House, who: Visitor, id: str) -> tuple[int, dict[str, str], bytes]:
    """Leaves this game."""
    return who.call("DELETE", f"/api/games/{id}", origin=origin(house))


def test_a_running_game_is_given_up_and_then_listed_as_finished_for_both(house: House) -> None:
    ann, bob, id = two(house)
    with bob.at(f"game={id}") as page:
        assert left(house, ann, id)[0] == 200
        assert page.update()["view"]["result"]["winner"] == "black"
    for who in (ann, bob):
        found = who.get("/api/games")
        assert ([], [id]) == (found["running"], [game["room"]["id"] for game in found["finished"]])


def test_a_finished_game_leaves_the_list_of_who_says_so_and_stays_with_the_other(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as page:
        key = finish(page)
    assert left(house, ann, id)[0] == 200
    assert ann.get("/api/games") == {"running": [], "finished": []}
    assert len(bob.get("/api/games")["finished"]) == 1
    assert bob.get(f"/api/replay/{key}")["game"] == "kahuna"
    assert left(house, ann, id)[0] == 404


def test_what_is_on_nobodys_list_is_deleted(house: House) -> None:
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as page:
        key = finish(page)
    for who in (ann, bob):
        assert left(house, who, id)[0] == 200
    assert refusal(bob.get(f"/api/replay/{key}")) == "no-such-game"


def test_an_invitation_that_is_withdrawn_is_good_for_nothing(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    id = ann.open()
    with ann.at(f"game={id}") as page:
        key = key_of(page, "invite")
    assert left(house, ann, id)[0] == 200
    assert ann.get("/api/games") == {"running": [], "finished": []}
    assert refusal(bob.post("/api/join", {"key": key})) == "no-such-game"


def test_nobody_leaves_for_another_nor_a_page_of_another_site_for_anybody(house: House) -> None:
    ann, bob, id = two(house)
    stranger = house.visitor()
    stranger.open()
    assert left(house, stranger, id)[0] == 404
    assert left(house, house.visitor(), id)[0] == 404
    assert ann.call("DELETE", f"/api/games/{id}", origin="http://evil.example")[0] == 403
    assert ann.call("DELETE", f"/api/games/{id}")[0] == 403
    assert len(bob.get("/api/games")["running"]) == 1


def test_a_wish_to_play_again_is_listed_also_after_a_restart_until_there_is_a_next_game(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "store.db") as house:
        ann, bob, id = two(house)
        with ann.at(f"game={id}") as page:
            finish(page)
            page.ask("rematch")
    with serving(tmp_path / "store.db") as house:
        ann.port = bob.port = house.port
        assert [game["rematch"] for game in bob.get("/api/games")["finished"]] == [["white"]]
        with bob.at(f"game={id}") as page:
            page.ask("rematch")
        assert [game["rematch"] for game in bob.get("/api/games")["finished"]] == [[]]
