"""Golden reviews, reviews of mangled records, and labels where the best action is certain."""

import json
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kahuna.review.account import account_of, values_of
from kahuna.review.assessors import assessor_of
from kahuna.review.data import Decision
from kahuna.review.decisions import DEPTHS, DecisionAsked, judge
from kahuna.review.labels import BEST, FORCED, careful_label
from kahuna.review.messages import english
from kahuna.review.review import labelled
from kahuna.review.service import outline, portion, tried, whole
from kahuna.review.walk import walk
from kahuna.table.errors import BadRecord
from kahuna.table.game import Game
from kahuna.table.imagined import until
from kahuna.table.record import dump_record, load_record, read_record
from support.assessed import ArbitraryAssessor

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*.json") if path.stem != "perft")
REVIEWS = sorted((GOLDEN / "reviews").glob("*.json"))


def record_of(name: str) -> Any:
    """A golden record."""
    return json.loads((GOLDEN / f"{name}.json").read_text())


@pytest.mark.parametrize("name", [path.stem for path in REVIEWS])
def test_a_golden_game_is_reviewed_piece_by_piece_as_it_was(name: str) -> None:
    """Made anew by make_reviews.py, when players or reviews have changed on purpose."""
    text, known = dump_record(record_of(name)), json.loads((GOLDEN / "reviews" / f"{name}.json").read_text())
    count, parts, done = json.loads(outline(text, "quick"))["turns"], list[bytes](), 0
    while done < count:
        parts.append(portion(text, "quick", done))
        done += len(json.loads(parts[-1])["turns"])
    review = json.loads(whole(text, "quick", parts))
    assert [turn["label"] for turn in review["turns"]] == [turn["label"] for turn in known["turns"]]
    assert [point["better"] for point in review["points"]] == [point["better"] for point in known["points"]]
    assert [turn["advice"] and turn["advice"]["words"] for turn in review["turns"]] == [
        turn["advice"] and turn["advice"]["words"] for turn in known["turns"]
    ]
    assert review["account"] == pytest.approx(known["account"], abs=1e-3)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_beginning_of_a_game_is_accounted_for(path: Path) -> None:
    whole_game = read_record(json.loads(path.read_text()))
    assessor, random, count = ArbitraryAssessor(), Random(path.stem), len(whole_game.steps)
    for kept in sorted({0, count, *random.sample(range(count + 1), min(6, count))}):
        game = whole_game if kept == count else until(whole_game, kept)
        turns = list(walk(game))
        numbers = [turn.first + place for turn in turns for place in range(len(turn.actions))]
        assert numbers == list(range(len(game.steps)))
        losses = {one.number: random.random() - 0.3 for turn in turns for one in turn.decisions}
        account = account_of(game, values_of(assessor, game), losses)
        parts = [account.start, account.cards, account.white, account.black, account.hidden]
        assert abs(fsum(parts) - account.result) < 1e-9


def test_a_mangled_record_is_refused_or_reviewed_and_never_more() -> None:
    random, reviewed, assessor = Random(7), 0, ArbitraryAssessor()
    for _ in range(100):
        record = json.loads(random.choice(RECORDS).read_text())
        for _ in range(random.randrange(1, 3)):
            mangle(record, random)
        try:
            game = read_record(load_record(dump_record(record)))
        except BadRecord:
            continue
        reviewed += 1
        turns = list(walk(game))
        assert sum(len(turn.actions) for turn in turns) == len(game.steps)
        account = account_of(game, values_of(assessor, game), {})
        parts = [account.start, account.cards, account.white, account.black, account.hidden]
        assert abs(fsum(parts) - account.result) < 1e-9
    assert reviewed > 10


def mangle(record: Any, random: Random) -> None:
    """Changes one thing in a record."""
    actions = record["actions"]
    place = random.randrange(len(actions) + 1)
    what = random.randrange(6)
    if what == 0:
        record["actions"], record["result"] = actions[:place], None
    elif what == 1 and actions:
        actions[place % len(actions)] = random.choice(actions)
    elif what == 2:
        record["result"] = {"winner": "white", "by": "resign", "points": None, "islands": [0, 0]}
    elif what == 3 and record.get("decks"):
        random.shuffle(record["decks"][0])
    elif what == 4:
        record["players"] = {"white": "<b>" * 5, "black": "\u202e"}
    else:
        record["meta"] = {"depth": [[[]]] * 3}


def judged(game: Game, action: str) -> Decision:
    """What an action of the seat to move is worth, quickly."""
    assert game.to_move
    return judge(
        assessor_of(game.rules.game),
        DecisionAsked(len(game.steps), game.view(game.to_move), action),
        DEPTHS["quick"],
        "0",
    )


@pytest.mark.parametrize("name", ["kahuna-early-end", "exahuna-islands"])
def test_a_last_action_that_wins_is_best(name: str) -> None:
    game = read_record(record_of(name))
    before = until(game, len(game.steps) - 1)
    assert game.result
    assert game.result["winner"] == before.to_move
    decision = judged(before, before.spec.texts[game.steps[-1].code])
    assert careful_label(decision.loss, decision.uncertainty) == BEST
    assert (decision.loss, decision.played_chance) == (0.0, 1.0)


def test_a_turn_without_a_choice_is_forced() -> None:
    forced = [
        turn
        for path in RECORDS
        for turn in walk(read_record(json.loads(path.read_text())))
        if not turn.decisions
    ]
    assert forced
    assert {labelled(turn, []).label for turn in forced} == {FORCED}


def test_another_action_is_judged_as_the_seat_knew_the_game() -> None:
    text = dump_record(record_of("kahuna-points-greedy"))
    known = json.loads((GOLDEN / "reviews" / "kahuna-points-greedy.json").read_text())
    point = known["points"][3]
    answer = json.loads(tried(text, point["number"], point["better"]))
    assert answer["label"] == BEST
    assert json.loads(tried(text, point["number"], point["played"]))["loss"] > 0.1


def test_the_english_sentences_fill_all_their_blanks() -> None:
    for path in REVIEWS:
        for turn in json.loads(path.read_text())["turns"]:
            for word in (turn["advice"] or {"words": []})["words"]:
                from kahuna.review.data import Message

                assert "{" not in english(Message(word["key"], word["facts"]))
