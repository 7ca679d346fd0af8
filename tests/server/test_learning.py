"""Lessons and puzzles over HTTP: nothing is kept, what is asked is bounded, and the answers are the lessons' own."""

import msgspec
import pytest

from kahuna.learn.catalogue import catalogue
from kahuna.learn.courses import COURSES
from kahuna.learn.lessons import LessonStep, course, words
from kahuna.learn.shelf import find_puzzle, puzzles_of
from kahuna.server.bodies import MAX_TRIED, Learn, Learned
from kahuna.server.learning import answered, previewed, tried
from kahuna.server.refusals import Refusal
from support.house import House, refusal


def told(wish: Learn) -> Learned:
    """What a request is answered."""
    trial = tried(wish)
    return previewed(trial, trial.preview(wish.preview)) if wish.preview else answered(trial)


STEPS = [step for name in COURSES for step in course(name)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}.{step.id}")
def test_every_step_is_solved_by_its_moves_and_answers_each_wrong_one(step: LessonStep) -> None:
    name = f"{step.course}.{step.id}"
    done = told(Learn(name, True, list(step.moves)))
    assert (done.verdict, done.words) == ("solved", f"{name}.done")
    assert len(done.history) == len(step.moves)
    for action, answer in step.wrong.items():
        missed = told(Learn(name, True, [action]))
        assert (missed.verdict, missed.words) == ("missed", f"{name}.{answer}")
    assert all(answer.words in words("en") for answer in (done, missed))


def test_a_puzzle_tells_its_goal_replies_and_shows_the_position_before_the_reply() -> None:
    puzzle = find_puzzle("e0101")
    began = told(Learn(puzzle.id, False))
    assert began.goal
    assert began.goal.kind == "win-islands"
    assert began.answer == list(puzzle.answer)
    after = told(Learn(puzzle.id, False, [puzzle.answer[0]]))
    assert (after.verdict, len(after.history), len(after.views)) == ("open", 2, 2)
    before, now = (msgspec.to_builtins(view)["bridges"] for view in after.views)
    assert puzzle.answer[1] not in before
    assert puzzle.answer[1] in now


def test_a_puzzle_of_kahuna_is_missed_when_no_card_is_left_to_play() -> None:
    puzzle = puzzles_of("kahuna")[1]
    game = puzzle.begin()
    moves = ["ELAI>FAAA"]  # where ELAI>HUNA is needed
    game.play(moves[0])
    while plays := [action for action in game.legal() if ">" in action]:
        moves.append(plays[0])
        game.play(plays[0])
    assert told(Learn(puzzle.id, False, moves[:-1])).verdict == "open"
    assert told(Learn(puzzle.id, False, moves)).verdict == "missed"


def test_previews_are_told_without_the_rest() -> None:
    answer = told(Learn("kahuna.win", True, [], ["LALE>IFFI"]))
    assert [event["event"] for event in answer.previews["LALE>IFFI"]][-1] == "won"
    assert not answer.views
    assert not answer.history


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Learn("kahuna.nothing", True), "no-such-page"),
        (Learn("../kahuna", True), "no-such-page"),
        (Learn("k9999", False), "no-such-page"),
        (Learn("kahuna.win", True, ["LALE>COCO"]), "bad-notation"),
        (Learn("kahuna.win", True, ["ALOA>BARI"]), "card-not-in-hand"),
        (Learn("kahuna.win", True, [], ["ALOA>BARI"]), "card-not-in-hand"),
    ],
)
def test_what_cannot_be_is_refused_in_a_clear_way(wish: Learn, code: str) -> None:
    with pytest.raises(Refusal) as error:
        told(wish)
    assert error.value.code == code


def test_requests_are_bounded_and_leave_no_cookie(house: House) -> None:
    visitor = house.visitor()
    status, headers, _ = visitor.call("POST", "/api/learn", {"id": "kahuna.win", "lesson": True})
    assert status == 200
    assert "set-cookie" not in headers
    long = {"id": "kahuna.win", "lesson": True, "moves": ["LALE>IFFI"] * (MAX_TRIED + 1)}
    assert refusal(visitor.post("/api/learn", long)) == "bad-message"
    assert refusal(visitor.post("/api/learn", {"id": "kahuna.win"})) == "bad-message"


def test_the_catalogue_names_every_step_and_every_puzzle() -> None:
    told = catalogue()
    assert [entry["name"] for entry in told["courses"]] == list(COURSES)
    assert all(
        sorted(entry["id"] for entry in entries) == sorted(puzzle.id for puzzle in puzzles_of(game))
        for game, entries in told["puzzles"].items()
    )
