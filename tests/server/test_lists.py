"""A list of games never plays games through, and a room with many take-backs is read in one pass."""

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kahuna import Game, Rules
from kahuna.server.room import Room
from kahuna.server.stored import Played, Undone
from support.house import House, Visitor, serving, two
from support.rooms import Scene
from support.views import seen


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts how often the rules are run, and how often a room is made."""
    counted: Counter[str] = Counter()
    play, room = Game.play_code, Room.__init__

    def count_play(self: Game, code: int) -> None:
        counted["rules"] += 1
        play(self, code)

    def count_room(self: Room, *arguments: Any) -> None:
        counted["rooms"] += 1
        room(self, *arguments)

    monkeypatch.setattr(Game, "play_code", count_play)
    monkeypatch.setattr(Room, "__init__", count_room)
    return counted


def long_game() -> Scene:
    """A game of many take-backs, each of a whole turn, to the bound that a file may grow to."""
    scene = Scene(against="limu")
    while len(scene.stored) < 40:
        scene.play(scene.legal())
    kept = len(scene.room.game.steps)
    while len(scene.stored) < 997:
        action = scene.legal()
        scene.play(action)
        scene.play(scene.legal())
        scene.do([Undone(scene.at, kept)])
    return scene


def test_a_room_with_hundreds_of_take_backs_is_read_in_one_pass(runs: Counter[str]) -> None:
    scene = long_game()
    played = sum(isinstance(event, Played) for event in scene.stored)
    runs.clear()
    again = scene.again()
    assert runs["rules"] == played
    assert again.game.logs == scene.room.game.logs
    assert again.game.legal() == scene.room.game.legal()


def test_a_take_back_runs_no_rule_and_the_cards_come_again_as_they_were(runs: Counter[str]) -> None:
    """Also across the end of a round, which shuffles."""
    game = Game(Rules(), seed="rewind")
    views = [seen(game, "white")]
    while not game.over:
        game.play(game.legal()[-1] if len(game.steps) % 3 else game.legal()[0])
        views.append(seen(game, "white"))
    assert views[-1]["round"] > 1
    actions = [step.code for step in game.steps]
    for kept in range(len(actions), -1, -1):
        runs.clear()
        game.rewind(kept)
        assert runs["rules"] == 0
        assert game.view("white") == views[kept]
        for code in actions[kept : kept + 3]:
            game.play_code(code)
        assert game.view("white") == views[min(kept + 3, len(actions))]
    with pytest.raises(ValueError, match="cannot be kept"):
        game.rewind(99)


def fill(house: House) -> tuple[Visitor, list[str]]:
    """Ann with some games, all but the last with actions and take-backs."""
    ann, _, first = two(house)
    ids = [first, ann.open("exahuna", against="screen"), ann.open(against="screen"), ann.open()]
    for id in ids[:3]:
        with ann.at(f"game={id}") as page:
            page.ask("look", seat="white")
            for _ in range(3):
                page.play(page.legal())
                page.ask("undo")
    return ann, ids


def test_lists_of_games_that_are_in_nobodys_memory_replay_none(tmp_path: Path, runs: Counter[str]) -> None:
    with serving(tmp_path / "h.db") as house:
        ann, ids = fill(house)
        before = ann.get("/api/games")
    with serving(tmp_path / "h.db") as house:
        ann.port = house.port
        runs.clear()
        for _ in range(30):
            listed = ann.get("/api/games")
        assert not runs
        assert not house.lobby.rooms
        assert listed == before
        assert {game["room"]["id"] for game in listed["running"]} == set(ids)


def test_after_a_kill_only_games_without_a_new_note_are_read_and_only_once(
    tmp_path: Path, runs: Counter[str]
) -> None:
    with serving(tmp_path / "h.db") as house:
        ann, ids = fill(house)
        before = ann.get("/api/games")

        async def keep_none(rooms: Any) -> None:
            """As if the server were killed."""

        notes = house.lobby.keep_notes(house.lobby.rooms.values())
        asyncio.run_coroutine_threadsafe(notes, house.loop).result(10)
        with ann.at(f"game={ids[1]}") as page:
            page.play(page.legal())
        before = ann.get("/api/games")
        house.lobby.keep_notes = keep_none  # type: ignore[method-assign]
    with serving(tmp_path / "h.db") as house:
        ann.port = house.port
        runs.clear()
        for _ in range(30):
            listed = ann.get("/api/games")
        assert runs["rooms"] == 1
        assert listed == before


def test_a_damaged_note_is_made_again_from_the_game(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db") as house:
        ann, ids = fill(house)
        before = ann.get("/api/games")
    with sqlite3.connect(tmp_path / "h.db") as file:
        (note,) = file.execute("SELECT note FROM games WHERE id=?", ids[:1]).fetchone()
        swapped = note.replace(b'"white"', b'"black"')
        assert swapped != note
        file.execute("UPDATE games SET note=? WHERE id=?", (swapped, ids[0]))
        file.execute("UPDATE games SET note='nonsense' WHERE id=?", (ids[1],))
        file.execute("UPDATE games SET note=x'00' WHERE id=?", (ids[2],))
    file.close()
    with serving(tmp_path / "h.db") as house:
        ann.port = house.port
        assert ann.get("/api/games") == before


def test_a_list_shows_the_board_and_no_hand(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db") as house:
        ann, ids = fill(house)
        for game in ann.get("/api/games")["running"]:
            if game["room"]["id"] == ids[3]:  # nobody has come yet
                assert (game["view"], game["your_move"]) == (None, False)
                continue
            assert game["view"]["seat"] is None
            assert game["view"].get("hand") is None
            assert game["view"]["log"] == game["view"]["legal"] == []
