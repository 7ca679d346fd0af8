"""The chance bar during a game: only where nobody is cheated, from what may be known there, and bounded."""

from pathlib import Path
from random import Random

import pytest

from kahuna import Game
from kahuna.bots.base import Choice, Fault
from kahuna.server.chances import IMAGINED_DEALS, watched_views
from kahuna.server.turns import Asker
from kahuna.table.imagined import as_watched
from kahuna.table.ruleset import SEATS, Rules
from kahuna.table.view import View, kahuna_view
from support.house import LOOSE, MINUTES, House, Quick, serving, two
from support.redeal import Hidden, ListedDealer
from support.some_games import games


class Sure(Quick):
    """Players who give the seat to move three chances in four."""

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker) -> Choice:
        """Any legal action, with an opinion."""
        choice = await super().choose(spec, rules, view, luck, asker)
        return Choice(choice.action, 0.75, ((choice.action, 0.75),))


@pytest.mark.parametrize("wish", [{}, {"clock": MINUTES}])
def test_between_people_on_two_screens_nobody_is_told(house: House, wish: dict[str, object]) -> None:
    ann, bob, id = two(house, **wish)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        assert white.ask("chance", "chance")["code"] == "no-chance"
        assert black.ask("chance", "chance")["code"] == "no-chance"
        key = white.last["room"]["links"]["watch"].rpartition("/")[2]
    with house.visitor().at(f"watch={key}") as spectator:
        assert spectator.ask("chance", "chance")["code"] == "not-allowed"


def test_against_a_level_the_seat_is_told_at_its_own_move_from_what_it_sees(tmp_path: Path) -> None:
    players = Sure()
    with serving(tmp_path / "h.db", players, LOOSE._replace(hints=1)) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open(against='level', level='limu')}") as page:
            for _ in range(3):
                told = page.ask("chance", "chance")
                assert told["number"] == page.last["number"]
                assert told["white"] == 0.75
                assert told["best"][0][0] in page.last["view"]["legal"]
            assert players.asked[-1][1] == page.last["view"]
            assert page.ask("hint", "advice")["type"] == "advice", "chances spend no hints"
            players.pause = 5.0
            page.play("+")
            assert page.last["view"]["to_move"] == "black"
            assert page.ask("chance", "chance")["code"] == "chance-not-now"


def test_on_one_screen_the_question_shows_no_hand_that_is_there(tmp_path: Path) -> None:
    players = Sure()
    with serving(tmp_path / "h.db", players) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open(against='screen')}") as page:
            told = page.ask("chance", "chance")
            assert (told["white"], told["best"]) == (0.75, [])
            page.ask("look", seat="white")
            hand = page.last["view"]["hand"]
            asked = [kahuna_view(view)["hand"] for _, view in players.asked]
            assert len(asked) == IMAGINED_DEALS
            assert any(sorted(imagined or []) != sorted(hand) for imagined in asked)
        with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
            page.play(page.legal())
            assert page.ask("chance", "chance")["white"] == 0.25


@pytest.mark.parametrize("seed", range(3))
def test_what_nobody_sees_changes_nothing_of_what_is_imagined(seed: int) -> None:
    game, choose = list(games("standard", 5))[seed]
    while len(game.steps) < 8:
        game.play_code(choose())
    other, random = game, Random(seed)
    while other.state == game.state:
        deal = Hidden(game, None, len(game.steps), random).redealt()
        other = Game(game.rules, ListedDealer(deal.decks))
        for action in deal.actions:
            other.play(action)
    assert watched_views(other, "luck") == watched_views(game, "luck")
    position, view = as_watched(game, "luck"), kahuna_view(game.view(None))
    assert game.to_move
    rival = SEATS[1 - SEATS.index(game.to_move)]
    for seat, hand in ((game.to_move, position["hand"]), (rival, position["opponent_hand"])):
        assert len(hand) == view["cards"][seat]
        assert set(view["known"][seat]) <= set(hand)
    imagined = dict(Game(game.rules, seed=1, start=position).view(None))
    for key in ("bridges", "row", "stack", "cards", "discards", "points", "to_move"):
        assert imagined[key] == dict(view)[key]


def test_chances_are_limited_and_a_player_that_fails_tells_none(tmp_path: Path) -> None:
    players = Sure()
    with serving(tmp_path / "h.db", players, LOOSE._replace(chances=2)) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open('exahuna', against='level', level='limu')}") as page:
            assert page.ask("chance", "chance")["white"] == 0.75
            players.fault = Fault("crash", "no reason")
            assert page.ask("chance", "chance")["code"] == "busy"
            assert page.ask("chance", "chance")["code"] == "too-fast"


def test_who_asks_again_hears_only_of_the_last_question(tmp_path: Path) -> None:
    players = Sure()
    players.pause = 0.2
    with serving(tmp_path / "h.db", players) as house:
        ann = house.visitor()
        with ann.at(f"game={ann.open('exahuna', against='screen')}") as page:
            page.send("chance", number=page.last["number"])
            assert page.ask("chance", "chance")["type"] == "chance"
            players.pause = 0.0
            page.ask("chance", "chance")
            assert [text for text in page.raw if '"chance"' in text][2:] == []
