"""Guard 4: finished games as text, replayed and read back byte for byte; and perft counts of fixed deals.

A bug fix starts with a record in `golden/` that fails. `make_golden.py` says where these came from.
"""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from kahuna import Game, Rules, read_record, write_record
from kahuna.bench import oracle
from kahuna.rules.outcome import BY
from kahuna.table.dealer import SeededDealer
from kahuna.table.game import UNFINISHED
from kahuna.table.record import dump_record, load_record
from make_golden import CASES, FOLDER, game_after, perft_of
from support.lockstep import VIEWERS, Model, oracle_of

RECORDS = sorted(path for path in FOLDER.glob("*.json") if path.name != "perft.json")
PERFT: list[dict[str, Any]] = json.loads((FOLDER / "perft.json").read_text("utf-8"))
every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
every_count = pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["seed"])


def record_in(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = load_record(path.read_text("utf-8"))
    return record


def oracle_in(record: dict[str, Any]) -> Model:
    """The oracle's game with a record's rules and decks."""
    if record["game"] != "kahuna":
        return oracle.Exahuna() if record["game"] == "exahuna" else oracle.Special()
    decks = record["decks"]
    return oracle.Kahuna(decks[0], lambda round, pile: decks[round - 1], **record["rules"])


@every_record
def test_a_golden_record_is_written_again_byte_for_byte(path: Path) -> None:
    """Design: read, replayed action by action, and written: the same text."""
    text = path.read_text("utf-8")
    record = load_record(text)
    game = read_record(record)
    assert dump_record(write_record(game, record["players"], record["meta"])) + "\n" == text


@every_record
def test_a_golden_record_is_readable_without_the_program(path: Path) -> None:
    """Design: the oracle alone, given decks and actions, comes to the same result."""
    record = record_in(path)
    model = oracle_in(record)
    for action in record["actions"]:
        model.play(action.split("=")[0] if action[0] == "+" else action)
    result = record["result"]
    if result is None or result["by"] in UNFINISHED:
        assert model.result() is None
        assert result is None or result["winner"] in oracle.COLOURS
    else:
        assert model.result() == result


@every_record
def test_the_views_of_a_golden_game_are_those_of_the_oracle_after_every_action(path: Path) -> None:
    """K16: the golden games too run in lockstep, all three views of them."""
    record = record_in(path)
    game = read_record(record)
    replayed, model = Game(game.rules, game.dealer), oracle_in(record)
    for step in game.steps:
        action = replayed.legal()[replayed.codes().index(step.code)]
        replayed.play(action)
        model.play(action)
        for seat in VIEWERS:
            view = replayed.view(seat)
            view["legal"].sort()
            assert view == model.view(seat)


def test_the_golden_records_are_those_that_the_tool_makes() -> None:
    """Design: none is missing, and every way to end a game is there, for every game that can end so."""
    assert {path.stem for path in RECORDS} >= {case.name for case in CASES}
    ends = {(record["game"], (record["result"] or {"by": None})["by"]) for record in map(record_in, RECORDS)}
    kahuna = {by for game, by in ends if game == "kahuna"}
    assert kahuna == {*BY, *UNFINISHED, None} - {"islands"}
    for game in ("exahuna", "exahuna-special"):
        assert {by for name, by in ends if name == game} >= {"islands", "bridges", "draw"}


def test_the_golden_records_show_every_kind_of_action() -> None:
    """Design: the whole table of the notation occurs."""
    actions = [action for path in RECORDS for action in record_in(path)["actions"]]
    kinds = {
        "place": ">", "remove": " x ", "replace": " xx ", "discard": "~", "row": "+1=", "stack": "+=", "rim": "=d",
        "handicap": "=", "minus": "minus:", "joker": "joker:", "valour": "valour:", "double": "double:", "four": "4:",
    }  # fmt: skip
    for name, part in kinds.items():
        assert any(part in action for action in actions), name
    assert "-" in actions
    assert any(action[0] == "=" for action in actions)
    assert any(">" in action and "-" in action for action in actions), "joker move"


@every_count
def test_perft_counts_of_fixed_deals_have_not_changed(entry: dict[str, Any]) -> None:
    """Design: the number of action sequences of each length, chance answered by a seeded dealer."""
    rules = Rules(entry["game"], **entry["rules"])
    game = game_after(rules, entry["seed"], entry["actions"])
    assert [perft_of(game, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


def oracle_perft(model: Any, depth: int) -> int:
    """How many sequences of so many actions the oracle knows from here."""
    legal = model.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = copy.deepcopy(model)
        after.play(action, trusted=True)
        total += oracle_perft(after, depth - 1)
    return total


@every_count
def test_the_oracle_counts_the_same(entry: dict[str, Any]) -> None:
    """Design: to a smaller depth, because it is slow."""
    rules = Rules(entry["game"], **entry["rules"])
    model = oracle_of(rules, SeededDealer(entry["seed"]))
    for action in entry["actions"]:
        model.play(action)
    counts = [count for count in entry["counts"] if count <= 9000 or count == entry["counts"][0]]
    assert [oracle_perft(model, depth) for depth in range(1, len(counts) + 1)] == counts
