"""Whole reviews by the real searches: blind to what was hidden, certain where the best is certain."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kahuna import Game
from kahuna.cli.main import main
from kahuna.review.data import Message, Review, ReviewedTurn, to_json
from kahuna.review.decisions import DEPTHS, Depth
from kahuna.review.messages import ENGLISH, english
from kahuna.review.page import review_page
from kahuna.review.report import review_text
from kahuna.review.review import judge_in_threads, judged_turns, labelled, review
from kahuna.review.turning import advised
from kahuna.review.walk import turn_count, walk
from kahuna.rules import kahuna
from kahuna.rules.outcome import worth
from kahuna.table.notation import write
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Seat
from support.redeal import Hidden, ListedDealer
from support.some_games import games

GOLDEN = Path(__file__).parent.parent / "golden"
HIDING = [  # games, and actions after which either seat hides cards from the other
    ("standard", 0, 30), ("standard", 2, 44), ("standard", 4, 45), ("planning", 2, 20), ("own handicap", 3, 20),
]  # fmt: skip
TINY = Depth(choosing=8, batch=4, batches=2, most=3)
alone = partial(judge_in_threads, 1)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews of a moment, for tests that do not look at how good they are."""
    monkeypatch.setitem(DEPTHS, "tiny", TINY)


def golden(name: str) -> Game:
    """A golden game."""
    return read_record(json.loads((GOLDEN / f"{name}.json").read_text()))


@pytest.mark.parametrize(
    "name",
    [
        "kahuna-points-greedy", "kahuna-running", "kahuna-resign-after-play", "kahuna-crash-at-once",
        "handicap-3-planning", "planning-early-end", "kahuna-time-after-discard", "exahuna-resign", "exahuna-islands",
        "special-islands",
    ],
)  # fmt: skip
def test_a_golden_game_is_reviewed_and_its_account_adds_up(name: str) -> None:
    game = golden(name)
    found = review(game, {"white": "one", "black": "two"}, "tiny")
    account = found.account
    parts = account.start + account.cards + account.white + account.black + account.hidden
    assert parts == pytest.approx(account.result, abs=1e-9)
    assert found.complete
    assert len(found.turns) == turn_count(game)
    assert [action for turn in found.turns for action in turn.actions] == [
        step.action for step in found.steps
    ]
    assert msgspec.json.decode(to_json(found), type=Review) == found
    assert review_text(found).startswith(f"{game.rules.game}: White (one)")
    page = review_page(game, found)
    assert page.count("<svg") == 2 + len(found.points)
    assert "http" not in page.replace("http-equiv", "")


def test_the_same_seed_gives_the_same_review_whoever_searches() -> None:
    game = golden("kahuna-points-greedy")
    once, again, other = (
        review(game, depth="tiny", seed=s, workers=w) for s, w in (("1", 1), ("1", 3), ("2", 1))
    )
    assert to_json(once) == to_json(again)
    assert to_json(once) != to_json(other)


def test_a_review_can_be_stopped_and_says_so() -> None:
    told: list[int] = []
    game = golden("kahuna-points-greedy")
    found = review(game, depth="tiny", tell=lambda done, _: told.append(done), stop=lambda: len(told) == 3)
    assert not found.complete
    assert len(found.turns) == 3
    assert "Stopped" in review_text(found)


def decisions_of(game: Game, seat: str) -> list[Any]:
    """What a review says of a seat's decisions, in figures and in words."""
    turns = list(judged_turns([t for t in walk(game) if t.seat == seat], "tiny", "0", alone))
    return [msgspec.to_builtins(turn) for turn in advised(game, turns)]


@pytest.mark.parametrize(("kind", "number", "long"), HIDING)
def test_what_was_hidden_changes_no_byte_of_a_seats_decisions(kind: str, number: int, long: int) -> None:
    game, choose = list(games(kind, 5))[number]
    while len(game.steps) < long:
        game.play_code(choose())
    for seat in SEATS:
        other = with_other_cards(game, seat, Random(number))
        assert json.dumps(decisions_of(other, seat)) == json.dumps(decisions_of(game, seat))


def with_other_cards(game: Game, seat: Seat, random: Random) -> Game:
    """A game that looks the same to this seat, in which the opponent holds or has discarded other cards."""
    for _ in range(100):
        deal = Hidden(game, seat, len(game.steps), random).redealt()
        other = Game(game.rules, ListedDealer(deal.decks))
        for action in deal.actions:
            other.play(action)
        if other.state != game.state:
            return other
    raise AssertionError("nothing was hidden from this seat")


def best_ending(state: kahuna.State, seat: int) -> float:
    """What the last turn of a game is worth to its seat at best."""
    if state.outcome:
        return worth(state.outcome, seat)
    return max(best_ending(kahuna.play(state, code), seat) for code in kahuna.codes(kahuna.legal(state)))


def judged_last_turn(game: Game) -> ReviewedTurn:
    """The last turn of a game, by a quick review."""
    return next(judged_turns(list(walk(game))[-1:], "quick", "0", alone))


def test_in_the_very_last_turn_the_label_is_what_was_thrown_away() -> None:
    """Nothing is hidden any more that could matter, so every last turn can be worked out."""
    seen = set()
    for game, choose in games("standard", 40):
        while not game.over:
            game.play_code(choose())
        last = list(walk(game))[-1]
        before = game.moments[last.first].state
        if before.flow.last_turns != 1 or before.own.hand.bit_count() > 3 or not last.decisions:
            continue
        thrown = best_ending(before, before.seat) - worth(game.state.outcome, before.seat)
        turn = judged_last_turn(game)
        seen.add(thrown)
        assert turn.loss == pytest.approx(thrown, abs=0.05)
        assert turn.label == ("blunder" if thrown else "best")
        if len(seen) > 1:
            break
    assert {0.0, 1.0} <= seen


def test_an_early_end_is_certain_to_be_best() -> None:
    turn = judged_last_turn(golden("kahuna-early-end"))
    assert turn.label == "best"


def test_who_can_only_pass_had_no_choice() -> None:
    game = golden("exahuna-passes")
    forced = [turn for turn in walk(game) if not turn.decisions]
    assert forced
    assert {labelled(turn, []).label for turn in forced} == {"forced"}
    assert {turn.actions for turn in forced} <= {("-",), *((write("exahuna", code),) for code in range(54))}


def test_every_sentence_can_be_said() -> None:
    facts = {
        "action": "HUNA>ELAI", "islands": ["HUNA", "ELAI"], "links": ["ELAI-HUNA"] * 5, "link": "ELAI-HUNA",
        "rival": "black", "seat": "white", "card": "HUNA", "to": "a1-a2", "games": 7,
    }  # fmt: skip
    for key in ENGLISH:
        sentence = english(Message(key, facts))
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_the_command_writes_json_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    file = GOLDEN / "exahuna-resign.json"
    assert main(["review", str(file), "--depth", "quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["account"]) == {"start", "cards", "white", "black", "hidden", "result"}
    assert {"seat", "turn", "label", "loss", "decisions"} <= set(found["turns"][0])
    assert main(["review", str(file), "--depth", "quick", "--html", str(tmp_path / "out.html")]) == 0
    assert (tmp_path / "out.html").read_text().startswith("<!doctype html>")
    assert main(["review", str(file), "--number", "2"]) == 2
    assert "no number 2" in capsys.readouterr().err
    assert main(["replay", str(file), "--labels"]) == 0
    assert "Turn 1, White: " in capsys.readouterr().out
