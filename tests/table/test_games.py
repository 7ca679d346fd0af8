"""A game says what it is: nobody else asks for its name, and one more is added without a change elsewhere."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from kahuna import BadNotation, Game, IllegalAction, Rules, read_record, write_record
from kahuna.bots.registry import find_bot
from kahuna.envs.observation import size
from kahuna.learn.puzzle import PUZZLE_GOALS
from kahuna.review.assessors import assessor_of
from kahuna.server.pagefacts import facts
from kahuna.table import games
from kahuna.table.games import GAMES, UnknownGame, register, spec_of
from kahuna.table.record import dump_record, load_record
from kahuna.table.sisters import NoSister, Sisters
from kahuna.table.view import View
from support import atoll
from support.house import serving

SOURCE = Path(games.__file__).parents[2]
ROOT = SOURCE.parents[1]


@pytest.fixture
def fourth() -> Iterator[None]:
    """Atoll is one of the games, for the time of a test."""
    before = set(games.REASONS)
    register(atoll.SPEC)
    yield
    del games._SPECS["atoll"]
    for reason in set(games.REASONS) - before:
        del games.REASONS[reason]


def name_tests(tree: ast.Module) -> Iterator[int]:
    """The lines that compare something with the name of a game, written out or by a constant of the module."""
    named = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and is_game(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            parts = [
                part for side in sides for part in (side.elts if isinstance(side, ast.Tuple) else [side])
            ]
            if any(is_game(part) or (isinstance(part, ast.Name) and part.id in named) for part in parts):
                yield node.lineno
        elif isinstance(node, ast.MatchValue) and is_game(node.value):
            yield node.lineno


def is_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in ("kahuna", "exahuna", "exahuna-special")


def test_nobody_asks_for_a_game_by_name() -> None:
    """Design: what differs between games is in their own modules, or registered under their names."""
    found = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "keeping.py"  # where it is the name of the program
        for line in name_tests(ast.parse(path.read_text("utf-8")))
    ]
    assert not found


def test_an_unknown_game_is_refused_with_the_names_there_are() -> None:
    """Design: one clear line."""
    names: list[Any] = ["chess", None, []]
    for name in names:
        with pytest.raises(UnknownGame, match="there are kahuna, exahuna, exahuna-special"):
            spec_of(name)


def test_a_missing_sister_is_named() -> None:
    """Design: no KeyError."""
    with pytest.raises(NoSister, match="there is no kite for chess, only for kahuna, exahuna"):
        Sisters("kite", {"kahuna": 1, "exahuna": 2})["chess"]


def test_what_a_fourth_game_does_not_have_is_refused_in_words(fourth: None) -> None:
    """Design: no KeyError, in a review, in an array of games, or anywhere else."""
    with pytest.raises(NoSister, match="there is no review for atoll, only for kahuna"):
        assessor_of("atoll")
    with pytest.raises(NoSister, match="there is no observation for atoll, only for kahuna"):
        size("atoll")
    with pytest.raises(NoSister, match="there is no kind of puzzle for atoll, only for kahuna"):
        PUZZLE_GOALS["atoll"]


def test_the_page_is_told_of_a_game_that_it_does_not_offer_yet(fourth: None) -> None:
    """docs/adding-a-game.md: `make types` follows the one line, before the page has the game."""
    assert "atoll: ATOLL," in facts()


@pytest.mark.parametrize("module", ["nowhere", "json"])
def test_a_module_that_is_no_game_is_named_in_one_line(module: str) -> None:
    """docs/adding-a-game.md: KAHUNA_GAMES."""
    done = subprocess.run(
        [sys.executable, "-m", "kahuna", "selfplay", "--out", "-"],
        env=os.environ | {"KAHUNA_GAMES": module},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"kahuna: KAHUNA_GAMES: {module} is not a game: ")
    assert done.stderr.count("\n") == 1


def test_a_name_or_a_reason_is_taken_once(fourth: None) -> None:
    """Design: another game cannot come under the same name."""
    register(atoll.SPEC)
    with pytest.raises(ValueError, match="there is a game called atoll already"):
        register(atoll.SPEC._replace(title="Another"))


def whole(seed: int) -> Game:
    """A game of Atoll by random players."""
    game, random = Game(Rules("atoll"), seed=seed), Random(seed)
    while not game.over:
        game.play(random.choice(game.legal()), game.to_move)
    return game


def test_a_fourth_game_is_played_seen_and_recorded(fourth: None) -> None:
    """Design: views, events, undo, records and refusals, with no word of it in the program."""
    assert [*GAMES] == ["kahuna", "exahuna", "exahuna-special", "atoll"]
    for seed in range(20):
        game = whole(seed)
        assert game.result is not None
        assert game.result["by"] in ("islands", "draw")
        assert game.events(None)[-1] == {"event": "over", "result": game.result}
        text = dump_record(write_record(game))
        again = read_record(load_record(text))
        assert dump_record(write_record(again)) == text
        for seat in (None, "white", "black"):
            assert again.view(seat) == game.view(seat)
    game = Game(Rules("atoll"))
    game.play("NORD-EAST", "white")
    assert atoll.position(cast("atoll.AtollView", game.view("black"))) == game.state
    with pytest.raises(IllegalAction, match="there is a bridge on EAST-NORD already"):
        game.play("EAST-NORD")
    with pytest.raises(IllegalAction, match="it is black's move"):
        game.play("EAST-WEST", "white")
    with pytest.raises(BadNotation, match="no island is called MIDD"):
        game.play("MIDD-EAST")
    with pytest.raises(ValueError, match="atoll has no variants"):
        Rules("atoll", planning=True).check()


def test_players_say_whether_they_play_a_fourth_game(fourth: None) -> None:
    """Design: random plays everything; the others are asked before the game, not broken in it."""
    view: View = Game(Rules("atoll")).view("white")
    assert find_bot("random", "atoll").choose(view, Random(1)).action in view["legal"]
    for player in ("greedy", "beginner", "ismcts", "mcts", "champion", "net", "limu"):
        with pytest.raises(
            ValueError, match=rf"player '{player}' does not play atoll, only .*kahuna|exahuna"
        ):
            find_bot(player, "atoll")


def command(*words: str, given: str = "") -> str:
    """What `kahuna` says to these words in a process that knows the fourth game."""
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-m", "kahuna", *words],
        input=given,
        env=os.environ | {"KAHUNA_GAMES": "support.atoll", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_fourth_game_plays_on_the_command_line(tmp_path: Path) -> None:
    """Design: selfplay, match in worker processes, replay and the terminal."""
    out = tmp_path / "games.jsonl"
    command("selfplay", "--game", "atoll", "--games", "3", "--out", str(out))
    records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [record["game"] for record in records] == ["atoll"] * 3
    assert "Turn 6" in command("replay", str(out))
    assert "random" in command("match", "random", "random", "--game", "atoll", "--pairs", "2")
    said = command("play", "--game", "atoll", "--against", "friend", given="\n".join(records[0]["actions"]))
    assert "EAST" in said
    assert "wins" in said or "draw" in said.lower()


def test_a_fourth_game_plays_on_a_server(fourth: None, tmp_path: Path) -> None:
    """Design: on one screen, to the end, with a refusal, a preview and a replay on the way."""
    with serving(tmp_path / "house.db") as house:
        ann = house.visitor()
        id = ann.open("atoll", against="screen")
        with ann.at(f"game={id}") as page:
            first = page.last["view"]["legal"][0]
            told = page.ask("preview", "previews", actions=[first])
            assert told["events"][first][0] == {"event": "placed", "seat": "white", "link": first}
            page.play(first)
            assert page.play(first)["code"] == "atoll-taken"
            while page.last["view"]["result"] is None:
                page.play(page.legal())
            replay = page.last["room"]["links"]["replay"]
        frames = ann.get(f"/api{replay}?side=open")["frames"]
        assert len(frames) == 7
        answer = ann.post("/api/games", {"game": "atoll", "against": "level", "level": "limu"})
        assert answer["code"] == "no-such-level"
