"""Lessons: courses of steps, each with a position, a goal and friendly answers, read from lessons/*.toml and
words/*.json.

A goal is a list of events that must all have happened since the step began; only the fields written there must
match, so `{ event = "won", seat = "white" }` is any island that White wins.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kahuna.learn.courses import COURSES
from kahuna.learn.setup import Setup, game_of_setup
from kahuna.table.events import Event
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS

MOST_CHARACTERS = 110  # of a sentence that is said to a learner
LESSONS = Path(__file__).parent / "lessons"
WORDS = Path(__file__).parent / "words"


LessonVerdict = Literal["open", "solved", "missed"]


class Answer(NamedTuple):
    """What an action of the learner led to; `missed` means that it must be taken back."""

    verdict: LessonVerdict
    words: str = ""  # the key of what is said


class LessonStep(NamedTuple):
    """One board with one thing to do."""

    course: str
    id: str
    game: str
    setup: Setup
    moves: tuple[str, ...]  # one way to the goal
    goal: tuple[Mapping[str, Any], ...]
    wrong: Mapping[str, str]  # common wrong moves, each with the name of its answer

    def begin(self) -> Game:
        """A game that stands at the step's position; the same cards every time."""
        return game_of_setup(self.game, self.setup, f"{self.course}/{self.id}")

    def word_keys(self) -> list[str]:
        """The keys of all the step's words."""
        names = ["", ".hint", ".done", *sorted({f".{name}" for name in self.wrong.values()})]
        return [f"{self.course}.{self.id}{name}" for name in names]

    def reached(self, events: Sequence[Event]) -> bool:
        """Whether these events, all since the step began, are the goal."""
        return all(any(agrees(wanted, event) for event in events) for wanted in self.goal)

    def answer(self, game: Game, action: str) -> Answer:
        """The answer to this action, just played in a game that began here."""
        if self.reached(events_since_start(game)):
            return Answer("solved", f"{self.course}.{self.id}.done")
        if action in self.wrong:
            return Answer("missed", f"{self.course}.{self.id}.{self.wrong[action]}")
        first = game.moments[0].state
        if game.to_move != SEATS[first.seat] or game.state.turn != first.turn:
            return Answer("missed", "learn.over")
        return Answer("open", "" if action in self.moves else "learn.open")


def agrees(wanted: Any, given: Any) -> bool:
    """Whether what is given has everything that is wanted, nested objects included."""
    if isinstance(wanted, Mapping):
        return isinstance(given, Mapping) and all(
            key in given and agrees(value, given[key]) for key, value in wanted.items()
        )
    return bool(wanted == given)


@cache
def course(name: str) -> tuple[LessonStep, ...]:
    """The steps of a course, in order."""
    data = tomllib.loads((LESSONS / f"{name}.toml").read_text("utf-8"))
    return tuple(
        LessonStep(
            name,
            step["id"],
            data["game"],
            step["setup"],
            tuple(step["moves"]),
            tuple(step["goal"]),
            {move: wrong["answer"] for wrong in step["wrong"] for move in wrong["moves"]},
        )
        for step in data["step"]
    )


def find_step(name: str) -> LessonStep:
    """The step with this name, as `kahuna.build`; ValueError if there is none."""
    where, _, id = name.partition(".")
    for step in course(where) if where in COURSES else ():
        if step.id == id:
            return step
    raise ValueError(f"no step is called {name!r}; kahuna learn --list shows the courses")


@cache
def words(language: str) -> dict[str, str]:
    """Everything that is said in lessons and puzzles, in this language."""
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return found


def events_since_start(game: Game) -> list[Event]:
    """What has happened in a game, as a spectator saw it."""
    return [event for number in range(len(game.steps)) for event in game.events(None, number)]
