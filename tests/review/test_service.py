"""Moments of games explored and tried again by the real searches, in every kind of game and however it ended."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kahuna.review import service
from kahuna.review.decisions import DEPTHS, Depth
from kahuna.review.labels import LABELS
from kahuna.review.service import explored, tried
from kahuna.table.imagined import until
from kahuna.table.record import dump_record, read_record
from kahuna.table.ruleset import SEATS

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*.json") if path.stem != "perft")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a moment."""
    monkeypatch.setattr(service, "LOOKING", 8)
    monkeypatch.setitem(DEPTHS, "normal", Depth(choosing=8, batch=4, batches=2, most=3))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_moment_can_be_explored_with_open_cards_and_as_either_seat_knew(path: Path) -> None:
    record = json.loads(path.read_text())
    text, game, random = dump_record(record), read_record(record), Random(path.stem)
    count = len(game.steps)
    for at in sorted({0, random.randrange(count + 1), count}):
        before = until(game, at)
        known = random.choice((None, *SEATS))
        found: Any = json.loads(explored(text, at, known, []))
        assert found["white"] == pytest.approx(min(1.0, max(0.0, found["white"])))
        assert found["action"] is None
        if not before.to_move:
            assert found["legal"] == found["options"] == []
            continue
        if known in (None, before.to_move):
            assert found["legal"] == before.legal()
        best = found["options"][0]["chance"]
        assert found["white"] == pytest.approx(best if before.to_move == "white" else 1 - best)
        assert {option["action"] for option in found["options"]} <= set(found["legal"])
        action = random.choice(found["legal"])
        there: Any = json.loads(explored(text, at, known, [action]))
        assert (there["action"], there["seat"]) == (action, before.to_move)
        answer: Any = json.loads(tried(text, at, random.choice(before.legal())))
        assert answer["label"] in LABELS
        assert answer["best"] in before.legal()
        assert answer["loss"] == pytest.approx(answer["best_chance"] - answer["chance"])
