"""The puzzles that are bundled, read from puzzles/*.jsonl: one a line, as `kahuna puzzles` writes them."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple

from kahuna.learn.puzzle import Goal
from kahuna.learn.setup import Setup, game_of_setup
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES
from kahuna.table.view import View

SHELF = Path(__file__).parent / "puzzles"
# Files of puzzles beside the one that bears the game's name.
MORE_FILES = {"kahuna": ("kahuna-best-turns",)}


class Puzzle(NamedTuple):
    """A position, what is asked there, and the one answer."""

    id: str
    game: str
    goal: Goal
    themes: tuple[str, ...]
    difficulty: int  # 1 to 10
    answer: tuple[str, ...]
    setup: Setup
    tempting: Mapping[str, Any] | None = None  # a move that does much at once but misses the goal, and why

    def begin(self) -> Game:
        """A game that stands at the puzzle's position."""
        return game_of_setup(self.game, self.setup, self.id)

    def document(self) -> dict[str, Any]:
        """The puzzle for other programs: the position is the mover's view without log and legal."""
        game = self.begin()
        view: View = game.view(game.to_move)
        return {
            "id": self.id,
            "game": self.game,
            "kind": self.goal.kind,
            "goal": self.goal.document(),
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "position": {key: value for key, value in view.items() if key not in ("log", "legal")},
            "answer": list(self.answer),
        }


def read_puzzles(game: str, lines: Iterable[str]) -> tuple[Puzzle, ...]:
    """The puzzles of these lines."""
    found = []
    for line in lines:
        data = json.loads(line)
        goal = Goal(data["kind"], **data["goal"])
        themes, answer = tuple(data["themes"]), tuple(data["answer"])
        found.append(
            Puzzle(
                data["id"],
                game,
                goal,
                themes,
                data["difficulty"],
                answer,
                data["setup"],
                data.get("tempting"),
            )
        )
    return tuple(found)


def written(puzzle: Mapping[str, Any]) -> str:
    """A puzzle as one line."""
    return json.dumps(puzzle, ensure_ascii=False, separators=(",", ":"))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The bundled puzzles of this game, file by file; a new puzzle may replace one that was removed."""
    files = [SHELF / f"{name}.jsonl" for name in (game, *MORE_FILES.get(game, ()))]
    lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines()]
    return read_puzzles(game, lines)


def all_puzzles() -> tuple[Puzzle, ...]:
    """The bundled puzzles of all games."""
    return tuple(puzzle for game in GAMES for puzzle in puzzles_of(game))


def find_puzzle(id: str) -> Puzzle:
    """The puzzle with this id; ValueError if there is none."""
    for puzzle in all_puzzles():
        if puzzle.id == id:
            return puzzle
    raise ValueError(f"no puzzle is called {id!r}; kahuna puzzle --list shows them all")


@cache
def by_day(game: str) -> tuple[Puzzle, ...]:
    """The game's puzzles in the order of their days: every puzzle gets a day before any is repeated."""
    puzzles = puzzles_of(game)
    count = len(puzzles)
    step = next((n for n in range(count * 2 // 3, 0, -1) if gcd(n, count) == 1), 1)
    return tuple(puzzles[day * step % count] for day in range(count))


def puzzle_of_the_day(game: str, day: date) -> Puzzle:
    """The same for everyone on this date."""
    puzzles = by_day(game)
    if not puzzles:
        raise ValueError(f"there are no puzzles of {game}")
    return puzzles[day.toordinal() % len(puzzles)]
