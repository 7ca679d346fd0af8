"""Every step of every course: its position is legal, its goal can be reached, its words are there in five languages."""

import re

import pytest

from kahuna.learn.courses import COURSES, LANGUAGES
from kahuna.learn.lessons import (
    LESSONS,
    MOST_CHARACTERS,
    WORDS,
    LessonStep,
    agrees,
    course,
    events_since_start,
    words,
)
from kahuna.table.game import Game

STEPS = [step for name in COURSES for step in course(name)]
REFERENCES = ("terminal.notation.", "terminal.help.")  # asked for and read at leisure, so they may be long
EVERY_STEP = pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}.{step.id}")


def played(step: LessonStep, *actions: str) -> Game:
    """The step's game after these actions, all of the seat that is to move when the step begins."""
    game = step.begin()
    seat = game.to_move
    for action in actions:
        game.play(action, seat)
    return game


def test_the_courses_are_as_long_as_they_should_be() -> None:
    lengths = {name: len(course(name)) for name in COURSES}
    assert lengths == {"kahuna": 11, "exahuna": 3, "special": 5, "planning": 1, "head-start": 1}
    assert {path.stem for path in LESSONS.glob("*.toml")} == set(COURSES)


@EVERY_STEP
def test_the_goal_is_open_at_first_and_reached_by_the_named_moves_with_the_last_of_them(
    step: LessonStep,
) -> None:
    for count in range(len(step.moves) + 1):
        game = played(step, *step.moves[:count])
        assert step.reached(events_since_start(game)) == (count == len(step.moves))


@EVERY_STEP
def test_no_named_wrong_move_reaches_the_goal_but_each_is_legal(step: LessonStep) -> None:
    for action in step.wrong:
        assert not step.reached(events_since_start(played(step, action))), action
        assert action != step.moves[0]


@EVERY_STEP
def test_every_sentence_of_a_step_is_there_in_every_language(step: LessonStep) -> None:
    for language in LANGUAGES:
        for key in step.word_keys():
            assert words(language).get(key), f"{language}: {key}"


@EVERY_STEP
def test_the_step_begins_the_same_every_time(step: LessonStep) -> None:
    assert step.begin().view(None) == step.begin().view(None)
    assert step.begin().decks == step.begin().decks


def test_no_language_has_words_that_another_lacks_or_that_nobody_says() -> None:
    said = {key for step in STEPS for key in step.word_keys()} | set(COURSES)
    assert {path.stem for path in WORDS.glob("*.json")} == set(LANGUAGES)
    for language in LANGUAGES:
        keys = set(words(language))
        assert keys == set(words("en"))
        assert {
            key for key in keys if not key.startswith(("learn.", "puzzle.", "terminal.", "theme."))
        } == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_short_never_says_wrong_and_has_the_blanks_of_the_english_one(language: str) -> None:
    for key, text in words(language).items():
        if not key.startswith(REFERENCES):
            assert len(text) <= MOST_CHARACTERS, f"{key}: {len(text)}"
        assert not re.search(r"\b(wrong|falsch|incorrecto|sbagliato)\b|間違", text.lower()), key
        blanks = re.compile(r"\{\w+\}")
        assert set(blanks.findall(text)) == set(blanks.findall(words("en")[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_islands_named_in_a_sentence_are_those_of_the_english_one(language: str) -> None:
    named = re.compile(r"[A-Z]{4}(?![A-Z])|(?<![a-z0-9])[a-e][1-5](?![0-9])")
    for step in STEPS:
        key = f"{step.course}.{step.id}"
        assert set(named.findall(words(language)[key])) == set(named.findall(words("en")[key])), key


def test_of_an_event_only_what_is_written_must_agree() -> None:
    over = {"event": "over", "result": {"winner": "white", "by": "points"}}
    assert agrees({"event": "over", "result": {"winner": "white"}}, over)
    assert not agrees({"event": "over", "result": {"winner": "black"}}, over)
    assert not agrees({"event": "over", "round": 1}, over)
