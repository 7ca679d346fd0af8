"""Any archipelago plays: three others in lockstep with the oracle, records, players, and what is refused."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kahuna as package
from kahuna import Game
from kahuna.bots.registry import find_bot
from kahuna.cli.main import main
from kahuna.rules.boards import KAHUNA
from kahuna.rules.maps import BadMap, board_of_map, map_of
from kahuna.table.errors import BadRecord
from kahuna.table.games import GAMES, on_map, spec_of
from kahuna.table.record import dump_record, load_record, read_record, write_record
from support.map_games import MAPS, board_named, map_path, play_on_map

GAMES_A_MAP = 24  # half of them greedy; `make soak` plays a thousand of each


@pytest.mark.parametrize("name", MAPS)
def test_other_archipelagos_play_as_the_oracle_does(name: str) -> None:
    """Board, K1-K15: the rules are the same wherever the islands lie."""
    board = board_named(name)
    results = [play_on_map(board, seed, greedy=seed % 2 == 0).result for seed in range(GAMES_A_MAP)]
    ends = {result["by"] for result in results if result}
    assert len(ends) > 1, f"the games all ended by {ends}"


@pytest.mark.parametrize("name", MAPS)
def test_a_record_carries_its_map_and_is_read_back(name: str) -> None:
    """Record, version 2: islands and links as in boards.toml where the board is not one of ours."""
    game = play_on_map(board_named(name), 3, greedy=True)
    record = write_record(game)
    assert (record["version"], record["game"], record["map"]) == (2, "kahuna", map_of(board_named(name)))
    again = read_record(load_record(dump_record(record)))
    assert again.view(None) == game.view(None)
    assert write_record(again) == record


def test_a_record_on_our_own_board_has_no_map() -> None:
    """Record: `map` only where it is needed."""
    record: Any = write_record(Game(seed=1))
    assert "map" not in record
    record |= {"version": 2, "map": map_of(KAHUNA)}
    with pytest.raises(BadRecord, match="own board"):
        read_record(record)


def test_the_order_in_which_a_map_is_written_does_not_matter() -> None:
    """Notation: islands and the ends of links stand in alphabetical order."""
    data: Any = map_of(board_named("ring"))
    turned = {
        "islands": data["islands"][::-1],
        "links": ["-".join(reversed(link.split("-"))) for link in reversed(data["links"])],
    }
    assert board_of_map(turned) == board_named("ring")
    assert on_map(board_of_map(turned)) == on_map(board_named("ring"))


def test_a_map_is_no_further_game_of_the_house() -> None:
    """Boards: a map is known under a name of its own, and is not offered to anybody who did not bring it."""
    name = on_map(board_named("ring"))
    assert name.startswith("kahuna@")
    assert name not in GAMES
    assert spec_of(name).board == board_named("ring")
    assert on_map(KAHUNA) == "kahuna"


def changed(**keys: Any) -> Any:
    """The ring with other islands or links."""
    return json.loads(json.dumps(map_of(board_named("ring")))) | keys


RING: Any = map_of(board_named("ring"))
ISLANDS, LINKS = RING["islands"], RING["links"]
MANY = [{"name": f"I{n}", "at": [60 + 120 * (n % 8), 60 + 120 * (n // 8)]} for n in range(15)]
BAD_MAPS = {
    "no table": ([], "has islands and links"),
    "something else": (changed(colour="red"), "nothing else"),
    "few islands": (changed(islands=ISLANDS[:6]), "7 to 14 islands"),
    "many islands": (changed(islands=MANY), "7 to 14 islands, this one has 15"),
    "a name twice": (
        changed(islands=[*ISLANDS, {"name": "ANU", "at": [100, 700]}]),
        "two islands called ANU",
    ),
    "a small name": (changed(islands=[*ISLANDS, {"name": "anu", "at": [100, 700]}]), "capital letters"),
    "no place": (changed(islands=[*ISLANDS, {"name": "IWI"}]), "written like"),
    "half a place": (changed(islands=[*ISLANDS, {"name": "IWI", "at": [100]}]), "two whole numbers"),
    "off the canvas": (changed(islands=[*ISLANDS, {"name": "IWI", "at": [2000, 100]}]), "canvas"),
    "too near": (changed(islands=[*ISLANDS, {"name": "IWI", "at": [500, 100]}]), "10 apart"),
    "no link": (changed(islands=[*ISLANDS, {"name": "IWI", "at": [100, 690]}]), "IWI has no link"),
    "a link to nowhere": (changed(links=[*LINKS, "ANU-IWI"]), "no island IWI"),
    "a link to itself": (changed(links=[*LINKS, "ANU-ANU"]), "to itself"),
    "a link twice": (changed(links=[*LINKS, "BELO-ANU"]), "linked twice"),
    "a rim": (changed(links=[*LINKS, "ANU=BELO"]), "written like"),
    "many links": (changed(links=LINKS * 3), "at most 31 links"),
    "two parts": (
        changed(
            links=["ANU-BELO", "BELO-CIRI", "CIRI-ANU", "DOMA-EPO", "EPO-FALU", "FALU-GIBI", "GIBI-HOMU"]
        ),
        "no way leads from ANU to DOMA",
    ),
}


@pytest.mark.parametrize("what", BAD_MAPS)
def test_a_map_that_cannot_be_played_is_refused_in_one_line(what: str) -> None:
    """Board: what a map must be."""
    data, reason = BAD_MAPS[what]
    with pytest.raises(BadMap, match=reason) as error:
        board_of_map(data)
    assert "\n" not in str(error.value)
    record: Any = write_record(Game(seed=1)) | {"version": 2, "map": data}
    with pytest.raises(BadRecord, match=reason):
        read_record(record)


def test_learned_players_say_that_they_know_no_other_map() -> None:
    """Players: a net knows the board it has learned."""
    name = on_map(board_named("ring"))
    for player in ("net", "champion", "honu", "hoku"):
        with pytest.raises(ValueError, match="learned kahuna's own board and knows no other map"):
            find_bot(player, name)
    for player in ("random", "greedy", "beginner", "ismcts"):
        assert find_bot(player, name).plays(name)


def test_the_command_line_plays_checks_and_shows_a_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Command line: map check, selfplay --map, replay and its check; a review says that it cannot."""
    monkeypatch.setenv("KAHUNA_MAPS", "")
    ring, games, picture = str(map_path("ring")), str(tmp_path / "games.jsonl"), tmp_path / "ring.svg"
    assert main(["map", "check", ring, "--svg", str(picture)]) == 0
    assert "HOMU        7           4  ANU BELO CIRI DOMA EPO FALU GIBI" in capsys.readouterr().out
    assert picture.read_text().count("<circle") == 8
    assert main(["selfplay", "--map", ring, "--games", "2", "--black", "beginner", "--out", games]) == 0
    assert main(["replay", "--verify", games]) == 0
    assert "2 records, all actions and results correct" in capsys.readouterr().out
    assert main(["replay", games, "--text"]) == 0
    assert "HOMU" in capsys.readouterr().out
    assert main(["review", games]) == 2
    assert "no review for a map of one's own" in capsys.readouterr().err
    assert main(["selfplay", "--map", ring, "--game", "exahuna", "--out", games]) == 2
    assert "exahuna is played on its own board only" in capsys.readouterr().err
    (tmp_path / "bad.toml").write_text("islands = []\nlinks = []\n")
    assert main(["map", "check", str(tmp_path / "bad.toml")]) == 2
    assert "a map has 7 to 14 islands" in capsys.readouterr().err


CHANGED_GAME = """
from random import Random
from kahuna import Game, Rules
from kahuna.bots.greedy import RANKS
for seed in range(4):
    game, random = Game(Rules(planning=seed == 3), seed=seed), Random(seed)
    while not game.over:
        codes, rank = game.codes(), RANKS["kahuna"]
        game.play_code(max(codes, key=lambda code: rank(game.state, code)) if seed else random.choice(codes))
    assert game.result
from kahuna.envs.batch import Batch
batch = Batch("kahuna", games=2)
batch.reset(seed=1)
for _ in range(300):
    assert batch.observations().shape[1] == batch.observation_size
    batch.step(batch.random_actions())
"""


@pytest.mark.parametrize("change", ["one link less", "one link more"])
def test_a_changed_link_in_the_file_of_boards_gives_a_playable_game(tmp_path: Path, change: str) -> None:
    """Design: numbers come from the board."""
    copy = tmp_path / "kahuna"
    shutil.copytree(
        Path(package.__file__).parent,
        copy,
        ignore=shutil.ignore_patterns("__pycache__", "web", "bundled", "puzzles"),
    )
    boards = copy / "rules" / "boards.toml"
    text = boards.read_text("utf-8")
    link = '"KAHU-LALE",'
    assert link in text
    boards.write_text(text.replace(link, '"JOJO-LALE", "KAHU-LALE",' if "more" in change else ""), "utf-8")
    env = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1", "KAHUNA_MAPS": ""}
    done = subprocess.run(
        [sys.executable, "-c", CHANGED_GAME], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
