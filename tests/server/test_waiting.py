"""No card is dealt before both seats are taken; games that were begun before that rule go on as they were."""

import json
from pathlib import Path

import pytest

from kahuna.server.room import Room
from kahuna.server.stored import Began, Sat
from kahuna.table.ruleset import GAMES, Rules
from server.test_store_versions import OLD, restored
from support.house import MINUTES, House, Page, key_of, serving

TRIES = ("+", "+1", "-", "~ALOA", "ALOA>BARI", "nonsense")


def refused(page: Page) -> set[str]:
    """The codes of all that a lone opener can try."""
    found = {page.ask("play", action=action)["code"] for action in TRIES}
    found |= {page.ask(kind)["code"] for kind in ("undo", "hint")}
    return found | {page.ask("preview", "previews", actions=["+"])["code"]}


@pytest.mark.parametrize("clock", [None, MINUTES])
@pytest.mark.parametrize("game", GAMES)
def test_who_opens_a_game_sees_no_card_and_can_do_nothing_until_somebody_comes(
    house: House, game: str, clock: object
) -> None:
    """Or they would take from the stack, take it back, and know the next card; or shop for a deal."""
    ann, bob, eve = (house.visitor() for _ in range(3))
    id = ann.open(game, clock=clock)
    with ann.at(f"game={id}") as page:
        assert (page.last["view"], page.last["history"], page.last["can_undo"]) == (None, [], False)
        assert refused(page) == {"waiting"}
        with eve.at(f"watch={key_of(page, 'watch')}") as watching:
            assert watching.last["view"] is None
            (mine,) = ann.get("/api/games")["running"]
            assert (mine["view"], mine["your_move"]) == (None, False)
            bob.post("/api/join", {"key": key_of(page, "invite")})
            assert page.update()["view"]["to_move"] == "white"
            assert page.last["history"] == []
            assert watching.update()["view"]["seat"] is None
        assert page.play(page.legal())["type"] == "update"


def test_levels_and_one_screen_are_seated_at_the_opening(house: House) -> None:
    ann = house.visitor()
    for wish in ({"against": "level", "level": "limu"}, {"against": "screen"}):
        with ann.at(f"game={ann.open(**wish)}") as page:
            assert page.last["view"]["to_move"] == "white"


def test_a_game_that_was_begun_alone_before_this_rule_goes_on(tmp_path: Path) -> None:
    restored(OLD[0], tmp_path / "h.db")
    known = json.loads(OLD[0].with_suffix(".json").read_text())
    ((id, _),) = [(id, game) for id, game in known["games"].items() if game["name"] == "alone"]
    with serving(tmp_path / "h.db") as house:
        ann = house.visitor()
        ann.cookie = known["cookies"]["ann"]
        with ann.at(f"game={id}") as page:
            assert page.last["room"]["players"]["white"]["kind"] == "nobody"
            assert page.last["view"]["log"][1:]
            assert page.last["can_undo"]


def test_an_old_event_means_a_game_that_does_not_wait() -> None:
    rules = Rules().settings()
    for waits in (False, True):
        room = Room("r", [Began(0, "kahuna", rules, "seed", "ann", waits=waits), Sat(0, "white", "ann")])
        assert room.waiting == waits
        assert (room.view("white") is None) == waits
