"""What the page needs before a lesson or puzzle is opened: names, difficulty, themes, the order of days."""

import json
from typing import TypedDict

from kahuna.learn.courses import COURSES
from kahuna.learn.lessons import course
from kahuna.learn.shelf import by_day
from kahuna.table.games import GAMES


class ListedCourse(TypedDict):
    """A course and the names of its steps."""

    name: str
    game: str
    steps: list[str]


class ListedPuzzle(TypedDict):
    """What is known of a puzzle before it is opened."""

    id: str
    kind: str
    difficulty: int
    themes: tuple[str, ...]


class Catalogue(TypedDict):
    """Everything there is to learn from."""

    courses: list[ListedCourse]
    puzzles: dict[str, list[ListedPuzzle]]


def catalogue() -> Catalogue:
    """The courses with their steps, and for each game its puzzles in the order of their days.

    The puzzle of the day with the number n (`date.toordinal`) is the one at n modulo their count.
    """
    return {
        "courses": [
            {"name": name, "game": course(name)[0].game, "steps": [step.id for step in course(name)]}
            for name in COURSES
        ],
        "puzzles": {
            game: [
                {"id": each.id, "kind": each.goal.kind, "difficulty": each.difficulty, "themes": each.themes}
                for each in by_day(game)
            ]
            for game in GAMES
        },
    }


def catalogue_file() -> bytes:
    """The catalogue as it is sent."""
    return json.dumps(catalogue(), ensure_ascii=False, separators=(",", ":")).encode()
